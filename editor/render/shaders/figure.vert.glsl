// Poses each vertex rigidly and finds how much of the sky the figure's other bodies hide from it.
uniform mat4 clip_from_world;
uniform vec3 joint_colors[64];
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 joint_occlusion;
out vec3 world_position;
out vec3 world_normal;
out float open;
flat out vec3 albedo;

void main() {
    int joint = int(joint_occlusion.x + 0.5);
    world_position = to_world(0, joint, vec4(position, 1.0));
    world_normal = to_world(0, joint, vec4(normal, 0.0));
    albedo = joint_colors[joint];
    gl_Position = clip_from_world * vec4(world_position, 1.0);

    // I. Quilez, "Capsule occlusion": the solid angle of the nearest sphere on each capsule's axis.
    float hidden = 1.0;
    for (int i = 0; i < n_capsules; ++i) {
        vec4 a = ends[2 * i], b = ends[2 * i + 1];
        vec3 axis = b.xyz - a.xyz, p = world_position - a.xyz;
        float t = clamp(dot(p, axis) / max(dot(axis, axis), 1e-6), 0.0, 1.0);
        vec3 toward = axis * t - p;
        float radius = mix(a.w, b.w, t), distance2 = dot(toward, toward);
        float facing = dot(world_normal, toward) * inversesqrt(max(distance2, 1e-8));
        // A vertex of the capsule's own body sees it behind itself: facing < 0.
        hidden *= 1.0 - clamp(facing, 0.0, 1.0) * min(radius * radius / max(distance2, 1e-8), 0.9);
    }
    open = joint_occlusion.y * hidden;
}
