#include "app/headless/interrupt.h"

#include <atomic>
#include <csignal>

namespace satbox::app {
namespace {

std::atomic<bool> interrupted{false}; // a signal handler reaches nothing but globals
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void noteInterrupt(int signal)
{
    interrupted = true;
    std::signal(signal, SIG_DFL);
}

} // namespace

void catchInterrupt() { std::signal(SIGINT, noteInterrupt); }
void catchTermination() { std::signal(SIGTERM, noteInterrupt); }
bool wasInterrupted() { return interrupted; }

} // namespace satbox::app
