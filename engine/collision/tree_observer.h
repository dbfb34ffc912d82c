#pragma once

#include <satbox/math.h>

#include <cstdint>

namespace satbox {

// Result of testing a node's box in a search of a tree.
enum class NodeTestResult : uint8_t {
    Root,      // the search starts here; the root's box is not stored, so it is entered untested
    Entered,   // an inner node is entered, a leaf is passed to the search's visitor
    Missed,    // its box does not overlap the query box, or the box around the rest of the ray
    BesideRay, // it overlaps the box around the rest of the ray, but is beside the ray's line
};

// A node whose box a search has tested.
struct TreeVisit {
    int32_t node = -1;   // inner node, or proxy of the leaf
    int32_t parent = -1; // inner node that stores the box; -1 for the root
    bool isLeaf = false;
    NodeTestResult answer = NodeTestResult::Root;
    Aabb box;
    float maxFraction = 1.0f;  // of a ray: the part of it that was still searched
    float lineDistance = 0.0f; // of a ray: from its line to the box, m; negative if the line crosses the box
};

// Callbacks of a search, in the order of the search, which is a template over its observer. This one does
// nothing and costs nothing.
struct NoTreeObserver {
    static constexpr bool kRecords = false;
    void onVisit(const TreeVisit&) {}
};

} // namespace satbox
