#include "app/text/status_line.h"

#include <doctest/doctest.h>

using namespace satbox::app;

TEST_CASE("a_graver_message_is_shown_for_longer")
{
    StatusLine status;
    status.clock = 100.0;
    const auto seconds = [&](Severity severity) {
        status.show(severity, "text");
        CHECK(status.message.text == "text");
        CHECK((status.message.severity == severity));
        return status.message.shownUntil - status.clock;
    };
    CHECK(seconds(Severity::Info) == 4.0);
    CHECK(seconds(Severity::Warning) == 8.0);
    CHECK(seconds(Severity::Error) == 15.0);
}
