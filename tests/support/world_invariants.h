#pragma once

#include "engine/world/world.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace satbox::test {

// Which promises hold at present; the others hold at any time.
enum class WorldMoment {
    Edited,  // edits since the last step: pairs are not looked for yet
    Stepped, // right after a step or World::refreshContacts
};

// Looks at everything that a world keeps twice or promises to keep in order: awake list, sleeping islands,
// shapes and their boxes, trees, contacts and the set of pairs, joints, finite numbers. Empty, or a sentence
// about the first thing that is wrong.
std::string brokenInvariant(const World& world, WorldMoment moment);

// Follows begin and end events from step to step and tells whether they add up to what touches now: each
// begin and each end reported once.
class TouchLedger {
  public:
    // Empty, or a sentence. To be called after every step, once.
    std::string afterStep(const World& world);

  private:
    using Pair = std::pair<ShapeId, ShapeId>;
    std::map<Pair, int> touching_;
};

} // namespace satbox::test
