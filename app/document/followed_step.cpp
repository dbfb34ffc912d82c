#include "app/document/followed_step.h"

#include <algorithm>

namespace satbox::app {

bool operator==(const FollowedStep& a, const FollowedStep& b)
{
    return a.dt == b.dt && (a.bodies == b.bodies || *a.bodies == *b.bodies);
}

OpResult perform(World& world, const FollowedStep& step)
{
    if (!(step.dt >= kMinStep && step.dt <= kMaxStep))
        return {.refusal = "The length of a step is out of range."};
    const std::vector<FollowedStep::Body>& bodies = *step.bodies;
    for (const FollowedStep::Body& one : bodies)
        if (!world.isValid(one.body)) return {.refusal = "The body no longer exists."};
    const auto isBefore = [](const FollowedStep::Body& a, const FollowedStep::Body& b) {
        return a.body.index < b.body.index;
    };
    if (!std::is_sorted(bodies.begin(), bodies.end(), isBefore))
        return {.refusal = "The bodies of a step are not in order."};
    for (const FollowedStep::Body& one : bodies) world.wake(one.body);
    auto next = bodies.begin();
    completeExternalStep(world, step.dt, 0.0f, [&](BodyId body, ExternalMotion& motion) {
        while (next != bodies.end() && next->body.index < body.index) ++next; // static or disabled
        if (next != bodies.end() && next->body == body) motion = next->motion;
    });
    return {};
}

} // namespace satbox::app
