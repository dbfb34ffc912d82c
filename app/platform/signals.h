#pragma once

#include <filesystem>
#include <string>

namespace satbox::app {

// What the system tells a program by signals. On Windows there are none: nothing happens there.

// SIGINT, SIGTERM and SIGHUP make endRequested() true. SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT write the
// text of setCrashText(), then run the handler that was there before. Call it once, before SDL starts.
void handleSignals();

// True after SIGINT, SIGTERM or SIGHUP: end without a question.
bool endRequested();

// The file that a crash writes, with its text; an empty text: none. A crash writes "FILE.crash" and renames
// it. The handler may call nothing that allocates, so that everything is prepared here.
void setCrashText(const std::filesystem::path& file, const std::string& text);

} // namespace satbox::app
