#include "engine/core/processor.h"

#if defined(__linux__)
#include <sched.h>
#include <unistd.h>
#endif

namespace satbox {

int currentProcessor()
{
#if defined(__linux__)
    return sched_getcpu();
#else
    return -1;
#endif
}

// Starts from the main thread's affinity mask, because this thread's own mask lacks the processor that it was
// moved off last.
void moveOffProcessor([[maybe_unused]] int processor)
{
#if defined(__linux__)
    cpu_set_t allowed;
    if (sched_getaffinity(getpid(), sizeof allowed, &allowed) != 0) return;
    CPU_CLR(static_cast<size_t>(processor), &allowed);
    if (CPU_COUNT(&allowed) > 0) sched_setaffinity(0, sizeof allowed, &allowed);
#endif
}

} // namespace satbox
