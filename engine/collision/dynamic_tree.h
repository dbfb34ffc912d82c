#pragma once

#include "engine/collision/tree_observer.h"
#include "engine/math/aabb.h"
#include "engine/math/position.h"
#include <satbox/math.h>
#include <satbox/queries.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace satbox {

// Dynamic bounding-volume hierarchy (after Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019: insertion
// by the surface-area heuristic, rotations on the way up). In 2D the perimeter replaces the surface area.
// Moving a box keeps the topology and refits the boxes above it; the tree is rebuilt once the extra cost of
// searches exceeds the cost of a rebuild. A value: copies are independent. Each leaf stores a user index, and
// tags: up to 64 bits, by which a search can leave out what it is not looking for.
// Deterministic: the same sequence of calls gives the same tree.
class DynamicTree {
  public:
    static constexpr int32_t kNull = -1;

    // A tree that would grow higher is rebuilt. This bounds the stack of a traversal.
    static constexpr int kMaxHeight = 96;

    static constexpr uint64_t kAllTags = ~uint64_t{0};

    int32_t insert(const Aabb& box, uint32_t userIndex, uint64_t tags = kAllTags); // -> proxy; tags: not 0
    void remove(int32_t proxy);
    // Gives a proxy a new box. Call refit() after all moves, before the next search.
    void moveProxy(int32_t proxy, const Aabb& box);
    void refit();

    const Aabb& box(int32_t proxy) const { return boxAt(leaf(proxy).ownRef); }
    uint32_t userIndex(int32_t proxy) const { return leaf(proxy).userIndex; }

    // visit(userIndex, proxy) -> bool: false ends the query. Only leaves that share a tag with `wanted` are
    // visited. The order of visits is deterministic but unspecified. The observer gets every node that the
    // search tests; it does not affect the result.
    template<class Visit, class Observer = NoTreeObserver>
    void query(const Aabb& box, Visit&& visit, Observer&& observer = Observer{},
               uint64_t wanted = kAllTags) const;

    // visit(userIndex, proxy, maxFraction) -> float: the new maximum fraction; maxFraction leaves it
    // unchanged. Only the first `maxFraction` of the ray, in [0, 1], is searched: at 0, its origin. With
    // `castExtents`, a box of these half sizes around the ray's origin is cast in place of a point.
    template<class Visit, class Observer = NoTreeObserver>
    void castRay(const Ray& ray, Visit&& visit, Observer&& observer = Observer{}, float maxFraction = 1.0f,
                 Vec2 castExtents = {0.0f, 0.0f}) const;

    // visit(proxies) for each subtree of at most `height` (1 to 4) that is not part of a larger such subtree.
    // Every proxy is in exactly one of them, in tree order.
    template<class Visit>
    void forEachSubtree(int height, Visit&& visit) const;

    // visit(node) -> bool for all nodes, parents first: false skips the node's descendants.
    struct NodeView {
        Aabb box;
        int depth = 0;         // 0 at the root
        int32_t index = kNull; // of an inner node
        int32_t proxy = kNull; // of a leaf
        bool isLeaf() const { return proxy != kNull; }
    };
    template<class Visit>
    void forEachNode(Visit&& visit) const;
    // The same for inner nodes only: visit(box, depth) -> bool.
    template<class Visit>
    void forEachInnerNode(Visit&& visit) const;

    int height() const { return root_ == kNull ? 0 : node(root_).height; } // 1 with 1 or 2 leaves
    int leafCount() const { return leafCount_; }
    // A tree of a single leaf has one inner node, too.
    int innerNodeCount() const { return leafCount_ < 2 ? leafCount_ : leafCount_ - 1; }
    // Mean perimeter of the inner nodes at the last rebuild, m. The root counts in the number of nodes, but
    // not in the sum of perimeters. 0 before the first rebuild.
    float builtPerimeter() const { return builtPerimeter_; }
    size_t bytes() const;

    // Empty if every invariant holds (boxes enclose children, links agree, heights, counts), else a sentence.
    const char* validate() const;

    // Rebuilds the tree top-down by the binned surface-area heuristic (Wald, "On fast Construction of
    // SAH-based Bounding Volume Hierarchies", 2007). Proxies stay valid.
    void rebuild();

  private:
    // The stack of a depth-first traversal holds one child for each level, and one or two more.
    static constexpr int kStackSize = kMaxHeight + 4;

    // A child is an inner node if it is >= 0; a negative one is the leaf ~child.
    static constexpr int32_t kNoChild = INT32_MIN;

