#pragma once

#include "engine/core/internal_api.h"
#include "engine/core/pair_set.h"
#include "engine/core/slot_map.h"
#include "engine/model/joint.h"
#include "engine/model/mouse_joint.h"

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace satbox {

// The joints of a world: one slot map for mouse joints, one for all others. Hash, saved files, islands,
// groups and edits of bodies treat all kinds alike, through the static members of the joint's type (see
// MouseJoint).
class SATBOX_INTERNAL_API JointStore {
  public:
    template<class Joint>
    using MapOf = SlotMap<Joint, typename Joint::Tag>;

    // To make, edit and destroy joints, call the functions below.
    template<class Joint>
    MapOf<Joint>& of()
    {
        return std::get<MapOf<Joint>>(kinds_);
    }
    template<class Joint>
    const MapOf<Joint>& of() const
    {
        return std::get<MapOf<Joint>>(kinds_);
    }

    // fn(slot map) for each kind, in the order of the list below.
    template<class Fn>
    void forEachKind(Fn&& fn)
    {
        std::apply([&](auto&... map) { (fn(map), ...); }, kinds_);
    }
    template<class Fn>
    void forEachKind(Fn&& fn) const
    {
        std::apply([&](const auto&... map) { (fn(map), ...); }, kinds_);
    }

    // fn(slot, joint) for each joint, kind after kind, in slot order.
    template<class Fn>
    void forEach(Fn&& fn)
    {
        forEachKind([&](auto& map) { map.forEach(fn); });
    }
    template<class Fn>
    void forEach(Fn&& fn) const
    {
        forEachKind([&](const auto& map) { map.forEach(fn); });
    }

    // Incremented when a joint is made, edited or destroyed. Not part of a world's value.
    uint64_t revision = 0;

    template<class Joint>
    typename MapOf<Joint>::Id insert(const Joint& joint)
    {
        ++revision;
        return of<Joint>().insert(joint);
    }
    template<class Id>
    void erase(Id id)
    {
        ++revision;
        forEachKind([&](auto& map) {
            if constexpr (std::is_same_v<typename std::remove_cvref_t<decltype(map)>::Id, Id>) map.erase(id);
        });
    }
    void define(uint32_t slot, uint32_t bodyA, uint32_t bodyB, const JointDef& def);

    std::vector<ConstraintEdge> edges() const;                   // of all joints
    void collectEdges(std::vector<ConstraintEdge>& edges) const; // the same, in memory that is reused
    // Destroy all joints of a body, or those of kinds that may not hold a body of this type.
    void eraseJointsOf(uint32_t body, PairSet& apart); // takes their pairs out of pairsApart() as well
    void eraseJointsThatCannotHold(uint32_t body, BodyType type);
    // The pairs of bodies (PairSet::key of their slots) that a joint keeps from colliding.
    PairSet pairsApart() const;
    bool keepsApart(uint32_t bodyA, uint32_t bodyB) const;
    size_t bytes() const; // without definitions, which copies of a world share

  private:
    std::tuple<MapOf<MouseJoint>, MapOf<Joint>> kinds_;
};

// Calls fn(slot of a body) for each body of the joint; `Joint` may be const.
template<class Joint, class Fn>
void forEachBodyOf(Joint& joint, Fn&& fn)
{
    std::apply([&](auto... member) { (fn(joint.*member), ...); }, Joint::bodies());
}
// Calls fn(value) for each field that == and hash cover.
template<class Joint, class Fn>
void forEachStateField(Joint& joint, Fn&& fn)
{
    std::apply([&](auto... member) { (fn(joint.*member), ...); }, Joint::stateFields());
}
// Calls fn(value) for each field that describes the last step.
template<class Joint, class Fn>
void forEachReportField(Joint& joint, Fn&& fn)
{
    std::apply([&](auto... member) { (fn(joint.*member), ...); }, Joint::reportFields());
}

template<class Joint>
bool isJointOf(const Joint& joint, uint32_t body)
{
    bool found = false;
    forEachBodyOf(joint, [&](uint32_t slot) { found |= slot == body; });
    return found;
}

} // namespace satbox
