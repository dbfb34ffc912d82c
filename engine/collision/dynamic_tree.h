#pragma once

#include "engine/collision/ray_cast.h"
#include "engine/math/aabb.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace satbox {

// Bounding-volume tree over boxes that come, go and move (after Catto, "Dynamic Bounding Volume Hierarchies",
// GDC 2019: insertion by the surface-area heuristic, rotations on the way up). In the plane the perimeter
// stands for the area. Boxes that move stay where they are in the tree, whose boxes follow; it is built anew
// when the searches have paid more for its age than that costs. A value: copies are independent. Leaves carry
// a user index and category bits. Same calls in the same order give the same tree.
class DynamicTree {
  public:
    static constexpr int32_t kNull = -1;

    // No tree is higher: one that would be is built anew. It bounds the memory that a walk needs.
    static constexpr int kMaxHeight = 96;

    struct Node {
        Aabb box;
        int32_t parent = kNull; // next free node while on the free list
        int32_t child1 = kNull; // kNull for leaves
        int32_t child2 = kNull;
        uint32_t userIndex = 0;          // leaves only
        uint32_t category = 0xFFFFFFFFu; // union of the leaves' bits
        int16_t height = 0;              // leaves 0, free nodes -1
        bool isLeaf() const { return child1 == kNull; }
    };

    int32_t insert(const Aabb& box, uint32_t userIndex, uint32_t category = 0xFFFFFFFFu); // -> proxy
    void remove(int32_t proxy);
    // Another box for a proxy. Before the next search, settle() has to fit the tree to all that were placed.
    void place(int32_t proxy, const Aabb& box);
    void settle();

    const Aabb& box(int32_t proxy) const { return nodes_[static_cast<size_t>(proxy)].box; }
    uint32_t userIndex(int32_t proxy) const { return nodes_[static_cast<size_t>(proxy)].userIndex; }

    // visit(userIndex, proxy) -> bool: false ends the query. Order of visits is deterministic but
    // unspecified.
    template<class Visit>
    void query(const Aabb& box, Visit&& visit) const;

    // visit(userIndex, proxy, maxFraction) -> float: the new maximum fraction (0 ends, maxFraction goes on).
    template<class Visit>
    void castRay(const Ray& ray, Visit&& visit) const;

    // visit(proxies) for each of the largest subtrees that are at most `height` (0 to 4) high; they hold
    // every proxy once, neighbours one after another.
    template<class Visit>
    void forEachSubtree(int height, Visit&& visit) const;

    int height() const { return root_ == kNull ? 0 : node(root_).height; }
    int leafCount() const { return leafCount_; }
    size_t bytes() const
    {
        return nodes_.capacity() * sizeof(Node) + (order_.capacity() + placed_.capacity()) * sizeof(int32_t);
    }
    int32_t root() const { return root_; }
    const std::vector<Node>& nodes() const { return nodes_; }

    // Empty sentence when every invariant holds (boxes enclose children, links agree, heights, counts).
    const char* validate() const;

    // Build anew from all leaves: cuts each group where the binned surface-area heuristic is least (Wald, "On
    // fast Construction of SAH-based Bounding Volume Hierarchies", 2007). Proxies stay valid.
    void rebuild();

  private:
    static constexpr int kStackSize =
        kMaxHeight + 2; // a depth-first walk holds one node a level, and one more

    // A leaf while the tree is built anew.
    struct Item {
        Aabb box;
        int32_t leaf = kNull;
    };
    // A part of the leaves that is still to become a subtree.
    struct Group {
        size_t first = 0;
        size_t last = 0;
        int32_t parent = kNull; // whose child it will be
        int depth = 0;
    };

