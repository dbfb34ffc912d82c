#include "app/platform/signals.h"

#if !defined(_WIN32)

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

constexpr std::array kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::array kEnds{SIGINT, SIGTERM, SIGHUP};

struct CrashText {
    std::string file;
    std::string temporary;
    std::string text;
};

// A signal handler has no argument of ours: this is the one place in satbox with state of its own.
std::atomic<bool> isEndRequested{false};
std::atomic<const CrashText*> crashText{nullptr};
std::array<struct sigaction, kCrashes.size()> oldActions{};
std::unique_ptr<CrashText> owned;      // what crashText points to
std::array<char, 1u << 16> crashStack; // a stack overflow leaves no other stack to run on

static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<const CrashText*>::is_always_lock_free);

void writeCrashText()
{
    // Only once: a second thread may crash meanwhile.
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
    for (size_t i = 0; i < kCrashes.size(); ++i)
        if (kCrashes[i] == signal) ::sigaction(signal, &oldActions[i], nullptr);
    // A faulty instruction runs again on return and meets the old handler. What was sent, or raised by abort,
    // has to be sent again.
    if (info->si_code <= 0) ::raise(signal);
}

void onEnd(int) { isEndRequested = true; }

} // namespace

void handleSignals()
{
    stack_t alternative{};
    alternative.ss_sp = crashStack.data();
    alternative.ss_size = crashStack.size();
    ::sigaltstack(&alternative, nullptr);

    struct sigaction action {};
    sigemptyset(&action.sa_mask);
    action.sa_sigaction = onCrash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (size_t i = 0; i < kCrashes.size(); ++i) ::sigaction(kCrashes[i], &action, &oldActions[i]);

    struct sigaction end {};
    sigemptyset(&end.sa_mask);
    end.sa_handler = onEnd;
    for (const int signal : kEnds) {
        struct sigaction old {};
        ::sigaction(signal, nullptr, &old);
        if (old.sa_handler != SIG_IGN) ::sigaction(signal, &end, nullptr); // nohup stays nohup
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

void handleSignals() {}
bool endRequested() { return false; }
void setCrashText(const std::filesystem::path&, const std::string&) {}

} // namespace satbox::app

#endif
