#pragma once

#include "engine/world/world.h"

#include <array>
#include <vector>

namespace satbox::app {

// A tree of the broad phase in figures.
struct TreeFacts {
    struct Level {
        int inner = 0;
        int leaves = 0;
        int nodes() const { return inner + leaves; }
    };
    std::vector<Level> levels; // from the root on; empty for an empty tree
    int inner = 0;
    int leaves = 0;
    float rootPerimeter = 0.0f;  // m
    float innerPerimeter = 0.0f; // m, of the inner nodes below the root together
    float builtPerimeter = 0.0f; // m, see DynamicTree::builtPerimeter

    int height() const { return levels.empty() ? 0 : static_cast<int>(levels.size()) - 1; }
    // Inner nodes that a line across the root's box enters on average, the root among them: a line that meets
    // one convex outline meets another within it with the chance of their perimeters' ratio (Crofton).
    float enteredByLine() const;
    // By how much the inner boxes have grown since the tree was last built anew: 0.1 is a tenth. The engine
    // builds it anew when the searches have paid more for this than building costs. 0 when it never was.
    float growth() const;
};
TreeFacts treeFacts(const DynamicTree& tree);

// A shape that left its fat box since the last step looked for pairs, and got a new one.
struct MovedShape {
    ShapeId shape;
    WorldBox before, now;
};
std::vector<MovedShape> movedShapes(const World& world); // by slot

// Shapes that the broad phase's tree of bodies that may move holds.
int movableShapes(const World& world);

} // namespace satbox::app
