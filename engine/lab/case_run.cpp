#include "engine/lab/case_run.h"

#include <numeric>
#include <type_traits>
#include <utility>

namespace satbox {

OpPlayer::OpPlayer(std::span<const TimedOp> ops, std::span<const OpResult> created,
                   std::span<const uint32_t> kept)
    : ops_(ops), created_(created), kept_(kept)
{
    for (const OpResult& result : created) {
        if (result.body) bodies_[result.body] = {};
        if (result.shape) shapes_[result.shape] = {};
        if (result.mouseJoint) mouseJoints_[result.mouseJoint] = {};
        if (result.joint) joints_[result.joint] = {};
    }
}

template<class Id>
Id OpPlayer::presentId(const IdMap<Id>& ids, Id id)
{
    const auto found = ids.find(id);
    return found == ids.end() ? id : found->second;
}

Op OpPlayer::withPresentIds(Op op) const
{
    std::visit(
        [&](auto& one) {
            if constexpr (requires { one.body; }) one.body = presentId(bodies_, one.body);
            if constexpr (requires { one.shape; }) one.shape = presentId(shapes_, one.shape);
            if constexpr (requires { one.joint; }) {
                if constexpr (std::is_same_v<decltype(one.joint), JointId>)
                    one.joint = presentId(joints_, one.joint);
                else
                    one.joint = presentId(mouseJoints_, one.joint);
            }
            if constexpr (requires { one.def.bodyA; }) {
                one.def.bodyA = presentId(bodies_, one.def.bodyA);
                one.def.bodyB = presentId(bodies_, one.def.bodyB);
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
        if (index < created_.size()) {
            if (created_[index].body) bodies_[created_[index].body] = result.body;
            if (created_[index].shape) shapes_[created_[index].shape] = result.shape;
            if (created_[index].mouseJoint) mouseJoints_[created_[index].mouseJoint] = result.mouseJoint;
            if (created_[index].joint) joints_[created_[index].joint] = result.joint;
        }
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
