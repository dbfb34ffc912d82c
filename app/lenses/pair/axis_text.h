#pragma once

#include "app/lenses/pair/pair_analysis.h"

#include <string>
#include <vector>

namespace satbox::app {

const char* axisState(const CandidateAxis& axis);   // "separates", "wins", "tried", "not tried"
const char* axisMeaning(const CandidateAxis& axis); // a sentence: why it has this state

// Sentences about all candidate axes of the pair: how many were tried, and where the contact points lie
// against another face than the winning one or come from two vertices, why. If the pair has no faces, why
// not.
std::string axesTriedText(const PairAnalysis& analysis);
std::vector<std::string> winnerNotes(const PairAnalysis& analysis);

} // namespace satbox::app
