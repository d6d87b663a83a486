// A square around each handle, in pixels; the shape is drawn in the fragment shader.
uniform mat4 clip_from_world;
uniform vec2 pixels;     // size of the viewport
uniform float scale;     // physical pixels per logical pixel
layout(location = 0) in vec4 place;   // world position, radius in logical pixels
layout(location = 1) in vec4 paint;   // rgb, alpha
layout(location = 2) in vec4 look;    // shape, outline, spare, spare
out vec2 away;           // from the centre, in physical pixels
flat out float radius;
flat out vec4 ink;
flat out vec4 style;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    radius = place.w * scale;
    away = corner * (radius + 6.0 * scale);
    vec4 clip = clip_from_world * vec4(place.xyz, 1.0);
    clip.xy += away * 2.0 / pixels * clip.w;
    gl_Position = clip;
    ink = paint;
    style = look;
}
