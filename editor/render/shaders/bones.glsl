// The rigid transform of each joint, three rows of a 3x4 matrix.
layout(std140) uniform Bones {
    vec4 rows[3 * 64];
};

vec3 to_world(int joint, vec4 v) {
    return vec3(dot(rows[3 * joint], v), dot(rows[3 * joint + 1], v), dot(rows[3 * joint + 2], v));
}
