#pragma once

#include "app/gfx/color.h"
#include "app/gfx/grid.h"
#include "app/gfx/theme.h"

namespace satbox::app {

// All colours of the interface, named by meaning. The overlay hues are the colour-blind-safe set of Okabe and
// Ito.
struct Palette {
    Theme theme = Theme::Dark;

    Color background; // behind the world
    Color panel;
    Color raised;  // fields and buttons on a panel
    Color menu;    // menus, tooltips and cards
    Color hovered; // a hovered field or button
    Color pressed;
    Color hoveredRow; // a hovered row of a list or menu; it may have muted text
    Color chosenRow;  // of the search
    GridColors grid;
    Color text;
    Color muted; // units, hints, disabled items
    Color accent;
    Color warning;
    Color error;

    // Bodies: fills are translucent, outlines opaque.
    Color dynamicFill, dynamicOutline;
    Color asleepFill, asleepOutline;
    Color staticFill, staticOutline;
    Color kinematicFill, kinematicOutline;
    float edgeAlpha = 0.0f, shadowAlpha = 0.0f; // see ShapeStyle
    Color selected;                             // outline, 2.5 px: the greatest contrast to the background
    Color quarantined;                          // hatching and label

    Color contactPoint, contactSpeculative;
    Color normal;
    Color penetration;
    Color normalImpulse;
    Color frictionImpulse;
    Color frictionCone; // fill, translucent
    Color velocity;
    Color joint;
    Color broadPhase; // shapes that left their fat boxes, leaves that a query tested, the cause that keeps an
                      // island awake

    // The pair view: the two shapes, the winning axis (also the reference face), an axis that separates.
    Color pairA, pairB, pairWinner, pairSeparating;
};

// Alpha factor of objects unrelated to the focused contact or to the query.
inline constexpr float kDimmedAlpha = 0.4f;
inline constexpr float kHoverBlend = 0.3f; // share of white (black in the light theme) in a hovered outline
inline constexpr float kOutlinePx = 1.5f;  // shapes
inline constexpr float kOverlayPx = 2.0f;  // arrows, bars and lines of overlays
inline constexpr float kSelectedOutlinePx = 2.5f;

Palette makePalette(Theme theme);

inline constexpr float kLabelGroundAlpha = 0.75f; // of the background, behind labels in the world
// The ground of a label on an awake body.
Color labelGround(const Palette& palette);
// The text colour of a label in the world that belongs to marks of this hue: nearer to Palette::text as far
// as its contrast to labelGround() requires. Alpha stays.
Color labelText(const Palette& palette, const Color& hue);

} // namespace satbox::app
