// Soft key light, light from sky and ground, a quiet rim. Colours are linear until the last line.
uniform vec3 eye;
uniform vec3 key_direction;
uniform vec3 key_color;
uniform vec3 sky_color;
uniform vec3 bounce_color;
uniform vec3 viewer_color;
uniform vec3 rim_color;
in vec3 world_position;
in vec3 world_normal;
in float open;
flat in vec3 albedo;
out vec4 color;

void main() {
    vec3 n = normalize(world_normal);
    vec3 v = normalize(eye - world_position);
    float lit = dot(n, key_direction);
    // A wrapped key: the terminator is soft, as from a large window.
    float key = clamp((lit + 0.35) / 1.35, 0.0, 1.0);
    key *= 0.4 + 0.6 * key;
    float facing = max(dot(n, v), 0.0);
    // Sky and ground, and a little light from the viewer so that no side of an orbit is lost.
    vec3 fill = mix(bounce_color, sky_color, n.y * 0.5 + 0.5) + viewer_color * facing;
    float near_ground = mix(0.7, 1.0, clamp(world_position.y * 4.5 + 0.5 * n.y, 0.0, 1.0));
    vec3 result = albedo * (key * mix(0.75, 1.0, open) * key_color + fill * open * near_ground);

    float gloss = max(dot(n, normalize(key_direction + v)), 0.0);
    gloss *= gloss * gloss;
    gloss *= gloss;
    gloss *= gloss * gloss;
    result += gloss * 0.06 * clamp(lit * 3.0, 0.0, 1.0) * key_color;
    float rim = 1.0 - facing;
    rim *= rim * rim * open * (n.y * 0.5 + 0.5);
    result = mix(result, rim_color, 0.35 * rim);
    // A gamma of 2 is near enough to the screen's and costs a square root.
    color = vec4(sqrt(clamp(result, 0.0, 1.0)), 1.0);
}
