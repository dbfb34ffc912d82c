#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/world/queries_observed.h"

#include <optional>
#include <vector>

namespace satbox {

// Trace of World::queryBox or World::castRay, node by node. It is recorded by an observer in the same code.
struct QueryTrace {
    struct Step {
        BroadPhase::Layer layer = BroadPhase::Layer::Fixed;
        TreeVisit visit;
        int depth = 0; // in its tree; 0 for the root
        ShapeId shape; // of a leaf whose box was hit
        ShapeTestResult answer = ShapeTestResult::NotTested;
    };
    std::vector<Step> steps; // in the order of visits, tree after tree
    int nodes = 0;           // number of inner nodes and leaves in both trees

    std::vector<ShapeId> shapes;    // result of queryBox
    std::optional<WorldRayHit> hit; // result of castRay

    // Numbers of steps by result.
    struct Counts {
        int visited = 0;
        int entered = 0; // inner nodes whose children were visited, including roots
        int pruned = 0;  // inner nodes and leaves whose boxes were not hit
        int leaves = 0;  // whose boxes were hit, so that their shapes were tested
        int hits = 0;    // of those: with result Hit
    };
    Counts counts() const;
};

QueryTrace traceQueryBox(const World& world, const WorldBox& box, const Filter& filter = {});
QueryTrace traceCastRay(const World& world, const WorldRay& ray, const Filter& filter = {});

} // namespace satbox
