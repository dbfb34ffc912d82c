#pragma once

#include "app/app_state.h"

namespace satbox::app {

// Leaving the document: for another one, or to end the program. With unsaved work it waits for an answer.

// Work that nothing but undo would bring back. The lab's two shapes are for trying things: they are not asked
// about.
bool hasUnsavedWork(const Document& document);

// Leaves at once, or asks first.
void requestDeparture(AppState& state, Departure departure);

// The question's button `button` was pressed.
void answerQuestion(AppState& state, int button);

// Offers the unsaved work of earlier runs, one after the other, whenever nothing else is asked.
void askAboutLeftovers(AppState& state);

// After the files of a frame were written: goes on with a departure that waited for that, or drops it if
// saving was cancelled or failed.
void settleDeparture(AppState& state);

} // namespace satbox::app
