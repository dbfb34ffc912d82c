#include "app/document/shape_commands.h"

#include "app/document/body_bounds.h"
#include "app/document/commands.h"
#include "app/document/knife.h"
#include "app/text/format.h"
#include "app/text/names.h"
#include <satbox/outlines.h>
#include <satbox/validate.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace satbox::app {

namespace {

using Shapes = std::vector<ShapeDef>;
using Ops = std::vector<DocumentOp>;

DraftedCommand refused(std::string sentence) { return {.refusal = std::move(sentence)}; }

// The crossing is in the world, and the corners count from 1.
std::string crossingSentence(const OutlineCheck& check, Position origin, size_t corners)
{
    const Position at = origin + check.crossing;
    const auto edge = [&](size_t i) { return fmt::format("{} to {}", i + 1, (i + 1) % corners + 1); };
    return fmt::format("The outline crosses itself at ({}, {}): its edge from corner {} meets that from {}.",
                       formatNumber(at.x), formatNumber(at.y), edge(check.edgeA), edge(check.edgeB));
}

Vec2 centerOf(const Shapes& shapes)
{
    std::vector<MassData> masses;
    const bool onlySensors =
        std::all_of(shapes.begin(), shapes.end(), [](const ShapeDef& shape) { return shape.sensor; });
    for (const ShapeDef& shape : shapes)
        if (!shape.sensor || onlySensors)
            masses.push_back(computeMass(transformed(shape.geometry, shape.local), shape.material.density));
    return combine(masses).center;
}

// Moves shapes of a body to the frame of one that is at `origin` in its frame.
void moveOrigin(Shapes& shapes, Vec2 origin)
{
    for (ShapeDef& shape : shapes) {
        if (shape.local == Transform{})
            shape.geometry = transformed(shape.geometry, {-origin, {}});
        else
            shape.local.p -= origin;
    }
}

// Replaces a body by parts, whose shapes are in its frame. `created`: how many bodies the operations create.
void replaceByParts(Ops& ops, size_t& created, BodyId body, std::vector<Shapes> parts)
{
    MoveJoints joints{.from = body, .targets = {}};
    for (Shapes& part : parts) {
        const Vec2 origin = centerOf(part);
        moveOrigin(part, origin);
        addBody(ops, DeriveBody{{body}, origin}, std::move(part));
        joints.targets.push_back({createdBody(created++), {-origin, {}}});
    }
    ops.push_back(std::move(joints));
    ops.push_back(SceneOp{op::DestroyBody{body}});
}

BodyId heaviestOf(const World& world, std::span<const BodyId> bodies)
{
    return *std::max_element(bodies.begin(), bodies.end(), [&](BodyId a, BodyId b) {
        return world.body(a).massData.mass < world.body(b).massData.mass;
    });
}

std::string describe(const World& world, std::span<const BodyId> bodies)
{
    return describeBodies(world, bodies.front(), bodies.size());
}

} // namespace

std::vector<Vec2> relativeToFirst(std::span<const Position> points)
{
    std::vector<Vec2> local;
    local.reserve(points.size());
    for (const Position p : points) local.push_back(p - points.front());
    return local;
}

DraftedCommand drawnBodyCommand(std::span<const Position> points, BodyDef body, const ShapeDef& shape,
                                std::string_view noun)
{
    const std::vector<Vec2> outline = relativeToFirst(points);
    const OutlineCheck check = checkOutline(outline);
    if (check.fault == OutlineFault::Crossing)
        return refused(crossingSentence(check, points.front(), points.size()));
    if (!check.ok()) return refused(asSentence(check.error));
    Decomposition cut = decompose(outline);
    if (!cut.ok()) return refused(asSentence(cut.error));
    Shapes shapes;
    for (const Polygon& piece : cut.pieces) {
        shapes.push_back(shape);
        shapes.back().geometry = piece;
        shapes.back().local = {};
    }
    const Vec2 center = centerOf(shapes);
    moveOrigin(shapes, center);
    body.position = points.front() + center;
    body.rotation = {};
    return {.command = createBodyCommand(fmt::format("Draw {}", noun), std::move(body), std::move(shapes))};
}

