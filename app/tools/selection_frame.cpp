#include "app/tools/selection_frame.h"

#include "app/document/body_bounds.h"
#include "engine/geometry/shape.h"
#include <satbox/queries.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <array>

namespace satbox::app {

namespace {

constexpr float kPaddingPoints = 8.0f;       // window points between bodies and frame
constexpr float kMinHalfFramePoints = 20.0f; // window points, half size
constexpr float kOuterHandlePoints =
    26.0f;                            // window points from the frame to the handles that rotate and move
constexpr float kHandlePoints = 8.0f; // window points, reach of a handle

// Stretched along one axis, its arcs would no longer be circular.
bool isRound(const Shape& shape)
{
    const auto* polygon = std::get_if<Polygon>(&shape);
    return polygon ? polygon->radius > 0.0f : !std::holds_alternative<Segment>(shape);
}

// Along the axes of the body.
std::optional<SelectionFrame> frameOfBody(const World& world, BodyId body)
{
    const WorldTransform pose = world.motion(body).transform();
    if (!isFinite(pose)) return std::nullopt;
    std::optional<Aabb> box;
    bool canStretch = true;
    for (const ShapeId id : world.shapesOf(body)) {
        const Shape& shape = world.shape(id).shape;
        const Aabb bounds = computeAabb(shape, Transform{});
        box = box ? unite(*box, bounds) : bounds;
        canStretch = canStretch && !isRound(shape);
    }
    if (!box) return std::nullopt;
    return SelectionFrame{.center = transformPoint(pose, 0.5f * (box->lower + box->upper)),
                          .axes = pose.q,
                          .half = extents(*box),
                          .canStretch = canStretch};
}

} // namespace

std::optional<SelectionFrame> frameOf(const World& world, std::span<const BodyId> bodies)
{
    if (bodies.size() == 1) return frameOfBody(world, bodies.front());
    const std::optional<WorldBox> box = boundsOf(world, bodies);
    if (!box) return std::nullopt;
    const Vec2 half = extents(*box);
    return SelectionFrame{.center = box->lower + half, .axes = {}, .half = half, .canStretch = false};
}

bool coversPair(const World& world, std::span<const BodyId> bodies, const ContactKey& pair)
{
    return std::ranges::any_of(std::array{pair.shapeA, pair.shapeB}, [&](ShapeId shape) {
        return world.isValid(shape) && std::ranges::find(bodies, world.bodyOf(shape)) != bodies.end();
    });
}

SelectionFrame drawnFrame(const SelectionFrame& frame, float metersPerPoint)
{
    SelectionFrame drawn = frame;
    const float padding = kPaddingPoints * metersPerPoint;
    const float minHalf = kMinHalfFramePoints * metersPerPoint;
    drawn.half = {std::max(frame.half.x + padding, minHalf), std::max(frame.half.y + padding, minHalf)};
    return drawn;
}

std::vector<std::pair<FrameHandle, Position>> handlesOf(const SelectionFrame& frame, float metersPerPoint)
{
    using Kind = FrameHandle::Kind;
    std::vector<std::pair<FrameHandle, Position>> handles;
    const auto add = [&](Kind kind, Vec2 place) { handles.push_back({{kind, place}, frame.at(place)}); };
    for (const Vec2 corner : {Vec2{1, 1}, Vec2{-1, 1}, Vec2{-1, -1}, Vec2{1, -1}}) add(Kind::Scale, corner);
    if (frame.canStretch)
        for (const Vec2 side : {Vec2{1, 0}, Vec2{0, 1}, Vec2{-1, 0}, Vec2{0, -1}}) add(Kind::Stretch, side);
    const Vec2 up = rotate(frame.axes, {0.0f, kOuterHandlePoints * metersPerPoint});
    handles.push_back({{Kind::Rotate, {0.0f, 1.0f}}, frame.at({0.0f, 1.0f}) + up});
    const Vec2 down = rotate(frame.axes, {0.0f, -kOuterHandlePoints * metersPerPoint});
    handles.push_back({{Kind::Move, {0.0f, -1.0f}}, frame.at({0.0f, -1.0f}) + down});
    return handles;
}

std::optional<FrameHandle> pickHandle(const SelectionFrame& frame, Position pointer, float metersPerPoint)
{
    std::optional<FrameHandle> nearest;
    float distance = kHandlePoints * metersPerPoint;
    for (const auto& [handle, position] : handlesOf(frame, metersPerPoint))
        if (const float d = length(pointer - position); d <= distance) {
            distance = d;
            nearest = handle;
        }
    return nearest;
}

} // namespace satbox::app
