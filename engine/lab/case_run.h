#pragma once

#include <satbox/lab/shrink.h>

#include <atomic>
#include <map>
#include <span>
#include <tuple>
#include <vector>

namespace satbox {

// Applies some of the operations of a case. Ids that the operations create differ once bodies or other
// operations are missing; operations that refer to them get the new ids.
class OpPlayer {
  public:
    // `created`: what each operation created in the original case. `kept`: indices of those that are applied,
    // ascending.
    OpPlayer(std::span<const TimedOp> ops, std::span<const OpResult> created, std::span<const uint32_t> kept);

    // Applies the operations that belong before the world's next step. Appends what is applied, with the new
    // ids, to `applied` if it is not null; refused operations are left out.
    void applyDue(World& world, std::vector<TimedOp>* applied = nullptr);

  private:
    template<class Id>
    using IdMap = std::map<Id, Id>; // null until the operation has created it again

    template<class Id>
    Id presentId(Id id) const;
    // What an operation created in the original case is now what it created here.
    void map(const OpResult& created, const OpResult& now);
    Op withPresentIds(Op op) const;

    std::span<const TimedOp> ops_;
    std::span<const OpResult> created_;
    std::span<const uint32_t> kept_;
    size_t next_ = 0;
    std::tuple<IdMap<BodyId>, IdMap<ShapeId>, IdMap<MouseJointId>, IdMap<JointId>> ids_;
};

// What each operation creates if all are applied. Fewer results if `stop` becomes true.
std::vector<OpResult> resultsOfOps(const ShrinkCase& given, const std::atomic<bool>* stop = nullptr);

// Steps the world until the condition of `watch`, which begins here, is true. `visit(world)` is called after
// each step, and returns false to end the run. Returns nothing if the condition does not become true within
// `steps`, or if a body that it names is missing.
template<class Visit>
std::optional<ConditionHit> runUntil(World& world, OpPlayer& player, ConditionWatch& watch, uint64_t steps,
                                     Visit&& visit)
{
    if (!watch.begin(world).empty()) return std::nullopt;
    for (uint64_t i = 0; i < steps; ++i) {
        player.applyDue(world);
        world.step(1.0f / world.settings().stepRate);
        if (!visit(world)) break;
        if (auto hit = watch.check(world)) return hit;
    }
    return std::nullopt;
}
inline std::optional<ConditionHit> runUntil(World& world, OpPlayer& player, const Condition& condition,
                                            uint64_t steps)
{
    ConditionWatch watch(condition);
    return runUntil(world, player, watch, steps, [](const World&) { return true; });
}

} // namespace satbox
