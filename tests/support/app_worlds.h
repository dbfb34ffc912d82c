#pragma once

#include "app/shell/app_state.h"

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

/// The world of a state, to set up a situation. The history does not know of such changes, so a test that
/// makes them does not undo anything.
World& editableWorld(app::AppState& state);
/// Begins a new history with a changed document.
template<class Edit>
void editDocument(app::AppState& state, Edit&& edit)
{
    app::Document document = state.document();
    edit(document);
    state.history.reset(std::move(document));
}

/// Presses the left button at one point of the world, moves the pointer to another and releases it there.
void dragPointer(app::AppState& state, Vec2 from, Vec2 to);

} // namespace satbox::test
