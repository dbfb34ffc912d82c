#pragma once

#include "app/widgets/ui_context.h"

#include <imgui.h>

namespace satbox::app {

enum class Edge : uint8_t { Top, Right, Bottom };

// A line of one pixel within the current window, along an edge of `rect`.
inline void drawEdgeLine(const UiContext& ui, const ScreenRect& rect, Edge edge)
{
    const float right = rect.x + rect.width, bottom = rect.y + rect.height;
    const ImVec2 from{edge == Edge::Right ? right - 1.0f : rect.x,
                      edge == Edge::Bottom ? bottom - 1.0f : rect.y};
    const ImVec2 to{right, edge == Edge::Top ? rect.y + 1.0f : bottom};
    ImGui::GetWindowDrawList()->AddRectFilled(from, to, ui.palette.raised.packed());
}

} // namespace satbox::app
