// Figures in one colour each: ghosts and the silhouette. No light, so no occlusion is worked out.
uniform mat4 clip_from_world;
uniform vec3 eye;
uniform vec2 pixels;        // size of the viewport
uniform float swell;        // physical pixels by which the shape is larger
uniform float n_layers;     // figures are stacked in depth, the first one in front, whatever their places
uniform float first;        // how many figures were drawn before
uniform vec4 paints[32];
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 joint_occlusion;
out float rim;
flat out vec4 paint;

void main() {
    int joint = int(joint_occlusion.x + 0.5);
    vec3 place = to_world(gl_InstanceID, joint, vec4(position, 1.0));
    vec3 n = to_world(gl_InstanceID, joint, vec4(normal, 0.0));
    vec4 clip = clip_from_world * vec4(place, 1.0);
    vec2 out_of = (clip_from_world * vec4(n, 0.0)).xy * pixels;
    clip.xy += swell * out_of * inversesqrt(max(dot(out_of, out_of), 1e-12)) * 2.0 / pixels * clip.w;
    clip.z = ((clip.z / clip.w * 0.5 + 0.5 + first + float(gl_InstanceID)) / n_layers * 2.0 - 1.0) * clip.w;
    gl_Position = clip;
    float away = 1.0 - abs(dot(n, normalize(eye - place)));
    rim = away * away;
    paint = paints[gl_InstanceID];
}
