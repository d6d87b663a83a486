noperspective in float along;
noperspective in float across;
noperspective in float half_width;
flat in float dash;
flat in vec4 ink;
out vec4 color;

void main() {
    float cover = clamp(half_width - abs(across) + 0.5, 0.0, 1.0);
    if (dash > 0.0) {
        float place = abs(fract(along / (2.0 * dash)) - 0.5) * 2.0 * dash;
        cover *= clamp(place - 0.5 * dash + 0.5, 0.0, 1.0);
    }
    color = vec4(ink.rgb, 1.0) * ink.a * cover;
}
