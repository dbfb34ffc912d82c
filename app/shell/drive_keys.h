#pragma once

#include "app/platform/input.h"
#include "app/shell/app_state.h"

#include <string>

namespace satbox::app {

// The keys that the scene gives to motors, see app/document/joint_keys.h. While time runs, such a key drives
// its motors and does nothing else; while time is paused, it has its usual meaning.

// Why a key cannot drive motors, as a sentence; empty if it can.
std::string whyNoMotorKey(Key key);
// The sentence about the first key of the world's motors that cannot drive them; empty if all can.
std::string wrongMotorKey(const World& world);

// A press that nothing else of the interface takes. True if it was for a motor, or for the row of the
// Inspect panel that waits for a key.
bool pressMotorKey(AppState& state, const KeyChord& chord, bool repeat);
void releaseMotorKey(AppState& state, Key key);

} // namespace satbox::app
