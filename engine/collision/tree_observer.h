#pragma once

#include "engine/math/aabb.h"

#include <cstdint>

namespace satbox {

// What became of a node that a search of a tree came to.
enum class TreeAnswer : uint8_t {
    Root,   // where the search begins: nobody holds the root's box, so it is entered without being asked
    Met,    // an inner node is entered, a leaf handed to whoever searches
    Missed, // its box does not overlap the one searched for: of a ray the box around what is left of it
    Beside, // of a ray: it does, but lies beside the ray's line
};

// A node that a search came to: its box was asked.
struct TreeVisit {
    int32_t node = -1;   // inner node, or proxy of the leaf
    int32_t parent = -1; // inner node that holds the box; -1 for the root
    bool isLeaf = false;
    TreeAnswer answer = TreeAnswer::Root;
    Aabb box;
    float maxFraction = 1.0f; // of a ray: how much of it was still searched
    float apart = 0.0f;       // of a ray: distance of the box from its line, m; negative: the line crosses it
};

// What a search of the tree tells whoever watches it, in the order in which it goes. The search is a template
// over it: with this one, watching costs nothing.
struct NoTreeObserver {
    static constexpr bool kRecords = false;
    void onVisit(const TreeVisit&) {}
};

} // namespace satbox
