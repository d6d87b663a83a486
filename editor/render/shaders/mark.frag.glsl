uniform float scale;
uniform vec3 outline_color;
uniform vec3 halo_color;
in vec2 away;
flat in float radius;
flat in vec4 ink;
flat in vec4 style;
out vec4 color;

float within(float d, float edge) {
    return clamp(edge - d + 0.5, 0.0, 1.0);
}

// Alpha-blends `over` on what is there, premultiplied.
void add(vec3 over, float alpha) {
    color = vec4(over * alpha, alpha) + color * (1.0 - alpha);
}

void main() {
    float d = length(away);
    bool ring = style.x < 0.5;
    float outline = style.y;
    color = vec4(0.0);

    float rim = radius + (outline > 0.5 ? 2.0 * scale : 0.0);
    add(halo_color, 0.5 * (1.0 - smoothstep(rim - 1.0 * scale, rim + 3.0 * scale, d)) * (ring ? step(radius * 0.5, d) : 1.0));
    if (outline > 0.5) {
        add(outline_color, within(d, rim));
    }
    if (ring) {
        float stroke = 2.4 * scale;
        float hole = radius - stroke;
        // The hole shows the body through: a little dark so that the ring reads on any grey.
        if (outline > 0.5) {
            color *= 1.0 - 0.72 * within(d, hole);
        }
        add(halo_color, 0.3 * within(d, hole));
        add(ink.rgb, within(d, radius) * (1.0 - within(d, hole)));
    } else {
        add(ink.rgb, within(d, radius));
        // A slightly lighter heart gives the disc some body.
        add(mix(ink.rgb, vec3(1.0), 0.35), style.x > 1.5 ? 0.0 : within(d, radius * 0.36));
    }
    color *= ink.a;
}
