#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/world/world.h"

#include <optional>
#include <vector>

namespace satbox {

// What became of a shape whose fat box a search had met.
enum class ShapeAnswer : uint8_t {
    NotAsked, // no leaf, or one whose box was not met
    Filtered, // its filter keeps it out
    Missed,   // box: its tight box lies beside; ray: the ray misses the shape
    Farther,  // ray: hit, but behind the nearest hit so far
    Hit,      // box: an answer; ray: the nearest hit so far
};

// What World::queryBox or World::castRay did, node by node: their own code, run with an observer that writes
// down.
struct QueryTrace {
    struct Step {
        BroadPhase::Layer layer = BroadPhase::Layer::Fixed;
        TreeVisit visit;
        int depth = 0; // in its tree; the root has 0
        ShapeId shape; // of a leaf that was met
        ShapeAnswer answer = ShapeAnswer::NotAsked;
    };
    std::vector<Step> steps; // in the order visited, tree after tree
    int nodes = 0;           // of both trees, inner ones and leaves: what could have been visited

    std::vector<ShapeId> shapes;           // what queryBox returns
    std::optional<World::WorldRayHit> hit; // what castRay returns

    // How many of the steps ended so.
    struct Counts {
        int visited = 0;
        int entered = 0; // inner nodes, roots among them
        int leftOut = 0; // inner nodes and leaves whose boxes were not met
        int leaves = 0;  // whose boxes were met: their shapes were asked
        int hits = 0;    // of those: shapes that answered Hit
    };
    Counts counts() const;
};

QueryTrace traceQueryBox(const World& world, const WorldBox& box, const Filter& filter = {});
QueryTrace traceCastRay(const World& world, const WorldRay& ray, const Filter& filter = {});

} // namespace satbox
