uniform vec3 top;
uniform vec3 bottom;
in float height;
out vec4 color;

void main() {
    // Interleaved gradient noise (J. Jimenez, 2014) of less than one step keeps the slow gradient free of bands.
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    color = vec4(mix(bottom, top, height) + (noise - 0.5) / 255.0, 1.0);
}
