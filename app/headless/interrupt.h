#pragma once

namespace satbox::app {

// From the first call on, Ctrl+C no longer ends the program but makes wasInterrupted() return true. The
// second Ctrl+C ends it.
void catchInterrupt();
// The same for SIGTERM, with which schedulers end a job.
void catchTermination();
bool wasInterrupted();

} // namespace satbox::app
