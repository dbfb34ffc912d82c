#pragma once

#include "engine/world/world.h"

#include <span>
#include <vector>

namespace satbox {

// What one writes down about a world at one instant: sums over bodies, and overlap measured on the present
// poses.
struct WorldMetrics {
    double time = 0.0;            // s
    double kinetic = 0.0;         // J, of dynamic bodies, spin included
    double potential = 0.0;       // J, in the world's gravity, zero for a centre of mass at the origin
    double total = 0.0;           // J
    double momentumX = 0.0;       // N s
    double momentumY = 0.0;       // N s
    double angularMomentum = 0.0; // N m s, about the world's origin
    int contacts = 0;             // pairs of shapes that have contact points
    double maxPenetration = 0.0;  // m, deepest overlap of a pair; 0 without any
    double p99Penetration = 0.0;  // m, the depth that 99 of 100 touching pairs do not exceed
    int awakeBodies = 0;
    double maxSpeed = 0.0; // m/s, of a dynamic body's centre of mass
};
WorldMetrics measure(const World& world);

// Depth of every pair of shapes that has contact points, at the present poses, ascending, m; 0 where a pair
// no longer overlaps. Contacts themselves know only the depth at the start of the last step.
std::vector<float> penetrationDepths(const World& world);

// The smallest value that a share `fraction` of the values does not exceed (nearest rank); 0 without values.
float quantile(std::span<const float> ascending, double fraction);

} // namespace satbox
