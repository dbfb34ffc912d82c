#include "engine/collision/broad_phase.h"

#include "engine/core/pair_set.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>

namespace satbox {

namespace {

// Subtrees of at most this height are searched for together: up to 16 leaves.
constexpr int kGroupHeight = 4;

// Proxies are grouped where more than one in so many has news; otherwise few would be neighbours.
constexpr size_t kGroupShare = 8;

// Groups that a thread takes at once: some ten microseconds.
constexpr size_t kGroupRun = 16;

constexpr float kHuge = std::numeric_limits<float>::max();
constexpr Aabb kNowhere{{kHuge, kHuge}, {-kHuge, -kHuge}}; // overlaps nothing
constexpr WorldBox kNowhereInWorld(kNowhere);

// What overlaps this in floats overlapped `box` before both were rounded outward: smaller by what two boxes
// there may have been rounded by.
Aabb surely(const Aabb& box)
{
    constexpr float kRounding = 1e-6f;
    const float most = std::max(
        {std::fabs(box.lower.x), std::fabs(box.lower.y), std::fabs(box.upper.x), std::fabs(box.upper.y)});
    return expand(box, -kRounding * most);
}

} // namespace

// What a group may overlap, in structure-of-arrays form: compared with each of the group without a branch.
class BroadPhase::Candidates {
  public:
    static constexpr size_t kMaxCandidates = 128;

    struct Place {
        int32_t proxy;
        uint32_t userIndex;
    };

    void clear() { count_ = 0; }
    bool isFull() const { return count_ == kMaxCandidates; }

    // `before`: the box that pairs are known for.
    void add(const Aabb& box, const Aabb& before, const Place& place)
    {
        now_.set(count_, box);
        before_.set(count_, before);
        places_[count_++] = place;
    }

    // Before the first forEachNew after add: the last row is compared whole, so its free lanes overlap
    // nothing.
    void close()
    {
        for (size_t i = count_; i % kRow != 0; ++i) now_.set(i, kNowhere);
    }

    // fn(place) for those that overlap `box` but did not overlap `before`.
    template<class Fn>
    void forEachNew(const Aabb& box, const Aabb& before, Fn&& fn) const
    {
        for (size_t first = 0; first < count_; first += kRow) {
            const RowMask isNew = now_.meets(first, box) & ~before_.meets(first, before);
            uint64_t halves[2];
            static_assert(sizeof halves == sizeof isNew);
            std::memcpy(halves, &isNew, sizeof halves);
            if ((halves[0] | halves[1]) == 0) continue;
            for (size_t i = first; i < std::min(first + kRow, count_); ++i)
                if (isNew[i - first] != 0) fn(places_[i]);
        }
    }

