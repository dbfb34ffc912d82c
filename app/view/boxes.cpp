// Bounding boxes: tight boxes of the shapes, fat boxes of the broad phase, and its trees.

#include "app/ui/format.h"
#include "app/view/overlays.h"
#include "app/view/tree_facts.h"
#include "engine/world/world_access.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

constexpr float kBoxPx = 1.0f;

} // namespace

void drawTightBoxes(const ViewContext& context, DrawList& out)
{
    context.world.forEachShape([&](ShapeId id, const BodyShape& shape) {
        const WorldBox& box = context.world.boxes(id).tight;
        if (!isFinite(box) || !overlaps(box, context.visible)) return;
        const float emphasis = context.emphasisOfBody(shape.body);
        out.addBox(box, context.line(tightBoxColor(context.palette).dimmed(emphasis), kBoxPx));
    });
}

void legendOfTightBoxes(const ViewContext& context, LegendRows& rows)
{
    rows.push_back({LegendMark::Line, tightBoxColor(context.palette), {}, "tight box"});
}

void drawFatBoxes(const ViewContext& context, DrawList& out)
{
    context.world.forEachShape([&](ShapeId id, const BodyShape& shape) {
        const WorldBox& box = context.world.boxes(id).fat;
        if (shape.proxy < 0 || !isFinite(box) || !overlaps(box, context.visible)) return;
        const float emphasis = context.emphasisOfBody(shape.body);
        out.addBox(box, context.line(fatBoxColor(context.palette).dimmed(emphasis), kBoxPx), true);
    });
}

void drawMovedBoxes(const ViewContext& context, DrawList& out)
{
    const bool listed =
        context.broadPhase && context.broadPhase->isOpen && context.broadPhase->view == BroadPhaseView::Moved;
    if (!listed && !context.view.fatBoxes) return;
    const Color color = context.palette.contactNew;
    for (const MovedShape& moved : movedShapes(context.world)) {
        if (!overlaps(unite(moved.before, moved.now), context.visible)) continue;
        const bool isHovered = listed && context.broadPhase->hoveredShape == moved.shape;
        out.addBox(moved.before, context.line(color.dimmed(0.6f), kBoxPx), true);
        out.addBox(moved.now, context.line(color, isHovered ? 3.5f : 2.0f));
    }
}

void legendOfMovedBoxes(const ViewContext& context, LegendRows& rows)
{
    const bool listed =
        context.broadPhase && context.broadPhase->isOpen && context.broadPhase->view == BroadPhaseView::Moved;
    if (!listed && !context.view.fatBoxes) return;
    const size_t count = movedShapes(context.world).size();
    if (count == 0) return;
    const Color color = context.palette.contactNew;
    rows.push_back(
        {LegendMark::Line, color, {}, fmt::format("new fat box; shapes that left theirs: {}", count)});
    rows.push_back({LegendMark::Dashed, color.dimmed(0.6f), {}, "old fat box"});
}

void legendOfFatBoxes(const ViewContext& context, LegendRows& rows)
{
    rows.push_back(
        {LegendMark::Dashed,
         fatBoxColor(context.palette),
         {},
         "fat box, margin " +
             formatQuantity(static_cast<double>(tolerancesOf(context.world.settings()).fatMargin), "m")});
}

namespace {

constexpr BroadPhase::Layer kLayers[] = {BroadPhase::Layer::Fixed, BroadPhase::Layer::Movable};

bool showsOneLevel(const ViewContext& context)
{
    return context.broadPhase && context.broadPhase->level != BroadPhaseState::kAllLevels;
}

bool showsTree(const ViewContext& context, BroadPhase::Layer layer)
{
    return !context.broadPhase || context.broadPhase->shows(layer);
}

// 0 at the root, 1 at the deepest leaf.
float depthShare(const DynamicTree& tree, int depth)
{
    return static_cast<float>(depth) / static_cast<float>(std::max(tree.height(), 1));
}

} // namespace

void drawTree(const ViewContext& context, DrawList& out)
{
    if (showsOneLevel(context)) return; // see drawTreeLevel()
    for (const auto layer : kLayers) {
        const DynamicTree& tree = stateOf(context.world).broadPhase.tree(layer);
        if (!showsTree(context, layer) || tree.leafCount() < 2) continue; // leaf boxes are the fat boxes
        tree.forEachInnerNode([&](const Aabb& box, int depth) {
            if (!overlaps(box, context.visible)) return false;
            const float t = depthShare(tree, depth);
            const Color color = treeColor(context.palette, t);
            // Deep boxes are many and small: fainter.
            out.addBox(box, context.line(color.dimmed(0.75f - 0.45f * t), depth == 0 ? 1.5f : 1.0f));
            return true;
        });
    }
}

void drawTreeLevel(const ViewContext& context, DrawList& out)
{
    if (!context.view.tree || !showsOneLevel(context)) return;
    const int level = context.broadPhase->level;
    for (const auto layer : kLayers) {
        const DynamicTree& tree = stateOf(context.world).broadPhase.tree(layer);
        if (!showsTree(context, layer)) continue;
        tree.forEachNode([&](const DynamicTree::NodeView& node) {
            if (!overlaps(node.box, context.visible)) return false;
            if (node.depth < level) return true;
            const Color color = treeColor(context.palette, depthShare(tree, level));
            const Position lower = maximum(node.box.lower, context.visible.lower);
            const Position upper = minimum(node.box.upper, context.visible.upper);
            const Position corners[] = {lower, {upper.x, lower.y}, upper, {lower.x, upper.y}};
            out.addConvex(corners, color.withAlpha(0.10f)); // darker where siblings overlap
            out.addBox(node.box, context.line(color, node.isLeaf() ? 1.5f : 2.0f), node.isLeaf());
            return false;
        });
    }
}

void legendOfTree(const ViewContext& context, LegendRows& rows)
{
    if (!showsOneLevel(context)) {
        rows.push_back({LegendMark::Ramp, treeColor(context.palette, 0.0f), treeColor(context.palette, 1.0f),
                        fmt::format("tree, root to depth {}", stateOf(context.world).broadPhase.height())});
        return;
    }
    const int level = context.broadPhase->level;
    for (const auto layer : kLayers) {
        if (!showsTree(context, layer)) continue;
        const DynamicTree& tree = stateOf(context.world).broadPhase.tree(layer);
        const TreeFacts facts = treeFacts(tree);
        if (level > facts.height()) continue;
        const TreeFacts::Level& counts = facts.levels[static_cast<size_t>(level)];
        const char* name = layer == BroadPhase::Layer::Fixed ? "static" : "movable";
        const Color color = treeColor(context.palette, depthShare(tree, level));
        if (counts.inner > 0)
            rows.push_back({LegendMark::Line,
                            color,
                            {},
                            fmt::format("{} tree, level {}: inner nodes {}", name, level, counts.inner)});
        if (counts.leaves > 0)
            rows.push_back({LegendMark::Dashed,
                            color,
                            {},
                            fmt::format("{} tree, level {}: leaves {}", name, level, counts.leaves)});
    }
}

} // namespace satbox::app
