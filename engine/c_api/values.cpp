// Functions of satbox/satbox.h that need no world: default values, settings, shapes and threads.

#include "engine/c_api/world_handle.h"
#include <satbox/assert_handler.h>
#include <satbox/outlines.h>
#include <satbox/settings_table.h>
#include <satbox/thread_pool.h>

#include <cmath>
#include <new>
#include <vector>

using namespace satbox;
using namespace satbox::c_api;

struct SatboxThreadPool {
    ThreadPool pool;
};

namespace {

SatboxShape shapeOf(const Shape& shape) { return asC<SatboxShape>(shape); }

std::vector<Vec2> pointsOf(const SatboxVec2* points, size_t count)
{
    std::vector<Vec2> result(count);
    for (size_t i = 0; i < count; ++i) result[i] = asCpp<Vec2>(points[i]);
    return result;
}

} // namespace

SatboxVersion satbox_version(void)
{
    const Version version = World::version();
    return {version.majorVersion, version.minorVersion, version.patchVersion};
}
SatboxAssertHandler satbox_set_assert_handler(SatboxAssertHandler handler)
{
    return setAssertHandler(handler);
}
SatboxRot satbox_make_rot(float radians)
{
    if (!std::isfinite(radians)) return {radians - radians, radians - radians}; // NaN, which a world refuses
    return asC<SatboxRot>(makeRot(radians));
}
float satbox_angle_of(SatboxRot q) { return angleOf(asCpp<Rot>(q)); }

SatboxWorldSettings satbox_world_settings_default(void) { return asC<SatboxWorldSettings>(WorldSettings{}); }
bool satbox_world_settings_set(SatboxWorldSettings* settings, const char* key, const char* value,
                               SatboxError* error)
{
    return succeeds(error, [&] {
        ReadError unreadable;
        auto changed = asCpp<WorldSettings>(*settings, unreadable);
        if (!unreadable.ok()) return unreadable.text;
        std::string reason = setSetting(changed, key, value);
        if (reason.empty()) toC(changed, *settings);
        return reason;
    });
}

