// Bodies: fill and outline by state, a radius line that shows the rotation of circles, name of the hovered
// body.

#include "app/text/names.h"
#include "app/view/body_colors.h"
#include "app/view/overlay_colors.h"
#include "app/view/overlays.h"
#include "app/view/shape_drawing.h"
#include "engine/world/world_access.h"

#include <algorithm>

namespace satbox::app {

namespace {

constexpr float kHeatOutlinePx = 1.0f;

ShapeStyle styleOf(const ViewContext& context, const Body& body, const BodyShape& shape)
{
    const Palette& palette = context.palette;
    const uint32_t slot = shape.body;
    const bool sensor = shape.def.sensor;
    // Bodies without a value keep their colours, as those of the focus do, so that marks and drawings of
    // lenses stand out on these.
    const bool showsHeat =
        context.fillScales.showsHeat && context.heat[slot] > 0.0f && !context.isInFocus(slot);
    BodyColors colors = colorsOf(context, slot, shape.def.material);
    const Color hovered = hoverColor(palette, colors.outline);
    if (showsHeat) {
        // A faint outline: any other would hide the fill of small bodies.
        colors.fill = heatColor(palette, context.heat[slot] / context.fillScales.topHeat);
        colors.outline = colors.fill.mixed(palette.background, 0.5f);
    }
    const float emphasis = context.emphasisOfBody(slot) * (body.enabled ? 1.0f : kDimmedAlpha);

    ShapeStyle style;
    style.fill = colors.fill.dimmed((sensor ? 0.3f : 1.0f) * emphasis);
    style.outline = colors.outline.dimmed(emphasis);
    style.outlineWidthPx =
        (showsHeat ? kHeatOutlinePx * context.markScaleOfBody(slot) : kOutlinePx) * context.view.lineScale;
    style.dashed = sensor || !body.enabled;
    if (context.view.shading && !sensor && body.enabled) {
        // Colours that stand for numbers are compared with the colour bar: their fills have no gradient.
        const bool showsNumber = showsHeat || context.view.bodyColoring == BodyColoring::Speed;
        style.edgeAlpha = showsNumber ? 0.0f : palette.edgeAlpha * emphasis;
        style.shadowAlpha = palette.shadowAlpha * emphasis;
    }
    if (body.quarantined) {
        style.hatched = true;
        style.hatch = palette.quarantined.withAlpha(0.85f);
        style.outline = palette.quarantined;
    }
    if (slot == context.selection.hoveredBody.index) style.outline = hovered;
    if (context.selection.contains(context.world.bodyAt(slot)) && !context.isDrawnByLayer(slot)) {
        style.outline = palette.selected;
        style.outlineWidthPx = kSelectedOutlinePx * context.view.lineScale;
    }
    return style;
}

// The name of the hovered body beside it.
void addName(const ViewContext& context, BodyId id, const Body& body, DrawList& out)
{
    if (body.shapes.empty()) return;
    const std::vector<ShapeBoxes>& boxes = stateOf(context.world).shapes.boxes;
    WorldBox box = boxes[body.shapes.front()].tight;
    for (const uint32_t shape : body.shapes) box = unite(box, boxes[shape].tight);
    if (!isFinite(box)) return;
    // At the top of the visible part of the body.
    const WorldBox seen{maximum(box.lower, context.visible.lower), minimum(box.upper, context.visible.upper)};
    if (seen.lower.x > seen.upper.x || seen.lower.y > seen.upper.y) return;
    out.addRequiredLabel({center(seen).x, seen.upper.y}, describeBody(context.world, id),
                         context.palette.text, 1000.0f, 10.0f);
}

void addHeatRow(const ViewContext& context, LegendRows& rows)
{
    const bool showsDepth = context.view.heatQuantity == HeatQuantity::Depth;
    rows.push_back(colorBarRow(
        showsDepth ? "deepest overlap of each dynamic body" : "largest normal impulse on each dynamic body",
        heatStops(context.palette), context.fillScales.topHeat, showsDepth ? "m" : "N s"));
}

} // namespace

void drawBodies(const ViewContext& context, DrawList& out)
{
    const WorldState& state = stateOf(context.world);
    context.world.forEachShape([&](ShapeId id, const BodyShape& shape) {
        const WorldBox& box = context.world.boxes(id).tight;
        if (!isFinite(box) || !overlaps(box, context.visible)) return;
        const Body& body = state.bodies.slots.at(shape.body);
        const BodyMotion& motion = state.bodies.motions[shape.body];
        const ShapeStyle style = styleOf(context, body, shape);
        const WorldTransform pose = motion.transform();
        addShape(out, shape.shape, pose, style);
        if (const Circle* circle = std::get_if<Circle>(&shape.shape)) {
            const Position center = transformPoint(pose, circle->center);
            const Position rim = center + circle->radius * Vec2{motion.q.c, motion.q.s};
            out.addLine(center, rim, {style.outline, style.outlineWidthPx});
        }
    });
    context.world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (body.quarantined && isFinite(motion.center) && contains(context.visible, motion.center)) {
            WorldLabel label;
            label.point = motion.center;
            label.text = "frozen: not finite or out of range";
            label.color = context.palette.quarantined;
            label.priority = 900.0f;
            out.labels.push_back(std::move(label));
        }
        if (id == context.selection.hoveredBody && context.view.labels && !context.selection.hoveredContact)
            addName(context, id, body, out);
    });
}

