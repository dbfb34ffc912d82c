#pragma once

#include <satbox/config.h>
#include <satbox/world.h>

#include <optional>
#include <vector>

namespace satbox {

// Result for one number of substeps or iterations, computed on a copy of the world before the step.
struct SweepPoint {
    int count = 0; // of substeps or of velocity iterations
    // m/s, root mean square of the velocity changes in the step's last pass over the island.
    double residual = 0.0;
    double maxPenetration = 0.0; // m, in the whole world after kHorizon
};

// Repeats a step with 1, 2, ..., kMaxIterations substeps or velocity iterations, whichever the solver uses.
// Each advance() makes only one step of one copy, so that a window stays responsive.
class SATBOX_API IterationSweep {
  public:
    static constexpr int kMaxIterations = 50; // largest count that is tried
    static constexpr float kHorizon = 1.0f;   // s of simulated time before overlap is measured

    // `before`: the world before the step. `dt`: length of the step, s. `shapeA`, `shapeB`: slots of the two
    // shapes whose contact is studied.
    IterationSweep(World before, float dt, uint32_t shapeA, uint32_t shapeB);

    bool done() const { return points_.size() == static_cast<size_t>(kMaxIterations); }
    void advance();                                                   // makes one step of one copy
    const std::vector<SweepPoint>& points() const { return points_; } // results so far, by count
    int currentCount() const { return before_.settings().*setting_; } // as set in the world
    bool sweepsSubsteps() const { return setting_ == &WorldSettings::substeps; }

  private:
    World before_;
    float dt_;
    uint32_t shapeA_, shapeB_;
    int WorldSettings::*setting_;
    std::vector<SweepPoint> points_;
    std::optional<World> trial_; // the copy with the next count
    SweepPoint current_;
    int stepsLeft_ = 0;
};

} // namespace satbox
