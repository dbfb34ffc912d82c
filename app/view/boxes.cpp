// Bounding boxes: tight boxes of the shapes, fat boxes of the broad phase, and its trees.

#include "app/text/format.h"
#include "app/view/overlay_colors.h"
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

bool showsTree(const ViewContext& context, BroadPhase::Layer layer)
{
    return layer == BroadPhase::Layer::Fixed ? context.hints.fixedTree : context.hints.movableTree;
}

// 0 at the root, 1 at the deepest leaf.
float depthShare(const DynamicTree& tree, int depth)
{
    return static_cast<float>(depth) / static_cast<float>(std::max(tree.height(), 1));
}

} // namespace

void drawTree(const ViewContext& context, DrawList& out)
{
    if (context.hints.treeLevel) return; // see drawTreeLevel()
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
    if (!context.view.tree || !context.hints.treeLevel) return;
    const int level = *context.hints.treeLevel;
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
    if (!context.hints.treeLevel) {
        const BroadPhase& broadPhase = stateOf(context.world).broadPhase;
        int height = 0;
        for (const auto layer : kLayers) height = std::max(height, broadPhase.tree(layer).height());
        rows.push_back({LegendMark::Ramp, treeColor(context.palette, 0.0f), treeColor(context.palette, 1.0f),
                        fmt::format("tree, root to depth {}", height)});
        return;
    }
    const int level = *context.hints.treeLevel;
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
