#pragma once

#include "engine/collision/dynamic_tree.h"
#include <satbox/world.h>

#include <array>
#include <vector>

namespace satbox::app {

// Figures of a broad-phase tree.
struct TreeFacts {
    struct Level {
        int inner = 0;
        int leaves = 0;
        int nodes() const { return inner + leaves; }
    };
    std::vector<Level> levels; // by depth; empty for an empty tree
    int inner = 0;
    int leaves = 0;
    float rootPerimeter = 0.0f;  // m
    float innerPerimeter = 0.0f; // m, sum over the inner nodes below the root
    // m, mean per inner node at the last rebuild: DynamicTree::builtPerimeter()
    float meanPerimeterAtBuild = 0.0f;

    int height() const { return levels.empty() ? 0 : static_cast<int>(levels.size()) - 1; }
    // Expected number of inner nodes, root included, that a random line through the root's box enters. By
    // Crofton's formula the probability for an inner box is its perimeter / the root's perimeter.
    float expectedLineVisits() const;
    // Relative growth of the inner boxes' perimeter since the last rebuild; 0 if the tree was never rebuilt.
    // The engine rebuilds the tree once the extra query cost exceeds the cost of a rebuild.
    float perimeterGrowth() const;
};
TreeFacts treeFacts(const DynamicTree& tree);

// A shape that left its fat box in the last step and got a new one.
struct MovedShape {
    ShapeId shape;
    WorldBox before, now;
};
std::vector<MovedShape> movedShapes(const World& world); // by slot

// Number of shapes in the broad phase's movable tree.
int movableShapeCount(const World& world);

} // namespace satbox::app
