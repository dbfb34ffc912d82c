#pragma once

#include <satbox/config.h>
#include <satbox/world.h>

#include <span>
#include <vector>

namespace satbox {

// Measurements of a world at one instant: sums over bodies, and overlap at the current poses.
struct WorldMetrics {
    double time = 0.0;            // s
    double kinetic = 0.0;         // J, of dynamic bodies, spin included
    double potential = 0.0;       // J, in the world's gravity, zero for a centre of mass at the origin
    double total = 0.0;           // J
    double momentumX = 0.0;       // N s
    double momentumY = 0.0;       // N s
    double angularMomentum = 0.0; // N m s, about the world's origin
    int contacts = 0;             // contacts that have points, without sensors
    double maxPenetration = 0.0;  // m, over all contacts; 0 if nothing overlaps
    double p99Penetration = 0.0;  // m, 99th percentile of penetrationDepths()
    int awakeBodies = 0;
    double maxSpeed = 0.0; // m/s, of a dynamic body's centre of mass
};
SATBOX_API WorldMetrics measure(const World& world);

// Penetration depth of every contact with points and no sensor, at the current poses, ascending, m; 0 if its
// shapes no longer overlap. (Contacts store only the depth at the start of the last step.)
SATBOX_API std::vector<float> penetrationDepths(const World& world);

// Nearest-rank quantile: the smallest of the values for which at least the share `fraction` of all values is
// not greater. 0 if there are no values.
SATBOX_API float quantile(std::span<const float> ascending, double fraction);

} // namespace satbox
