#include "engine/collision/broad_phase.h"

#include "engine/core/pair_set.h"
#include "engine/core/parallel.h"
#include "engine/math/position.h"
#include <satbox/math.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

namespace satbox {

namespace {

// Pending proxies of one subtree of at most this height share a search: up to 16 leaves.
constexpr int kGroupHeight = 4;

// Proxies are grouped if at least one in kGroupShare is pending; with fewer, pending proxies are rarely
// neighbours.
constexpr size_t kGroupShare = 8;

// Some ten microseconds of work.
constexpr size_t kGroupsPerTask = 16;

constexpr WorldBox kEmptyWorldBox(kEmptyBox);

// Shrinks a tree box by at least the outward rounding of two tree boxes. If another tree box overlaps the
// result, then the exact boxes of both overlap.
Aabb shrinkByRounding(const Aabb& box)
{
    constexpr float kRounding = 1e-6f;
    const float most = std::max(
        {std::fabs(box.lower.x), std::fabs(box.lower.y), std::fabs(box.upper.x), std::fabs(box.upper.y)});
    return expand(box, -kRounding * most);
}

} // namespace

// The boxes that a group may overlap, as a structure of arrays, so that each proxy of the group is compared
// with all of them branch-free.
class BroadPhase::Candidates {
  public:
    static constexpr size_t kMaxCandidates = 128;

    struct Candidate {
        int32_t proxy;
        uint32_t userIndex;
    };

    void clear() { count_ = 0; }
    bool isFull() const { return count_ == kMaxCandidates; }

    // `before`: the box whose overlaps have been reported.
    void add(const Aabb& box, const Aabb& before, const Candidate& candidate)
    {
        now_.set(count_, box);
        before_.set(count_, before);
        candidates_[count_++] = candidate;
    }

    // Fills the unused lanes of the last vector with empty boxes. Call it after the last add and before
    // forEachNew, which reads whole vectors.
    void padLanes()
    {
        for (size_t i = count_; i % kLanes != 0; ++i) now_.set(i, kEmptyBox);
    }

    // fn(candidate) for each candidate that overlaps `box` and whose `before` did not overlap `before`.
    template<class Fn>
    void forEachNew(const Aabb& box, const Aabb& before, Fn&& fn) const
    {
        for (size_t first = 0; first < count_; first += kLanes) {
            const LaneMask isNew = now_.overlapMask(first, box) & ~before_.overlapMask(first, before);
            uint64_t halves[2];
            static_assert(sizeof halves == sizeof isNew);
            std::memcpy(halves, &isNew, sizeof halves);
            if ((halves[0] | halves[1]) == 0) continue;
            for (size_t i = first; i < std::min(first + kLanes, count_); ++i)
                if (isNew[i - first] != 0) fn(candidates_[i]);
        }
    }

