#pragma once

#include "engine/collision/dynamic_tree.h"

#include <cstdint>
#include <vector>

namespace satbox {

// Which boxes may touch. Two trees, so that the many static boxes are never tested against each other. Shapes
// are named by a user index (their slot); fat boxes come from the caller. A value.
class BroadPhase {
  public:
    enum class Layer : uint8_t { Fixed, Movable }; // static bodies; all others

    // The proxy is to be looked at by the next findPairs. Category bits as Filter::category, for queries.
    int32_t add(Layer layer, const Aabb& fatBox, uint32_t userIndex, uint32_t category);
    void remove(int32_t proxy);
    void enlarge(int32_t proxy, const Aabb& fatBox); // it left its fat box: new one, look at it in findPairs
    void touch(int32_t proxy);                       // look at it again although it did not move

    struct Pair {
        uint32_t a = 0, b = 0; // user indices, a < b
        friend bool operator==(const Pair&, const Pair&) = default;
        friend auto operator<=>(const Pair&, const Pair&) = default;
    };

    // Appends every pair of overlapping fat boxes in which at least one proxy was added, enlarged or touched
    // since the last call and not both are Fixed; sorted by (a, b), without repetition.
    void findPairs(std::vector<Pair>& out);

    const Aabb& box(int32_t proxy) const;

    // visit(userIndex) -> bool, false ends. Both trees.
    template <class Visit>
    void query(const Aabb& box, Visit&& visit) const;
    // visit(userIndex, maxFraction) -> float, as DynamicTree::castRay. Both trees.
    template <class Visit>
    void castRay(const Ray& ray, Visit&& visit) const;

    const DynamicTree& tree(Layer layer) const { return trees_[static_cast<size_t>(layer)]; }
    int height() const;
    size_t bytes() const;

  private:
    DynamicTree trees_[2];
    std::vector<int32_t> moved_; // proxies for the next findPairs
};

} // namespace satbox
