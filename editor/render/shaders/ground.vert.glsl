// A square of the ground around what the camera looks at.
uniform mat4 clip_from_world;
uniform vec2 focus;
uniform float extent;
out vec2 place;

void main() {
    place = focus + extent * (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0);
    gl_Position = clip_from_world * vec4(place.x, 0.0, place.y, 1.0);
}
