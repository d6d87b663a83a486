uniform sampler2D shadow;
uniform vec3 ink;
uniform float strength;
uniform float share;   // of the texture that is used
in vec2 at;
out vec4 color;

void main() {
    vec2 inward = min(at, 1.0 - at) * 8.0;
    float alpha = texture(shadow, at * share).r * strength * clamp(min(inward.x, inward.y), 0.0, 1.0);
    color = vec4(ink * alpha, alpha);
}
