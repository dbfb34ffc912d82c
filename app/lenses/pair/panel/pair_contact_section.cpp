#include "app/lenses/pair/manifold_steps.h"
#include "app/lenses/pair/panel/pair_sections.h"
#include "app/text/format.h"
#include "app/widgets/widgets.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

Color outcomeColor(const Palette& colors, ManifoldStepOutcome outcome)
{
    switch (outcome) {
    case ManifoldStepOutcome::Kept:
        return colors.normalImpulse;
    case ManifoldStepOutcome::Clipped:
        return colors.pairWinner;
    case ManifoldStepOutcome::Dropped:
        return colors.error;
    case ManifoldStepOutcome::Done:
        break;
    }
    return colors.muted;
}

// A numbered step: number, title, and the explanation below.
void drawStep(const UiContext& ui, size_t number, const ManifoldStep& step)
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

void drawPairContact(const UiContext& ui, const PairAnalysis& analysis, PairState& pair)
{
    const Manifold& m = analysis.trace.manifold;
    if (analysis.vertexContactCount)
        hintText(ui, "This world's solver, Vertex contacts, does not clip faces. Its contact points are "
                     "in the Tests tab; the steps below show how the other solvers get theirs.");
    heading(ui, "How the contact is found");
    size_t number = 0;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), ui.px(1.0f)});
    for (const ManifoldStep& step : manifoldSteps(analysis)) drawStep(ui, ++number, step);
    ImGui::PopStyleVar();

    heading(ui, "Contact points");
    if (m.count == 0) hintText(ui, "None. The last step above says why.");
    for (int i = 0; i < m.count; ++i) {
        const ManifoldPoint& point = m.points[static_cast<size_t>(i)];
        const auto feature = [](char letter, const Shape& shape, int index) {
            if (kindOf(shape) == ShapeKind::Circle) return fmt::format("{}'s circle", letter);
            const bool isVertex = (index & kVertexFeature) != 0;
            return fmt::format("{}{}{}", letter, isVertex ? " vertex " : "", index & ~kVertexFeature);
        };
        const std::string label =
            fmt::format("{} and {}##{}", feature('A', analysis.shapeA, point.id.indexA()),
                        feature('B', analysis.shapeB, point.id.indexB()), i);
        valueRow(ui, label.c_str(),
                 fmt::format("{}{}", separationText(point.separation),
                             point.separation > 0.0f ? ", speculative" : ""),
                 "Features that produced this point, and how far the surfaces overlap or are apart there. In "
                 "m or mm.");
        if (ImGui::IsItemHovered()) pair.hover.point = static_cast<size_t>(i);
    }
    valueRow(ui, "Speculative distance",
             formatQuantity(static_cast<double>(analysis.trace.speculativeDistance), "m"),
             "Contact points with a gap up to this distance are kept, because they may touch within a step. "
             "In m or mm.");
}

} // namespace satbox::app