    // An inner node: one cache line with the boxes of both children, so that a search loads one line per node
    // and none for leaves. A child reference is 2 * node + side of the parent.
    struct alignas(64) Node {
        Aabb boxes[2];
        int32_t children[2] = {kNoChild, kNoChild}; // a tree of a single leaf has no second child
        int32_t ownRef = kNull;                     // in the parent; next free node while free
        int32_t height = 0;                         // of leaves 0, of free nodes -1
        uint64_t tags[2] = {0, 0};                  // of all leaves below each child
        uint64_t allTags() const { return tags[0] | tags[1]; }
    };
    static_assert(sizeof(Node) == 64);
    struct Leaf {
        int32_t ownRef = kNull; // kNull while free
        uint32_t userIndex = 0; // next free leaf while free
    };

    // A leaf during a rebuild.
    struct BuildLeaf {
        Aabb box;
        int32_t leaf = kNull;
        uint64_t tags = 0;
    };
    // During a rebuild: a range of leaves that will become a subtree.
    struct BuildRange {
        size_t first = 0;
        size_t last = 0;
        int32_t ownRef = kNull; // of the subtree
        int depth = 0;
    };

    const Node& node(int32_t i) const { return nodes_[static_cast<size_t>(i)]; }
    Node& node(int32_t i) { return nodes_[static_cast<size_t>(i)]; }
    const Leaf& leaf(int32_t i) const { return leaves_[static_cast<size_t>(i)]; }
    Leaf& leaf(int32_t i) { return leaves_[static_cast<size_t>(i)]; }
    const Aabb& boxAt(int32_t childRef) const { return node(childRef >> 1).boxes[childRef & 1]; }
    Aabb& boxAt(int32_t childRef) { return node(childRef >> 1).boxes[childRef & 1]; }
    uint64_t& tagsAt(int32_t childRef) { return node(childRef >> 1).tags[childRef & 1]; }
    int32_t childAt(int32_t childRef) const { return node(childRef >> 1).children[childRef & 1]; }
    int heightOf(int32_t child) const { return child >= 0 ? node(child).height : 0; }
    Aabb boxOf(int32_t index) const { return unite(node(index).boxes[0], node(index).boxes[1]); }

    // Reports a child to the observer. The second child reference of a tree of a single leaf is empty.
    template<class Observer>
    void reportVisit(Observer& observer, int32_t childRef, NodeTestResult answer, float maxFraction,
                     float lineDistance = 0.0f) const
    {
        const int32_t child = childAt(childRef);
        if (child == kNoChild) return;
        observer.onVisit({child >= 0 ? child : ~child, childRef >> 1, child < 0, answer, boxAt(childRef),
                          maxFraction, lineDistance});
    }

    void setChild(int32_t childRef, int32_t child, const Aabb& box, uint64_t tags);
    int32_t allocateNode();
    void releaseNode(int32_t index);
    void insertLeaf(int32_t leaf, const Aabb& box, uint64_t tags);
    void removeLeaf(int32_t leaf);
    int32_t findSibling(const Aabb& box) const;
    void updateNode(int32_t index);
    void rotate(int32_t index);
    void refitAncestors(int32_t leaf);
    void refitAll();
    void listInnerNodes();
    static size_t split(std::vector<BuildLeaf>& items, std::vector<BuildLeaf>& scratch,
                        const BuildRange& range);

    std::vector<Node> nodes_;
    std::vector<Leaf> leaves_;
    std::vector<int32_t> topDownOrder_; // inner nodes, parents before their children; empty while out of date
    std::vector<int32_t> movedProxies_; // since the last refit()
    int32_t root_ = kNull;
    int32_t freeNodes_ = kNull;
    int32_t freeLeaves_ = kNull;
    int leafCount_ = 0;
    float builtPerimeter_ = 0.0f; // see builtPerimeter()
    int32_t builtLeaves_ = 0;     // leaves at the last rebuild
    float perimeterSum_ = 0.0f;   // of the inner nodes below the root; valid while topDownOrder_ is
    float searchDebt_ = 0.0f;     // extra cost since the rebuild, in searches of the rebuilt tree
};

template<class Visit, class Observer>
void DynamicTree::query(const Aabb& box, Visit&& visit, Observer&& observer, uint64_t wanted) const
{
    constexpr bool kRecords = std::remove_reference_t<Observer>::kRecords;
    if (root_ == kNull) return;
    if constexpr (kRecords) observer.onVisit({.node = root_, .box = boxOf(root_)});
    const OverlapsBox overlapsBox(box);
    int32_t stack[kStackSize];
    int top = 0;
    stack[top++] = root_;
    while (top > 0) {
        const int32_t index = stack[--top];
        const Node& n = node(index);
        for (int side = 0; side < 2; ++side) {
            // Branch-free except for leaves: a branch on this test would mispredict.
            const bool overlapping = overlapsBox(n.boxes[side]) & ((n.tags[side] & wanted) != 0);
            const int32_t child = n.children[side];
            if constexpr (kRecords)
                reportVisit(observer, 2 * index + side,
                            overlapping ? NodeTestResult::Entered : NodeTestResult::Missed, 1.0f);
            if (overlapping & (child < 0)) {
                if (!visit(leaf(~child).userIndex, ~child)) return;
            }
            stack[top] = child;
            top += overlapping & (child >= 0);
        }
    }
}

