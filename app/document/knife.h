#pragma once

#include <satbox/world.h>

#include <span>
#include <utility>
#include <vector>

namespace satbox::app {

// A body that a knife cuts, and the pieces that it falls into.
struct KnifeCut {
    BodyId body;
    std::vector<std::vector<ShapeDef>> parts{};        // two or more, in the frame of the body
    std::vector<std::pair<Position, Position>> cuts{}; // m, across each shape that is cut
};

// What the segment from `a` to `b` cuts of `bodies`: dynamic and static bodies that are not frozen, if it
// crosses one of their shapes completely, or runs along the edge at which two of them touch, and ends in none
// of them. A part consists of shapes that touch each other; shapes that touch only across the cut belong to
// different parts. A body that stays in one piece is left out.
std::vector<KnifeCut> findKnifeCuts(const World& world, std::span<const BodyId> bodies, Position a,
                                    Position b);

} // namespace satbox::app
