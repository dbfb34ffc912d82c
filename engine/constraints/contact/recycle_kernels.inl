// Recycles kLanes manifolds at once: the operations of recycled_manifold.cpp, lane by lane. Included by
// recycle_kernels_*.cpp with SATBOX_LANES defined, each compiled for another instruction set.

#include "engine/constraints/contact/contact_words.inl"
#include "engine/constraints/contact/recycle_kernels.h"

namespace satbox {
namespace {

static_assert(offsetof(BodyMotion, q) == 16 && offsetof(BodyMotion, localCenter) == 24);
static_assert(offsetof(ManifoldCache, extent) == 16 && offsetof(ManifoldCache, faceNormal) == 20 &&
              offsetof(ManifoldCache, points) == 28 && offsetof(ManifoldCache, offsets) == 44);

struct Vec2W {
    FloatW x, y;
};
[[gnu::always_inline]] inline Vec2W rotate(FloatW c, FloatW s, Vec2W v)
{
    return {c * v.x - s * v.y, s * v.x + c * v.y};
}
[[gnu::always_inline]] inline Vec2W choose(IntW mask, Vec2W a, Vec2W b)
{
    return {mask ? a.x : b.x, mask ? a.y : b.y};
}

uint32_t recycle(Contact* const* contacts, size_t count, const BodyMotion* motions, float tolerance,
                 Contact& dummy)
{
    const Contact* from[kLanes];
    bool any = false;
    for (size_t lane = 0; lane < kLanes; ++lane) {
        from[lane] = lane < count ? contacts[lane] : &kNoContact;
        any |= from[lane]->count > 0; // without points the cache is not set
    }
    if (!any) return 0;

    const auto cacheAt = [&](int word) {
        return gatherWords(
            [&](int lane) { return reinterpret_cast<const char*>(&from[lane]->cache) + 4 * word; });
    };
    const auto motionA = [&](int lane) -> const BodyMotion& { return motions[from[lane]->bodyA]; };
    const auto motionB = [&](int lane) -> const BodyMotion& { return motions[from[lane]->bodyB]; };
    const FloatW4 a = gatherWords([&](int lane) { return &motionA(lane).q; }); // rotation, local centre
    const FloatW4 b = gatherWords([&](int lane) { return &motionB(lane).q; });
    Vec2W toB{};
    for (int lane = 0; lane < kLanes; ++lane) {
        const Vec2 apart = motionB(lane).center - motionA(lane).center;
        toB.x[lane] = apart.x;
        toB.y[lane] = apart.y;
    }
    const FloatW4 cached = cacheAt(0);
    const FloatW4 second = cacheAt(4); // extent, face normal, x of point 0

    // poseInOther
    const Vec2W bCenter = rotate(b.x, b.y, {b.z, b.w});
    const FloatW dx = toB.x - bCenter.x, dy = toB.y - bCenter.y;
    const FloatW px = (a.x * dx + a.y * dy) + a.z, py = (a.x * dy - a.y * dx) + a.w;
    const FloatW qc = a.x * b.x + a.y * b.y, qs = a.x * b.y - a.y * b.x;

    // hasHardlyMoved
    const FloatW zero = FloatW{};
    const FloatW turned = cached.z * qs - cached.w * qc;
    const FloatW extent = second.x;
    const FloatW limit = splat(tolerance);
    const auto absolute = [&](FloatW f) { return f < zero ? -f : f; };
    const FloatW cosine = cached.z * qc + cached.w * qs;
    const Vec2W moved =
        choose(extent < zero,
               {px - (cosine * cached.x - turned * cached.y), py - (cosine * cached.y + turned * cached.x)},
               {px - cached.x, py - cached.y});
    const IntW recycled = ~(absolute(turned) * absolute(extent) > limit) & (cosine > zero) &
                          (moved.x * moved.x + moved.y * moved.y <= limit * limit);
    uint32_t bits = 0;
    for (int lane = 0; lane < kLanes; ++lane) bits |= recycled[lane] != 0 ? 1u << lane : 0u;
    if (bits == 0) return 0;

    // refreshPoints
    const FloatW4 state =
        gatherWords([&](int lane) { return &from[lane]->restitution; }); // restitution, age, flags, marks
    const FloatW4 face = gatherWords([&](int lane) { return &from[lane]->normal; }); // normal, frictions
    const FloatW4 third = cacheAt(8); // y of point 0, point 1, offset 0
    const FloatW4 last = cacheAt(9);  // three unused, offset 1
    const ContactFlags flags = flagsOf(state.z, state.w);
    const IntW faceOnA = flags.owner == static_cast<int>(ReferenceOwner::A);

    const Vec2W faceQ = choose(faceOnA, {a.x, a.y}, {b.x, b.y});
    const Vec2W otherQ = choose(faceOnA, {b.x, b.y}, {a.x, a.y});
    const Vec2W faceLocal = choose(faceOnA, {a.z, a.w}, {b.z, b.w});
    const Vec2W otherLocal = choose(faceOnA, {b.z, b.w}, {a.z, a.w});
    const Vec2W outward = rotate(faceQ.x, faceQ.y, {second.y, second.z});
    const Vec2W toOther = choose(faceOnA, toB, {-toB.x, -toB.y});
    const Vec2W toCenter = rotate(faceQ.x, faceQ.y, faceLocal);
    const Vec2W normal = choose(faceOnA, outward, {-outward.x, -outward.y});

    Contact* to[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) to[lane] = (bits >> lane & 1u) != 0 ? contacts[lane] : &dummy;
    scatterRows([&](int lane) { return &to[lane]->normal.x; }, {normal.x, normal.y, face.z, face.w});

    const Vec2W points[2] = {{second.w, third.x}, {third.y, third.z}};
    const FloatW offsets[2] = {third.w, last.w};
    for (int n = 0; n < 2; ++n) {
        const Vec2W anchorOther =
            rotate(otherQ.x, otherQ.y, {points[n].x - otherLocal.x, points[n].y - otherLocal.y});
        const Vec2W anchorFace{anchorOther.x + toOther.x, anchorOther.y + toOther.y};
        const FloatW separation =
            (outward.x * (anchorFace.x + toCenter.x) + outward.y * (anchorFace.y + toCenter.y)) - offsets[n];
        const Vec2W anchorA = choose(faceOnA, anchorFace, anchorOther);
        const Vec2W anchorB = choose(faceOnA, anchorOther, anchorFace);
        const IntW hasPoint = flags.count > n;
        const auto pointOf = [&](int lane) -> ContactPoint& {
            return (hasPoint[lane] != 0 ? to[lane] : &dummy)->points[n];
        };
        scatterRows([&](int lane) { return &pointOf(lane).anchorA.x; },
                    {anchorA.x, anchorA.y, anchorB.x, anchorB.y});
        for (int lane = 0; lane < kLanes; ++lane) pointOf(lane).separation = separation[lane];
    }
    return bits;
}

} // namespace
} // namespace satbox
