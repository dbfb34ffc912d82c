#include "engine/lab/case_run.h"

#include <numeric>
#include <utility>

namespace satbox {

OpPlayer::OpPlayer(std::span<const TimedOp> ops, std::span<const OpResult> created,
                   std::span<const uint32_t> kept)
    : ops_(ops), created_(created), kept_(kept)
{
    for (const OpResult& result : created) map(result, {});
}

void OpPlayer::map(const OpResult& created, const OpResult& now)
{
    const auto mapOne = [&](auto id, auto present) {
        if (id) std::get<IdMap<decltype(id)>>(ids_)[id] = present;
    };
    mapOne(created.body, now.body);
    mapOne(created.shape, now.shape);
    mapOne(created.mouseJoint, now.mouseJoint);
    mapOne(created.joint, now.joint);
}

template<class Id>
Id OpPlayer::presentId(Id id) const
{
    const auto& ids = std::get<IdMap<Id>>(ids_);
    const auto found = ids.find(id);
    return found == ids.end() ? id : found->second;
}

Op OpPlayer::withPresentIds(Op op) const
{
    std::visit(
        [&](auto& one) {
            if constexpr (requires { one.body; }) one.body = presentId(one.body);
            if constexpr (requires { one.shape; }) one.shape = presentId(one.shape);
            if constexpr (requires { one.joint; }) one.joint = presentId(one.joint);
            if constexpr (requires { one.def.bodyA; }) {
                one.def.bodyA = presentId(one.def.bodyA);
                one.def.bodyB = presentId(one.def.bodyB);
            }
        },
        op);
    return op;
}

void OpPlayer::applyDue(World& world, std::vector<TimedOp>* applied)
{
    for (; next_ < kept_.size() && ops_[kept_[next_]].step <= world.stepCount(); ++next_) {
        const uint32_t index = kept_[next_];
        Op op = withPresentIds(ops_[index].op);
        const OpResult result = world.apply(op);
        if (!result.ok()) continue;
        if (index < created_.size()) map(created_[index], result);
        if (applied) applied->push_back({ops_[index].step, std::move(op)});
    }
}

std::vector<OpResult> resultsOfOps(const ShrinkCase& given, const std::atomic<bool>* stop)
{
    std::vector<OpResult> results;
    if (given.ops.empty()) return results;
    World world = given.start;
    for (const TimedOp& timed : given.ops) {
        while (world.stepCount() < timed.step) {
            if (stop && *stop) return results;
            world.step(1.0f / world.settings().stepRate);
        }
        results.push_back(world.apply(timed.op));
    }
    return results;
}

} // namespace satbox
