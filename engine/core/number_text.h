#pragma once

#include <string>

namespace satbox {

// The shortest decimal text that reads back as the same number, the same on every system and in every
// language: "0.1", "-9.81", "100000", "1e-09". Plain digits between 1e-4 and 1e7, else with an exponent.
std::string numberText(float number);
std::string numberText(double number);
std::string numberText(int number);

// Likewise, in whichever of the two forms is shorter: "100000" is "1e+05" here. As std::to_chars writes it.
std::string shortestNumberText(float number);
std::string shortestNumberText(double number);

} // namespace satbox
