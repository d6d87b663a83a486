// Lines every metre and every quarter, each gone where it would be finer than a few pixels, and the two axes.
uniform vec2 focus;
uniform float sharpness;   // 1 / fading distance squared
uniform float strength;
uniform vec3 line_color;
uniform vec3 axis_x_color;
uniform vec3 axis_z_color;
in vec2 place;
out vec4 color;

float lines(vec2 pixel, float per_metre, float width) {
    vec2 away = abs(fract(place * per_metre + 0.5) - 0.5) / (pixel * per_metre);
    vec2 cover = clamp(0.5 * width + 0.5 - away, 0.0, 1.0) * clamp(1.35 - 4.5 * pixel * per_metre, 0.0, 1.0);
    return max(cover.x, cover.y);
}

void main() {
    vec2 pixel = fwidth(place);
    vec2 off = place - focus;
    float fade = exp2(-dot(off, off) * sharpness);
    float grid = max(lines(pixel, 1.0, 1.35), 0.38 * lines(pixel, 4.0, 1.0)) * strength;
    vec2 axis = clamp(1.3 - abs(place) / pixel, 0.0, 1.0) * 0.62 * step(0.001, strength);
    vec3 ink = mix(mix(line_color, axis_z_color, step(grid, axis.x)), axis_x_color, step(max(grid, axis.x), axis.y));
    float alpha = max(grid, max(axis.x, axis.y)) * fade;
    color = vec4(ink * alpha, alpha);
}
