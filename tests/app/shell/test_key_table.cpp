#include "app/shell/key_table.h"

#include "app/tools/palette.h"

#include <doctest/doctest.h>

#include <map>

using namespace satbox::app;

TEST_CASE("no_key_has_two_meanings")
{
    std::map<std::string, std::string> owners;
    const auto claim = [&](const KeyChord& chord, std::string_view owner) {
        if (chord.key == Key::None) return;
        const auto [it, fresh] = owners.emplace(chordLabel(chord), owner);
        CHECK_MESSAGE(fresh, it->first, " means both ", it->second, " and ", owner);
    };
    for (const KeyBinding& binding : keyBindings()) {
        claim(binding.chord, binding.label);
        claim(binding.alternative, binding.label);
    }
    for (const PaletteItem& item : paletteItems()) claim({item.shortcut, {}}, item.label);
    for (const ViewSwitch& row : viewSwitches()) claim({row.shortcut, row.modifiers}, row.label);
}

TEST_CASE("every_action_has_one_row_with_label_and_help")
{
    for (int i = 0; i < static_cast<int>(Action::Count); ++i) {
        int rows = 0;
        for (const KeyBinding& binding : keyBindings()) {
            if (binding.action != static_cast<Action>(i)) continue;
            ++rows;
            CHECK_FALSE(binding.label.empty());
            CHECK_FALSE(binding.help.empty());
        }
        CHECK_MESSAGE(rows == 1, "action ", i);
    }
}

TEST_CASE("keys_are_found_by_chord")
{
    CHECK(meaningOf({Key::P}).action == Action::TogglePause);
    CHECK(meaningOf({Key::Space}).action == Action::TogglePause);
    CHECK(meaningOf({Key::Z, {.ctrl = true}}).action == Action::Undo);
    CHECK(meaningOf({Key::Num1}).palette->shape == PaletteShape::Box);
    CHECK(meaningOf({Key::A}).viewSwitch->key == "normals");
    CHECK_FALSE(meaningOf({Key::P, {.alt = true}}).action);
    CHECK_FALSE(meaningOf({Key::None}).action);
}

TEST_CASE("only_some_keys_repeat_while_held")
{
    CHECK(meaningOf({Key::O}, true).action == Action::StepOnce);
    CHECK_FALSE(meaningOf({Key::P}, true).action);
    CHECK_FALSE(meaningOf({Key::A}, true).viewSwitch);
}

TEST_CASE("the_list_of_keys_is_complete")
{
    const auto rows = allKeyRows();
    CHECK(rows.size() > keyBindings().size() + paletteItems().size());
    for (const KeyRow& row : rows) {
        CHECK_FALSE(row.keys.empty());
        CHECK_FALSE(row.label.empty());
    }
}
