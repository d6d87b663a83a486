uniform sampler2D atlas;
uniform vec3 ink;
in vec2 at;
flat in float opacity;
out vec4 color;

void main() {
    color = vec4(ink, 1.0) * texture(atlas, at).r * opacity;
}
