// Soft shadow of capsules on the ground. Each is projected along the light; its penumbra widens with the height of
// the nearest part above the ground, so contact is crisp and the head's shadow is a haze.
uniform vec2 slope;   // of the key light: metres sideways per metre of height
in vec2 place;
out vec4 color;

// How much of a light, as wide as `spread` metres per metre of height, one capsule hides.
float hidden(vec4 a, vec4 b, vec2 along, float spread) {
    vec2 from = a.xz + along * a.y, axis = b.xz + along * b.y - from, p = place - from;
    float t = clamp(dot(p, axis) / max(dot(axis, axis), 1e-6), 0.0, 1.0);
    float radius = mix(a.w, b.w, t), soft = 0.01 + spread * max(mix(a.y, b.y, t) - radius, 0.0);
    float edge = clamp(0.5 - (length(p - axis * t) - radius) / (2.0 * soft), 0.0, 1.0);
    // A light larger than the capsule is never wholly hidden.
    return edge * edge * (3.0 - 2.0 * edge) * radius / (radius + 0.5 * soft);
}

void main() {
    float sky = 1.0, key = 1.0;
    for (int i = 0; i < n_capsules; ++i) {
        sky *= 1.0 - 0.85 * hidden(ends[2 * i], ends[2 * i + 1], vec2(0.0), 0.9);
        key *= 1.0 - hidden(ends[2 * i], ends[2 * i + 1], slope, 0.11);
    }
    color = vec4(1.0 - (0.4 + 0.6 * sky) * (0.45 + 0.55 * key));
}
