#pragma once

#include "engine/collision/dynamic_tree.h"
#include "engine/core/task_executor.h"
#include "engine/math/position.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace satbox {

// Which boxes may touch. Two trees, so that the many static boxes are never tested against each other. Shapes
// are named by a user index (their slot); fat boxes come from the caller. A value.
//
// Trees hold the boxes in floats, rounded outward, which far from the origin makes them wider. What overlaps
// there is compared with the boxes themselves, so that answers depend on these alone.
class BroadPhase {
  public:
    enum class Layer : uint8_t { Fixed, Movable }; // static bodies; all others

    // What a search of both trees tells whoever watches it.
    struct NoObserver : NoTreeObserver {
        void onTree(Layer) {}
    };

    // A new proxy is fresh: the next findPairs reports all that it overlaps.
    int32_t add(Layer layer, const WorldBox& fatBox, uint32_t userIndex);
    void remove(int32_t proxy);
    void enlarge(int32_t proxy, const WorldBox& fatBox); // it left its fat box: this is the new one
    void place(int32_t proxy, const WorldBox& fatBox); // the same, for many: settle() before the next search
    void settle();
    void touch(int32_t proxy); // fresh again although it did not move

    struct Pair {
        uint32_t a = 0, b = 0; // user indices, a < b
        friend bool operator==(const Pair&, const Pair&) = default;
        friend auto operator<=>(const Pair&, const Pair&) = default;
    };

    // Appends every pair of overlapping fat boxes that is news since the last call: one of them is fresh, or
    // they did not overlap then. Two Fixed ones are no pair. Sorted by (a, b), without repetition.
    // False where there are more than `most`, which are not to be held in memory: then `out` is as it was and
    // all news are kept, for findPairsFrom.
    bool findPairs(std::vector<Pair>& out, TaskExecutor* executor = nullptr,
                   size_t most = std::numeric_limits<size_t>::max());

    // Some of what findPairs was not to hold: appends, in order, the pairs with the user index of `proxy` as
    // their a. Call dropNews once all proxies are looked at, or renewNews to go on at another time,
    // so that then every pair of the proxies with news is found.
    void findPairsFrom(int32_t proxy, std::vector<Pair>& out) const;
    void dropNews();
    void renewNews();

    // User indices of the proxies that the next findPairs looks at: those whose boxes are not the ones of the
    // last call, and touched ones. A saved world has to keep them beside its boxes.
    std::vector<uint32_t> pending() const;
    template<class Visit>
    void forEachPending(Visit&& visit) const
    {
        for (const int32_t proxy : moved_) visit(treeOf(proxy).userIndex(leafOf(proxy)));
    }

    // visit(userIndex, before, now) for those among them whose boxes are not the ones of the last call.
    template<class Visit>
    void forEachMoved(Visit&& visit) const
    {
        for (const int32_t proxy : moved_)
            if (const WorldBox& before = past_[static_cast<size_t>(proxy)]; before != box(proxy))
                visit(treeOf(proxy).userIndex(leafOf(proxy)), before, box(proxy));
    }

    const WorldBox& box(int32_t proxy) const { return boxes_[static_cast<size_t>(proxy)]; }

    // visit(userIndex) -> bool, false ends. Both trees. The observer is told which tree is searched, then
    // what that search comes to.
    template<class Visit, class Observer = NoObserver>
    void query(const WorldBox& box, Visit&& visit, Observer&& observer = Observer{}) const;
    template<class Visit, class Observer = NoObserver>
    void query(Layer layer, const WorldBox& box, Visit&& visit, Observer&& observer = Observer{}) const;
    // visit(userIndex, maxFraction) -> float, as DynamicTree::castRay. Both trees.
    template<class Visit, class Observer = NoObserver>
    void castRay(const WorldRay& ray, Visit&& visit, Observer&& observer = Observer{}) const;

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

    // Proxies with news that lie near each other in a tree: one search finds what all of them may overlap.
    struct Group {
        size_t first = 0; // in moved_
        size_t last = 0;
    };
    class Candidates;
    void groupMoved();
    void findPairsOf(const Group& group, Candidates& candidates, std::vector<Pair>& out) const;

    // What happened to a proxy since the last findPairs.
    enum class ProxyState : uint8_t { None, Moved, Fresh };
    void note(int32_t proxy, ProxyState news);
    // The box that pairs of a proxy are known for; it overlaps nothing where it is fresh.
    const WorldBox& knownBox(int32_t proxy) const;

    DynamicTree trees_[2];
    std::vector<int32_t> moved_;   // proxies with news
    std::vector<ProxyState> news_; // by proxy
    std::vector<WorldBox> boxes_;  // by proxy
    // By proxy: box at the last findPairs, and as the tree held it; kept of those with news.
    std::vector<WorldBox> past_;
    std::vector<Aabb> pastInTree_;
    // Scratch of findPairs, kept for its memory.
    std::vector<Group> groups_;
    std::vector<std::vector<Pair>> found_; // by each run of groups
};

template<class Visit, class Observer>
void BroadPhase::query(const WorldBox& box, Visit&& visit, Observer&& observer) const
{
    bool goOn = true;
    for (const Layer layer : {Layer::Fixed, Layer::Movable}) {
        if (!goOn) return;
        query(
            layer, box, [&](uint32_t userIndex) { return goOn = visit(userIndex); }, observer);
    }
}

template<class Visit, class Observer>
void BroadPhase::query(Layer layer, const WorldBox& box, Visit&& visit, Observer&& observer) const
{
    if constexpr (std::remove_reference_t<Observer>::kRecords) observer.onTree(layer);
    tree(layer).query(
        around(box),
        [&](uint32_t userIndex, int32_t leaf) {
            return !overlaps(box, this->box(proxyOf(layer, leaf))) || visit(userIndex);
        },
        observer);
}

template<class Visit, class Observer>
void BroadPhase::castRay(const WorldRay& ray, Visit&& visit, Observer&& observer) const
{
    const Ray rounded{toVec2(ray.origin), ray.translation}; // trees search with slack
    float nearest = 1.0f;
    for (const Layer layer : {Layer::Fixed, Layer::Movable}) {
        if (nearest <= 0.0f) return;
        if constexpr (std::remove_reference_t<Observer>::kRecords) observer.onTree(layer);
        tree(layer).castRay(
            rounded,
            [&](uint32_t userIndex, int32_t, float maxFraction) {
                nearest = visit(userIndex, maxFraction);
                return nearest;
            },
            observer, nearest);
    }
}

} // namespace satbox
