#pragma once

#include "engine/constraints/joint_constraints.h"
#include "engine/step/step_settings.h"
#include "engine/world/world_access.h"

#include <utility>
#include <vector>

namespace satbox::test {

// The joints of a world, prepared for a step in which every body that can move has the row of its slot + 1.
struct PreparedJoints {
    World world;
    StepContext context = makeStepContext(WorldSettings{}, 1.0f / 60.0f);
    FrameArena arena;
    std::vector<uint32_t> rowOf;
    std::vector<BodyState> states;
    ActiveJoints active;
    JointPlan plan;
    JointConstraints joints;

    // `kernels`, `treeKernels`, `chainKernels`: as in JointSource. `linkageProducts`: as in TreeRules.
    explicit PreparedJoints(World given, const PinKernels* kernels = nullptr,
                            size_t linkageProducts = kMaxLinkageProducts,
                            const TreeKernels* treeKernels = nullptr,
                            const ChainKernels* chainKernels = nullptr)
        : world(std::move(given))
    {
        const WorldState& state = stateOf(std::as_const(world));
        states.resize(state.bodies.slots.slotCount() + 1);
        state.bodies.slots.forEach([&](uint32_t slot, const Body& body) {
            rowOf.push_back(body.type == BodyType::Static ? 0 : slot + 1);
            const BodyMotion& m = state.bodies.motions[slot];
            if (rowOf.back() != 0) states[slot + 1] = {.v = m.v, .w = m.w, .invMass = m.invMass};
        });
        const JointSource source{state.joints, state.bodies, rowOf,
                                 context,      kernels,      {.linkageProducts = linkageProducts},
                                 treeKernels,  chainKernels};
        active = findActiveJoints(source, arena);
        planJoints(plan, active, source);
        joints = prepareJoints(plan, source, arena);
    }
};

} // namespace satbox::test
