#pragma once

#include "app/gfx/palette.h"

#include <string>
#include <vector>

namespace satbox::test {

// A text colour and a ground on which it is drawn.
struct TextOnGround {
    std::string text;   // "muted text"
    std::string ground; // "panel"
    float dark = 0.0f;  // contrast ratio in the dark theme
    float light = 0.0f;
};
std::vector<TextOnGround> contrastTable();

// docs/contrast.md: the table between "<!-- contrast -->" and "<!-- end of contrast -->".
std::string withContrastTable(const std::string& markdown);

} // namespace satbox::test
