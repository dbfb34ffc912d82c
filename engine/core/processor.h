#pragma once

namespace satbox {

// On which processor a thread runs: a matter of the system, so these do something on Linux only.

int currentProcessor(); // that this thread runs on; -1 where the system does not tell
void leaveProcessor(
    int processor); // this thread goes to another one that the program may use, if there is any

} // namespace satbox
