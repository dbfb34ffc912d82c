#pragma once

#include "engine/collision/dynamic_tree.h"
#include "engine/collision/filter_classes.h"
#include "engine/core/internal_api.h"
#include "engine/math/position.h"
#include <satbox/executor.h>
#include <satbox/math.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace satbox {

// Finds the boxes that may touch. Static boxes have a tree of their own, so that they are never tested
// against each other. Shapes are identified by a user index (their slot); the caller supplies fat boxes. A
// value: copies are independent.
//
// The trees store the boxes as floats, rounded outward, which makes them wider far from the origin. Every
// overlap found in a tree is then tested with the exact boxes, so results depend on the exact boxes only.
//
// Pairs whose filters exclude each other may be left out.
//
// A proxy is pending if it is dirty or has moved since the last findPairs(). The next findPairs() searches
// for its new overlaps.
class SATBOX_INTERNAL_API BroadPhase {
  public:
    enum class Layer : uint8_t { Fixed, Movable }; // Fixed: static bodies; Movable: all others

    // Callbacks of a search of both trees; this one ignores them.
    struct NoObserver : NoTreeObserver {
        void onTree(Layer) {}
    };

    // A new proxy is dirty: the next findPairs reports all its overlaps.
    int32_t add(Layer layer, const WorldBox& fatBox, uint32_t userIndex, const Filter& filter = {});
    void remove(int32_t proxy);
    void moveAndRefit(int32_t proxy, const WorldBox& fatBox); // moveProxy() and refit()
    // Gives a proxy a new fat box. Call refit() after all moves, before the next search.
    void moveProxy(int32_t proxy, const WorldBox& fatBox);
    void refit();
    // Makes the next findPairs report all overlaps of a proxy again although it did not move.
    void markDirty(int32_t proxy);

    struct Pair {
        uint32_t a = 0, b = 0; // user indices, a < b
        friend bool operator==(const Pair&, const Pair&) = default;
        friend auto operator<=>(const Pair&, const Pair&) = default;
    };

    // Appends every new pair of overlapping fat boxes that may collide. A pair is new if one of its proxies
    // is dirty, or if the boxes did not overlap at the last call. Two Fixed proxies never form a pair. Sorted
    // by (a, b), without duplicates. If there are more than `maxPairs` pairs, it returns false, `out` is
    // unchanged and all proxies stay pending; use findPairsFrom then.
    bool findPairs(std::vector<Pair>& out, TaskExecutor* executor = nullptr,
                   size_t maxPairs = std::numeric_limits<size_t>::max());

    // For use if findPairs has found too many pairs to hold in memory; call it for every proxy. Appends the
    // new pairs whose Pair::a is the user index of `proxy`, sorted. After the last proxy, call clearPending.
    // To stop earlier, call markPendingDirty: a later search then reports every pair of the pending proxies
    // again.
    void findPairsFrom(int32_t proxy, std::vector<Pair>& out) const;
    void clearPending();
    void markPendingDirty();

    // User indices of the pending proxies. A snapshot must store them as well as the boxes.
    std::vector<uint32_t> pending() const;
    template<class Visit>
    void forEachPending(Visit&& visit) const
    {
        for (const int32_t proxy : pending_) visit(treeOf(proxy).userIndex(leafOf(proxy)));
    }

    // visit(userIndex, before, now) for the pending proxies whose box has changed since the last findPairs.
    template<class Visit>
    void forEachMoved(Visit&& visit) const
    {
        for (const int32_t proxy : pending_)
            if (const WorldBox& before = previousBoxes_[static_cast<size_t>(proxy)]; before != box(proxy))
                visit(treeOf(proxy).userIndex(leafOf(proxy)), before, box(proxy));
    }

    const WorldBox& box(int32_t proxy) const { return boxes_[static_cast<size_t>(proxy)]; }

