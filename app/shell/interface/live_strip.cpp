// The strip above the world while satbox listens for a program: what is followed, and what can be done.

#include "app/shell/interface/bars.h"
#include "app/shell/live.h"
#include "app/text/format.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace satbox::app {

namespace {

constexpr float kLiveHeightPx = 40.0f, kLiveMarginPx = 8.0f, kLivePadPx = 12.0f, kDotPx = 4.0f, kGapPx = 8.0f;
constexpr double kLagSeconds = 0.3; // that wait before the picture counts as behind

struct StripText {
    std::string text;
    Color dot;
    bool isFilled = true;
};

StripText stripText(const Palette& palette, const LiveSession& live, const Playback& playback, bool isAtEnd)
{
    const LiveListener::Status& status = live.status;
    const std::string waiting = status.waitingSeconds > 0.0
                                    ? fmt::format(", {} s wait", formatFixed(status.waitingSeconds, 1))
                                    : std::string();
    if (live.connection == 0)
        return {fmt::format("Listening on port {}: no program is connected", live.listener.port()),
                palette.muted, false};
    StripText strip{.text = status.engine, .dot = palette.muted};
    if (!status.isConnected) {
        strip.text += " has ended" + waiting;
    } else if (!live.follows) {
        strip.text += " runs on" + waiting;
    } else if (playback.paused) {
        strip.text += ", picture paused" + waiting;
        strip.dot = palette.warning;
    } else if (!isAtEnd || status.waitingSeconds > kLagSeconds) {
        strip.text += ", catching up" + waiting;
        strip.dot = palette.warning;
    } else {
        strip.text += ", live";
        strip.dot = palette.normalImpulse;
    }
    if (status.missingSteps > 0)
        strip.text += ", " + countText(status.missingSteps, "step missing", "steps missing");
    if (!status.otherEngine.empty()) strip.text += fmt::format("; {} was refused", status.otherEngine);
    return strip;
}

} // namespace

void drawLiveStrip(const UiContext& ui, const ScreenRect& world, const LiveSession& live,
                   const Playback& playback, bool isAtEnd, Requests& requests)
{
    const StripText strip = stripText(ui.palette, live, playback, isAtEnd);
    struct Item {
        const char* label;
        const char* tooltip;
        Action action;
        bool isShown;
    };
    const std::array items{
        Item{playback.paused ? "Go on" : "Pause",
             playback.paused
                 ? "Shows what has arrived since, up to the last minute, and follows the program again."
                 : "Stops the picture. The program runs on; its steps wait here, up to a minute.",
             Action::TogglePause, live.follows},
        Item{"Fork here",
             "Opens this moment as a scene of its own, in which satbox's solver makes the steps.",
             Action::ForkProgram, live.follows},
        Item{"Follow", "Returns to the world of the program.", Action::FollowProgram, live.canFollow()},
        Item{"Stop listening", "Closes the port. What was received stays until another scene is opened.",
             Action::ToggleListening, true}};
    const float buttonPadding = 2.0f * ImGui::GetStyle().FramePadding.x;
    float width = ui.px(2.0f * kLivePadPx + 16.0f);
    for (const Item& item : items)
        if (item.isShown) width += ui.px(kGapPx) + ImGui::CalcTextSize(item.label).x + buttonPadding;
    const float fullWidth = ImGui::CalcTextSize(strip.text.c_str()).x;
    const float textWidth =
        std::clamp(world.width - 2.0f * ui.px(kLiveMarginPx) - width, 1.0f, std::max(1.0f, fullWidth));
    width += textWidth;
    const ScreenRect rect{std::round(world.x + 0.5f * (world.width - width)), world.y + ui.px(kLiveMarginPx),
                          width, ui.px(kLiveHeightPx)};
    const PanelWindow window(ui, "Live", rect, {.paddingX = kLivePadPx, .paddingY = 4.0f, .raised = true});
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const ImVec2 dot{rect.x + ui.px(kLivePadPx + kDotPx), rect.y + 0.5f * rect.height};
    if (strip.isFilled)
        out.AddCircleFilled(dot, ui.px(kDotPx), strip.dot.packed(), 16);
    else
        out.AddCircle(dot, ui.px(kDotPx), strip.dot.packed(), 16, ui.px(1.5f));
    ImGui::SetCursorScreenPos({rect.x + ui.px(kLivePadPx + 16.0f),
                               std::round(rect.y + 0.5f * (rect.height - ImGui::GetFrameHeight()))});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    drawClippedText(ui.palette.text, at.x, at.y + ImGui::GetStyle().FramePadding.y, at.x + textWidth,
                    strip.text);
    ImGui::Dummy({textWidth, ImGui::GetFrameHeight()});
    if (textWidth < fullWidth) itemTooltip(ui, strip.text);
    recordLastItem(ui, "Program", strip.text);
    for (const Item& item : items) {
        if (!item.isShown) continue;
        ImGui::SameLine(0.0f, ui.px(kGapPx));
        if (button(ui, item.label, item.tooltip)) requests.actions.push_back(item.action);
    }
}

} // namespace satbox::app
