uniform float edge;   // how much more the shape covers where it turns away, 0 for an even colour
in float rim;
flat in vec4 paint;
out vec4 color;

void main() {
    float alpha = paint.a * mix(1.0, 0.55 + 0.75 * clamp(rim, 0.0, 1.0), edge);
    color = vec4(paint.rgb, 1.0) * min(alpha, 1.0);
}
