#pragma once

#include "app/app_state.h"

namespace satbox::test {

/// An app state with a floor (top at y = 0) and a box of 1 m at rest on it at x = 0. The camera is at (0, 2),
/// 100 points per metre, in a world rectangle of 800 x 600 points.
struct BoxOnFloor {
    app::AppState state;
    BodyId floor;
    BodyId box;
    ShapeId boxShape;
};
BoxOnFloor makeBoxOnFloor();

/// Presses the left button at one point of the world, moves the pointer to another and releases it there.
void dragPointer(app::AppState& state, Vec2 from, Vec2 to);

} // namespace satbox::test
