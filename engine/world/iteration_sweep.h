#pragma once

#include "engine/world/world.h"

#include <optional>
#include <vector>

namespace satbox {

// What another number of iterations would have made of one step, tried on copies of the world before it.
struct SweepPoint {
    int count = 0;        // of substeps, or of velocity iterations
    double left = 0.0;    // m/s, root mean square of what the step's last pass over the island still changed
    double deepest = 0.0; // m, overlap anywhere in the world after the horizon
};

// Goes through the numbers from 1 on, a step of a copy at a time, so that a window stays alive meanwhile.
class IterationSweep {
  public:
    static constexpr int kMaxIterations = 50; // tried
    static constexpr float kHorizon = 1.0f;   // s, after which overlap is measured

    // Of the contact of two shapes (slots) in the step of dt seconds that `before` makes next.
    IterationSweep(World before, float dt, uint32_t shapeA, uint32_t shapeB);

    bool done() const { return points_.size() == static_cast<size_t>(kMaxIterations); }
    void advance();                                                   // by one step of one copy
    const std::vector<SweepPoint>& points() const { return points_; } // that are known, by count
    int present() const { return before_.settings().*setting_; }      // number in use
    bool countsSubsteps() const { return setting_ == &WorldSettings::substeps; }

  private:
    World before_;
    float dt_;
    uint32_t shapeA_, shapeB_;
    int WorldSettings::*setting_;
    std::vector<SweepPoint> points_;
    std::optional<World> trial_; // of the count after the last known one
    SweepPoint tried_;
    int stepsLeft_ = 0;
};

} // namespace satbox