  private:
    static constexpr size_t kLanes = 4;
    typedef float FloatLanes __attribute__((vector_size(4 * kLanes)));
    typedef int32_t LaneMask __attribute__((vector_size(4 * kLanes))); // all bits of a lane or none
    struct alignas(FloatLanes) Boxes {
        float lowerX[kMaxCandidates], lowerY[kMaxCandidates], upperX[kMaxCandidates], upperY[kMaxCandidates];
        void set(size_t i, const Aabb& box)
        {
            lowerX[i] = box.lower.x;
            lowerY[i] = box.lower.y;
            upperX[i] = box.upper.x;
            upperY[i] = box.upper.y;
        }
        // Overlaps of `box` with the kLanes boxes from `first` on. Precondition: `first` is a multiple of
        // kLanes.
        LaneMask overlapMask(size_t first, const Aabb& box) const
        {
            return (load(lowerX, first) <= box.upper.x) & (load(upperX, first) >= box.lower.x) &
                   (load(lowerY, first) <= box.upper.y) & (load(upperY, first) >= box.lower.y);
        }
        static FloatLanes load(const float (&numbers)[kMaxCandidates], size_t first)
        {
            FloatLanes r;
            std::memcpy(&r, &numbers[first], sizeof r);
            return r;
        }
    };
    // Uninitialised until filled: clearing them would cost more than many searches.
    Boxes now_;
    Boxes before_;
    Candidate candidates_[kMaxCandidates];
    size_t count_ = 0;
};

int32_t BroadPhase::add(Layer layer, const WorldBox& fatBox, uint32_t userIndex, const Filter& filter)
{
    const FilterClasses::Class filterClass = filters_.add(filter);
    const int32_t leaf = trees_[static_cast<size_t>(layer)].insert(enclosingAabb(fatBox), userIndex,
                                                                   FilterClasses::bitOf(filterClass));
    const int32_t proxy = proxyOf(layer, leaf);
    if (states_.size() <= static_cast<size_t>(proxy)) {
        states_.resize(static_cast<size_t>(proxy) + 1, ProxyState::None);
        previousBoxes_.resize(states_.size());
        previousTreeBoxes_.resize(states_.size());
        boxes_.resize(states_.size());
        classes_.resize(states_.size());
    }
    classes_[static_cast<size_t>(proxy)] = filterClass;
    boxes_[static_cast<size_t>(proxy)] = fatBox;
    markPending(proxy, ProxyState::Dirty);
    return proxy;
}

void BroadPhase::remove(int32_t proxy)
{
    ProxyState& state = states_[static_cast<size_t>(proxy)];
    if (state != ProxyState::None) std::erase(pending_, proxy);
    state = ProxyState::None;
    filters_.remove(classOf(proxy));
    treeOf(proxy).remove(leafOf(proxy));
}

void BroadPhase::moveAndRefit(int32_t proxy, const WorldBox& fatBox)
{
    moveProxy(proxy, fatBox);
    refit();
}

void BroadPhase::moveProxy(int32_t proxy, const WorldBox& fatBox)
{
    markPending(proxy, ProxyState::Moved);
    boxes_[static_cast<size_t>(proxy)] = fatBox;
    treeOf(proxy).moveProxy(leafOf(proxy), enclosingAabb(fatBox));
}

void BroadPhase::refit()
{
    for (DynamicTree& tree : trees_) tree.refit();
}

void BroadPhase::markDirty(int32_t proxy) { markPending(proxy, ProxyState::Dirty); }

void BroadPhase::markPending(int32_t proxy, ProxyState state)
{
    ProxyState& known = states_[static_cast<size_t>(proxy)];
    if (known == ProxyState::None) {
        pending_.push_back(proxy);
        previousBoxes_[static_cast<size_t>(proxy)] = box(proxy);
        previousTreeBoxes_[static_cast<size_t>(proxy)] = treeOf(proxy).box(leafOf(proxy));
    }
    known = std::max(known, state);
}

const WorldBox& BroadPhase::reportedBox(int32_t proxy) const
{
    const auto i = static_cast<size_t>(proxy);
    return states_[i] == ProxyState::Dirty   ? kEmptyWorldBox
           : states_[i] == ProxyState::Moved ? previousBoxes_[i]
                                             : boxes_[i];
}

// Divides pending_ into groups. If few proxies are pending, each is a group of its own; otherwise sorts
// pending_ into tree order first. The order does not affect the result: pairs are sorted.
void BroadPhase::groupPending()
{
    groups_.clear();
    const int all = trees_[0].leafCount() + trees_[1].leafCount();
    if (pending_.size() * kGroupShare < static_cast<size_t>(all)) {
        for (size_t i = 0; i < pending_.size(); ++i) groups_.push_back({i, i + 1});
        return;
    }
    pending_.clear();
    for (const Layer layer : {Layer::Fixed, Layer::Movable}) {
        const DynamicTree& tree = trees_[static_cast<size_t>(layer)];
        tree.forEachSubtree(kGroupHeight, [&](std::span<const int32_t> leaves) {
            const size_t first = pending_.size();
            for (const int32_t leaf : leaves) {
                const int32_t proxy = proxyOf(layer, leaf);
                if (states_[static_cast<size_t>(proxy)] != ProxyState::None) pending_.push_back(proxy);
            }
            if (pending_.size() > first) groups_.push_back({first, pending_.size()});
        });
    }
}

void BroadPhase::findPairsOf(const Group& group, Candidates& candidates, std::vector<Pair>& out) const
{
    const auto treeBox = [&](int32_t proxy) { return treeOf(proxy).box(leafOf(proxy)); };
    const auto stateOf = [&](int32_t proxy) { return states_[static_cast<size_t>(proxy)]; };
    // Most pairs in a pile overlapped before. Comparing their previous tree boxes rejects them at less cost
    // than a lookup of the pairs. isNew rejects the few that remain.
    const auto reportedTreeBox = [&](int32_t proxy) {
        const ProxyState state = stateOf(proxy);
        return state == ProxyState::Dirty   ? kEmptyBox
               : state == ProxyState::Moved ? previousTreeBoxes_[static_cast<size_t>(proxy)]
                                            : treeBox(proxy);
    };
    const auto isNew = [&](int32_t a, int32_t b) {
        return overlaps(box(a), box(b)) && !overlaps(reportedBox(a), reportedBox(b));
    };
    Aabb all = kEmptyBox;
    uint64_t partners = 0; // classes
    for (size_t i = group.first; i < group.last; ++i) {
        all = unite(all, treeBox(pending_[i]));
        partners |= filters_.partnersOf(classOf(pending_[i]));
    }

    const auto compare = [&] {
        candidates.padLanes();
        for (size_t i = group.first; i < group.last; ++i) {
            const int32_t proxy = pending_[i];
            const uint32_t index = treeOf(proxy).userIndex(leafOf(proxy));
            candidates.forEachNew(
                treeBox(proxy),
                stateOf(proxy) == ProxyState::Dirty ? kEmptyBox : shrinkByRounding(reportedTreeBox(proxy)),
                [&](const Candidates::Candidate& other) {
                    // If both are pending, the proxy with the lower number reports the pair.
                    if (stateOf(other.proxy) != ProxyState::None && other.proxy <= proxy) return;
                    if (!filters_.mayCollide(classOf(proxy), classOf(other.proxy))) return;
                    if (!isNew(proxy, other.proxy)) return;
                    out.push_back(index < other.userIndex ? Pair{index, other.userIndex}
                                                          : Pair{other.userIndex, index});
                });
        }
        candidates.clear();
    };
    const auto search = [&](Layer layer) {
        const DynamicTree& tree = trees_[static_cast<size_t>(layer)];
        const auto add = [&](uint32_t userIndex, int32_t leaf) {
            const int32_t proxy = proxyOf(layer, leaf);
            candidates.add(tree.box(leaf), reportedTreeBox(proxy), {proxy, userIndex});
            if (candidates.isFull()) compare();
            return true;
        };
        tree.query(all, add, NoTreeObserver{}, partners);
    };
    search(Layer::Movable);
    if (layerOf(pending_[group.first]) == Layer::Movable) search(Layer::Fixed);
    compare();
}

bool BroadPhase::findPairs(std::vector<Pair>& out, TaskExecutor* executor, size_t maxPairs)
{
    if (pending_.empty()) return true;
    refit();
    groupPending();
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    // Whether the total exceeds the limit does not depend on the order in which threads count.
    std::atomic<size_t> count{0};
    const auto search = [&](size_t from, size_t to, std::vector<Pair>& found) {
        Candidates candidates;
        size_t counted = found.size();
        for (size_t i = from; i < to && count.load(std::memory_order_relaxed) <= maxPairs; ++i) {
            findPairsOf(groups_[i], candidates, found);
            count.fetch_add(found.size() - counted, std::memory_order_relaxed);
            counted = found.size();
        }
    };
    if (!executor || groups_.size() <= kGroupsPerTask) {
        search(0, groups_.size(), out);
    } else {
        const size_t tasks = (groups_.size() + kGroupsPerTask - 1) / kGroupsPerTask;
        if (foundByTask_.size() < tasks) foundByTask_.resize(tasks);
        parallelFor(executor, groups_.size(), kGroupsPerTask, [&](size_t from, size_t to) {
            foundByTask_[from / kGroupsPerTask].clear();
            search(from, to, foundByTask_[from / kGroupsPerTask]);
        });
        if (count <= maxPairs)
            for (size_t i = 0; i < tasks; ++i)
                out.insert(out.end(), foundByTask_[i].begin(), foundByTask_[i].end());
    }
    if (count > maxPairs) {
        out.erase(out.begin() + first, out.end());
        return false;
    }
    // Keys are in the order of (a, b) and need a single comparison.
    const auto keyOf = [](const Pair& pair) { return PairSet::key(pair.a, pair.b); };
    std::sort(out.begin() + first, out.end(),
              [&](const Pair& p, const Pair& q) { return keyOf(p) < keyOf(q); });
    clearPending();
    return true;
}

void BroadPhase::findPairsFrom(int32_t proxy, std::vector<Pair>& out) const
{
    const auto isPending = [&](int32_t p) { return states_[static_cast<size_t>(p)] != ProxyState::None; };
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    const uint32_t index = treeOf(proxy).userIndex(leafOf(proxy));
    for (const Layer layer : {Layer::Fixed, Layer::Movable}) {
        if (layer == Layer::Fixed && layerOf(proxy) == Layer::Fixed) continue;
        tree(layer).query(treeOf(proxy).box(leafOf(proxy)), [&](uint32_t userIndex, int32_t leaf) {
            const int32_t other = proxyOf(layer, leaf);
            if (userIndex > index && (isPending(proxy) || isPending(other)) &&
                filters_.mayCollide(classOf(proxy), classOf(other)) && overlaps(box(proxy), box(other)) &&
                !overlaps(reportedBox(proxy), reportedBox(other)))
                out.push_back({index, userIndex});
            return true;
        });
    }
    std::sort(out.begin() + first, out.end());
}

void BroadPhase::clearPending()
{
    for (const int32_t proxy : pending_) states_[static_cast<size_t>(proxy)] = ProxyState::None;
    pending_.clear();
}

void BroadPhase::markPendingDirty()
{
    for (const int32_t proxy : pending_) states_[static_cast<size_t>(proxy)] = ProxyState::Dirty;
}

std::vector<uint32_t> BroadPhase::pending() const
{
    std::vector<uint32_t> indices;
    indices.reserve(pending_.size());
    forEachPending([&](uint32_t index) { indices.push_back(index); });
    return indices;
}

int BroadPhase::height() const { return std::max(trees_[0].height(), trees_[1].height()); }

size_t BroadPhase::bytes() const
{
    return trees_[0].bytes() + trees_[1].bytes() + pending_.capacity() * sizeof(int32_t) +
           states_.capacity() * sizeof(ProxyState) + classes_.capacity() * sizeof(FilterClasses::Class) +
           (boxes_.capacity() + previousBoxes_.capacity()) * sizeof(WorldBox) +
           previousTreeBoxes_.capacity() * sizeof(Aabb) +
           groups_.capacity() * sizeof(Group); // foundByTask_ is empty without threads
}

} // namespace satbox