void legendOfBodies(const ViewContext& context, LegendRows& rows)
{
    const Palette& palette = context.palette;
    bool statics = false, kinematics = false, dynamics = false, sensors = false;
    bool canSleep = false;
    bool cold = false; // a dynamic body of this world has no value in the heat map
    const auto scan = [&](const World& world) {
        world.forEachBody([&](BodyId, const Body& body, const BodyMotion&) {
            statics |= body.type == BodyType::Static;
            kinematics |= body.type == BodyType::Kinematic;
            dynamics |= body.type == BodyType::Dynamic;
        });
        world.forEachShape([&](ShapeId, const BodyShape& shape) { sensors |= shape.def.sensor; });
        canSleep |= world.settings().sleeping;
    };
    scan(context.world);
    if (context.fillScales.showsHeat)
        context.world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
            cold |= body.type == BodyType::Dynamic && !(context.heat[id.index] > 0.0f);
        });
    for (const World& world : context.otherWorlds) scan(world);
    // Also before the first body falls asleep, so that the rows below keep their places.
    const bool asleep = dynamics && canSleep;
    const auto row = [&](bool present, LegendMark mark, const BodyColors& colors, const char* text) {
        if (present) rows.push_back({mark, colors.outline, colors.fill, text});
    };
    if (context.fillScales.showsHeat) {
        addHeatRow(context, rows);
        const bool showsDepth = context.view.heatQuantity == HeatQuantity::Depth;
        row(cold, LegendMark::Outline, colorsOfState(palette, BodyType::Dynamic, true),
            showsDepth ? "dynamic body without overlap" : "dynamic body without impulse");
    } else if (context.view.bodyColoring != BodyColoring::State)
        addColoringRows(context, dynamics, asleep, rows);
    else {
        row(dynamics, LegendMark::Outline, colorsOfState(palette, BodyType::Dynamic, true), "dynamic body");
        row(asleep, LegendMark::Outline, colorsOfState(palette, BodyType::Dynamic, false), "asleep");
    }
    addOwnColorRow(context, rows);
    row(kinematics, LegendMark::Outline, colorsOfState(palette, BodyType::Kinematic, true), "kinematic body");
    row(statics, LegendMark::Outline, colorsOfState(palette, BodyType::Static, true), "static body");
    if (sensors) rows.push_back({LegendMark::Dashed, palette.dynamicOutline, {}, "sensor"});
}

} // namespace satbox::app
