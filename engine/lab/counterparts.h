#pragma once

#include <satbox/world.h>

#include <vector>

namespace satbox {

// In slot order. The n-th bodies of two compared worlds are counterparts.
std::vector<BodyId> liveBodies(const World& world);
// Up to half a step of the world with the shorter step: then two worlds can be compared.
bool haveEqualTimes(const World& a, const World& b);

} // namespace satbox
