uniform sampler2D picture;   // premultiplied
in vec2 at;
out vec4 color;

void main() {
    color = texture(picture, at);
}
