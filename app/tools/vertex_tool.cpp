#include "app/tools/vertex_tool.h"

#include "app/document/body_outline.h"
#include "app/text/format.h"
#include "app/tools/drawing_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr ToolText kText{
    .key = "vertices",
    .label = "Corners",
    .group = ToolGroup::Draw,
    .icon = Icon::Vertices,
    .chord = {Key::Num5, {.shift = true}},
    .help = "Moves, inserts and removes corners of the selected body's outline, which may be concave.",
};

Position positionOf(const World& world, BodyId body, const EditedOutline& outline, size_t corner)
{
    const std::vector<Vec2>& points = outline.points;
    return transformPoint(world.motion(body).transform(), points[corner % points.size()]);
}

Vec2 inBody(const World& world, BodyId body, Position point)
{
    return invTransformPoint(world.motion(body).transform(), point);
}

// "1.20 m, 90.0°, 0.800 m": the angle at the corner between the lengths of its two edges.
std::string describeCorner(const EditedOutline& outline)
{
    const std::vector<Vec2>& points = outline.points;
    const size_t count = points.size(), i = outline.corner;
    const Vec2 before = points[(i + count - 1) % count] - points[i],
               after = points[(i + 1) % count] - points[i];
    const auto metres = [](Vec2 edge) { return formatQuantity(static_cast<double>(length(edge)), "m"); };
    float angle = std::atan2(cross(after, before), dot(after, before)); // inside the outline
    if (angle < 0.0f) angle += 2.0f * kPi;
    return fmt::format("{}, {}°, {}", metres(before), formatFixed(inDegrees(angle), 1), metres(after));
}

std::string fillAll(std::span<EditedOutline> outlines)
{
    for (EditedOutline& outline : outlines)
        if (std::string fault = fill(outline); !fault.empty()) return fault;
    return {};
}

Command reshape(const World& world, std::string_view verb, BodyId body,
                std::span<const EditedOutline> outlines)
{
    std::vector<ShapePieces> changes;
    for (const EditedOutline& outline : outlines) changes.push_back(outline.filling);
    return reshapeCommand(world, verb, body, changes);
}

} // namespace

const ToolText& VertexTool::text() const { return kText; }

std::string VertexTool::hint() const
{
    if (drag_ && !fault_.empty()) return "Not applied: " + fault_;
    if (drag_) return "Release to keep the corner here, Ctrl snaps, Esc moves it back.";
    if (hovered_) return "Drag the corner to move it. Delete or Alt + click removes it.";
    if (overEdge_) return "Press on the edge and drag to insert a corner.";
    return "Corners: click a body to select it, then drag its corners, or an edge to insert one. Esc ends.";
}

void VertexTool::press(ToolContext& context, const ToolPointer& pointer)
{
    const BodyId body = context.selection.body;
    const bool hasBody = context.world().isValid(body);
    if (hasBody && pointer.modifiers.alt) return removeAt(context, pointer);
    std::vector<EditedOutline> outlines;
    const float scale = pointer.metersPerPoint;
    if (hasBody) {
        findOutlines(context);
        const Vec2 point = inBody(context.world(), body, pointer.world);
        outlines = cornerAt(outlines_, point, kPointReach * scale);
        if (outlines.empty()) outlines = newCornerAt(outlines_, point, kPickReach * scale);
    }
    if (!outlines.empty()) {
        cancelReplay(context.playback);
        context.history.closeGesture();
        fault_.clear();
        drag_ = Drag{.body = body, .outlines = std::move(outlines)};
        return;
    }
    const ShapeId shape = pickShape(context.world(), pointer.world, kPickReach * scale);
    if (shape.isNull())
        context.selection.clear();
    else
        context.selection.select(context.world(), shape);
}

void VertexTool::move(ToolContext& context, const ToolPointer& pointer)
{
    pointer_ = pointer;
    if (!drag_) return;
    const auto exists = [&](ShapeId shape) { return context.world().isValid(shape); };
    for (const EditedOutline& outline : drag_->outlines)
        if (!std::ranges::all_of(outline.filling.shapes, exists)) return interrupt(context);
    moveCorner(drag_->outlines, inBody(context.world(), drag_->body, pointer.world));
    applyDrag(context);
}

void VertexTool::applyDrag(ToolContext& context)
{
    const World& world = context.world();
    const BodyId body = drag_->body;
    fault_ = fillAll(drag_->outlines);
    if (!fault_.empty()) return;
    const std::vector<ShapeId> before = world.shapesOf(body);
    fault_ = context.history.execute(reshape(world, "Move corner of", body, drag_->outlines));
    if (!fault_.empty()) return;
    drag_->applied = true;
    followNewShapes(world, body, before, drag_->outlines);
    if (!world.isValid(context.selection.shape)) context.selection.select(world, body);
}

