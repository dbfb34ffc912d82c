#pragma once

#include "app/lenses/step/step_analysis.h"

#include <string>
#include <vector>

namespace satbox::app {

// The arithmetic of one solver visit to a contact point, with its numbers.
struct VisitText {
    std::string title;              // "Point 1, normal"
    std::vector<std::string> lines; // from the inputs to the result
    enum class Outcome : uint8_t { Accepted, Clamped } outcome = Outcome::Accepted; // Clamped: at a limit
};

// All visits of one stage to the watched contact, in order.
std::vector<VisitText> visitTexts(const StepRecord& record, const StepTick& tick);

// A sentence: what this stage does, or why it did not visit the contact.
std::string explainStage(const StepRecord& record, const StepTick& tick);

} // namespace satbox::app
