#include "engine/collision/broad_phase.h"

#include <algorithm>

namespace satbox {

int32_t BroadPhase::add(Layer layer, const Aabb& fatBox, uint32_t userIndex, uint32_t category)
{
    const int32_t node = trees_[static_cast<size_t>(layer)].insert(fatBox, userIndex, category);
    const int32_t proxy = node * 2 + static_cast<int32_t>(layer);
    if (news_.size() <= static_cast<size_t>(proxy)) {
        news_.resize(static_cast<size_t>(proxy) + 1, News::None);
        past_.resize(news_.size());
    }
    note(proxy, News::Fresh);
    return proxy;
}

void BroadPhase::remove(int32_t proxy)
{
    News& news = news_[static_cast<size_t>(proxy)];
    if (news != News::None) std::erase(moved_, proxy);
    news = News::None;
    treeOf(proxy).remove(nodeOf(proxy));
}

void BroadPhase::enlarge(int32_t proxy, const Aabb& fatBox)
{
    note(proxy, News::Moved);
    treeOf(proxy).move(nodeOf(proxy), fatBox);
}

void BroadPhase::touch(int32_t proxy) { note(proxy, News::Fresh); }

void BroadPhase::note(int32_t proxy, News news)
{
    News& known = news_[static_cast<size_t>(proxy)];
    if (known == News::None) {
        moved_.push_back(proxy);
        past_[static_cast<size_t>(proxy)] = box(proxy);
    }
    known = std::max(known, news);
}

void BroadPhase::findPairs(std::vector<Pair>& out)
{
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    for (const int32_t proxy : moved_) {
        const DynamicTree& own = treeOf(proxy);
        const Aabb& box = own.box(nodeOf(proxy));
        const uint32_t index = own.userIndex(nodeOf(proxy));
        const News news = news_[static_cast<size_t>(proxy)];
        const Aabb& before = past_[static_cast<size_t>(proxy)];
        const auto search = [&](Layer layer) {
            const DynamicTree& tree = trees_[static_cast<size_t>(layer)];
            tree.query(box, [&](uint32_t other, int32_t node) {
                const int32_t otherProxy = node * 2 + static_cast<int32_t>(layer);
                const News otherNews = news_[static_cast<size_t>(otherProxy)];
                // Of two with news, the one with the lower proxy reports the pair.
                if (otherNews != News::None && otherProxy <= proxy) return true;
                // Most pairs in a heap overlapped before: these are told by their boxes, which costs less
                // than looking them up.
                if (news == News::Moved && otherNews != News::Fresh) {
                    const Aabb& otherBefore =
                        otherNews == News::Moved ? past_[static_cast<size_t>(otherProxy)] : tree.box(node);
                    if (overlaps(before, otherBefore)) return true;
                }
                out.push_back(index < other ? Pair{index, other} : Pair{other, index});
                return true;
            });
        };
        search(Layer::Movable);
        if (layerOf(proxy) == Layer::Movable) search(Layer::Fixed);
    }
    std::sort(out.begin() + first, out.end());
    for (const int32_t proxy : moved_) news_[static_cast<size_t>(proxy)] = News::None;
    moved_.clear();
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
           news_.capacity() * sizeof(News) + past_.capacity() * sizeof(Aabb);
}

} // namespace satbox
