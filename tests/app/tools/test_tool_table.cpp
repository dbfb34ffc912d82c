#include "app/tools/tool_table.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace satbox::app;

TEST_CASE("every_edit_tool_has_its_own_key_and_all_texts")
{
    EditTools tools;
    std::set<std::string> keys;
    for (EditTool* tool : editToolsOf(tools)) {
        const ToolText& text = tool->text();
        CHECK(keys.insert(std::string(text.key)).second);
        CHECK_FALSE(text.label.empty());
        CHECK_FALSE(text.help.empty());
        CHECK_FALSE(tool->hint().empty());
        for (const ToolOption& option : tool->options()) {
            CHECK_FALSE(std::string(option.label).empty());
            CHECK_FALSE(std::string(option.help).empty());
            CHECK((option.value != nullptr) + (option.choice != nullptr) + (option.toggle != nullptr) == 1);
        }
    }
}

TEST_CASE("the_selected_edit_tool_is_found_by_its_key")
{
    EditTools tools;
    ToolState state;
    CHECK(selectedEditTool(tools, state) == nullptr);
    for (EditTool* tool : editToolsOf(tools)) {
        state.selectEditTool(tool->text().key);
        CHECK(selectedEditTool(tools, state) == tool);
    }
    state.beginPlacing(ToolboxShape::Box, false);
    CHECK(selectedEditTool(tools, state) == nullptr);
}
