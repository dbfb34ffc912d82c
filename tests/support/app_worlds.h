#pragma once

#include "app/app_state.h"

namespace satbox::test {

/// A state with a floor (top at y = 0) and one box of 1 m at rest height x = 0, camera 100 points a metre
/// about (0, 2) in a world rectangle of 800 x 600. `box` and `floor` name the bodies.
struct BoxOnFloor {
    app::AppState state;
    BodyId floor;
    BodyId box;
    ShapeId boxShape;
};
BoxOnFloor makeBoxOnFloor();

} // namespace satbox::test
