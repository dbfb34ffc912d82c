#include "app/lenses/broad_phase/panel/broad_phase_sections.h"
#include "app/text/format.h"
#include "app/text/island_text.h"
#include "app/text/names.h"
#include "app/view/overlay_colors.h"
#include "app/widgets/navigation_rows.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

namespace satbox::app {

namespace {

// True if a particular body keeps the island awake, rather than the rest time or a world setting.
bool isCausedByBody(AwakeReason reason)
{
    return reason != AwakeReason::Asleep && reason != AwakeReason::Resting &&
           reason != AwakeReason::SleepingOff;
}

// Two lines: name and counts, then the reason. A bar at the lower edge shows how much of the time to sleep
// has elapsed.
void islandRow(const UiContext& ui, const World& world, const Selection& selection,
               const IslandReport& island, size_t number, BroadPhaseState& broad, Requests& requests)
{
    const std::string reason = awakeReasonText(world, island);
    const bool chosen =
        world.isValid(selection.body) && std::ranges::binary_search(island.bodies, selection.body.index);
    const ListRow row = listRow(ui, fmt::format("Island {}", number), reason, chosen, 2);
    itemTooltip(ui,
                fmt::format("{} The bodies of an island are connected by contacts that have contact points, "
                            "and fall asleep together. Click selects {}.",
                            reason, describeBody(world, world.bodyAt(island.body))));
    if (row.hovered) broad.hoveredIsland = island.bodies.front();
    if (row.pressed) requests.lookAt = world.bodyAt(island.body);

    ImDrawList& out = *ImGui::GetWindowDrawList();
    const Color color =
        categoryColor(ui.palette, island.bodies.front()).saturated(island.asleep() ? 0.4f : 1.0f);
    out.AddRectFilled({row.left, row.top + ui.px(4.0f)}, {row.left + ui.px(3.0f), row.bottom - ui.px(4.0f)},
                      color.packed(), ui.px(1.0f));
    const float left = row.left + ui.px(10.0f);
    const float right = row.right - ui.px(4.0f);
    const float first = row.top + ui.px(3.0f);
    const float second = first + ImGui::GetFontSize() + ui.px(2.0f);
    const std::string counts =
        fmt::format("{}, {}", countText(island.bodies.size(), "body", "bodies"),
                    countText(static_cast<size_t>(island.contacts), "contact", "contacts"));
    const float begin = drawRightAlignedText(ui.palette.muted, right, first, counts);
    const std::string name =
        fmt::format("{}  {}", number, describeBody(world, world.bodyAt(island.bodies.front())));
    drawClippedText(ui.palette.text, left, first, begin - ui.px(8.0f), name);
    drawClippedText(isCausedByBody(island.reason) ? ui.palette.broadPhase : ui.palette.muted, left, second,
                    right, reason);
    if (island.asleep()) return;
    const float time = world.settings().timeToSleep;
    const float share = time > 0.0f ? std::clamp(island.restTime / time, 0.0f, 1.0f) : 0.0f;
    const float y = row.bottom - ui.px(1.0f), thick = ui.px(2.0f);
    out.AddRectFilled({left, y - thick}, {right, y}, ui.palette.raised.packed());
    if (share > 0.0f)
        out.AddRectFilled({left, y - thick}, {left + share * (right - left), y}, ui.palette.accent.packed());
}

} // namespace

void drawBroadPhaseIslands(const UiContext& ui, const World& world, const Selection& selection,
                           ViewSettings& view, BroadPhaseState& broad, Requests& requests)
{
    const std::vector<IslandReport> islands = reportIslands(world);
    const auto asleep = static_cast<size_t>(std::ranges::count_if(islands, &IslandReport::asleep));
    const WorldSettings& settings = world.settings();
    valueRow(ui, "Awake", countText(islands.size() - asleep, "island", "islands"),
             "Number of islands that are simulated. A body without contacts is an island of its own.");
    valueRow(ui, "Asleep", countText(asleep, "island", "islands"),
             "Number of islands that are not simulated until something wakes them.");
    if (!settings.sleeping) {
        hintText(ui, "Sleeping is switched off, so no island falls asleep. Switch it on in the Tune panel.");
    } else {
        valueRow(
            ui, "Sleep speed", formatQuantity(static_cast<double>(tolerancesOf(settings).sleepSpeed), "m/s"),
            "A body is at rest while none of these exceeds this speed: the speed of its centre of mass; its "
            "angular velocity times the distance of its farthest point; the displacement of the centre "
            "in the last step divided by the step's length. Set in the Tune panel.");
        valueRow(
            ui, "Time to sleep", formatQuantity(static_cast<double>(settings.timeToSleep), "s"),
            "An island falls asleep when all its bodies have rested for this long. Set in the Tune panel.");
    }
    const Color swatch = categoryColor(ui.palette, 0);
    checkboxRow(ui, "Draw islands", &view.islands,
                "Outlines every island and names the body that keeps it awake.", "L", &swatch);
    if (islands.empty()) {
        hintText(ui, "There are no islands: no body can move.");
        return;
    }
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), ui.px(2.0f)});
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(islands.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            islandRow(ui, world, selection, islands[static_cast<size_t>(i)], static_cast<size_t>(i) + 1,
                      broad, requests);
    ImGui::PopStyleVar();
}

} // namespace satbox::app
