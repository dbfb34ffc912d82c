#include "app/view/view_settings.h"

#include <doctest/doctest.h>

#include <set>

using namespace satbox::app;

TEST_CASE("all_overlays_can_be_switched_at_once")
{
    ViewSettings view;
    CHECK(setOverlays(view, "all") == "");
    for (const ViewSwitch& row : viewSwitches())
        if (row.group == ViewGroup::Overlay) CHECK(view.*row.member);
    CHECK(setOverlays(view, "none") == "");
    for (const ViewSwitch& row : viewSwitches())
        if (row.group == ViewGroup::Overlay) CHECK_FALSE(view.*row.member);
}

TEST_CASE("a_list_of_overlays_switches_on_those_and_the_shapes")
{
    ViewSettings view;
    CHECK(setOverlays(view, "normals") == "");
    CHECK(view.shapes);
    CHECK(view.normals);
    CHECK_FALSE(view.grid);
    CHECK_FALSE(view.contactPoints);
}

TEST_CASE("an_unknown_overlay_is_named_and_nothing_changes")
{
    ViewSettings view;
    const ViewSettings before = view;
    for (const char* list : {"normalz", "shapes,", "", "shapes,,grid", "legend"}) {
        CHECK(setOverlays(view, list).find("is not an overlay") != std::string::npos);
        CHECK(view == before);
    }
    CHECK(setOverlays(view, "normalz").find("\"normalz\"") != std::string::npos);
}

TEST_CASE("every_option_of_a_choice_is_written_as_its_key_and_read_back")
{
    for (const ViewChoice& row : viewChoices()) {
        std::set<std::string_view> options;
        for (size_t i = 0; i < row.options.size(); ++i) {
            ViewSettings view;
            choose(view, row, i);
            CHECK(chosenOption(view, row) == i);
            const std::string_view key = row.options[i].key;
            CHECK(options.insert(key).second);
            ViewSettings read;
            CHECK(choose(read, row, key));
            CHECK(read == view);
        }
        ViewSettings view;
        CHECK_FALSE(choose(view, row, "sometimes"));
        CHECK_FALSE(choose(view, row, ""));
        CHECK(view == ViewSettings{});
    }
    ViewSettings view;
    REQUIRE(viewChoices().front().key == "colour-bodies-by");
    CHECK(choose(view, viewChoices().front(), "speed"));
    CHECK((view.bodyColoring == BodyColoring::Speed));
}

TEST_CASE("every_switch_choice_and_scale_has_its_own_key_and_words")
{
    std::set<std::string_view> keys;
    for (const ViewSwitch& row : viewSwitches()) {
        CHECK(keys.insert(row.key).second);
        CHECK_FALSE(row.label.empty());
        CHECK_FALSE(row.help.empty());
        CHECK(findViewSwitch(row.key) == &row);
    }
    for (const ViewChoice& row : viewChoices()) {
        CHECK(keys.insert(row.key).second);
        CHECK_FALSE(row.label.empty());
        CHECK_FALSE(row.help.empty());
    }
    const ViewSettings view;
    for (const ViewScale& row : viewScales()) {
        CHECK(keys.insert(row.key).second);
        CHECK(view.*row.member >= row.minimum);
        CHECK(view.*row.member <= row.maximum);
    }
    CHECK(findViewSwitch("nothing") == nullptr);
}
