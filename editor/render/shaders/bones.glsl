// The rigid transform of each joint, three rows of a 3x4 matrix; one figure after the other.
layout(std140) uniform Bones {
    vec4 rows[960];
};
uniform int n_joints;

vec3 to_world(int figure, int joint, vec4 v) {
    int row = 3 * (figure * n_joints + joint);
    return vec3(dot(rows[row], v), dot(rows[row + 1], v), dot(rows[row + 2], v));
}
