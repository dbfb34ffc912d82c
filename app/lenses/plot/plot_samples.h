#pragma once

#include "app/lenses/plot/plot_quantity.h"
#include "app/lenses/plot/step_rows.h"
#include <satbox/world.h>

#include <array>
#include <vector>

namespace satbox::app {

// What is measured in a step.
struct PlotNeeds {
    std::array<bool, static_cast<size_t>(PlotSource::Count)> sources{};
    std::vector<BodyId> bodies; // if PlotSource::Body is needed

    bool has(PlotSource source) const { return sources[static_cast<size_t>(source)]; }
};

// Measurements of one line of time directly after its steps. Four bytes a number: at most 2.9 MB for World,
// 5.0 MB for Ledger, 4.2 MB for StepTime and 1.6 MB for each body (see StepRows).
class PlotSamples {
  public:
    StepRows<double> times{1}; // s, World::time(); of every step that has any other row

    // Rows of World, Ledger or StepTime.
    const StepRows<float>& rows(PlotSource source) const { return rows_[static_cast<size_t>(source)]; }
    const StepRows<float>* rowsOf(BodyId body) const; // null: never recorded

    // True if a replay to the step would add nothing. Step times cannot be replayed.
    bool isComplete(uint64_t step, const PlotNeeds& needs) const;

    // Measures the world directly after the step; what is known already is overwritten.
    // `seconds`: the length of the step.
    void record(uint64_t step, const World& world, float seconds, const PlotNeeds& needs);
    void recordStepTime(uint64_t step, const World& world);
    void setLedger(uint64_t step, std::span<const float> row);

    void dropFrom(uint64_t step);
    void clear() { *this = {}; }
    void keepBodies(const std::vector<BodyId>& bodies); // drops the others
    size_t bytes() const;

  private:
    struct BodyRows {
        BodyId body;
        StepRows<float> rows{static_cast<size_t>(MotionColumn::Count)};
    };
    void recordBodies(uint64_t step, const World& world, float seconds, const std::vector<BodyId>& bodies);
    StepRows<float>& rowsToFill(BodyId body);

    std::array<StepRows<float>, 3> rows_{StepRows<float>(static_cast<size_t>(WorldColumn::Count)),
                                         StepRows<float>(kLedgerColumns), StepRows<float>(kTimeColumns)};
    std::vector<BodyRows> bodies_;
};

} // namespace satbox::app
