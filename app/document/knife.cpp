#include "app/document/knife.h"

#include "app/document/body_bounds.h"
#include "engine/collision/distance.h"
#include "engine/core/disjoint_sets.h"
#include "engine/math/position.h"
#include <satbox/outlines.h>
#include <satbox/queries.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>

namespace satbox::app {

namespace {

constexpr float kTouching = 1e-3f; // m; shapes nearer than this hold together

// The knife, in the frame of a body.
struct Blade {
    Vec2 a{0.0f, 0.0f};
    Vec2 b{0.0f, 0.0f};

    Shape shape() const { return Segment{a, b}; }
    bool endsIn(const Shape& s) const { return containsPoint(s, a) || containsPoint(s, b); }
    bool isLeft(Vec2 p) const { return cross(b - a, p - a) > 0.0f; }
};

enum class Side : uint8_t { Either, Left, Right };

Aabb boxAround(Vec2 p1, Vec2 p2, float radius)
{
    return expand(Aabb{minimum(p1, p2), maximum(p1, p2)}, radius);
}

Aabb boxOf(const Shape& shape)
{
    if (const auto* circle = std::get_if<Circle>(&shape))
        return boxAround(circle->center, circle->center, circle->radius);
    if (const auto* capsule = std::get_if<Capsule>(&shape))
        return boxAround(capsule->p1, capsule->p2, capsule->radius);
    if (const auto* segment = std::get_if<Segment>(&shape)) return boxAround(segment->p1, segment->p2, 0.0f);
    const std::span<const Vec2> points = std::get<Polygon>(shape).points();
    Aabb box{points.front(), points.front()};
    for (const Vec2 p : points) box = {minimum(box.lower, p), maximum(box.upper, p)};
    return expand(box, std::get<Polygon>(shape).radius);
}

// A shape of the body, or a part of one, in the body's frame.
struct Piece {
    ShapeDef def{};
    Shape geometry{}; // in the body's frame
    Side side = Side::Either;
    Aabb box = boxOf(geometry);
};

bool touch(const Shape& a, const Shape& b) { return computeDistance(a, b, {}).distance <= kTouching; }

// The ends of the cut through a shape; nullopt if the blade does not cross it completely.
std::optional<std::pair<Vec2, Vec2>> crossingOf(const Blade& blade, const Shape& shape)
{
    const auto forward = castRay(shape, {blade.a, blade.b - blade.a});
    if (!forward) return std::nullopt;
    const auto backward = castRay(shape, {blade.b, blade.a - blade.b});
    if (!backward) return std::nullopt;
    return std::pair{forward->point, backward->point};
}

void addParts(std::vector<Piece>& pieces, const ShapeDef& def, const std::vector<Shape>& shapes, Side side)
{
    for (const Shape& shape : shapes) {
        Piece piece{.def = def, .geometry = shape, .side = side};
        piece.def.geometry = shape;
        piece.def.local = {};
        pieces.push_back(std::move(piece));
    }
}

// Adds the shape, or what the blade makes of it. Returns the ends of the cut.
std::optional<std::pair<Vec2, Vec2>> addShape(std::vector<Piece>& pieces, const BodyShape& shape,
                                              const Blade& blade)
{
    const auto crossing = crossingOf(blade, shape.shape);
    const ShapeCut cut = crossing ? cutShape(shape.shape, blade.a, blade.b) : ShapeCut{};
    if (cut.ok()) {
        addParts(pieces, shape.def, cut.left, Side::Left);
        addParts(pieces, shape.def, cut.right, Side::Right);
        return crossing;
    }
    Piece whole{.def = shape.def, .geometry = shape.shape};
    if (touch(shape.shape, blade.shape()))
        whole.side = blade.isLeft(computeMass(shape.shape, 1.0f).center) ? Side::Left : Side::Right;
    pieces.push_back(std::move(whole));
    return std::nullopt;
}

bool holdTogether(const Piece& p, const Piece& q)
{
    const bool acrossCut = p.side != q.side && p.side != Side::Either && q.side != Side::Either;
    return !acrossCut && overlaps(expand(p.box, kTouching), q.box) && touch(p.geometry, q.geometry);
}

// Connected pieces, in the order of the first piece of each part.
std::vector<std::vector<ShapeDef>> partsOf(const std::vector<Piece>& pieces)
{
    const auto count = static_cast<uint32_t>(pieces.size());
    std::vector<uint32_t> parents(count);
    std::iota(parents.begin(), parents.end(), 0u);
    const auto parentOf = [&](uint32_t i) -> uint32_t& { return parents[i]; };
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t j = i + 1; j < count; ++j)
            if (findRoot(i, parentOf) != findRoot(j, parentOf) && holdTogether(pieces[i], pieces[j]))
                uniteSets(i, j, parentOf);
    std::map<uint32_t, std::vector<ShapeDef>> byRoot;
    for (uint32_t i = 0; i < count; ++i) byRoot[findRoot(i, parentOf)].push_back(pieces[i].def);
    std::vector<std::vector<ShapeDef>> parts;
    for (auto& [root, part] : byRoot) parts.push_back(std::move(part));
    return parts;
}

bool canCut(const World& world, BodyId body)
{
    const Body& b = world.body(body);
    return b.type != BodyType::Kinematic && !b.quarantined && isFinite(world.motion(body).transform());
}

std::optional<KnifeCut> cutBody(const World& world, BodyId body, Position a, Position b)
{
    if (!canCut(world, body)) return std::nullopt;
    const WorldTransform pose = world.motion(body).transform();
    const Blade blade{invTransformPoint(pose, a), invTransformPoint(pose, b)};
    KnifeCut cut{.body = body};
    std::vector<Piece> pieces;
    for (const ShapeId id : world.shapesOf(body)) {
        const BodyShape& shape = world.shape(id);
        if (blade.endsIn(shape.shape)) return std::nullopt;
        if (const auto ends = addShape(pieces, shape, blade))
            cut.cuts.emplace_back(transformPoint(pose, ends->first), transformPoint(pose, ends->second));
    }
    if (pieces.size() < 2) return std::nullopt;
    const bool isTouched = std::any_of(pieces.begin(), pieces.end(),
                                       [](const Piece& piece) { return piece.side != Side::Either; });
    if (!isTouched) return std::nullopt;
    cut.parts = partsOf(pieces);
    if (cut.parts.size() < 2) return std::nullopt;
    return cut;
}

} // namespace

std::vector<KnifeCut> findKnifeCuts(const World& world, std::span<const BodyId> bodies, Position a,
                                    Position b)
{
    std::vector<KnifeCut> cuts;
    if (!(lengthSquared(b - a) > 0.0f) || !isFinite(a) || !isFinite(b)) return cuts;
    const WorldBox box = boxOf(a, b);
    for (const BodyId body : bodies) {
        const std::optional<WorldBox> bounds = boundsOf(world, {&body, 1});
        if (!bounds || !overlaps(*bounds, box)) continue;
        if (std::optional<KnifeCut> cut = cutBody(world, body, a, b)) cuts.push_back(std::move(*cut));
    }
    return cuts;
}

} // namespace satbox::app
