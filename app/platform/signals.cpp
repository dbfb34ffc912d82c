#include "app/platform/signals.h"

#if !defined(_WIN32) && !defined(__EMSCRIPTEN__)

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace satbox::app {

namespace {

constexpr std::array kCrashSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::array kEndSignals{SIGINT, SIGTERM, SIGHUP};

struct CrashText {
    std::string file;
    std::string temporary;
    std::string text;
};

// A signal handler gets no user data, so it needs global variables: the only ones in satbox.
std::atomic<bool> isEndRequested{false};
std::atomic<const CrashText*> crashText{nullptr};
std::array<struct sigaction, kCrashSignals.size()> oldActions{};
std::unique_ptr<CrashText> owned;      // owns what crashText points to
std::array<char, 1u << 16> crashStack; // the handler needs its own stack after a stack overflow

static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<const CrashText*>::is_always_lock_free);

void writeCrashText()
{
    // Only once: a second thread may crash at the same time.
    const CrashText* crash = crashText.exchange(nullptr);
    if (!crash) return;
    const int file = ::open(crash->temporary.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    if (file < 0) return;
    const char* rest = crash->text.data();
    size_t left = crash->text.size();
    while (left > 0) {
        const ssize_t count = ::write(file, rest, left);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        rest += count;
        left -= static_cast<size_t>(count);
    }
    ::fsync(file);
    ::close(file);
    if (left == 0) ::rename(crash->temporary.c_str(), crash->file.c_str());
}

void onCrash(int signal, siginfo_t* info, void*)
{
    writeCrashText();
    for (size_t i = 0; i < kCrashSignals.size(); ++i)
        if (kCrashSignals[i] == signal) ::sigaction(signal, &oldActions[i], nullptr);
    // After a fault, returning runs the same instruction again, which now reaches the old handler. A signal
    // that was sent, or raised by abort, must be raised again.
    if (info->si_code <= 0) ::raise(signal);
}

void onEnd(int) { isEndRequested = true; }

} // namespace

void installSignalHandlers()
{
    stack_t alternative{};
    alternative.ss_sp = crashStack.data();
    alternative.ss_size = crashStack.size();
    ::sigaltstack(&alternative, nullptr);

    struct sigaction action {};
    sigemptyset(&action.sa_mask);
    action.sa_sigaction = onCrash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (size_t i = 0; i < kCrashSignals.size(); ++i) ::sigaction(kCrashSignals[i], &action, &oldActions[i]);

    struct sigaction end {};
    sigemptyset(&end.sa_mask);
    end.sa_handler = onEnd;
    for (const int signal : kEndSignals) {
        struct sigaction old {};
        ::sigaction(signal, nullptr, &old);
        if (old.sa_handler != SIG_IGN) ::sigaction(signal, &end, nullptr); // nohup sets SIG_IGN: keep it
    }
}

bool endRequested() { return isEndRequested; }

void setCrashText(const std::filesystem::path& file, const std::string& text)
{
    auto next = text.empty()
                    ? nullptr
                    : std::make_unique<CrashText>(CrashText{file.string(), file.string() + ".crash", text});
    crashText = next.get();
    owned = std::move(next);
}

} // namespace satbox::app

#else

namespace satbox::app {

void installSignalHandlers() {}
bool endRequested() { return false; }
void setCrashText(const std::filesystem::path&, const std::string&) {}

} // namespace satbox::app

#endif
