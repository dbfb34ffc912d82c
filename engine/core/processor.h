#pragma once

namespace satbox {

// Logical processors of threads. Both functions work on Linux only.
int currentProcessor(); // index of the processor that runs this thread; -1: unknown
// Moves this thread to another processor that the program may use, if there is one.
void moveOffProcessor(int processor);

// Spin-wait hint: pauses for a few dozen cycles at low power.
inline void pauseBriefly()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb"); // "yield" is a no-op on most ARM cores
#endif
}

} // namespace satbox
