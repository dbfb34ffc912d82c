#pragma once

#include <satbox/world.h>

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace satbox::test {

// The moment of a check: some invariants hold only after a step.
enum class WorldMoment {
    Edited,  // after edits: pairs have not been searched yet
    Stepped, // right after a step or World::refreshContacts
};

// Checks all redundant or ordered data of a world: awake list, sleeping islands, shapes and their boxes,
// trees, contacts and the pair set, joints, finite numbers. Empty, or a message about the first broken
// invariant.
std::string brokenInvariant(const World& world, WorldMoment moment);

// Counts begin and end events over steps and checks that they match the contacts that touch now, so that each
// begin and each end is reported exactly once.
class TouchLedger {
  public:
    // Call it once after every step. Empty, or a message.
    std::string afterStep(const World& world);

  private:
    using Pair = std::pair<ShapeId, ShapeId>;
    std::map<Pair, int> touching_;
};

} // namespace satbox::test
