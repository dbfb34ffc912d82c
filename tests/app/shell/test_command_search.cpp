// The search over everything that can be done.
#include "app/shell/command_search.h"

#include "app/shell/actions.h"
#include "app/shell/interface/panel_tabs.h"
#include "app/shell/key_table.h"
#include "app/text/format.h"
#include "tests/support/app_worlds.h"
#include <satbox/settings_table.h>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

namespace {

// The label of the best match; empty if nothing was found.
std::string best(AppState& state, std::string_view typed)
{
    const std::vector<SearchEntry> entries = searchEntries(state);
    const std::vector<size_t> found = findEntries(entries, typed);
    return found.empty() ? std::string() : entries[found.front()].label;
}

const SearchEntry& entryOf(const std::vector<SearchEntry>& entries, std::string_view label)
{
    const auto found =
        std::ranges::find_if(entries, [&](const SearchEntry& entry) { return entry.label == label; });
    REQUIRE(found != entries.end());
    return *found;
}

} // namespace

TEST_CASE("the_name_of_the_test_finds_the_pair_and_never_ends_the_program")
{
    auto made = makeBoxOnFloor();
    CHECK(best(made.state, "sat") == "Inspect pair");
    const std::vector<SearchEntry> entries = searchEntries(made.state);
    for (const size_t i : findEntries(entries, "sat")) CHECK(entries[i].label != "Quit");
}

TEST_CASE("the_search_has_every_action_switch_panel_setting_shape_and_scene")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.sceneNames = {"welcome", "box_stack", "mine"};
    const std::vector<SearchEntry> entries = searchEntries(state);
    const auto has = [&](std::string_view label) {
        return std::ranges::any_of(entries, [&](const SearchEntry& entry) { return entry.label == label; });
    };
    for (const KeyBinding& binding : keyBindings()) {
        if (binding.action == Action::SearchCommands || binding.action == Action::Cancel) continue;
        CHECK_MESSAGE(has(binding.menuLabel ? binding.menuLabel(state) : std::string(binding.label)),
                      binding.label);
    }
    for (const Lens* lens : lensesOf(state.lenses))
        for (const LensAction& action : lens->actions()) CHECK(has(lens->actionLabel(action)));
    for (const ViewSwitch& row : viewSwitches()) CHECK(has(row.label));
    for (const ViewChoice& row : viewChoices())
        for (const ViewChoice::Option& option : row.options)
            CHECK(has(fmt::format("{}: {}", row.label, lowered(std::string(option.label)))));
    for (const SettingField& field : settingFields()) CHECK(has(field.label));
    for (const Panel& panel : panelsOf(state.lenses)) CHECK(has(panel.name));
    CHECK(has("mine"));
    for (const SearchEntry& entry : entries) {
        CHECK_FALSE(entry.label.empty());
        CHECK_FALSE(entry.help.empty());
        CHECK((entry.perform != nullptr) == entry.setting.empty());
    }
}

TEST_CASE("labels_that_begin_with_the_text_come_first_and_words_may_be_in_any_order")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.sceneNames = {"box_stack"};
    CHECK(best(state, "sub") == "Substeps");
    CHECK(best(state, "single sub") == "Single substep");
    CHECK(best(state, "substep single") == "Single substep");
    CHECK(best(state, "  RESTART ") == "Restart");
    CHECK(best(state, "box_stack").find("box_stack") != std::string::npos);
    CHECK(best(state, "contactFreq") == "Contact frequency"); // by its key
    CHECK(best(state, "xyzzy").empty());
    const std::vector<SearchEntry> entries = searchEntries(state);
    const std::vector<size_t> all = findEntries(entries, "");
    CHECK(all.size() == entries.size());
    CHECK(std::ranges::is_sorted(all));
}

TEST_CASE("what_is_chosen_is_done")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    openSearch(state.ui.search);
    const std::vector<SearchEntry> entries = searchEntries(state);
    const bool before = state.view.impulses;
    chooseEntry(state, entryOf(entries, "Impulses"));
    CHECK(state.view.impulses != before);
    CHECK_FALSE(state.ui.search.open);
    chooseEntry(state, entryOf(entries, state.playback.paused ? "Run" : "Pause"));
    const bool paused = state.playback.paused;
    performRequests(state);
    CHECK(state.playback.paused != paused);
    chooseEntry(state, entryOf(entries, "Heat map: always"));
    CHECK((state.view.heatMap == HeatMapUse::Always));
    CHECK(entryOf(searchEntries(state), "Heat map: always").state == "chosen");
    chooseEntry(state, entryOf(entries, "Scenes"));
    CHECK(state.ui.panels.open == kScenesPanel);
    openSearch(state.ui.search);
    chooseEntry(state, entryOf(entries, "Undo")); // there is nothing to undo
    CHECK(state.ui.search.open);
    CHECK(state.ui.search.error == "Undo is not possible now.");
}

TEST_CASE("a_setting_asks_for_a_value_and_refuses_one_out_of_range")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    SearchState& search = state.ui.search;
    openSearch(search);
    chooseEntry(state, entryOf(searchEntries(state), "Substeps"));
    CHECK(search.open);
    CHECK(search.setting == "substeps");
    CHECK(search.typed == "4");
    search.typed = "-3";
    applySearchedSetting(state);
    CHECK(search.open);
    CHECK(search.error.find("-3") != std::string::npos);
    search.typed = "8";
    applySearchedSetting(state);
    CHECK_FALSE(search.open);
    CHECK(state.history.applyPending() == "");
    CHECK(state.world().settings().substeps == 8);
    CHECK(state.history.canUndo());
}
