#include "engine/collision/broad_phase.h"

#include <algorithm>

namespace satbox {

int32_t BroadPhase::add(Layer layer, const Aabb& fatBox, uint32_t userIndex, uint32_t category)
{
    const int32_t node = trees_[static_cast<size_t>(layer)].insert(fatBox, userIndex, category);
    const int32_t proxy = node * 2 + static_cast<int32_t>(layer);
    touch(proxy);
    return proxy;
}

void BroadPhase::remove(int32_t proxy)
{
    if (isMoved(proxy)) {
        std::erase(moved_, proxy);
        marked_[static_cast<size_t>(proxy)] = 0;
    }
    treeOf(proxy).remove(nodeOf(proxy));
}

void BroadPhase::enlarge(int32_t proxy, const Aabb& fatBox)
{
    treeOf(proxy).move(nodeOf(proxy), fatBox);
    touch(proxy);
}

void BroadPhase::touch(int32_t proxy)
{
    if (marked_.size() <= static_cast<size_t>(proxy)) marked_.resize(static_cast<size_t>(proxy) + 1, 0);
    if (isMoved(proxy)) return;
    marked_[static_cast<size_t>(proxy)] = 1;
    moved_.push_back(proxy);
}

bool BroadPhase::isMoved(int32_t proxy) const
{
    return static_cast<size_t>(proxy) < marked_.size() && marked_[static_cast<size_t>(proxy)] != 0;
}

void BroadPhase::findPairs(std::vector<Pair>& out)
{
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    for (const int32_t proxy : moved_) {
        const DynamicTree& own = treeOf(proxy);
        const Aabb& box = own.box(nodeOf(proxy));
        const uint32_t index = own.userIndex(nodeOf(proxy));
        const auto search = [&](Layer layer) {
            trees_[static_cast<size_t>(layer)].query(box, [&](uint32_t other, int32_t node) {
                const int32_t otherProxy = node * 2 + static_cast<int32_t>(layer);
                // Of two that both moved, the one with the lower proxy reports the pair.
                if (otherProxy == proxy || (isMoved(otherProxy) && otherProxy < proxy)) return true;
                out.push_back(index < other ? Pair{index, other} : Pair{other, index});
                return true;
            });
        };
        search(Layer::Movable);
        if (layerOf(proxy) == Layer::Movable) search(Layer::Fixed);
    }
    std::sort(out.begin() + first, out.end());
    for (const int32_t proxy : moved_) marked_[static_cast<size_t>(proxy)] = 0;
    moved_.clear();
}

std::vector<uint32_t> BroadPhase::pending() const
{
    std::vector<uint32_t> indices;
    indices.reserve(moved_.size());
    for (const int32_t proxy : moved_) indices.push_back(treeOf(proxy).userIndex(nodeOf(proxy)));
    return indices;
}

int BroadPhase::height() const { return std::max(trees_[0].height(), trees_[1].height()); }

size_t BroadPhase::bytes() const
{
    return trees_[0].bytes() + trees_[1].bytes() + moved_.capacity() * sizeof(int32_t) + marked_.capacity();
}

} // namespace satbox
