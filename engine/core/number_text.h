#pragma once

#include "engine/core/internal_api.h"

#include <string>

namespace satbox {

// The shortest decimal text that reads back as the same number, independent of system and locale: "0.1",
// "-9.81", "100000", "1e-09". Fixed notation from 1e-4 up to 1e7, else with an exponent.
SATBOX_INTERNAL_API std::string numberText(float number);
SATBOX_INTERNAL_API std::string numberText(double number);
SATBOX_INTERNAL_API std::string numberText(int number);

// Likewise, but in the shorter of the two notations, as std::to_chars does: 100000 becomes "1e+05".
SATBOX_INTERNAL_API std::string shortestNumberText(float number);
SATBOX_INTERNAL_API std::string shortestNumberText(double number);

} // namespace satbox
