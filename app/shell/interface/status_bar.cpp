#include "app/shell/interface/bars.h"
#include "app/shell/interface/edge_line.h"
#include "app/text/format.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"
#include "engine/world/contact_limit.h"

#include <fmt/format.h>
#include <imgui.h>

#include <cmath>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

// "Hold D or A to drive. "; empty without keys.
std::string driveKeysHint(std::span<const std::string> keys, bool isPaused)
{
    if (keys.empty()) return {};
    std::string list = keys.front();
    for (size_t i = 1; i < keys.size(); ++i) list += (i + 1 < keys.size() ? ", " : " or ") + keys[i];
    return fmt::format("Hold {} to drive{}. ", list, isPaused ? " while time runs" : "");
}

} // namespace

void drawStatusBar(const UiContext& ui, const ScreenRect& rect, const World& world,
                   std::span<const std::string> driveKeys, const Playback& playback, const ToolState& tool,
                   const FrameStats& stats, const Message& message, double clock)
{
    const PanelWindow window(ui, "Status", rect, {.paddingX = 12.0f, .paddingY = 0.0f});
    ImGui::PushFont(ui.fonts.small);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    drawEdgeLine(ui, rect, Edge::Top);
    const float y = std::round(rect.y + 0.5f * (rect.height - ImGui::GetFontSize()));
    const float gap = ui.px(12.0f);

    const WorldCounters counters = world.counters();
    std::string figures =
        fmt::format("{}   {}", bodyCountText(static_cast<uint64_t>(counters.bodies)),
                    countText(static_cast<uint64_t>(counters.contactsWithPoints), "contact", "contacts"));
    if (stats.stepMs > 0.0) // a step was measured
        figures += fmt::format("   {} ms", formatFixed(static_cast<double>(stats.stepMs), 2));
    const float figuresWidth = ImGui::CalcTextSize(figures.c_str()).x;
    const float figuresLeft = rect.x + rect.width - gap - figuresWidth;
    out.AddText({std::round(figuresLeft), y}, ui.palette.muted.packed(), figures.c_str());
    ImGui::SetCursorScreenPos({figuresLeft, rect.y});
    ImGui::Dummy({figuresWidth, rect.height});
    recordLastItem(ui, "Figures", figures);
    itemTooltip(ui, "Bodies in the world, pairs of shapes with contact points, also speculative ones, and "
                    "computing time of a step in ms.");

    // In order of priority: the last message, the contact limit, dropped time, the hint for the current tool.
    std::string text;
    Color color = ui.palette.muted;
    if (!message.text.empty() && clock < message.shownUntil) {
        text = message.text;
        color = message.severity == Severity::Error     ? ui.palette.error
                : message.severity == Severity::Warning ? ui.palette.warning
                                                        : ui.palette.text;
    } else if (world.hasReachedContactLimit()) {
        text = contactLimitMessage(world);
        color = ui.palette.error;
    } else if (playback.slowFrames >= Playback::kSlowFramesBeforeWarning) {
        text = areStepsSlow(stats.allStepsMs)
                   ? "Slower than real time: steps take so long to compute that simulated time is dropped. "
                     "Use fewer bodies or substeps."
                   : "Slower than real time: frames take so long to draw that simulated time is dropped. "
                     "Use a smaller window or fewer overlays.";
        color = ui.palette.warning;
    } else {
        if (tool.tool == ToolKind::Grab && !tool.grab && !tool.press)
            text = driveKeysHint(driveKeys, playback.paused);
        text += tool.hint(playback.paused, playback.isLab);
    }
    const float right = figuresLeft - gap;
    const ImVec4 clip{rect.x + gap, rect.y, right, rect.y + rect.height};
    out.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {rect.x + gap, y}, color.packed(), text.c_str(),
                nullptr, 0.0f, &clip);
    ImGui::SetCursorScreenPos({rect.x + gap, rect.y});
    ImGui::Dummy({std::max(right - rect.x - gap, 1.0f), rect.height});
    recordLastItem(ui, "Message", text);
    // The tooltip shows text that does not fit.
    if (ImGui::CalcTextSize(text.c_str()).x > right - rect.x - gap) itemTooltip(ui, text);
    ImGui::PopFont();
}

} // namespace satbox::app