SatboxShape satbox_circle(SatboxVec2 center, float radius)
{
    return shapeOf(Circle{asCpp<Vec2>(center), radius});
}
SatboxShape satbox_capsule(SatboxVec2 p1, SatboxVec2 p2, float radius)
{
    return shapeOf(Capsule{asCpp<Vec2>(p1), asCpp<Vec2>(p2), radius});
}
SatboxShape satbox_segment(SatboxVec2 p1, SatboxVec2 p2)
{
    return shapeOf(Segment{asCpp<Vec2>(p1), asCpp<Vec2>(p2)});
}
// makeBox() has sizes that are finite and positive as its precondition. Scaling a box of size 1 gives the
// same bits, and with other sizes a shape that a world refuses.
SatboxShape satbox_box(float halfWidth, float halfHeight)
{
    Polygon box = makeBox(1.0f, 1.0f);
    for (int i = 0; i < box.count; ++i) box.vertices[static_cast<size_t>(i)] *= Vec2{halfWidth, halfHeight};
    return shapeOf(box);
}
SatboxShape satbox_box_at(float halfWidth, float halfHeight, SatboxVec2 center, SatboxRot rotation)
{
    const Transform local{asCpp<Vec2>(center), asCpp<Rot>(rotation)};
    return shapeOf(transformed(asCpp<Polygon>(satbox_box(halfWidth, halfHeight).polygon), local));
}
SatboxShape satbox_rounded_box(float halfWidth, float halfHeight, float radius)
{
    SatboxShape shape = satbox_box(halfWidth, halfHeight);
    shape.polygon.radius = radius;
    return shape;
}
bool satbox_regular_polygon(int sides, float circumradius, SatboxShape* shape, SatboxError* error)
{
    return succeeds(error, [&]() -> std::string {
        if (sides < 3 || sides > kMaxPolygonVertices)
            return std::to_string(sides) + " sides: a regular polygon has 3 to " +
                   std::to_string(kMaxPolygonVertices);
        if (!isFinite(circumradius) || circumradius < kMinSize || circumradius > kMaxCoordinate)
            return "circumradius: expected 0.0001 to 100000 m";
        *shape = shapeOf(makeRegularPolygon(sides, circumradius));
        return {};
    });
}
bool satbox_polygon(const SatboxVec2* points, size_t count, SatboxShape* shape, SatboxError* error)
{
    return satbox_rounded_polygon(points, count, 0.0f, shape, error);
}
bool satbox_rounded_polygon(const SatboxVec2* points, size_t count, float radius, SatboxShape* shape,
                            SatboxError* error)
{
    return succeeds(error, [&]() -> std::string {
        if (!(radius == 0.0f || (radius >= kMinSize && radius <= kMaxCoordinate)))
            return "radius: expected 0, or 0.0001 to 100000 m";
        const HullResult hull = makeHull(pointsOf(points, count));
        if (!hull.ok()) return hull.error;
        if (hull.vertices.size() > static_cast<size_t>(kMaxPolygonVertices))
            return "the hull has " + std::to_string(hull.vertices.size()) +
                   " vertices, a polygon has at most " + std::to_string(kMaxPolygonVertices) +
                   ": cut it with satbox_decompose()";
        *shape = shapeOf(makePolygon(hull.vertices, radius));
        return {};
    });
}
bool satbox_chain(const SatboxVec2* points, size_t count, bool closed, bool (*fn)(const SatboxShape*, void*),
                  void* context, SatboxError* error)
{
    return succeeds(error, [&]() -> std::string {
        const Chain chain = makeChain(pointsOf(points, count), closed);
        for (const Segment& piece : chain.pieces) {
            const SatboxShape shape = shapeOf(piece);
            if (!fn(&shape, context)) break;
        }
        return chain.error;
    });
}
bool satbox_decompose(const SatboxVec2* outline, size_t count, bool (*fn)(const SatboxShape*, void*),
                      void* context, SatboxError* error)
{
    return succeeds(error, [&]() -> std::string {
        const Decomposition parts = decompose(pointsOf(outline, count));
        for (const Polygon& piece : parts.pieces) {
            const SatboxShape shape = shapeOf(piece);
            if (!fn(&shape, context)) break;
        }
        return parts.error;
    });
}

SatboxFilter satbox_filter_default(void) { return asC<SatboxFilter>(Filter{}); }
// The names of default definitions are empty, which in C is NULL: those of these values end with the
// function.
SatboxShapeDef satbox_shape_def_default(void) { return asC<SatboxShapeDef>(ShapeDef{}); }
SatboxBodyDef satbox_body_def_default(void)
{
    auto def = asC<SatboxBodyDef>(BodyDef{});
    def.name = def.leftKey = def.rightKey = def.jumpKey = nullptr;
    return def;
}
SatboxJointDef satbox_joint_def_default(void)
{
    auto def = asC<SatboxJointDef>(JointDef{});
    def.name = def.forwardKey = def.backwardKey = nullptr;
    return def;
}

int satbox_default_thread_count(void) { return defaultThreadCount(); }
SatboxThreadPool* satbox_thread_pool_create(int threadCount)
{
    if (threadCount < 1 || threadCount > kMaxThreads) return nullptr;
    return guarded<SatboxThreadPool*>(nullptr, [&] { return new SatboxThreadPool{ThreadPool(threadCount)}; });
}
void satbox_thread_pool_destroy(SatboxThreadPool* pool) { delete pool; }
SatboxExecutor satbox_thread_pool_executor(SatboxThreadPool* pool)
{
    return {.forEachBlock =
                [](void* context, int blockCount, void (*run)(void*, int), void* runContext) {
                    static_cast<SatboxThreadPool*>(context)->pool.forEachBlock(blockCount, run, runContext);
                },
            .context = pool,
            .threadCount = pool->pool.threadCount()};
}
