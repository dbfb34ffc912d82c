#pragma once

#include <satbox/lab/shrink.h>

#include <string>
#include <vector>

namespace satbox::bench {

// A world of hundreds of bodies in which something happens to a few of them, for the search for the smallest
// case (satbox/lab/shrink.h).
struct PlantedCase {
    std::string name;
    ShrinkCase given;
    Condition condition;
    size_t leastBodies = 0; // without any of which it does not happen
};

// `scale`: of the number of bodies that do not matter; 1: 200 to 2,000 of them.
std::vector<PlantedCase> plantedCases(double scale = 1.0);

} // namespace satbox::bench
