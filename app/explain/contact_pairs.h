#pragma once

#include "app/document/contact_key.h"
#include "app/lenses/pair/pair_analysis.h"

#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// Two shapes of the two bodies of a contact subject.
struct ExplainedPair {
    ContactKey key;
    ContactView contact;                  // of the last step; empty: there is none
    std::optional<PairAnalysis> analysis; // at the poses after the step; none: a pose is not finite
    enum class State : uint8_t { Solved, Asleep, NotSolved, Apart, NoContact } state = State::NoContact;
    std::string reason; // a sentence: why the contact is solved or not, or why there is none
};
const char* toString(ExplainedPair::State state);

// Every contact between the two bodies, in order of the shapes' slots. If there is none, the pair of shapes
// whose boxes are nearest. Empty: a body has no shape.
std::vector<ExplainedPair> explainedPairs(const World& world, BodyId a, BodyId b);

} // namespace satbox::app
