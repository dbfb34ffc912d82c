#include <satbox/lab/iteration_sweep.h>

#include "engine/core/assert.h"
#include "engine/lab/step_record.h"
#include "engine/world/world_access.h"
#include <satbox/lab/metrics.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace satbox {

IterationSweep::IterationSweep(World before, float dt, uint32_t shapeA, uint32_t shapeB)
    : before_(std::move(before)), dt_(dt), shapeA_(shapeA), shapeB_(shapeB),
      setting_(hasSubsteps(before_.settings().solver) ? &WorldSettings::substeps
                                                      : &WorldSettings::velocityIterations)
{}

void IterationSweep::advance()
{
    if (done()) return;
    if (trial_) {
        trial_->step(dt_);
    } else {
        trial_ = before_;
        current_ = {.count = static_cast<int>(points_.size()) + 1};
        WorldSettings settings = before_.settings();
        settings.*setting_ = current_.count;
        // Warm-starting impulses are those of one substep, so they scale with its length.
        if (sweepsSubsteps()) {
            const float share = static_cast<float>(currentCount()) / static_cast<float>(current_.count);
            editState(*trial_, [&](WorldState& state) {
                for (Contact& contact : state.contacts.awake) {
                    contact.rollingImpulse *= share;
                    for (ContactPoint& point : contact.points) {
                        point.normalImpulse *= share;
                        point.tangentImpulse *= share;
                    }
                }
                state.joints.forEach([&](uint32_t, auto& joint) { joint.scaleImpulses(share); });
            });
        }
        const bool accepted = trial_->setSettings(settings);
        SATBOX_ASSERT(accepted, "kMaxIterations must be within the range of the setting");
        static_cast<void>(accepted);
        stepsLeft_ = std::max(static_cast<int>(std::lround(kHorizon / dt_)), 1);
        for (const StepTick& tick : recordStep(*trial_, dt_, shapeA_, shapeB_).ticks)
            if ((tick.stage == Stage::Solve || tick.stage == Stage::Relax) && tick.velocities.visits > 0)
                current_.residual = tick.velocities.rms();
    }
    if (--stepsLeft_ > 0) return;
    current_.maxPenetration = measure(*trial_).maxPenetration;
    points_.push_back(current_);
    trial_.reset();
}

} // namespace satbox
