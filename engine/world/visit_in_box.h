#pragma once

#include "engine/world/queries_observed.h"

namespace satbox {

// Batches of forEachInOrder() for the forms of queries with a function: small at first, and as large as fits
// a stack.
inline constexpr size_t kFirstBatch = 4;
inline constexpr size_t kMaxHitBatch = 64;
inline constexpr size_t kMaxSlotBatch = 2048;

// Box of all shapes that may touch `shape` at its pose: a little larger than its own, so that rounding of
// boxes loses none. The exact test of the shapes decides.
inline WorldBox touchingBox(const Shape& shape, const WorldTransform& pose)
{
    const Aabb box = computeAabb(shape, {{0.0f, 0.0f}, pose.q});
    const Vec2 size = extents(box);
    return expand(boxAt(pose.p, box), 1e-4f + 1e-6f * (size.x + size.y));
}

// Like forEachInBox() without allocation: fn(slot, shape) -> bool, in slot order, false ends the search.
template<class Fn>
void visitInBox(const WorldState& w, const WorldBox& box, const Filter& filter, Fn&& fn)
{
    NoQueryObserver noObserver;
    const auto search = [&](auto&& keep) {
        searchBox(
            w, box, filter, [&](uint32_t slot) { keep(slot); }, noObserver);
    };
    forEachInOrder<uint32_t, kMaxSlotBatch>(kMaxSlotBatch, search,
                                            [&](uint32_t slot) { return fn(slot, w.shapes.at(slot)); });
}

} // namespace satbox
