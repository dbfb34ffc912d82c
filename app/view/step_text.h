#pragma once

#include "app/view/step_analysis.h"

#include <string>
#include <vector>

namespace satbox::app {

// A visit of the solver to a contact point, spelled out with its numbers.
struct Arithmetic {
    std::string title;              // "Point 1, normal"
    std::vector<std::string> lines; // from what is known to what comes of it
    enum class Outcome : uint8_t { Kept, Held } outcome = Outcome::Kept; // Held: a limit was reached
};

// Of all visits of one stage to the watched contact, in order; empty where there was none.
std::vector<Arithmetic> arithmeticOf(const StepRecord& record, const StepTick& tick);

// A sentence: what this stage does, and where it visits nothing, why.
std::string explainStage(const StepRecord& record, const StepTick& tick);

} // namespace satbox::app
