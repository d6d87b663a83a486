// The figure as a few capsules: both ends with their radii, metres.
layout(std140) uniform Capsules {
    vec4 ends[2 * 32];
};
uniform int n_capsules;