template<class Visit, class Observer>
void DynamicTree::castRay(const Ray& ray, Visit&& visit, Observer&& observer, float maxFraction,
                          Vec2 castExtents) const
{
    constexpr bool kRecords = std::remove_reference_t<Observer>::kRecords;
    if (root_ == kNull) return;
    if constexpr (kRecords) observer.onVisit({.node = root_, .box = boxOf(root_)});
    // The separating axes of box and ray are the ray's normal, x and y. For x and y, the box is tested
    // against the bounding box of the part of the ray that is still to be searched. Both tests have some
    // slack, so that rounding loses neither a grazing hit nor a hit close to the end. Casting a box is
    // casting its centre at boxes that are larger by its extents.
    const Vec2 normal = perp(normalizeOrZero(ray.translation));
    const Vec2 absNormal{std::fabs(normal.x), std::fabs(normal.y)};
    const float slack = 1e-4f + 1e-6f * (length(ray.origin) + length(ray.translation));
    const Vec2 margin = castExtents + Vec2{slack, slack};
    const float maxLineDistance = slack + dot(absNormal, castExtents);
    const auto pathBox = [&] {
        const Vec2 end = ray.origin + maxFraction * ray.translation;
        return Aabb{minimum(ray.origin, end) - margin, maximum(ray.origin, end) + margin};
    };
    Aabb path = pathBox();

    int32_t stack[kStackSize]; // child references
    int top = 0;
    stack[top++] = 2 * root_ + 1;
    stack[top++] = 2 * root_;
    while (top > 0) {
        const int32_t childRef = stack[--top];
        const Aabb& box = boxAt(childRef);
        if (!overlaps(box, path)) {
            if constexpr (kRecords) reportVisit(observer, childRef, NodeTestResult::Missed, maxFraction);
            continue;
        }
        const float lineDistance =
            std::fabs(dot(normal, ray.origin - center(box))) - dot(absNormal, extents(box));
        if (lineDistance > maxLineDistance) {
            if constexpr (kRecords)
                reportVisit(observer, childRef, NodeTestResult::BesideRay, maxFraction, lineDistance);
            continue;
        }
        if constexpr (kRecords)
            reportVisit(observer, childRef, NodeTestResult::Entered, maxFraction, lineDistance);
        const int32_t child = childAt(childRef);
        if (child >= 0) {
            stack[top++] = 2 * child + 1;
            stack[top++] = 2 * child;
            continue;
        }
        const float fraction = visit(leaf(~child).userIndex, ~child, maxFraction);
        if (fraction < maxFraction) {
            maxFraction = fraction;
            path = pathBox();
        }
    }
}

template<class Visit>
void DynamicTree::forEachSubtree(int height, Visit&& visit) const
{
    if (root_ == kNull) return;
    int32_t proxies[16];
    size_t count = 0;
    int32_t stack[kStackSize]; // children
    int top = 0;
    int above = -1; // number of stack entries outside the current subtree; -1: not in a subtree
    stack[top++] = root_;
    while (top > 0) {
        const int32_t child = stack[--top];
        if (above < 0 && heightOf(child) <= height) above = top;
        if (child >= 0) {
            for (const int side : {1, 0})
                if (node(child).children[side] != kNoChild) stack[top++] = node(child).children[side];
        } else {
            proxies[count++] = ~child;
        }
        if (above != top) continue;
        visit(std::span<const int32_t>(proxies, count));
        count = 0;
        above = -1;
    }
}

template<class Visit>
void DynamicTree::forEachNode(Visit&& visit) const
{
    if (root_ == kNull) return;
    NodeView stack[kStackSize];
    int top = 0;
    stack[top++] = {boxOf(root_), 0, root_, kNull};
    while (top > 0) {
        const NodeView view = stack[--top];
        if (!visit(view) || view.isLeaf()) continue;
        for (const int side : {0, 1}) {
            const int32_t child = node(view.index).children[side];
            if (child == kNoChild) continue;
            stack[top++] = {boxAt(2 * view.index + side), view.depth + 1, child >= 0 ? child : kNull,
                            child >= 0 ? kNull : ~child};
        }
    }
}

template<class Visit>
void DynamicTree::forEachInnerNode(Visit&& visit) const
{
    forEachNode([&](const NodeView& node) { return !node.isLeaf() && visit(node.box, node.depth); });
}

} // namespace satbox
