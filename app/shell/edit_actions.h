#pragma once

#include "app/document/arrange.h"
#include "app/document/select_by.h"
#include "app/document/shape_commands.h"
#include "app/shell/app_state.h"

namespace satbox::app {

// Actions that edit the document or go through its history. Each says in the status bar why it did nothing.

void undoOrRedo(AppState& state, bool back);
// Goes on from another line of time, see History.
void switchToLine(AppState& state, uint64_t line);
// Goes to the moment at which `count` entries of the history are done.
void goToHistory(AppState& state, size_t count);
void deleteSelection(AppState& state);
void selectBy(AppState& state, SelectBy kind);
void arrangeSelection(AppState& state, Arrangement arrangement);
void editShapesOfSelection(AppState& state, ShapeEdit edit);
// Makes one group of the selected bodies, or lets them leave their groups.
void groupSelection(AppState& state, bool together);
// Moves the selected bodies in a direction: by one pixel or, if `far`, to the next line of the grid that is
// at least a quarter of a step away.
void nudgeSelection(AppState& state, Vec2 direction, bool far);
// The copy is selected. It is to the right of the original, so that their bounding boxes do not overlap.
void duplicateSelection(AppState& state);
// Makes the copies that the Array copy card shows, selects them and closes the card.
void makeArrayCopies(AppState& state);
// To the clipboard. Returns false if nothing was copied.
bool copySelection(AppState& state);
// From the clipboard: where the context menu was opened, else at the pointer or in the middle of the view.
void pasteBodies(AppState& state);
void restart(AppState& state, bool settingsToo);
// The current state becomes the scene's start.
void keepMoment(AppState& state);

} // namespace satbox::app
