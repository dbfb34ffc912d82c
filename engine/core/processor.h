#pragma once

namespace satbox {

// On which processor a thread runs: a matter of the system, so these two do something on Linux only.
int currentProcessor(); // that this thread runs on; -1 where the system does not tell
void leaveProcessor(
    int processor); // this thread goes to another one that the program may use, if there is any

// Between two looks for work: a few dozen cycles in which the processor does little.
inline void pauseBriefly()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb"); // "yield" does nothing on most
#endif
}

} // namespace satbox
