#include "app/ui/format.h"
#include "app/ui/pair_parts.h"
#include "app/ui/widgets.h"
#include "app/view/pair_steps.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

namespace satbox::app {

namespace {

Color outcomeColor(const Palette& colors, StepOutcome outcome)
{
    switch (outcome) {
    case StepOutcome::Kept:
        return colors.normalImpulse;
    case StepOutcome::Cut:
        return colors.pairWinner;
    case StepOutcome::Dropped:
        return colors.error;
    case StepOutcome::Done:
        break;
    }
    return colors.muted;
}

// A number in its place, the title, and the sentence below it.
void stepRow(const UiContext& ui, size_t number, const PairStep& step)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float left = ui.px(26.0f);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const Color color = outcomeColor(ui.palette, step.outcome);
    const std::string text = std::to_string(number);
    const float radius = ui.px(9.0f);
    const ImVec2 center{at.x + radius, at.y + 0.5f * ImGui::GetFontSize() + ui.px(1.0f)};
    out.AddCircle(center, radius, color.packed(), 24, std::max(ui.px(1.5f), 1.0f));
    ImGui::PushFont(ui.fonts.small);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    out.AddText({std::round(center.x - 0.5f * size.x), std::round(center.y - 0.5f * size.y)}, color.packed(),
                text.c_str());
    ImGui::PopFont();
    ImGui::SetCursorScreenPos({at.x + left, at.y});
    ImGui::TextUnformatted(step.title.c_str());
    recordLastItem(ui, fmt::format("Step {}: {}", number, step.title), step.detail);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + left);
    hintText(ui, step.detail);
    ImGui::Dummy({0.0f, ui.px(2.0f)});
}

} // namespace

void drawPairSteps(const UiContext& ui, const PairAnalysis& analysis, PairState& pair)
{
    const Manifold& m = analysis.trace.manifold;
    if (analysis.vertices)
        hintText(
            ui,
            "The solver of this world, Vertex contacts, clips nothing: its points are in the Tests tab. This "
            "is how the other solvers' points come about.");
    heading(ui, "How it comes about");
    size_t number = 0;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), ui.px(1.0f)});
    for (const PairStep& step : contactSteps(analysis)) stepRow(ui, ++number, step);
    ImGui::PopStyleVar();

    heading(ui, "Contact points");
    if (m.count == 0) hintText(ui, "None: the last step above says why.");
    for (int i = 0; i < m.count; ++i) {
        const ManifoldPoint& point = m.points[static_cast<size_t>(i)];
        const auto feature = [](char letter, const Shape& shape, int index) {
            if (kindOf(shape) == ShapeKind::Circle) return fmt::format("{}'s circle", letter);
            const bool corner = (index & kVertexFeature) != 0;
            return fmt::format("{}{}{}", letter, corner ? " corner " : "", index & ~kVertexFeature);
        };
        const std::string label =
            fmt::format("{} and {}##{}", feature('A', analysis.shapeA, point.id.indexA()),
                        feature('B', analysis.shapeB, point.id.indexB()), i);
        valueRow(
            ui, label.c_str(),
            fmt::format("{}{}", formatQuantity(static_cast<double>(point.separation), "m"),
                        point.separation > 0.0f ? ", speculative" : ""),
            "Feature id: the corners at this end of both touching edges. Separation: negative overlaps.");
        if (ImGui::IsItemHovered()) pair.hover.point = static_cast<size_t>(i);
    }
    valueRow(ui, "Speculative distance",
             formatQuantity(static_cast<double>(analysis.trace.speculativeDistance), "m"),
             "Points that are apart by no more than this are kept: they may touch within a step.");
}

} // namespace satbox::app
