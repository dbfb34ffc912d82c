#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/core/task_executor.h"
#include "engine/dynamics/body_store.h"

#include <span>

namespace satbox {

// Whether a body that went by `way`, m, in a step of dt s moved so far that it could have passed through
// something: by more than half its thinnest extent.
inline bool movedFar(const BodyMotion& m, Vec2 way, float dt)
{
    const float limit = 0.5f * m.minExtent - dt * std::fabs(m.w) * m.maxExtent;
    return m.invMass > 0.0f && (limit < 0.0f || lengthSquared(way) > limit * limit);
}

// Stops each of the bodies at its first impact on the way from (center0, q0) to (center, q): against static
// bodies, and for bullets against all others too. Velocities stay: the contact made in the next step answers
// the impact. `target`: distance kept, m. Others are looked for by their boxes in the broad phase, which for
// bullets have to be those of the end of the step. Kinematic bodies are left to contacts, except by bullets:
// a body that is stopped on its way while the wall goes on ends up inside the wall, where it is stopped again
// in each step; a turning drum lost boxes that way.
// Where there are no bullets among them none looks at another, so that the executor may take several at a
// time.
void stopAtImpacts(std::span<const uint32_t> fast, BodyStore& bodies, const ShapeStore& shapes,
                   const BroadPhase& broadPhase, float target, TaskExecutor* executor);

} // namespace satbox
