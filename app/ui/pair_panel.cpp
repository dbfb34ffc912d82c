// The Pair panel: why two shapes touch, or why they do not. Which pair, the answer, and one of four looks at
// how the engine came to it.

#include "app/editor/pair_export.h"
#include "app/ui/format.h"
#include "app/ui/pair_parts.h"
#include "app/ui/panels.h"
#include "app/ui/part_rows.h"
#include "app/ui/widgets.h"
#include "engine/scene/builders.h"

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <vector>

namespace satbox::app {

namespace {

constexpr std::array kStages{
    PartTab{"Axes", "Every candidate axis with both projections, in the order tried."},
    PartTab{"Contact", "Reference and incident face, clipping, the points that are left."},
    PartTab{"Difference", "The Minkowski difference and the least translation."},
    PartTab{"Tests", "Five published tests of the same pair, side by side, and the axes of each."}};

void chooser(const UiContext& ui, PairState& pair, Requests& requests)
{
    if (button(ui, pair.picking ? "Stop picking" : "Pick two shapes",
               "Click one shape, then the other; they need not touch."))
        pair.picking ? pair.stopPicking() : pair.beginPicking();
    ImGui::SameLine();
    if (button(ui, "Deepest contact", "The pair that overlaps most, anywhere in the world. Key N."))
        requests.actions.push_back(Action::DeepestPair);
    if (pair.isOpen()) {
        ImGui::SameLine();
        if (button(ui, "Close", "Back to the world as a whole. Key Esc.")) pair.close();
    }
}

// Which two shapes: one of the lab's scenes.
void labChooser(const UiContext& ui, const std::string& name, Requests& requests)
{
    std::vector<std::string> titles;
    std::vector<const char*> names;
    for (const BuiltinScene& scene : labScenes()) titles.emplace_back(scene.title);
    for (const std::string& title : titles) names.push_back(title.c_str());
    int index = -1; // saved under another name it is none of them
    for (size_t i = 0; i < labScenes().size(); ++i)
        if (labScenes()[i].name == name) index = static_cast<int>(i);
    if (comboRow(ui, "Lab", &index, names, -1, "Pairs that a collision test has to get right."))
        requests.openScene = labScenes()[static_cast<size_t>(index)].name;
    if (index >= 0) hintText(ui, labScenes()[static_cast<size_t>(index)].description);
}

void answer(const UiContext& ui, const PairAnalysis& analysis)
{
    const CollisionTrace& trace = analysis.trace;
    const float depth = analysis.least.depth + analysis.radii();
    if (!analysis.notTested.empty()) hintText(ui, analysis.notTested);
    const Vec2 n = analysis.turned(trace.manifold.count > 0 ? trace.manifold.normal : analysis.least.normal);
    const double angle = static_cast<double>(std::atan2(n.y, n.x)) * 180.0 / 3.14159265358979;
    const bool segments =
        kindOf(analysis.shapeA) == ShapeKind::Segment && kindOf(analysis.shapeB) == ShapeKind::Segment;
    if (segments) return; // nothing to overlap
    valueRow(ui, depth >= 0.0f ? "Overlap" : "Apart by",
             formatQuantity(std::fabs(static_cast<double>(depth)), "m"),
             "The least translation that parts the shapes, or their distance.");
    valueRow(ui, "Normal, A to B",
             fmt::format("({}, {})  {}°", formatFixed(static_cast<double>(n.x), 3),
                         formatFixed(static_cast<double>(n.y), 3), formatFixed(angle, 1)),
             "Unit vector along which B would move, and its angle.");
    if (analysis.vertices)
        valueRow(ui, "Contact points",
                 fmt::format("{} {}", *analysis.vertices, *analysis.vertices == 1 ? "vertex" : "vertices"),
                 "What the solver gets: the vertices of one polygon inside the other. See Tests, Vertex "
                 "contacts.");
    else
        valueRow(ui, "Contact points", std::to_string(trace.manifold.count),
                 "What the solver gets: overlapping ones, and those that may touch within a step.");
}

} // namespace

void drawPairPanel(const UiContext& ui, const World& world, const std::optional<PairAnalysis>& analysis,
                   const Document& document, PairState& pair, CommandStack& commands, Requests& requests)
{
    pair.hover = {}; // told anew in every frame
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    const bool lab = document.isLab;
    if (lab)
        labChooser(ui, document.scene.name, requests);
    else
        chooser(ui, pair, requests);
    if (pair.picking)
        hintText(ui, pair.picked.isNull() ? "Click the first shape." : "Now click the other shape.");
    if (!analysis || !pair.isOpen()) { // closed by the button above: the analysis is of the last frame
        if (lab)
            hintText(ui, "The lab needs two bodies: undo brings the other one back.");
        else if (!pair.picking)
            hintText(ui,
                     "Two shapes under the microscope: every axis that the separating-axis test tries, how "
                     "the contact points come about, and what other tests say. Choose any two, or press M "
                     "over a contact.");
        return;
    }
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    letteredName(ui, "A", analysis->nameA, ui.palette.pairA);
    letteredName(ui, "B", analysis->nameB, ui.palette.pairB);
    answer(ui, *analysis);
    // Above what changes its length with every edit, so that nothing moves under the pointer.
    drawPairShapes(ui, world, pair, commands, requests);
    auto stage = static_cast<size_t>(pair.stage);
    if (partTabs(ui, kStages, &stage)) pair.stage = static_cast<PairStage>(stage);
    switch (pair.stage) {
    case PairStage::Axes:
        drawPairAxes(ui, *analysis, pair);
        break;
    case PairStage::Contact:
        drawPairSteps(ui, *analysis, pair);
        break;
    case PairStage::Difference:
        drawPairDifference(ui, *analysis);
        break;
    case PairStage::Tests:
        drawPairTests(ui, *analysis, pair);
        break;
    }
    ImGui::Dummy({0.0f, ui.px(8.0f)});
    if (button(ui, "Copy as test",
               "A C++ test case of this very pair, and the pair as a scene, on the clipboard: all digits.",
               true)) {
        ImGui::SetClipboardText(pairAsText(world, *analysis, pair).c_str());
        requests.status = "The pair is on the clipboard: a test case and a scene.";
    }
}

} // namespace satbox::app
