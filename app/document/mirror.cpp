#include "app/document/mirror.h"

#include <algorithm>
#include <array>

namespace satbox::app {

namespace {

Rot inverse(Rot q) { return {q.c, -q.s}; }

// In the opposite order, so that it stays counter-clockwise.
Polygon mirrored(const Polygon& polygon, MirrorAxis axis)
{
    std::array<Vec2, kMaxPolygonVertices> vertices{};
    const size_t count = polygon.points().size();
    for (size_t i = 0; i < count; ++i) vertices[count - 1 - i] = mirrored(polygon.vertices[i], axis);
    return makePolygon({vertices.data(), count}, polygon.radius);
}

} // namespace

Vec2 mirrored(Vec2 v, MirrorAxis axis)
{
    return axis == MirrorAxis::Vertical ? Vec2{-v.x, v.y} : Vec2{v.x, -v.y};
}

Position mirrored(Position p, const Mirror& mirror)
{
    if (mirror.axis == MirrorAxis::Vertical)
        p.x = 2.0 * mirror.point.x - p.x;
    else
        p.y = 2.0 * mirror.point.y - p.y;
    return p;
}

// A body's point s is at p + R s. With the reflection M, M (p + R s) = M p + (M R M) (M s), and M R M is the
// inverse rotation: so the pose is mirrored and turned back, and the shapes are mirrored in the body's frame.
WorldTransform mirrored(const WorldTransform& pose, const Mirror& mirror)
{
    return {mirrored(pose.p, mirror), inverse(pose.q)};
}

BodyDef mirrored(BodyDef body, const Mirror& mirror)
{
    body.position = mirrored(body.position, mirror);
    body.rotation = inverse(body.rotation);
    body.linearVelocity = mirrored(body.linearVelocity, mirror.axis);
    body.angularVelocity = -body.angularVelocity;
    body.center = mirrored(body.center, mirror.axis);
    return body;
}

ShapeDef mirrored(ShapeDef shape, MirrorAxis axis)
{
    shape.local = {mirrored(shape.local.p, axis), inverse(shape.local.q)};
    shape.material.surfaceSpeed = -shape.material.surfaceSpeed;
    if (auto* circle = std::get_if<Circle>(&shape.geometry)) {
        circle->center = mirrored(circle->center, axis);
    } else if (auto* capsule = std::get_if<Capsule>(&shape.geometry)) {
        capsule->p1 = mirrored(capsule->p1, axis);
        capsule->p2 = mirrored(capsule->p2, axis);
    } else if (auto* segment = std::get_if<Segment>(&shape.geometry)) {
        if (segment->oneSided) // in the opposite order, so that the same side stays solid
            *segment = {mirrored(segment->p2, axis), mirrored(segment->p1, axis), true,
                        mirrored(segment->after, axis), mirrored(segment->before, axis)};
        else
            *segment = {mirrored(segment->p1, axis), mirrored(segment->p2, axis)};
    } else if (auto* polygon = std::get_if<Polygon>(&shape.geometry)) {
        *polygon = mirrored(*polygon, axis);
    }
    return shape;
}

} // namespace satbox::app
