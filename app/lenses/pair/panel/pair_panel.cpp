// The Pair panel: why two shapes touch or do not touch. It has a picker for the pair, the result, and four
// tabs that show how the engine finds it.

#include "app/lenses/pair/panel/pair_panel.h"

#include "app/lenses/pair/pair_export.h"
#include "app/lenses/pair/panel/pair_sections.h"
#include "app/text/format.h"
#include "app/widgets/empty_state.h"
#include "app/widgets/navigation_rows.h"
#include "app/widgets/widgets.h"
#include <satbox/scene/builders.h>

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cmath>
#include <vector>

namespace satbox::app {

namespace {

constexpr std::array kTabs{
    SectionTab{"Axes", "Every candidate axis with the projections of both shapes, in the order tried."},
    SectionTab{"Contact", "Reference and incident face, clipping, and the resulting contact points."},
    SectionTab{"Difference", "The Minkowski difference A − B and the minimum translation."},
    SectionTab{"Tests", "Results of five published overlap tests on this pair, and the axes of each."}};

PairPanelEvents drawPairPicker(const UiContext& ui, PairState& pair)
{
    if (button(ui, pair.picking ? "Stop picking" : "Pick two shapes",
               "Select any pair: click one shape, then the other. They need not touch."))
        pair.picking ? pair.stopPicking() : pair.beginPicking();
    ImGui::SameLine();
    const bool deepest =
        button(ui, "Deepest contact", "Selects the pair with the deepest overlap in the world. Key N.");
    if (pair.isOpen()) {
        ImGui::SameLine();
        if (button(ui, "Close", "Closes the pair; other bodies are no longer dimmed. Key Esc.")) pair.close();
    }
    return {deepest};
}

// Selects one of the lab's scenes.
void drawLabChooser(const UiContext& ui, const std::string& name, Requests& requests)
{
    std::vector<std::string> titles;
    std::vector<const char*> names;
    for (const BuiltinScene& scene : labScenes()) titles.emplace_back(scene.title);
    for (const std::string& title : titles) names.push_back(title.c_str());
    int index = -1; // a scene saved under another name
    for (size_t i = 0; i < labScenes().size(); ++i)
        if (labScenes()[i].name == name) index = static_cast<int>(i);
    if (comboRow(ui, "Lab", &index, names, -1,
                 "Opens a prepared pair: test cases that collision detection must handle correctly."))
        requests.openScene = labScenes()[static_cast<size_t>(index)].name;
    if (index >= 0) hintText(ui, labScenes()[static_cast<size_t>(index)].description);
}

// `hasSteps`: the world is simulated.
void drawResult(const UiContext& ui, const PairAnalysis& analysis, bool hasSteps)
{
    const CollisionTrace& trace = analysis.trace;
    const float depth = analysis.minimumTranslation.depth + analysis.radiusSum();
    if (!analysis.reasonNotSolved.empty()) hintText(ui, analysis.reasonNotSolved);
    const Vec2 n = analysis.directionToWorld(trace.manifold.count > 0 ? trace.manifold.normal
                                                                      : analysis.minimumTranslation.normal);
    const double angle = inDegrees(std::atan2(n.y, n.x));
    const bool segments =
        kindOf(analysis.shapeA) == ShapeKind::Segment && kindOf(analysis.shapeB) == ShapeKind::Segment;
    if (segments) return; // segments have no interior
    valueRow(ui, depth >= 0.0f ? "Overlap now" : "Distance now",
             formatQuantity(std::fabs(static_cast<double>(depth)), "m"),
             "Length of the shortest translation that separates the shapes where they are now, or their "
             "distance. In m or mm.");
    const float stepDepth = analysis.stepDepth.value_or(0.0f);
    if (hasSteps) // also without a contact, so that what is below stays in place
        valueRow(ui, stepDepth >= 0.0f ? "In the last step" : "Gap in the last step",
                 analysis.stepDepth ? formatQuantity(std::fabs(static_cast<double>(stepDepth)), "m")
                                    : std::string("no contact"),
                 "Depth of the deepest contact point at the start of the last step, which the solver then "
                 "corrected. Labels in the world and contact cards show this one.");
    valueRow(ui, "Normal, A to B", fmt::format("{}  {}°", formatVector(n, 3), formatFixed(angle, 1)),
             "Unit vector from A to B, the direction in which B would move to separate, and its angle to the "
             "x axis.");
    if (analysis.vertexContactCount)
        valueRow(ui, "Contact points",
                 countText(static_cast<uint64_t>(*analysis.vertexContactCount), "vertex", "vertices"),
                 "Contact points for the solver: vertices of one polygon inside the other. See Vertex "
                 "contacts in the Tests tab.");
    else
        valueRow(ui, "Contact points", std::to_string(trace.manifold.count),
                 "Contact points of the manifold: overlapping points, and speculative ones that may touch "
                 "within a "
                 "step. They are solved unless the pair is filtered, has a sensor or cannot move.");
}

// True if the button for the deepest contact was pressed.
bool drawEmptyPair(const UiContext& ui)
{
    return emptyState(
        ui,
        {.picture = EmptyPicture::Pair,
         .text = "Select two shapes to see every axis of the separating-axis test, how the contact points "
                 "are found, and the results of other tests. Click Pick two shapes, or press M over a "
                 "contact.",
         .button = "Look into the deepest contact",
         .tooltip = "Selects the pair with the deepest overlap in the world. Key N."});
}

} // namespace

PairPanelEvents drawPairPanel(const UiContext& ui, const World& world,
                              const std::optional<PairAnalysis>& analysis, const Document& document,
                              PairState& pair, History& history, Requests& requests)
{
    pair.hover = {}; // set again in every frame
    const bool lab = document.isLab;
    PairPanelEvents events;
    if (lab)
        drawLabChooser(ui, document.scene.name, requests);
    else
        events = drawPairPicker(ui, pair);
    if (pair.picking)
        hintText(ui, pair.firstPicked.isNull() ? "Click the first shape." : "Now click the other shape.");
    if (!analysis || !pair.isOpen()) { // if Close was pressed above, the analysis is out of date
        if (lab)
            hintText(ui, "The lab needs two bodies. Undo (Ctrl+Z) to restore the missing one.");
        else if (!pair.picking)
            events.deepestRequested |= drawEmptyPair(ui);
        return events;
    }
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    shapeNameRow(ui, "A", analysis->nameA, ui.palette.pairA);
    shapeNameRow(ui, "B", analysis->nameB, ui.palette.pairB);
    drawResult(ui, *analysis, !lab);
    // Above the tabs, whose length changes with every edit, so that the controls stay under the pointer.
    drawPairShapes(ui, world, pair, history, requests);
    auto tab = static_cast<size_t>(pair.tab);
    if (sectionTabs(ui, kTabs, &tab)) pair.tab = static_cast<PairTab>(tab);
    switch (pair.tab) {
    case PairTab::Axes:
        drawPairAxes(ui, *analysis, pair);
        break;
    case PairTab::Contact:
        drawPairContact(ui, *analysis, pair);
        break;
    case PairTab::Difference:
        drawPairDifference(ui, *analysis);
        break;
    case PairTab::Tests:
        drawPairTests(ui, *analysis, pair);
        break;
    }
    ImGui::Dummy({0.0f, ui.px(8.0f)});
    events.copyRequested = button(ui, "Copy as test", kCopyPairHelp, true);
    return events;
}

} // namespace satbox::app
