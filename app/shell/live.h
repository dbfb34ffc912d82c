#pragma once

#include "app/document/journal.h"
#include "app/live/live_follower.h"
#include "app/platform/live_listener.h"

#include <cstdint>
#include <memory>
#include <string>

namespace satbox::app {

struct AppState;

// Following a program that sends its world while it runs (docs/live.md). Its steps are operations on the
// document like others, so that time can be moved back through them and every lens works.
//
//   waits -> follows <-> paused (the picture; what arrives waits)
//              |  ^        |
//         fork v  | follow v fork
//             the document is the user's; the program runs on

struct LiveSession {
    explicit LiveSession(uint16_t port) : listener(port) {}

    LiveListener listener;
    LiveListener::Status status; // as of this frame
    LiveFollower follower;
    uint64_t seen = 0;       // the last connection of the listener
    uint64_t connection = 0; // whose frames are taken; 0: none, or it has ended
    bool hasScene = false;   // its first scene was opened
    bool follows = false;    // the document is as the program made it
    // Of the history when the program last changed it: its last edit, its last step, and what was replaced in
    // it. If they differ, something else has changed it.
    Journal::Position lastEdit = 0;
    uint64_t lastStep = 0, pastChanges = 0;
    uint64_t errors = 0;      // of the listener that were seen
    bool hasFailed = false;   // this program was disconnected for what it sent
    std::string shownError{}; // the last one that was shown

    bool canFollow() const { return !follows && connection != 0 && (status.isConnected || status.isWaiting); }
};

// Begins to listen. Returns false if the port cannot be used; the error card says why.
bool startListening(AppState& state, uint16_t port);
void stopListening(AppState& state);
// Call in each frame before time advances.
void updateLive(AppState& state);
// Makes the next step of the program. Returns false if none has arrived.
bool playLiveStep(AppState& state);
// Opens the present moment as a document of its own, in which satbox makes the steps.
void forkLive(AppState& state);
// Returns from such a document to the program, or opens its world for the first time.
void followLive(AppState& state);

} // namespace satbox::app
