#pragma once

#include <satbox/lab/external_solver.h>
#include <satbox/op.h>
#include <satbox/world.h>

#include <memory>
#include <vector>

namespace satbox::app {

// A step that another program has made: the motion of the bodies after it, instead of World::step().
struct FollowedStep {
    struct Body {
        BodyId body;
        ExternalMotion motion{};
        friend bool operator==(const Body&, const Body&) = default;
    };
    float dt = 0.0f; // s, kMinStep to kMaxStep
    // Not null, in ascending order of the slots. The motion of others stays. Shared by the copies that a
    // history makes.
    std::shared_ptr<const std::vector<Body>> bodies;
    friend bool operator==(const FollowedStep& a, const FollowedStep& b);
};

// Ends as completeExternalStep() does. Bodies that sleep and are in the list wake.
OpResult perform(World& world, const FollowedStep& step);

} // namespace satbox::app
