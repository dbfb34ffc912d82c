#pragma once

#include "engine/math/aabb.h"

#include <cstdint>
#include <vector>

namespace satbox {

struct Ray;

// Bounding-volume tree over boxes that come, go and move. A value: copies are independent. Leaves carry a
// user index and category bits. Same calls in the same order give the same tree.
class DynamicTree {
  public:
    static constexpr int32_t kNull = -1;

    struct Node {
        Aabb box;
        int32_t parent = kNull;   // next free node while on the free list
        int32_t child1 = kNull;   // kNull for leaves
        int32_t child2 = kNull;
        uint32_t userIndex = 0;   // leaves only
        uint32_t category = 0xFFFFFFFFu; // union of the leaves' bits
        int16_t height = 0;       // leaves 0, free nodes -1
        bool isLeaf() const { return child1 == kNull; }
    };

    int32_t insert(const Aabb& box, uint32_t userIndex, uint32_t category = 0xFFFFFFFFu); // -> proxy
    void remove(int32_t proxy);
    void move(int32_t proxy, const Aabb& box);    // reinsert with a new box
    void enlarge(int32_t proxy, const Aabb& box); // grow in place, ancestors too

    const Aabb& box(int32_t proxy) const { return nodes_[static_cast<size_t>(proxy)].box; }
    uint32_t userIndex(int32_t proxy) const { return nodes_[static_cast<size_t>(proxy)].userIndex; }

    // visit(userIndex, proxy) -> bool: false ends the query. Order of visits is deterministic but unspecified.
    template <class Visit>
    void query(const Aabb& box, Visit&& visit) const;

    // visit(userIndex, proxy, maxFraction) -> float: the new maximum fraction (0 ends, maxFraction goes on).
    template <class Visit>
    void castRay(const Ray& ray, Visit&& visit) const;

    int height() const;
    int leafCount() const { return leafCount_; }
    size_t bytes() const { return nodes_.capacity() * sizeof(Node); }
    int32_t root() const { return root_; }
    const std::vector<Node>& nodes() const { return nodes_; }

    // Empty sentence when every invariant holds (boxes enclose children, links agree, heights, counts).
    const char* validate() const;

    // Build anew, balanced by the surface-area heuristic over leaf centres; proxies stay valid.
    void rebuild();
};

} // namespace satbox
