#pragma once

#include <satbox/lab/condition_watch.h>

#include <string>
#include <string_view>

namespace satbox {

// A sentence for people about a hit whose other members are set: "overlap 5.21 mm between box 3 and box 7".
std::string conditionSentence(ConditionKind kind, const World& world, const ConditionHit& hit);

// Three significant digits: "5.21", "1230".
std::string threeDigits(double value);

} // namespace satbox
