#pragma once

#include <cstdint>
#include <string>

namespace satbox::app {

enum class Severity : uint8_t { Info, Warning, Error };

// A message in the status bar.
struct Message {
    Severity severity = Severity::Info;
    std::string text;
    double shownUntil = 0.0; // s, compared with StatusLine::clock; errors are shown for longer
};

// The message in the status bar, and the clock by which it disappears.
struct StatusLine {
    Message message;
    double clock = 0.0; // s of real time since the start of the program

    // Shows information for 4 s, a warning for 8 s, an error for 15 s, or until the next message.
    void show(Severity severity, std::string text);
};

} // namespace satbox::app