    const Node& node(int32_t i) const { return nodes_[static_cast<size_t>(i)]; }
    Node& node(int32_t i) { return nodes_[static_cast<size_t>(i)]; }
    int32_t allocate();
    void release(int32_t index);
    void insertLeaf(int32_t leaf);
    void removeLeaf(int32_t leaf);
    int32_t findSibling(const Aabb& box) const;
    void refit(int32_t index);
    void rotate(int32_t index);
    void fitAbove(int32_t leaf);
    void fitAll();
    void listInner();
    static size_t cut(std::vector<Item>& items, std::vector<Item>& scratch, const Group& group);

    std::vector<Node> nodes_;
    std::vector<int32_t> order_;  // inner nodes, parents before their children; none while out of date
    std::vector<int32_t> placed_; // since the last settle()
    int32_t root_ = kNull;
    int32_t freeList_ = kNull;
    int leafCount_ = 0;
    float builtCost_ = 0.0f; // mean perimeter of an inner node when it was last built; 0 when it never was
    float cost_ = 0.0f;      // sum of the perimeters of the inner nodes, while order_ is up to date
    float debt_ = 0.0f;      // searches that the tree's age has cost since then
};

template<class Visit>
void DynamicTree::query(const Aabb& box, Visit&& visit) const
{
    if (root_ == kNull || !overlaps(node(root_).box, box)) return;
    int32_t stack[kStackSize];
    int top = 0;
    stack[top++] = root_;
    while (top > 0) {
        const int32_t index = stack[--top];
        const Node& n = node(index);
        if (n.isLeaf()) {
            if (!visit(n.userIndex, index)) return;
            continue;
        }
        if (overlaps(node(n.child1).box, box)) stack[top++] = n.child1;
        if (overlaps(node(n.child2).box, box)) stack[top++] = n.child2;
    }
}

template<class Visit>
void DynamicTree::forEachSubtree(int height, Visit&& visit) const
{
    if (root_ == kNull) return;
    int32_t leaves[16];
    size_t count = 0;
    int32_t stack[kStackSize];
    int top = 0;
    int above = -1; // entries of the stack that lie outside of the subtree; -1: not in one
    stack[top++] = root_;
    while (top > 0) {
        const int32_t index = stack[--top];
        const Node& n = node(index);
        if (above < 0 && n.height <= height) above = top;
        if (n.isLeaf()) {
            leaves[count++] = index;
        } else {
            stack[top++] = n.child2;
            stack[top++] = n.child1;
        }
        if (above != top) continue;
        visit(std::span<const int32_t>(leaves, count));
        count = 0;
        above = -1;
    }
}

template<class Visit>
void DynamicTree::castRay(const Ray& ray, Visit&& visit) const
{
    if (root_ == kNull) return;
    // Separating axis of box and segment: the ray's own normal, beside the box of the part still to be
    // searched. A little slack, so that rounding loses no grazing hit.
    const Vec2 normal = perp(normalizeOrZero(ray.translation));
    const Vec2 absNormal{std::fabs(normal.x), std::fabs(normal.y)};
    const float slack = 1e-4f + 1e-6f * (length(ray.origin) + length(ray.translation));
    float maxFraction = 1.0f;
    const auto pathBox = [&] {
        const Vec2 end = ray.origin + maxFraction * ray.translation;
        return Aabb{minimum(ray.origin, end), maximum(ray.origin, end)};
    };
    Aabb path = pathBox();

    int32_t stack[kStackSize];
    int top = 0;
    stack[top++] = root_;
    while (top > 0) {
        const int32_t index = stack[--top];
        const Node& n = node(index);
        if (!overlaps(n.box, path)) continue;
        const float apart =
            std::fabs(dot(normal, ray.origin - center(n.box))) - dot(absNormal, extents(n.box));
        if (apart > slack) continue;
        if (!n.isLeaf()) {
            stack[top++] = n.child1;
            stack[top++] = n.child2;
            continue;
        }
        const float fraction = visit(n.userIndex, index, maxFraction);
        if (fraction <= 0.0f) return;
        if (fraction < maxFraction) {
            maxFraction = fraction;
            path = pathBox();
        }
    }
}

} // namespace satbox
