#pragma once

#include "app/shell/app_state.h"

#include <filesystem>

namespace satbox::app {

// Recordings (.satbox): a scene, what was done to it, and hashes by which every replay is verified.

inline constexpr double kRecordedSeconds = 10.0;    // that saveRecording() saves
inline constexpr uint64_t kMaxShownSteps = 100'000; // longer recordings are for satbox-run

bool isRecordingFile(const std::filesystem::path& path);
// Saves what happened in the last seconds to an unused file in the present folder, and says which.
bool saveRecording(AppState& state);
// Opens the scene of a recording, plays all of it into the history, compares the hashes, and goes to its
// beginning. Errors leave the document unchanged.
bool openRecording(AppState& state, const std::filesystem::path& path);

// Opens a shrunk case that a lens asks for, plays it, and adds its condition as a breakpoint.
void openRequestedCase(AppState& state);

} // namespace satbox::app