    // visit(userIndex) -> bool: false ends the search. Searches both trees. The observer gets each tree's
    // layer, then the visits of that tree's search.
    template<class Visit, class Observer = NoObserver>
    void query(const WorldBox& box, Visit&& visit, Observer&& observer = Observer{}) const;
    template<class Visit, class Observer = NoObserver>
    void query(Layer layer, const WorldBox& box, Visit&& visit, Observer&& observer = Observer{}) const;
    // visit(userIndex, maxFraction) -> float and `castExtents` as in DynamicTree::castRay. Searches both
    // trees.
    template<class Visit, class Observer = NoObserver>
    void castRay(const WorldRay& ray, Visit&& visit, Observer&& observer = Observer{},
                 Vec2 castExtents = {0.0f, 0.0f}) const;

    const DynamicTree& tree(Layer layer) const { return trees_[static_cast<size_t>(layer)]; }
    int height() const;
    size_t bytes() const;

  private:
    // A proxy is a leaf of one of the trees: (leaf << 1) | layer.
    static int32_t proxyOf(Layer layer, int32_t leaf) { return leaf * 2 + static_cast<int32_t>(layer); }
    static int32_t leafOf(int32_t proxy) { return proxy >> 1; }
    static Layer layerOf(int32_t proxy) { return static_cast<Layer>(proxy & 1); }
    const DynamicTree& treeOf(int32_t proxy) const { return trees_[proxy & 1]; }
    DynamicTree& treeOf(int32_t proxy) { return trees_[proxy & 1]; }

    // Pending proxies that are near each other in a tree: one search finds the candidates of all of them.
    struct Group {
        size_t first = 0; // in pending_
        size_t last = 0;
    };
    class Candidates;
    void groupPending();
    void findPairsOf(const Group& group, Candidates& candidates, std::vector<Pair>& out) const;

    // None: not pending. Moved: an overlap is new unless it existed at the last findPairs. Dirty: every
    // overlap is new.
    enum class ProxyState : uint8_t { None, Moved, Dirty };
    void markPending(int32_t proxy, ProxyState state);
    FilterClasses::Class classOf(int32_t proxy) const { return classes_[static_cast<size_t>(proxy)]; }
    // The box whose overlaps have been reported; empty for a dirty proxy.
    const WorldBox& reportedBox(int32_t proxy) const;

    DynamicTree trees_[2];
    std::vector<int32_t> pending_;   // the pending proxies
    std::vector<ProxyState> states_; // by proxy
    std::vector<WorldBox> boxes_;    // by proxy
    FilterClasses filters_;
    std::vector<FilterClasses::Class> classes_; // by proxy
    // By proxy: the box at the last findPairs and its float box in the tree; valid only for pending proxies.
    std::vector<WorldBox> previousBoxes_;
    std::vector<Aabb> previousTreeBoxes_;
    // Scratch of findPairs, kept to reuse its memory.
    std::vector<Group> groups_;
    std::vector<std::vector<Pair>> foundByTask_;
};

template<class Visit, class Observer>
void BroadPhase::query(const WorldBox& box, Visit&& visit, Observer&& observer) const
{
    bool proceed = true;
    for (const Layer layer : {Layer::Fixed, Layer::Movable}) {
        if (!proceed) return;
        query(
            layer, box, [&](uint32_t userIndex) { return proceed = visit(userIndex); }, observer);
    }
}

template<class Visit, class Observer>
void BroadPhase::query(Layer layer, const WorldBox& box, Visit&& visit, Observer&& observer) const
{
    if constexpr (std::remove_reference_t<Observer>::kRecords) observer.onTree(layer);
    tree(layer).query(
        enclosingAabb(box),
        [&](uint32_t userIndex, int32_t leaf) {
            return !overlaps(box, this->box(proxyOf(layer, leaf))) || visit(userIndex);
        },
        observer);
}

template<class Visit, class Observer>
void BroadPhase::castRay(const WorldRay& ray, Visit&& visit, Observer&& observer, Vec2 castExtents) const
{
    const Ray rounded{toVec2(ray.origin), ray.translation}; // the trees' slack covers the rounding
    float nearest = 1.0f;
    for (const Layer layer : {Layer::Fixed, Layer::Movable}) {
        if constexpr (std::remove_reference_t<Observer>::kRecords) observer.onTree(layer);
        tree(layer).castRay(
            rounded,
            [&](uint32_t userIndex, int32_t, float maxFraction) {
                nearest = visit(userIndex, maxFraction);
                return nearest;
            },
            observer, nearest, castExtents);
    }
}

} // namespace satbox