void VertexTool::removeAt(ToolContext& context, const ToolPointer& pointer)
{
    const BodyId body = context.selection.body;
    findOutlines(context);
    std::vector<EditedOutline> outlines = cornerAt(outlines_, inBody(context.world(), body, pointer.world),
                                                   kPointReach * pointer.metersPerPoint);
    if (outlines.empty()) return;
    removeCorner(outlines);
    if (const std::string fault = fillAll(outlines); !fault.empty())
        return context.status.show(Severity::Warning, fault);
    runDraft(context, {.command = reshape(context.world(), "Remove corner of", body, outlines)});
    context.selection.select(context.world(), body);
}

void VertexTool::release(ToolContext& context, const ToolPointer&)
{
    if (drag_ && !fault_.empty()) context.status.show(Severity::Warning, "Not applied: " + fault_);
    interrupt(context);
}

bool VertexTool::key(ToolContext& context, const KeyChord& chord)
{
    if (!hovered_ || drag_ || chord != KeyChord{Key::Delete}) return false;
    removeAt(context, pointer_);
    return true;
}

bool VertexTool::cancel(ToolContext& context)
{
    if (!drag_) return false;
    const bool applied = drag_->applied;
    interrupt(context);
    if (applied) context.history.undo();
    return true;
}

void VertexTool::interrupt(ToolContext& context)
{
    if (drag_) context.history.closeGesture();
    drag_.reset();
    fault_.clear();
}

void VertexTool::findOutlines(const ToolContext& context)
{
    const BodyId body = context.selection.body;
    const uint64_t revision = context.history.revision();
    if (body == outlinesOf_ && revision == outlinesRevision_) return;
    outlinesOf_ = body;
    outlinesRevision_ = revision;
    outlines_.clear();
    if (context.world().isValid(body)) outlines_ = outlinesOf(context.world(), body);
}

void VertexTool::update(ToolContext& context, const ToolPointer& pointer, double)
{
    pointer_ = pointer;
    hovered_.reset();
    overEdge_ = false;
    findOutlines(context);
    const BodyId body = context.selection.body;
    if (drag_ || !context.world().isValid(body)) return;
    const float scale = pointer.metersPerPoint;
    const Vec2 point = inBody(context.world(), body, pointer.world);
    const auto corners = cornerAt(outlines_, point, kPointReach * scale);
    if (corners.empty())
        overEdge_ = !newCornerAt(outlines_, point, kPickReach * scale).empty();
    else
        hovered_ = positionOf(context.world(), body, corners.front(), corners.front().corner);
}

void VertexTool::reset(ToolContext& context)
{
    interrupt(context);
    hovered_.reset();
    overEdge_ = false;
}

void VertexTool::draw(const ViewContext& context, DrawList& out) const
{
    const BodyId body = context.selection.body;
    if (!context.isFirstView || !context.world.isValid(body)) return;
    const WorldTransform pose = context.world.motion(body).transform();
    const Color color = context.palette.accent;
    if (body != outlinesOf_) return;
    for (const BodyOutline& outline : outlines_)
        for (const Vec2 corner : outline.points) out.addSquare(transformPoint(pose, corner), 4.0f, color);
    if (hovered_) out.addRing(*hovered_, 8.0f, context.palette.selected, 2.0f);
    if (overEdge_) out.addRing(pointer_.world, 5.0f, color, 1.5f);
    if (drag_) drawDrag(context, out);
}

void VertexTool::drawDrag(const ViewContext& context, DrawList& out) const
{
    if (!context.world.isValid(drag_->body)) return;
    const Color color = fault_.empty() ? context.palette.selected : context.palette.error;
    for (const EditedOutline& outline : drag_->outlines) {
        std::vector<Position> corners;
        for (size_t i = 0; i < outline.points.size(); ++i)
            corners.push_back(positionOf(context.world, drag_->body, outline, i));
        out.addPolyline(corners, context.line(color), true);
        if (!fault_.empty()) drawCrossing(context, corners, checkOutline(relativeToFirst(corners)), out);
    }
    const EditedOutline& first = drag_->outlines.front();
    const Position corner = positionOf(context.world, drag_->body, first, first.corner);
    out.addDisc(corner, 5.0f, color);
    out.addRequiredLabel(corner, describeCorner(first), context.palette.text, 950.0f, 14.0f);
}

} // namespace satbox::app
