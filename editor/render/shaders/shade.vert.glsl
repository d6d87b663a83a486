// The rectangle of ground that the shadow's texture covers.
uniform mat4 clip_from_world;
uniform vec4 frame;
out vec2 at;

void main() {
    at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 place = frame.xy + frame.zw * (at * 2.0 - 1.0);
    gl_Position = clip_from_world * vec4(place.x, 0.0, place.y, 1.0);
}
