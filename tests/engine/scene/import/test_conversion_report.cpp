#include "engine/scene/import/conversion_report.h"

#include <doctest/doctest.h>
#include <string>

namespace satbox {

TEST_CASE("equal_changes_are_counted_and_the_first_place_is_kept")
{
    ConversionReport report;
    report.refused("images", "/image");
    report.changed("rope joints became distance joints", "/joint/1");
    report.changed("rope joints became distance joints", "/joint/4", 2);
    report.changed("nothing", "/nowhere", 0);
    const auto lines = report.lines();
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == "changed: rope joints became distance joints: 3, the first at /joint/1");
    CHECK(lines[1] == "refused: images, at /image");
    CHECK(report.firstRefusal() == "images, at /image");
    CHECK(ConversionReport().firstRefusal() == "");
}

TEST_CASE("a_thousand_kinds_of_refusals_become_a_short_report")
{
    ConversionReport report;
    for (int i = 0; i < 1000; ++i) report.refused("kind " + std::to_string(i), "/");
    const auto lines = report.lines();
    CHECK(lines.size() == 41);
    CHECK(lines.back() == "and 960 more changes and refusals of other kinds");
}

} // namespace satbox
