// The strip above the world while satbox listens for a program: what is followed, and what can be done.

#include "app/shell/interface/bars.h"
#include "app/shell/live.h"
#include "app/text/format.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace satbox::app {

namespace {

constexpr float kLiveHeightPx = 40.0f, kLiveMarginPx = 8.0f, kLivePadPx = 12.0f, kDotPx = 4.0f;

struct Telling {
    std::string text;
    Color dot;
    bool isFilled = true;
};

Telling tellingOf(const Palette& palette, const LiveSession& live, const Playback& playback, bool isAtEnd)
{
    const LiveListener::Status& status = live.status;
    const std::string waits = status.waitingSeconds > 0.0
                                  ? fmt::format(", {} s wait", formatFixed(status.waitingSeconds, 1))
                                  : std::string();
    if (live.connection == 0)
        return {fmt::format("Listening on port {}: no program is connected", live.listener.port()),
                palette.muted, false};
    if (live.follows && !playback.paused && isAtEnd) {
        std::string text = status.engine + ", live";
        if (status.missingSteps > 0)
            text += fmt::format(", {} steps missing", formatCount(status.missingSteps));
        return {std::move(text), palette.normalImpulse};
    }
    if (live.follows)
        return {status.engine + (playback.paused ? ", picture paused" : ", catching up") + waits,
                palette.warning};
    return {fmt::format("{} runs on{}", status.engine, waits), palette.muted};
}

} // namespace

void drawLiveStrip(const UiContext& ui, const ScreenRect& world, const LiveSession& live,
                   const Playback& playback, bool isAtEnd, Requests& requests)
{
    const Telling telling = tellingOf(ui.palette, live, playback, isAtEnd);
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
    const ImGuiStyle& style = ImGui::GetStyle();
    float width = ui.px(2.0f * kLivePadPx + 16.0f) + ImGui::CalcTextSize(telling.text.c_str()).x;
    for (const Item& item : items)
        if (item.isShown)
            width += ui.px(8.0f) + ImGui::CalcTextSize(item.label).x + 2.0f * style.FramePadding.x;
    width = std::min(width, world.width - 2.0f * ui.px(kLiveMarginPx));
    const ScreenRect rect{std::round(world.x + 0.5f * (world.width - width)), world.y + ui.px(kLiveMarginPx),
                          width, ui.px(kLiveHeightPx)};
    const PanelWindow window(ui, "Live", rect, {.paddingX = kLivePadPx, .paddingY = 4.0f, .raised = true});
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const ImVec2 dot{rect.x + ui.px(kLivePadPx + kDotPx), rect.y + 0.5f * rect.height};
    if (telling.isFilled)
        out.AddCircleFilled(dot, ui.px(kDotPx), telling.dot.packed(), 16);
    else
        out.AddCircle(dot, ui.px(kDotPx), telling.dot.packed(), 16, ui.px(1.5f));
    ImGui::SetCursorScreenPos({rect.x + ui.px(kLivePadPx + 16.0f),
                               std::round(rect.y + 0.5f * (rect.height - ImGui::GetFrameHeight()))});
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(telling.text.c_str());
    recordLastItem(ui, "Program", telling.text);
    for (const Item& item : items) {
        if (!item.isShown) continue;
        ImGui::SameLine(0.0f, ui.px(8.0f));
        if (button(ui, item.label, item.tooltip)) requests.actions.push_back(item.action);
    }
}

} // namespace satbox::app