DraftedCommand chainCommand(std::span<const Position> points, const ShapeDef& shape)
{
    if (points.empty()) return refused("A ground line needs at least 2 points.");
    Shapes shapes;
    Vec2 from{0.0f, 0.0f};
    for (const Vec2 to : relativeToFirst(points)) {
        if (length(to - from) < kMinSize) continue;
        shapes.push_back(shape);
        shapes.back().geometry = Segment{from, to};
        shapes.back().local = {};
        from = to;
    }
    if (shapes.empty()) return refused("A ground line needs at least 2 different points.");
    for (const ShapeDef& segment : shapes)
        if (std::string error = validate(segment); !error.empty()) return refused(asSentence(error));
    const BodyDef body{.type = BodyType::Static, .position = points.front()};
    return {.command = createBodyCommand("Draw ground line", body, std::move(shapes))};
}

DraftedCommand knifeCommand(const World& world, std::span<const BodyId> bodies, Position a, Position b)
{
    std::vector<KnifeCut> cuts = findKnifeCuts(world, bodies, a, b);
    if (cuts.empty())
        return refused("The knife cuts nothing: it has to cross a dynamic or static body completely.");
    DraftedCommand draft;
    draft.command.label = "Cut " + describeBodies(world, cuts.front().body, cuts.size());
    size_t created = 0;
    for (KnifeCut& cut : cuts) replaceByParts(draft.command.ops, created, cut.body, std::move(cut.parts));
    return draft;
}

DraftedCommand splitCommand(const World& world, std::span<const BodyId> bodies)
{
    DraftedCommand draft;
    std::vector<BodyId> split;
    size_t created = 0;
    for (const BodyId body : bodies) {
        Shapes shapes = shapeDefsOf(world, body);
        if (shapes.size() < 2) continue;
        split.push_back(body);
        std::vector<Shapes> parts;
        for (ShapeDef& shape : shapes) parts.push_back({std::move(shape)});
        replaceByParts(draft.command.ops, created, body, std::move(parts));
    }
    if (split.empty()) return refused("Only a body with several shapes can be split.");
    draft.command.label = "Split " + describe(world, split);
    return draft;
}

DraftedCommand combineCommand(const World& world, std::span<const BodyId> bodies)
{
    if (bodies.size() < 2) return refused("Select several bodies to combine them.");
    const BodyId main = heaviestOf(world, bodies);
    const BodyType type = world.body(main).type;
    if (std::any_of(bodies.begin(), bodies.end(), [&](BodyId body) { return world.body(body).type != type; }))
        return refused("Bodies of different types cannot be combined: make all of them dynamic, or static.");
    const WorldTransform frame = world.motion(main).transform();
    Shapes shapes;
    std::vector<MoveJoints> joints;
    for (const BodyId body : bodies) {
        const Transform local = body == main ? Transform{} : invMul(frame, world.motion(body).transform());
        joints.push_back({.from = body, .targets = {{createdBody(0), local}}});
        for (ShapeDef& shape : shapeDefsOf(world, body)) {
            if (body != main) shape.local = mul(local, shape.local);
            shapes.push_back(std::move(shape));
        }
    }
    std::vector<BodyId> sources{main};
    std::copy_if(bodies.begin(), bodies.end(), std::back_inserter(sources),
                 [&](BodyId body) { return body != main; });
    const Vec2 origin = centerOf(shapes);
    moveOrigin(shapes, origin);
    DraftedCommand draft;
    draft.command.label = "Combine " + describe(world, bodies);
    addBody(draft.command.ops, DeriveBody{std::move(sources), origin}, std::move(shapes));
    for (MoveJoints& move : joints) {
        move.targets.front().frame.p -= origin;
        draft.command.ops.push_back(std::move(move));
    }
    for (const BodyId body : bodies) draft.command.ops.push_back(SceneOp{op::DestroyBody{body}});
    return draft;
}

