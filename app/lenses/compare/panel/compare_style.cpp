#include "app/lenses/compare/panel/compare_style.h"

#include "app/text/format.h"
#include "app/widgets/line_plot.h"
#include "app/widgets/setting_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kSwatchPx = 28.0f;
constexpr float kLinePx = 1.5f;
constexpr float kMarkPx = 3.5f;

// Lengths of dash, gap, dash, ... in design pixels; empty for the first world, whose line is solid.
std::span<const float> dashesOf(size_t world)
{
    constexpr static std::array kDashed{8.0f, 4.0f};
    constexpr static std::array kDotted{2.0f, 3.0f};
    constexpr static std::array kDashDot{10.0f, 3.0f, 2.0f, 3.0f};
    if (world == 1) return kDashed;
    if (world == 2) return kDotted;
    if (world == 3) return kDashDot;
    return {};
}

// "8 iterations" or "4 substeps".
std::string effortText(const WorldSettings& settings, bool substeps)
{
    const int count = substeps ? settings.substeps : settings.velocityIterations;
    return substeps ? countText(static_cast<uint64_t>(count), "substep", "substeps")
                    : countText(static_cast<uint64_t>(count), "iteration", "iterations");
}

} // namespace

Color worldColor(const Palette& palette, size_t world)
{
    const std::array colors{palette.pairA, palette.pairB, palette.pairSeparating, palette.penetration};
    return colors[world % colors.size()];
}

void drawWorldLine(const UiContext& ui, ImDrawList& out, std::span<const ImVec2> points, size_t world)
{
    std::vector<float> dashes;
    for (const float length : dashesOf(world)) dashes.push_back(ui.px(length));
    drawPlotLine(out, points, worldColor(ui.palette, world), std::max(ui.px(kLinePx), 1.0f), dashes);
}

void drawWorldMark(const UiContext& ui, ImDrawList& out, ImVec2 at, size_t world)
{
    const ImU32 color = worldColor(ui.palette, world).packed();
    const float r = ui.px(kMarkPx);
    switch (world) {
    case 0:
        out.AddCircleFilled(at, r, color);
        break;
    case 1:
        out.AddRectFilled({at.x - r, at.y - r}, {at.x + r, at.y + r}, color);
        break;
    case 2:
        out.AddTriangleFilled({at.x, at.y - 1.2f * r}, {at.x + 1.2f * r, at.y + r},
                              {at.x - 1.2f * r, at.y + r}, color);
        break;
    default:
        out.AddQuadFilled({at.x, at.y - 1.3f * r}, {at.x + 1.3f * r, at.y}, {at.x, at.y + 1.3f * r},
                          {at.x - 1.3f * r, at.y}, color);
        break;
    }
}

void drawWorldSwatch(const UiContext& ui, ImDrawList& out, ImVec2 left, size_t world)
{
    const std::array ends{left, ImVec2{left.x + ui.px(kSwatchPx), left.y}};
    drawWorldLine(ui, out, ends, world);
    drawWorldMark(ui, out, {left.x + 0.5f * ui.px(kSwatchPx), left.y}, world);
}

std::string worldTitle(const WorldSettings& settings, const WorldSettings& first, std::optional<Peer> peer)
{
    if (peer)
        return fmt::format("{}, {}", peerName(*peer),
                           effortText(settings, peerSettings(*peer).front() == "substeps"));
    std::string title = fmt::format("{}, {}", solverName(settings.solver),
                                    effortText(settings, hasSubsteps(settings.solver)));
    for (const SettingField& field : settingFields()) {
        if (field.key == "solver" || field.key == "substeps" || field.key == "velocityIterations") continue;
        const std::string own = settingText(settings, field);
        if (own == settingText(first, field) || !whyInactive(settings, field.key).empty()) continue;
        const std::string label = withLowerFirst(std::string(field.label));
        if (std::holds_alternative<bool WorldSettings::*>(field.member))
            title += fmt::format(", {} {}", label, own == "true" ? "on" : "off");
        else
            title += fmt::format(", {} {}{}{}", label, own, field.unit.empty() ? "" : " ", field.unit);
    }
    return title;
}

} // namespace satbox::app
