#pragma once

#include "engine/collision/ray_cast.h"
#include "engine/collision/tree_observer.h"
#include "engine/math/aabb.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace satbox {

// Bounding-volume tree over boxes that come, go and move (after Catto, "Dynamic Bounding Volume Hierarchies",
// GDC 2019: insertion by the surface-area heuristic, rotations on the way up). In the plane the perimeter
// stands for the area. Boxes that move stay where they are in the tree, whose boxes follow; it is built anew
// when the searches have paid more for its age than that costs. A value: copies are independent. Leaves carry
// a user index. Same calls in the same order give the same tree.
class DynamicTree {
  public:
    static constexpr int32_t kNull = -1;

    // No tree is higher: one that would be is built anew. It bounds the memory that a walk needs.
    static constexpr int kMaxHeight = 96;

    int32_t insert(const Aabb& box, uint32_t userIndex); // -> proxy
    void remove(int32_t proxy);
    // Another box for a proxy. Before the next search, settle() has to fit the tree to all that were placed.
    void place(int32_t proxy, const Aabb& box);
    void settle();

    const Aabb& box(int32_t proxy) const { return boxAt(leaf(proxy).at); }
    uint32_t userIndex(int32_t proxy) const { return leaf(proxy).userIndex; }

    // visit(userIndex, proxy) -> bool: false ends the query. Order of visits is deterministic but
    // unspecified. The observer is told of every node that the search comes to and changes nothing.
    template<class Visit, class Observer = NoTreeObserver>
    void query(const Aabb& box, Visit&& visit, Observer&& observer = Observer{}) const;

    // visit(userIndex, proxy, maxFraction) -> float: the new maximum fraction (0 ends, maxFraction goes on).
    // Only the first `maxFraction` of the ray is searched, [0, 1].
    template<class Visit, class Observer = NoTreeObserver>
    void castRay(const Ray& ray, Visit&& visit, Observer&& observer = Observer{},
                 float maxFraction = 1.0f) const;

    // visit(proxies) for each of the largest subtrees that are at most `height` (1 to 4) high; they hold
    // every proxy once, neighbours one after another.
    template<class Visit>
    void forEachSubtree(int height, Visit&& visit) const;

    // visit(node) -> bool for all nodes, parents first: false passes over what is below.
    struct NodeView {
        Aabb box;
        int depth = 0;         // the root has 0
        int32_t index = kNull; // of an inner node
        int32_t proxy = kNull; // of a leaf
        bool isLeaf() const { return proxy != kNull; }
    };
    template<class Visit>
    void forEachNode(Visit&& visit) const;
    // The same for inner nodes alone: visit(box, depth) -> bool.
    template<class Visit>
    void forEachInner(Visit&& visit) const;

    int height() const { return root_ == kNull ? 0 : node(root_).height; } // a tree of 1 or 2 leaves has 1
    int leafCount() const { return leafCount_; }
    int innerCount() const
    {
        return leafCount_ < 2 ? leafCount_ : leafCount_ - 1;
    } // a single leaf has one too
    // Perimeters of the inner nodes below the root, summed and divided by the number of inner nodes, when the
    // tree was last built anew, m; 0 when it never was.
    float builtPerimeter() const { return builtCost_; }
    size_t bytes() const;

    // Empty sentence when every invariant holds (boxes enclose children, links agree, heights, counts).
    const char* validate() const;

    // Build anew from all leaves: cuts each group where the binned surface-area heuristic is least (Wald, "On
    // fast Construction of SAH-based Bounding Volume Hierarchies", 2007). Proxies stay valid.
    void rebuild();

  private:
    static constexpr int kStackSize =
        kMaxHeight + 4; // a depth-first walk holds one child a level, and one or two more

    // A child of a node: another node where it is 0 or more, the leaf ~child below.
    static constexpr int32_t kNoChild = INT32_MIN;

    // An inner node: one cache line, with the boxes of both its children, so that a search touches one line a
    // node and none for leaves. A place is where a child lies: 2 * node + side.
    struct alignas(64) Node {
        Aabb boxes[2];
        int32_t children[2] = {kNoChild, kNoChild}; // the second one is missing in a tree of a single leaf
        int32_t at = kNull;                         // place in the parent; next free node while free
        int32_t height = 0;                         // leaves have 0; free nodes -1
    };
    struct Leaf {
        int32_t at = kNull;     // place; kNull while free
        uint32_t userIndex = 0; // next free leaf while free
    };

    // A leaf while the tree is built anew.
    struct Item {
        Aabb box;
        int32_t leaf = kNull;
    };
    // A part of the leaves that is still to become a subtree.
    struct Group {
        size_t first = 0;
        size_t last = 0;
        int32_t at = kNull; // the place that it will have
        int depth = 0;
    };

    const Node& node(int32_t i) const { return nodes_[static_cast<size_t>(i)]; }
    Node& node(int32_t i) { return nodes_[static_cast<size_t>(i)]; }
    const Leaf& leaf(int32_t i) const { return leaves_[static_cast<size_t>(i)]; }
    Leaf& leaf(int32_t i) { return leaves_[static_cast<size_t>(i)]; }
    const Aabb& boxAt(int32_t place) const { return node(place >> 1).boxes[place & 1]; }
    Aabb& boxAt(int32_t place) { return node(place >> 1).boxes[place & 1]; }
    int32_t childAt(int32_t place) const { return node(place >> 1).children[place & 1]; }
    int heightOf(int32_t child) const { return child >= 0 ? node(child).height : 0; }
    Aabb boxOf(int32_t index) const { return unite(node(index).boxes[0], node(index).boxes[1]); }

