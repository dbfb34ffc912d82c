#include "app/text/status_line.h"

#include <utility>

namespace satbox::app {

void StatusLine::show(Severity severity, std::string text)
{
    double seconds = 4.0;
    if (severity == Severity::Warning) seconds = 8.0;
    if (severity == Severity::Error) seconds = 15.0;
    message = {.severity = severity, .text = std::move(text), .shownUntil = clock + seconds};
}

} // namespace satbox::app
