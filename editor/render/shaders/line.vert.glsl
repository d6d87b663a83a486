// A strip of constant width on screen between two places in the world.
uniform mat4 clip_from_world;
uniform vec2 pixels;
uniform float scale;
layout(location = 0) in vec4 start;   // world position, width in logical pixels
layout(location = 1) in vec4 end;     // world position, dash length in logical pixels
layout(location = 2) in vec4 paint;
out float along;
out float across;
flat out float half_width;
flat out float dash;
flat out vec4 ink;

void main() {
    vec4 a = clip_from_world * vec4(start.xyz, 1.0), b = clip_from_world * vec4(end.xyz, 1.0);
    vec2 from = a.xy / a.w * pixels * 0.5, to = b.xy / b.w * pixels * 0.5;
    float span = max(length(to - from), 1e-3);
    vec2 direction = (to - from) / span;
    bool at_end = gl_VertexID > 1;
    half_width = 0.5 * start.w * scale;
    across = ((gl_VertexID & 1) == 0 ? -1.0 : 1.0) * (half_width + 1.0);
    along = at_end ? span : 0.0;
    vec4 clip = at_end ? b : a;
    clip.xy += vec2(-direction.y, direction.x) * across * 2.0 / pixels * clip.w;
    gl_Position = clip;
    dash = end.w * scale;
    ink = paint;
}
