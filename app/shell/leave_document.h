#pragma once

#include "app/shell/app_state.h"

namespace satbox::app {

// Leaving the document, to open another one or to quit. With unsaved work, the user is asked first. Also
// offers recovery files of earlier runs.

// True if leaving would lose edits. Edits in the lab are experiments and do not count.
bool hasUnsavedWork(const Document& document);

// Leaves at once if there is no unsaved work; otherwise asks first.
void leaveDocument(AppState& state, LeaveRequest request);

// Handles a click on button number `button` of the open question.
void answerQuestion(AppState& state, int button);

// Offers the next recovery file of an earlier run if no other question is open.
void offerRecovery(AppState& state);

// Call after the files of a frame were written. Completes a leave request that waited for saving, or drops it
// if saving failed or was cancelled.
void resumeLeaveRequest(AppState& state);

} // namespace satbox::app
