// A piece of text facing the screen, its lower centre at a place in the world.
uniform mat4 clip_from_world;
uniform vec2 pixels;
uniform vec2 atlas_size;
layout(location = 0) in vec4 place;    // world position, opacity
layout(location = 1) in vec4 glyph;    // left, top, width, height in the atlas, physical pixels
out vec2 at;
flat out float opacity;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec4 clip = clip_from_world * vec4(place.xyz, 1.0);
    // Whole pixels keep the text sharp.
    vec2 centre = floor((clip.xy / clip.w * 0.5 + 0.5) * pixels) - vec2(floor(glyph.z * 0.5), glyph.w);
    gl_Position = vec4((centre + corner * glyph.zw) / pixels * 2.0 - 1.0, clip.z / clip.w, 1.0);
    at = (glyph.xy + vec2(corner.x, 1.0 - corner.y) * glyph.zw) / atlas_size;
    opacity = clip.w > 0.0 ? place.w : 0.0;
}
