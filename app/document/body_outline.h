#pragma once

#include <satbox/world.h>

#include <cstddef>
#include <vector>

namespace satbox::app {

// A closed outline of a body: of one polygon, or of several that share edges and differ in geometry only, as
// the pieces of a drawn concave outline do.
struct BodyOutline {
    std::vector<ShapeId> shapes{}; // the polygons that fill it
    std::vector<Vec2> points{};    // counter-clockwise, in the frame of the body, m
    float radius = 0.0f;           // m; of round corners, which surround the points
};

inline constexpr float kSharedReach = 2e-3f; // m; corners of several polygons within this are one
// Above this number of corners, each polygon has an outline of its own: joining them takes O(n^2).
inline constexpr size_t kMaxJoinedCorners = 2000;

// The outlines of all polygons of the body, in the order of their first shapes. Polygons are joined if their
// union has a single simple outline, without holes. One with round corners has an outline of its own.
std::vector<BodyOutline> outlinesOf(const World& world, BodyId body);

} // namespace satbox::app
