flat in vec4 ink;
out vec4 color;

void main() {
    color = vec4(ink.rgb, 1.0) * ink.a;
}
