// The boxes of the broad phase: tight around each shape, fat as the tree holds them, and the tree itself.

#include "app/ui/format.h"
#include "app/view/overlays.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

constexpr float kBoxPx = 1.0f;

} // namespace

void drawTightBoxes(const ViewContext& context, DrawList& out)
{
    context.world.forEachShape([&](ShapeId id, const BodyShape& shape) {
        const Aabb& box = context.world.boxes(id).tight;
        if (!isFinite(box) || !overlaps(box, context.visible)) return;
        const float emphasis = context.emphasisOfBody(shape.body);
        out.addAabb(box, context.line(tightBoxColor(context.palette).dimmed(emphasis), kBoxPx));
    });
}

void legendOfTightBoxes(const ViewContext& context, LegendRows& rows)
{
    rows.push_back({LegendMark::Line, tightBoxColor(context.palette), {}, "tight box"});
}

void drawFatBoxes(const ViewContext& context, DrawList& out)
{
    context.world.forEachShape([&](ShapeId id, const BodyShape& shape) {
        const Aabb& box = context.world.boxes(id).fat;
        if (shape.proxy < 0 || !isFinite(box) || !overlaps(box, context.visible)) return;
        const float emphasis = context.emphasisOfBody(shape.body);
        out.addAabb(box, context.line(fatBoxColor(context.palette).dimmed(emphasis), kBoxPx), true);
    });
}

void legendOfFatBoxes(const ViewContext& context, LegendRows& rows)
{
    rows.push_back(
        {LegendMark::Dashed,
         fatBoxColor(context.palette),
         {},
         "fat box, margin " + formatQuantity(static_cast<double>(context.world.settings().fatMargin), "m")});
}

void drawTree(const ViewContext& context, DrawList& out)
{
    for (const auto layer : {BroadPhase::Layer::Fixed, BroadPhase::Layer::Movable}) {
        const DynamicTree& tree = context.world.state().broadPhase.tree(layer);
        const float deepest = static_cast<float>(std::max(tree.height(), 1));
        if (tree.leafCount() < 2) continue; // the leaves' own are the fat boxes
        tree.forEachInner([&](const Aabb& box, int depth) {
            if (!overlaps(box, context.visible)) return false;
            const float t = static_cast<float>(depth) / deepest;
            const Color color = treeColor(context.palette, t);
            // Boxes deep in the tree are many and small: they step back a little.
            out.addAabb(box, context.line(color.dimmed(0.75f - 0.45f * t), depth == 0 ? 1.5f : 1.0f));
            return true;
        });
    }
}

void legendOfTree(const ViewContext& context, LegendRows& rows)
{
    rows.push_back({LegendMark::Ramp, treeColor(context.palette, 0.0f), treeColor(context.palette, 1.0f),
                    fmt::format("tree, root to depth {}", context.world.state().broadPhase.height())});
}

} // namespace satbox::app
