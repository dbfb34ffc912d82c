#pragma once

#include "app/headless/options.h"

namespace satbox::app {

// --replay: replays a recording, with --verify against its hashes. Returns the exit status; what differs,
// what is damaged and what does not apply goes to standard error.
int runReplay(const RunOptions& options);

} // namespace satbox::app
