uniform mat4 clip_from_world;
layout(location = 0) in vec3 place;
layout(location = 1) in vec4 paint;
flat out vec4 ink;

void main() {
    gl_Position = clip_from_world * vec4(place, 1.0);
    ink = paint;
}
