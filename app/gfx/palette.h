#pragma once

#include "app/gfx/color.h"
#include "app/gfx/grid.h"

#include <cstdint>

namespace satbox::app {

enum class ThemeKind : std::uint8_t { Dark, Light };

// Every colour that means something, by what it means. The overlay hues are those of Okabe and Ito, which
// people with any colour vision tell apart.
struct Palette {
    ThemeKind kind = ThemeKind::Dark;

    Color ground; // behind the world
    Color panel;
    Color raised; // fields and buttons on a panel
    GridColors grid;
    Color text;
    Color muted; // units, hints, what is switched off
    Color accent;
    Color warning;
    Color error;

    // Bodies: fills are translucent, outlines opaque.
    Color dynamicFill, dynamicOutline;
    Color asleepFill, asleepOutline;
    Color staticFill, staticOutline;
    Color kinematicFill, kinematicOutline;
    Color selected;    // outline, 2.5 px
    Color quarantined; // hatching and label

    Color contactNew, contactPersistent, contactSpeculative;
    Color normal;
    Color penetration;
    Color normalImpulse;
    Color frictionImpulse;
    Color frictionCone; // fill, translucent
    Color velocity;

    // One pair looked into.
    Color pairA, pairB, pairWinner, pairAxis;
};

inline constexpr float kDimmed = 0.4f; // what is unrelated to the chosen pair keeps this share of its alpha
inline constexpr float kHoverLight = 0.3f; // a hovered outline is this much lighter
inline constexpr float kOutlinePx = 1.5f;  // shapes
inline constexpr float kOverlayPx = 2.0f;  // arrows, bars and lines over them
inline constexpr float kSelectedOutlinePx = 2.5f;

Palette makePalette(ThemeKind kind);

} // namespace satbox::app
