// Queries of satbox/satbox.h.

#include "engine/c_api/world_handle.h"

#include <optional>

using namespace satbox;
using namespace satbox::c_api;

namespace {

// Writes the result of a query, if there is one.
template<class Cpp, class C>
bool found(const std::optional<Cpp>& result, C* to)
{
    if (result && to) toC(*result, *to);
    return result.has_value();
}

// Calls a query whose last parameter is a function; it passes the results on to `fn`.
template<class Query>
bool pass(Query&& query)
{
    return guarded(false, [&] {
        query();
        return true;
    });
}

auto passShape(SatboxShapeFn fn, void* context)
{
    return [=](ShapeId shape) { return fn(asC<SatboxShapeId>(shape), context); };
}
template<class C, class Fn>
auto passResult(Fn fn, void* context)
{
    return [=](const auto& result) {
        const C converted = asC<C>(result);
        return fn(&converted, context);
    };
}

// Nothing if the shape's kind is unknown.
std::optional<Shape> readShape(const SatboxShape* shape)
{
    ReadError error;
    const Shape read = asCpp<Shape>(*shape, error);
    return error.ok() ? std::optional(read) : std::nullopt;
}

} // namespace

bool satbox_world_cast_ray(const SatboxWorld* world, SatboxPosition origin, SatboxVec2 translation,
                           const SatboxFilter* filter, SatboxWorldRayHit* hit)
{
    return guarded(false, [&] {
        const WorldRay ray(asCpp<Position>(origin), asCpp<Vec2>(translation));
        return found(world->world.castRay(ray, filterOf(filter)), hit);
    });
}
bool satbox_world_cast_ray_all(const SatboxWorld* world, SatboxPosition origin, SatboxVec2 translation,
                               const SatboxFilter* filter, SatboxRayHitFn fn, void* context)
{
    return pass([&] {
        const WorldRay ray(asCpp<Position>(origin), asCpp<Vec2>(translation));
        world->world.castRay(ray, filterOf(filter), passResult<SatboxWorldRayHit>(fn, context));
    });
}
bool satbox_world_query_box(const SatboxWorld* world, SatboxWorldBox box, const SatboxFilter* filter,
                            SatboxShapeFn fn, void* context)
{
    return pass(
        [&] { world->world.queryBox(asCpp<WorldBox>(box), filterOf(filter), passShape(fn, context)); });
}
bool satbox_world_query_point(const SatboxWorld* world, SatboxPosition point, const SatboxFilter* filter,
                              SatboxShapeFn fn, void* context)
{
    return pass(
        [&] { world->world.queryPoint(asCpp<Position>(point), filterOf(filter), passShape(fn, context)); });
}
bool satbox_world_query_closest(const SatboxWorld* world, SatboxPosition point, float maxDistance,
                                const SatboxFilter* filter, SatboxClosestPoint* closest)
{
    return guarded(false, [&] {
        return found(world->world.queryClosest(asCpp<Position>(point), maxDistance, filterOf(filter)),
                     closest);
    });
}
bool satbox_world_query_closest_all(const SatboxWorld* world, SatboxPosition point, float maxDistance,
                                    const SatboxFilter* filter, SatboxClosestPointFn fn, void* context)
{
    return pass([&] {
        world->world.queryClosest(asCpp<Position>(point), maxDistance, filterOf(filter),
                                  passResult<SatboxClosestPoint>(fn, context));
    });
}
bool satbox_world_overlap_shape(const SatboxWorld* world, const SatboxShape* shape, SatboxWorldTransform pose,
                                const SatboxFilter* filter, SatboxShapeFn fn, void* context)
{
    return pass([&] {
        if (const auto read = readShape(shape))
            world->world.overlapShape(*read, asCpp<WorldTransform>(pose), filterOf(filter),
                                      passShape(fn, context));
    });
}
bool satbox_world_cast_shape(const SatboxWorld* world, const SatboxShape* shape, SatboxWorldTransform pose,
                             SatboxVec2 translation, const SatboxFilter* filter, SatboxWorldShapeHit* hit)
{
    return guarded(false, [&] {
        const auto read = readShape(shape);
        return read && found(world->world.castShape(*read, asCpp<WorldTransform>(pose),
                                                    asCpp<Vec2>(translation), filterOf(filter)),
                             hit);
    });
}
bool satbox_world_cast_shape_all(const SatboxWorld* world, const SatboxShape* shape,
                                 SatboxWorldTransform pose, SatboxVec2 translation,
                                 const SatboxFilter* filter, SatboxShapeHitFn fn, void* context)
{
    return pass([&] {
        if (const auto read = readShape(shape))
            world->world.castShape(*read, asCpp<WorldTransform>(pose), asCpp<Vec2>(translation),
                                   filterOf(filter), passResult<SatboxWorldShapeHit>(fn, context));
    });
}
bool satbox_world_cast_body(const SatboxWorld* world, SatboxBodyId body, SatboxVec2 translation,
                            SatboxWorldShapeHit* hit)
{
    return guarded(false, [&] {
        return found(world->world.castBody(asCpp<BodyId>(body), asCpp<Vec2>(translation)), hit);
    });
}
bool satbox_world_cast_body_all(const SatboxWorld* world, SatboxBodyId body, SatboxVec2 translation,
                                SatboxShapeHitFn fn, void* context)
{
    return pass([&] {
        world->world.castBody(asCpp<BodyId>(body), asCpp<Vec2>(translation),
                              passResult<SatboxWorldShapeHit>(fn, context));
    });
}