  private:
    static constexpr size_t kRow = 4;
    typedef float Row __attribute__((vector_size(4 * kRow)));
    typedef int32_t RowMask __attribute__((vector_size(4 * kRow))); // all bits of a lane or none
    struct alignas(Row) Boxes {
        float lowerX[kMaxCandidates], lowerY[kMaxCandidates], upperX[kMaxCandidates], upperY[kMaxCandidates];
        void set(size_t i, const Aabb& box)
        {
            lowerX[i] = box.lower.x;
            lowerY[i] = box.lower.y;
            upperX[i] = box.upper.x;
            upperY[i] = box.upper.y;
        }
        // Of the kRow boxes from `first` on, which is a multiple of kRow.
        RowMask meets(size_t first, const Aabb& box) const
        {
            return (row(lowerX, first) <= box.upper.x) & (row(upperX, first) >= box.lower.x) &
                   (row(lowerY, first) <= box.upper.y) & (row(upperY, first) >= box.lower.y);
        }
        static Row row(const float (&numbers)[kMaxCandidates], size_t first)
        {
            Row r;
            std::memcpy(&r, &numbers[first], sizeof r);
            return r;
        }
    };
    // Filled before they are read: clearing them would cost more than many a search.
    Boxes now_;
    Boxes before_;
    Place places_[kMaxCandidates];
    size_t count_ = 0;
};

int32_t BroadPhase::add(Layer layer, const WorldBox& fatBox, uint32_t userIndex)
{
    const int32_t leaf = trees_[static_cast<size_t>(layer)].insert(around(fatBox), userIndex);
    const int32_t proxy = proxyOf(layer, leaf);
    if (news_.size() <= static_cast<size_t>(proxy)) {
        news_.resize(static_cast<size_t>(proxy) + 1, ProxyState::None);
        past_.resize(news_.size());
        pastInTree_.resize(news_.size());
        boxes_.resize(news_.size());
    }
    boxes_[static_cast<size_t>(proxy)] = fatBox;
    note(proxy, ProxyState::Fresh);
    return proxy;
}

void BroadPhase::remove(int32_t proxy)
{
    ProxyState& news = news_[static_cast<size_t>(proxy)];
    if (news != ProxyState::None) std::erase(moved_, proxy);
    news = ProxyState::None;
    treeOf(proxy).remove(leafOf(proxy));
}

void BroadPhase::enlarge(int32_t proxy, const WorldBox& fatBox)
{
    place(proxy, fatBox);
    settle();
}

void BroadPhase::place(int32_t proxy, const WorldBox& fatBox)
{
    note(proxy, ProxyState::Moved);
    boxes_[static_cast<size_t>(proxy)] = fatBox;
    treeOf(proxy).place(leafOf(proxy), around(fatBox));
}

void BroadPhase::settle()
{
    for (DynamicTree& tree : trees_) tree.settle();
}

void BroadPhase::touch(int32_t proxy) { note(proxy, ProxyState::Fresh); }

void BroadPhase::note(int32_t proxy, ProxyState news)
{
    ProxyState& known = news_[static_cast<size_t>(proxy)];
    if (known == ProxyState::None) {
        moved_.push_back(proxy);
        past_[static_cast<size_t>(proxy)] = box(proxy);
        pastInTree_[static_cast<size_t>(proxy)] = treeOf(proxy).box(leafOf(proxy));
    }
    known = std::max(known, news);
}

const WorldBox& BroadPhase::knownBox(int32_t proxy) const
{
    const auto i = static_cast<size_t>(proxy);
    return news_[i] == ProxyState::Fresh   ? kNowhereInWorld
           : news_[i] == ProxyState::Moved ? past_[i]
                                           : boxes_[i];
}

// Puts moved_ in the order of the trees and cuts it into groups, where many have news. It needs no certain
// order: pairs are sorted.
void BroadPhase::groupMoved()
{
    groups_.clear();
    const int all = trees_[0].leafCount() + trees_[1].leafCount();
    if (moved_.size() * kGroupShare < static_cast<size_t>(all)) {
        for (size_t i = 0; i < moved_.size(); ++i) groups_.push_back({i, i + 1});
        return;
    }
    moved_.clear();
    for (const Layer layer : {Layer::Fixed, Layer::Movable}) {
        const DynamicTree& tree = trees_[static_cast<size_t>(layer)];
        tree.forEachSubtree(kGroupHeight, [&](std::span<const int32_t> leaves) {
            const size_t first = moved_.size();
            for (const int32_t leaf : leaves) {
                const int32_t proxy = proxyOf(layer, leaf);
                if (news_[static_cast<size_t>(proxy)] != ProxyState::None) moved_.push_back(proxy);
            }
            if (moved_.size() > first) groups_.push_back({first, moved_.size()});
        });
    }
}

void BroadPhase::findPairsOf(const Group& group, Candidates& candidates, std::vector<Pair>& out) const
{
    const auto treeBox = [&](int32_t proxy) { return treeOf(proxy).box(leafOf(proxy)); };
    const auto newsOf = [&](int32_t proxy) { return news_[static_cast<size_t>(proxy)]; };
    // Most pairs in a heap overlapped before: these are told by their boxes in floats, which costs less than
    // looking them up. A few too many are left, for isNew.
    const auto knownInTree = [&](int32_t proxy) {
        const ProxyState news = newsOf(proxy);
        return news == ProxyState::Fresh   ? kNowhere
               : news == ProxyState::Moved ? pastInTree_[static_cast<size_t>(proxy)]
                                           : treeBox(proxy);
    };
    const auto isNew = [&](int32_t a, int32_t b) {
        return overlaps(box(a), box(b)) && !overlaps(knownBox(a), knownBox(b));
    };
    Aabb all = treeBox(moved_[group.first]);
    for (size_t i = group.first + 1; i < group.last; ++i) all = unite(all, treeBox(moved_[i]));

    const auto compare = [&] {
        candidates.close();
        for (size_t i = group.first; i < group.last; ++i) {
            const int32_t proxy = moved_[i];
            const uint32_t index = treeOf(proxy).userIndex(leafOf(proxy));
            candidates.forEachNew(treeBox(proxy),
                                  newsOf(proxy) == ProxyState::Fresh ? kNowhere : surely(knownInTree(proxy)),
                                  [&](const Candidates::Place& other) {
                                      // Of two with news, the one with the lower proxy reports the pair.
                                      if (newsOf(other.proxy) != ProxyState::None && other.proxy <= proxy)
                                          return;
                                      if (!isNew(proxy, other.proxy)) return;
                                      out.push_back(index < other.userIndex ? Pair{index, other.userIndex}
                                                                            : Pair{other.userIndex, index});
                                  });
        }
        candidates.clear();
    };
    const auto search = [&](Layer layer) {
        const DynamicTree& tree = trees_[static_cast<size_t>(layer)];
        tree.query(all, [&](uint32_t userIndex, int32_t leaf) {
            const int32_t proxy = proxyOf(layer, leaf);
            candidates.add(tree.box(leaf), knownInTree(proxy), {proxy, userIndex});
            if (candidates.isFull()) compare();
            return true;
        });
    };
    search(Layer::Movable);
    if (layerOf(moved_[group.first]) == Layer::Movable) search(Layer::Fixed);
    compare();
}

bool BroadPhase::findPairs(std::vector<Pair>& out, TaskExecutor* executor, size_t most)
{
    if (moved_.empty()) return true;
    settle();
    groupMoved();
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    // Whether all of them are too many does not depend on who counts when.
    std::atomic<size_t> count{0};
    const auto search = [&](size_t from, size_t to, std::vector<Pair>& found) {
        Candidates candidates;
        size_t counted = found.size();
        for (size_t i = from; i < to && count.load(std::memory_order_relaxed) <= most; ++i) {
            findPairsOf(groups_[i], candidates, found);
            count.fetch_add(found.size() - counted, std::memory_order_relaxed);
            counted = found.size();
        }
    };
    if (!executor || groups_.size() <= kGroupRun) {
        search(0, groups_.size(), out);
    } else {
        const size_t runs = (groups_.size() + kGroupRun - 1) / kGroupRun;
        if (found_.size() < runs) found_.resize(runs);
        forEachRange(executor, groups_.size(), kGroupRun, [&](size_t from, size_t to) {
            found_[from / kGroupRun].clear();
            search(from, to, found_[from / kGroupRun]);
        });
        if (count <= most)
            for (size_t i = 0; i < runs; ++i) out.insert(out.end(), found_[i].begin(), found_[i].end());
    }
    if (count > most) {
        out.erase(out.begin() + first, out.end());
        return false;
    }
    // Keys are ordered as (a, b) and take a single comparison.
    const auto keyOf = [](const Pair& pair) { return PairSet::key(pair.a, pair.b); };
    std::sort(out.begin() + first, out.end(),
              [&](const Pair& p, const Pair& q) { return keyOf(p) < keyOf(q); });
    dropNews();
    return true;
}

void BroadPhase::findPairsFrom(int32_t proxy, std::vector<Pair>& out) const
{
    const auto hasNews = [&](int32_t p) { return news_[static_cast<size_t>(p)] != ProxyState::None; };
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    const uint32_t index = treeOf(proxy).userIndex(leafOf(proxy));
    for (const Layer layer : {Layer::Fixed, Layer::Movable}) {
        if (layer == Layer::Fixed && layerOf(proxy) == Layer::Fixed) continue;
        tree(layer).query(treeOf(proxy).box(leafOf(proxy)), [&](uint32_t userIndex, int32_t leaf) {
            const int32_t other = proxyOf(layer, leaf);
            if (userIndex > index && (hasNews(proxy) || hasNews(other)) && overlaps(box(proxy), box(other)) &&
                !overlaps(knownBox(proxy), knownBox(other)))
                out.push_back({index, userIndex});
            return true;
        });
    }
    std::sort(out.begin() + first, out.end());
}

void BroadPhase::dropNews()
{
    for (const int32_t proxy : moved_) news_[static_cast<size_t>(proxy)] = ProxyState::None;
    moved_.clear();
}

void BroadPhase::renewNews()
{
    for (const int32_t proxy : moved_) news_[static_cast<size_t>(proxy)] = ProxyState::Fresh;
}

std::vector<uint32_t> BroadPhase::pending() const
{
    std::vector<uint32_t> indices;
    indices.reserve(moved_.size());
    forEachPending([&](uint32_t index) { indices.push_back(index); });
    return indices;
}

int BroadPhase::height() const { return std::max(trees_[0].height(), trees_[1].height()); }

size_t BroadPhase::bytes() const
{
    return trees_[0].bytes() + trees_[1].bytes() + moved_.capacity() * sizeof(int32_t) +
           news_.capacity() * sizeof(ProxyState) + (boxes_.capacity() + past_.capacity()) * sizeof(WorldBox) +
           pastInTree_.capacity() * sizeof(Aabb) +
           groups_.capacity() * sizeof(Group); // found_ is empty without threads
}

} // namespace satbox
