#include "app/shell/key_meaning.h"

#include "app/tools/toolbox.h"

#include <doctest/doctest.h>

#include <map>

using namespace satbox::app;

namespace {

std::optional<Action> actionOf(const KeyChord& chord, bool repeat = false)
{
    Lenses lenses;
    const KeyBinding* binding = meaningOf(lenses, chord, repeat).binding;
    return binding ? std::optional(binding->action) : std::nullopt;
}

} // namespace

TEST_CASE("no_key_has_two_meanings")
{
    std::map<std::string, std::string> owners;
    const auto claim = [&](const KeyChord& chord, std::string_view owner) {
        if (chord.key == Key::None) return;
        const std::string keys = chordLabel(chord);
        const bool fresh = owners.emplace(keys, owner).second;
        CHECK_MESSAGE(fresh, keys, " means both ", owners[keys], " and ", owner);
    };
    for (const KeyBinding& binding : keyBindings()) {
        claim(binding.chord, binding.label);
        claim(binding.alternative, binding.label);
    }
    const Lenses lenses;
    for (const Lens* lens : lensesOf(lenses))
        for (const LensAction& action : lens->actions()) claim(action.chord, action.label);
    for (const ToolboxItem& item : toolboxItems()) claim({item.shortcut, {}}, item.label);
    for (const ToolText& tool : editToolTexts()) claim(tool.chord, tool.label);
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
            CHECK((binding.perform != nullptr));
        }
        CHECK_MESSAGE(rows == 1, "action ", i);
    }
    const Lenses lenses;
    for (const Lens* lens : lensesOf(lenses))
        for (const LensAction& action : lens->actions()) {
            CHECK_FALSE(action.label.empty());
            CHECK_FALSE(action.help.empty());
            CHECK((action.perform != nullptr));
        }
}

TEST_CASE("keys_are_found_by_chord")
{
    Lenses lenses;
    CHECK(actionOf({Key::P}) == Action::TogglePause);
    CHECK(actionOf({Key::Space}) == Action::TogglePause);
    CHECK(actionOf({Key::Z, {.ctrl = true}}) == Action::Undo);
    CHECK(meaningOf(lenses, {Key::Num1}).toolboxItem->shape == ToolboxShape::Box);
    CHECK(meaningOf(lenses, {Key::A}).viewSwitch->key == "normals");
    CHECK(meaningOf(lenses, {Key::Num9, {.shift = true}}).editTool == "eraser");
    CHECK_FALSE(actionOf({Key::P, {.alt = true}}));
    CHECK_FALSE(actionOf({Key::None}));
    const KeyMeaning pair = meaningOf(lenses, {Key::M});
    REQUIRE(pair.lensAction != nullptr);
    CHECK(pair.lensAction->label == "Inspect pair");
    CHECK(pair.lens == &std::get<PairLens>(lenses));
    CHECK_FALSE(actionOf({Key::M}));
}

TEST_CASE("only_some_keys_repeat_while_held")
{
    Lenses lenses;
    CHECK(actionOf({Key::O}, true) == Action::StepOnce);
    CHECK_FALSE(actionOf({Key::P}, true));
    CHECK_FALSE(meaningOf(lenses, {Key::A}, true).viewSwitch);
}

TEST_CASE("the_list_of_keys_is_complete")
{
    const auto rows = allKeyRows(Lenses());
    CHECK(rows.size() > keyBindings().size() + toolboxItems().size());
    for (const KeyRow& row : rows) {
        CHECK_FALSE(row.keys.empty());
        CHECK_FALSE(row.label.empty());
    }
}
