#include "app/widgets/text_drawing.h"

#include <imgui.h>

#include <cmath>
#include <string>

namespace satbox::app {

void drawClippedText(ImDrawList& out, const Color& color, float left, float top, float right,
                     std::string_view text)
{
    const auto widthOf = [](std::string_view s) {
        return ImGui::CalcTextSize(s.data(), s.data() + s.size()).x;
    };
    if (left + widthOf(text) <= right) {
        out.AddText({std::round(left), std::round(top)}, color.packed(), text.data(),
                    text.data() + text.size());
        return;
    }
    constexpr std::string_view kEllipsis = "…";
    std::string cut(text);
    while (!cut.empty() && left + widthOf(cut) + widthOf(kEllipsis) > right) {
        while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0u) == 0x80u) cut.pop_back();
        if (!cut.empty()) cut.pop_back(); // removes a whole UTF-8 character
    }
    cut += kEllipsis;
    out.AddText({std::round(left), std::round(top)}, color.packed(), cut.c_str());
}

void drawClippedText(const Color& color, float left, float top, float right, std::string_view text)
{
    drawClippedText(*ImGui::GetWindowDrawList(), color, left, top, right, text);
}

float drawRightAlignedText(ImDrawList& out, const Color& color, float right, float top, std::string_view text)
{
    const float left = std::round(right - ImGui::CalcTextSize(text.data(), text.data() + text.size()).x);
    out.AddText({left, std::round(top)}, color.packed(), text.data(), text.data() + text.size());
    return left;
}

float drawRightAlignedText(const Color& color, float right, float top, std::string_view text)
{
    return drawRightAlignedText(*ImGui::GetWindowDrawList(), color, right, top, text);
}

} // namespace satbox::app
