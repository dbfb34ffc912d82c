#pragma once

#include <filesystem>
#include <string>

namespace satbox::app {

// Handling of POSIX signals. On Windows these functions do nothing.

// SIGINT, SIGTERM and SIGHUP make endRequested() true. SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT write the
// text of setCrashText(), then run the previous handler. Precondition: called once, before SDL starts.
void installSignalHandlers();

// True after SIGINT, SIGTERM or SIGHUP: end the program without asking.
bool endRequested();

// Sets the file and the text that the handler writes on a crash; with an empty text it writes nothing. It
// writes "FILE.crash" and renames that to `file`. A signal handler must not allocate, so the text is copied
// here.
void setCrashText(const std::filesystem::path& file, const std::string& text);

} // namespace satbox::app
