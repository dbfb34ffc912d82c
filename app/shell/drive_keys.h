#pragma once

#include "app/platform/input.h"
#include "app/shell/app_state.h"

#include <string>

namespace satbox::app {

// The keys that the scene gives to motors and characters, see app/document/key_driver.h. While time runs,
// such a key drives them and does nothing else; while time is paused, it has its usual meaning.

// Why a key cannot drive, as a sentence; empty if it can.
std::string whyNoDriveKey(Key key);
// The sentence about the first key of the world's motors and characters that cannot drive; empty if all can.
std::string wrongDriveKey(const World& world);

// A press that nothing else of the interface takes. True if it drives, or was for the row of the Inspect
// panel that waits for a key.
bool pressDriveKey(AppState& state, const KeyChord& chord, bool repeat);
void releaseDriveKey(AppState& state, Key key);

} // namespace satbox::app