Command reshapeCommand(const World& world, std::string_view verb, BodyId body,
                       std::span<const ShapePieces> changes)
{
    Command command{.label = fmt::format("{} {}", verb, describeBody(world, body)),
                    .ops = {},
                    .mergeKey = fmt::format("reshape.{}.{}", body.index, body.generation)};
    for (const ShapePieces& change : changes) {
        ShapeDef def = world.shapeDef(change.shapes.front());
        def.local = {};
        for (size_t i = 0; i < change.pieces.size(); ++i) {
            def.geometry = change.pieces[i];
            if (i < change.shapes.size())
                command.ops.push_back(SceneOp{op::SetShape{change.shapes[i], def}});
            else
                command.ops.push_back(SceneOp{op::AddShape{body, def}});
        }
        for (size_t i = change.pieces.size(); i < change.shapes.size(); ++i)
            command.ops.push_back(SceneOp{op::RemoveShape{change.shapes[i]}});
    }
    command.ops.push_back(WorldOp{op::RefreshContacts{}});
    return command;
}

std::string arrayCopyRefusal(size_t bodies, int columns, int rows)
{
    if (bodies == 0) return "Select the bodies to copy.";
    if (columns < 1 || rows < 1 || (columns == 1 && rows == 1))
        return "An array needs at least 2 columns or 2 rows.";
    const uint64_t copies = (static_cast<uint64_t>(columns) * static_cast<uint64_t>(rows) - 1) * bodies;
    if (copies <= kMaxCopies) return {};
    return fmt::format(
        "The array would have {} copies. Choose fewer columns or rows: at most {} copies are allowed.",
        copies, kMaxCopies);
}

std::vector<Vec2> arrayOffsets(int columns, int rows, Vec2 spacing)
{
    std::vector<Vec2> offsets;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            if (row > 0 || column > 0)
                offsets.push_back(
                    {static_cast<float>(column) * spacing.x, static_cast<float>(row) * spacing.y});
    return offsets;
}

DraftedCommand arrayCopyCommand(const World& world, std::span<const BodyId> bodies, int columns, int rows,
                                Vec2 spacing)
{
    if (std::string refusal = arrayCopyRefusal(bodies.size(), columns, rows); !refusal.empty())
        return refused(std::move(refusal));
    DraftedCommand draft;
    draft.command.label = fmt::format("Array copy of {}, {} × {}", describe(world, bodies), columns, rows);
    draft.command.ops = copyOps(world, bodies, arrayOffsets(columns, rows, spacing));
    return draft;
}

DraftedCommand mirrorCommand(const World& world, std::span<const BodyId> bodies, MirrorAxis axis)
{
    const std::optional<WorldBox> bounds = boundsOf(world, bodies);
    if (!bounds) return refused("Select the bodies to mirror.");
    DraftedCommand draft;
    draft.command.label = "Mirror " + describe(world, bodies);
    const Mirror mirror{.axis = axis, .point = center(*bounds)};
    draft.command.ops.push_back(MirrorJoints{{bodies.begin(), bodies.end()}, mirror});
    for (const BodyId body : bodies) draft.command.ops.push_back(MirrorBody{body, mirror});
    draft.command.ops.push_back(WorldOp{op::RefreshContacts{}});
    return draft;
}

DraftedCommand shapeEditCommand(const World& world, std::span<const BodyId> bodies, ShapeEdit edit)
{
    switch (edit) {
    case ShapeEdit::Split:
        return splitCommand(world, bodies);
    case ShapeEdit::Combine:
        return combineCommand(world, bodies);
    case ShapeEdit::MirrorLeftRight:
        return mirrorCommand(world, bodies, MirrorAxis::Vertical);
    case ShapeEdit::MirrorUpDown:
        return mirrorCommand(world, bodies, MirrorAxis::Horizontal);
    }
    return {};
}

} // namespace satbox::app
