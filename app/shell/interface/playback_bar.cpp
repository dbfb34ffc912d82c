#include "app/shell/interface/bars.h"
#include "app/shell/interface/edge_line.h"
#include "app/shell/key_table.h"
#include "app/text/format.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kPlaybackButtonPx = 32.0f;
constexpr float kSpeedSliderPx = 104.0f;

// A slider with one notch per playback speed. A double click resets it to 1x.
void drawSpeedSlider(const UiContext& ui, Playback& playback, float width, float height)
{
    const std::span<const float> speeds = playbackSpeeds();
    const int last = static_cast<int>(speeds.size()) - 1;
    ImGui::InvisibleButton("Speed", {width, height});
    const ImVec2 a = ImGui::GetItemRectMin();
    const ImVec2 b = ImGui::GetItemRectMax();
    const float from = a.x + ui.px(8.0f);
    const float span = b.x - a.x - ui.px(16.0f);
    const auto notch = [&](int i) { return from + span * static_cast<float>(i) / static_cast<float>(last); };
    // The second press of a double click is no drag.
    if (ImGui::IsItemActive() && ImGui::GetIO().MouseClickedCount[ImGuiMouseButton_Left] < 2) {
        const float t = std::clamp((ImGui::GetIO().MousePos.x - from) / span, 0.0f, 1.0f);
        playback.speedIndex = static_cast<int>(std::lround(t * static_cast<float>(last)));
    }
    const bool hovered = ImGui::IsItemHovered();
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) setSpeed(playback, 1.0f);
    recordLastItem(ui, "Speed", speedLabel(playback.speed()));
    itemTooltip(ui,
                "Simulated time per second of real time, 1/64x to 8x. Slow down to watch fast contacts. "
                "Double-click resets it to 1x.",
                chordLabel(bindingOf(Action::Slower)) + " and " + chordLabel(bindingOf(Action::Faster)));

    ImDrawList& out = *ImGui::GetWindowDrawList();
    const float y = 0.5f * (a.y + b.y);
    const float line = std::max(ui.px(2.0f), 1.0f);
    out.AddRectFilled({from, y - 0.5f * line}, {from + span, y + 0.5f * line}, ui.palette.raised.packed());
    for (int i = 0; i <= last; ++i) {
        const float half = speeds[static_cast<size_t>(i)] == 1.0f ? ui.px(5.0f) : ui.px(3.0f);
        out.AddRectFilled({notch(i) - 0.5f * line, y - half}, {notch(i) + 0.5f * line, y + half},
                          ui.palette.raised.mixed(ui.palette.text, 0.15f).packed());
    }
    const Color knob =
        hovered || ImGui::IsItemActive() ? ui.palette.accent.mixed(ui.palette.text, 0.3f) : ui.palette.accent;
    out.AddCircleFilled({notch(playback.speedIndex), y}, ui.px(6.0f), knob.packed(), 24);
}

} // namespace

void drawPlaybackBar(const UiContext& ui, const ScreenRect& rect, const World& world, const History& history,
                     bool compares, Playback& playback, Requests& requests)
{
    const PanelWindow window(ui, "Playback", rect, {.paddingX = 8.0f, .paddingY = 6.0f});
    ImDrawList& out = *ImGui::GetWindowDrawList();
    drawEdgeLine(ui, rect, Edge::Top);

    const auto button = [&](Icon icon, Action action, const char* name, bool active = false) {
        const bool goesBack = action == Action::StepBack || action == Action::RunBackwards;
        const bool enabled = action == Action::Restart || (!playback.isLab && !(compares && goesBack));
        if (iconButton(ui, icon, name, chordLabel(bindingOf(action)).c_str(), active && enabled,
                       kPlaybackButtonPx, enabled))
            requests.actions.push_back(action);
        ImGui::SameLine(0.0f, ui.px(2.0f));
    };
    button(Icon::Restart, Action::Restart, "Restart");
    button(Icon::PlayBack, Action::RunBackwards, "Run backwards", playback.backwards && !playback.paused);
    button(Icon::StepBack, Action::StepBack, "Step back");
    button(playback.paused ? Icon::Play : Icon::Pause, Action::TogglePause, playback.paused ? "Run" : "Pause",
           playback.paused);
    button(Icon::Step, Action::StepOnce, "Single step");
    button(Icon::Substep, Action::SubstepOnce, "Single substep", playback.replay.has_value());
    ImGui::SameLine(0.0f, ui.px(16.0f));

    // Speed as a number and as a slider; time and step have a fixed position at the right.
    const float height = ui.px(kPlaybackButtonPx);
    const float textY = std::round(rect.y + 0.5f * (rect.height - ImGui::GetFontSize()));
    const std::string step = playback.replay ? fmt::format("substep {} of {}", playback.replay->shown + 1,
                                                           playback.replay->samples.size())
                                             : fmt::format("step {}", formatCount(world.stepCount()));
    const std::string time = fmt::format("t {} s", formatFixed(world.time(), 3));
    const float stepWidth =
        std::max(ImGui::CalcTextSize("step 000 000").x, ImGui::CalcTextSize(step.c_str()).x);
    const float timeWidth =
        std::max(ImGui::CalcTextSize("t 0000.000 s").x, ImGui::CalcTextSize(time.c_str()).x);
    const float stepLeft = rect.x + rect.width - ui.px(12.0f) - stepWidth;
    const float timeLeft = stepLeft - ui.px(16.0f) - timeWidth;

    const ImVec2 cursor = ImGui::GetCursorScreenPos();
    const float labelWidth = ImGui::CalcTextSize("1/64x").x;
    const float sliderWidth = ui.px(kSpeedSliderPx);
    const float barLeft = cursor.x + labelWidth + ui.px(16.0f) + sliderWidth;
    if (barLeft < timeLeft) { // on a phone there is no room
        const std::string speed = speedLabel(playback.speed());
        out.AddText({std::round(cursor.x + labelWidth - ImGui::CalcTextSize(speed.c_str()).x), textY},
                    ui.palette.text.packed(), speed.c_str());
        ImGui::SetCursorScreenPos({cursor.x + labelWidth + ui.px(8.0f), cursor.y});
        drawSpeedSlider(ui, playback, sliderWidth, height);
    }
    if (const float room = timeLeft - ui.px(16.0f) - barLeft; room > ui.px(60.0f))
        drawTimeBar(ui, {barLeft, cursor.y, room, height}, history, playback, requests,
                    !compares && !playback.isLab);

    out.AddText({std::round(timeLeft), textY}, ui.palette.text.packed(), time.c_str());
    out.AddText({std::round(stepLeft), textY}, ui.palette.muted.packed(), step.c_str());
    if (ui.recorder != nullptr) {
        ImGui::SetCursorScreenPos({timeLeft, cursor.y});
        ImGui::Dummy({timeWidth, height});
        recordLastItem(ui, "Time", time);
        ImGui::SetCursorScreenPos({stepLeft, cursor.y});
        ImGui::Dummy({stepWidth, height});
        recordLastItem(ui, "Step", step);
    }
}

} // namespace satbox::app
