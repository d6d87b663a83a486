uniform sampler2D picture;   // premultiplied, pixel for pixel
out vec4 color;

void main() {
    color = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
}