    // Tells of the node at a place; the second place of a tree of a single leaf holds none.
    template<class Observer>
    void tell(Observer& observer, int32_t place, TreeAnswer answer, float maxFraction,
              float apart = 0.0f) const
    {
        const int32_t child = childAt(place);
        if (child == kNoChild) return;
        observer.onVisit(
            {child >= 0 ? child : ~child, place >> 1, child < 0, answer, boxAt(place), maxFraction, apart});
    }

    void put(int32_t place, int32_t child, const Aabb& box);
    int32_t allocate();
    void release(int32_t index);
    void insertLeaf(int32_t leaf, const Aabb& box);
    void removeLeaf(int32_t leaf);
    int32_t findSibling(const Aabb& box) const;
    void refit(int32_t index);
    void rotate(int32_t index);
    void fitAbove(int32_t leaf);
    void fitAll();
    void listInner();
    static size_t cut(std::vector<Item>& items, std::vector<Item>& scratch, const Group& group);

    std::vector<Node> nodes_;
    std::vector<Leaf> leaves_;
    std::vector<int32_t> order_;  // inner nodes, parents before their children; none while out of date
    std::vector<int32_t> placed_; // since the last settle()
    int32_t root_ = kNull;
    int32_t freeNodes_ = kNull;
    int32_t freeLeaves_ = kNull;
    int leafCount_ = 0;
    float builtCost_ = 0.0f;  // mean perimeter of an inner node when it was last built; 0 when it never was
    int32_t builtLeaves_ = 0; // leaves at the last rebuild
    float cost_ = 0.0f;       // sum of the perimeters of the inner nodes, while order_ is up to date
    float debt_ = 0.0f;       // searches that the tree's age has cost since then
};

template<class Visit, class Observer>
void DynamicTree::query(const Aabb& box, Visit&& visit, Observer&& observer) const
{
    constexpr bool kRecords = std::remove_reference_t<Observer>::kRecords;
    if (root_ == kNull) return;
    if constexpr (kRecords) observer.onVisit({.node = root_, .box = boxOf(root_)});
    const MeetsBox meetsBox(box);
    int32_t stack[kStackSize];
    int top = 0;
    stack[top++] = root_;
    while (top > 0) {
        const int32_t index = stack[--top];
        const Node& n = node(index);
        for (int side = 0; side < 2; ++side) {
            // Without a branch but for leaves: none of these tests could be foretold.
            const bool meets = meetsBox(n.boxes[side]);
            const int32_t child = n.children[side];
            if constexpr (kRecords)
                tell(observer, 2 * index + side, meets ? TreeAnswer::Met : TreeAnswer::Missed, 1.0f);
            if (meets & (child < 0)) {
                if (!visit(leaf(~child).userIndex, ~child)) return;
            }
            stack[top] = child;
            top += meets & (child >= 0);
        }
    }
}

template<class Visit, class Observer>
void DynamicTree::castRay(const Ray& ray, Visit&& visit, Observer&& observer, float maxFraction) const
{
    constexpr bool kRecords = std::remove_reference_t<Observer>::kRecords;
    if (root_ == kNull) return;
    if constexpr (kRecords) observer.onVisit({.node = root_, .box = boxOf(root_)});
    // Separating axis of box and segment: the ray's own normal, beside the box of the part still to be
    // searched. Both get some slack, so that rounding loses neither a grazing hit nor one just before the
    // end.
    const Vec2 normal = perp(normalizeOrZero(ray.translation));
    const Vec2 absNormal{std::fabs(normal.x), std::fabs(normal.y)};
    const float slack = 1e-4f + 1e-6f * (length(ray.origin) + length(ray.translation));
    const auto pathBox = [&] {
        const Vec2 end = ray.origin + maxFraction * ray.translation;
        return expand(Aabb{minimum(ray.origin, end), maximum(ray.origin, end)}, slack);
    };
    Aabb path = pathBox();

    int32_t stack[kStackSize]; // places
    int top = 0;
    stack[top++] = 2 * root_ + 1;
    stack[top++] = 2 * root_;
    while (top > 0) {
        const int32_t place = stack[--top];
        const Aabb& box = boxAt(place);
        if (!overlaps(box, path)) {
            if constexpr (kRecords) tell(observer, place, TreeAnswer::Missed, maxFraction);
            continue;
        }
        const float apart = std::fabs(dot(normal, ray.origin - center(box))) - dot(absNormal, extents(box));
        if (apart > slack) {
            if constexpr (kRecords) tell(observer, place, TreeAnswer::Beside, maxFraction, apart);
            continue;
        }
        if constexpr (kRecords) tell(observer, place, TreeAnswer::Met, maxFraction, apart);
        const int32_t child = childAt(place);
        if (child >= 0) {
            stack[top++] = 2 * child + 1;
            stack[top++] = 2 * child;
            continue;
        }
        const float fraction = visit(leaf(~child).userIndex, ~child, maxFraction);
        if (fraction <= 0.0f) return;
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
    int above = -1; // entries of the stack that lie outside of the subtree; -1: not in one
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
void DynamicTree::forEachInner(Visit&& visit) const
{
    forEachNode([&](const NodeView& node) { return !node.isLeaf() && visit(node.box, node.depth); });
}

} // namespace satbox
