// One triangle over a small texture whose texels are places on the ground.
uniform vec4 frame;   // centre x and z, half extents; metres
out vec2 place;

void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0;
    place = frame.xy + corner * frame.zw;
    gl_Position = vec4(corner, 0.0, 1.0);
}
