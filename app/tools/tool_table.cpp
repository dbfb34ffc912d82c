#include "app/tools/tool_table.h"

#include <utility>

namespace satbox::app {

const char* toolGroupName(ToolGroup group)
{
    switch (group) {
    case ToolGroup::Draw:
        return "Draw and cut";
    case ToolGroup::Join:
        return "Joints";
    case ToolGroup::Play:
        return "Play";
    }
    return "";
}

std::array<ToolText, kEditToolCount> editToolTexts()
{
    const EditTools tools;
    std::array<ToolText, kEditToolCount> texts;
    size_t i = 0;
    for (const EditTool* tool : editToolsOf(tools)) texts[i++] = tool->text();
    return texts;
}

const EditTool* selectedEditTool(const EditTools& tools, const ToolState& state)
{
    if (state.tool != ToolKind::Edit) return nullptr;
    for (const EditTool* tool : editToolsOf(tools))
        if (tool->text().key == state.editTool) return tool;
    return nullptr;
}

EditTool* selectedEditTool(EditTools& tools, const ToolState& state)
{
    return const_cast<EditTool*>(selectedEditTool(std::as_const(tools), state));
}

} // namespace satbox::app
