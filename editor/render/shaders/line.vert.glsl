// A strip between two places in the world whose width on screen goes evenly from one to another.
uniform mat4 clip_from_world;
uniform vec2 pixels;
uniform float scale;
layout(location = 0) in vec4 start;   // world position, width in logical pixels
layout(location = 1) in vec4 end;     // world position, dash length in logical pixels
layout(location = 2) in vec4 paint;
layout(location = 3) in vec4 look;    // width at the end in logical pixels, spare
noperspective out float along;
noperspective out float across;
noperspective out float half_width;
flat out float dash;
flat out vec4 ink;

const float NEAREST = 1e-3;

void main() {
    vec4 a = clip_from_world * vec4(start.xyz, 1.0), b = clip_from_world * vec4(end.xyz, 1.0);
    // What is behind the eye has no place on screen: the line begins where it comes into view.
    if (a.w < NEAREST && b.w > NEAREST) { a = mix(b, a, (b.w - NEAREST) / (b.w - a.w)); }
    else if (b.w < NEAREST && a.w > NEAREST) { b = mix(a, b, (a.w - NEAREST) / (a.w - b.w)); }
    vec2 from = a.xy / a.w * pixels * 0.5, to = b.xy / b.w * pixels * 0.5;
    float span = max(length(to - from), 1e-3);
    vec2 direction = (to - from) / span;
    bool at_end = gl_VertexID > 1;
    half_width = 0.5 * scale * (at_end ? look.x : start.w);
    across = ((gl_VertexID & 1) == 0 ? -1.0 : 1.0) * (half_width + 1.0);
    along = at_end ? span : 0.0;
    vec4 clip = at_end ? b : a;
    clip.xy += vec2(-direction.y, direction.x) * across * 2.0 / pixels * clip.w;
    gl_Position = a.w < NEAREST && b.w < NEAREST ? vec4(2.0, 2.0, 2.0, 1.0) : clip;
    dash = end.w * scale;
    ink = paint;
}
