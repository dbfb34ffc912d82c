// W kept manifolds at once; included by keep_kernels_*.cpp with SATBOX_LANES defined, each compiled for
// another instruction set. What is computed is said in recycled_manifold.cpp: here it is the same operations,
// lane by lane.

#include "engine/dynamics/contact_words.inl"
#include "engine/dynamics/recycle_kernels.h"

namespace satbox {
namespace {

static_assert(offsetof(BodyMotion, q) == 16 && offsetof(BodyMotion, localCenter) == 24);
static_assert(offsetof(ManifoldCache, extent) == 16 && offsetof(ManifoldCache, faceNormal) == 20 &&
              offsetof(ManifoldCache, points) == 28 && offsetof(ManifoldCache, offsets) == 44);

struct V {
    F x, y;
};
[[gnu::always_inline]] inline V rotate(F c, F s, V v) { return {c * v.x - s * v.y, s * v.x + c * v.y}; }
[[gnu::always_inline]] inline V choose(I mask, V a, V b) { return {mask ? a.x : b.x, mask ? a.y : b.y}; }

uint32_t keep(Contact* const* contacts, size_t count, const BodyMotion* motions, float tolerance,
              Contact& unused)
{
    const Contact* from[W];
    bool any = false;
    for (size_t lane = 0; lane < W; ++lane) {
        from[lane] = lane < count ? contacts[lane] : &kNoContact;
        any |= from[lane]->count > 0; // without points there is no basis
    }
    if (!any) return 0;

    const auto basisAt = [&](int word) {
        return gatherWords(
            [&](int lane) { return reinterpret_cast<const char*>(&from[lane]->basis) + 4 * word; });
    };
    const auto motionA = [&](int lane) -> const BodyMotion& { return motions[from[lane]->bodyA]; };
    const auto motionB = [&](int lane) -> const BodyMotion& { return motions[from[lane]->bodyB]; };
    const Fields a = gatherWords([&](int lane) { return &motionA(lane).q; }); // rotation, local centre
    const Fields b = gatherWords([&](int lane) { return &motionB(lane).q; });
    V toB{};
    for (int lane = 0; lane < W; ++lane) {
        const Vec2 apart = motionB(lane).center - motionA(lane).center;
        toB.x[lane] = apart.x;
        toB.y[lane] = apart.y;
    }
    const Fields made = basisAt(0);
    const Fields second = basisAt(4); // extent, face normal, x of point 0

    // poseInOther
    const V bCenter = rotate(b.x, b.y, {b.z, b.w});
    const F dx = toB.x - bCenter.x, dy = toB.y - bCenter.y;
    const F px = (a.x * dx + a.y * dy) + a.z, py = (a.x * dy - a.y * dx) + a.w;
    const F qc = a.x * b.x + a.y * b.y, qs = a.x * b.y - a.y * b.x;

    // hasHardlyMoved
    const F zero = F{};
    const F turned = made.z * qs - made.w * qc;
    const F extent = second.x;
    const F limit = splat(tolerance);
    const auto absolute = [&](F f) { return f < zero ? -f : f; };
    const F cosine = made.z * qc + made.w * qs;
    const V moved = choose(
        extent < zero, {px - (cosine * made.x - turned * made.y), py - (cosine * made.y + turned * made.x)},
        {px - made.x, py - made.y});
    const I kept = ~(absolute(turned) * absolute(extent) > limit) & (cosine > zero) &
                   (moved.x * moved.x + moved.y * moved.y <= limit * limit);
    uint32_t bits = 0;
    for (int lane = 0; lane < W; ++lane) bits |= kept[lane] != 0 ? 1u << lane : 0u;
    if (bits == 0) return 0;

    // placePoints
    const Fields state =
        gatherWords([&](int lane) { return &from[lane]->restitution; }); // restitution, age, flags, marks
    const Fields face = gatherWords([&](int lane) { return &from[lane]->normal; }); // normal, frictions
    const Fields third = basisAt(8); // y of 0, point 1, offset 0
    const Fields last = basisAt(9);  // .., .., .., offset 1
    const ContactMarks marks = marksOf(state.z, state.w);
    const I faceOnA = marks.owner == static_cast<int>(ReferenceOwner::A);

    const V faceQ = choose(faceOnA, {a.x, a.y}, {b.x, b.y});
    const V otherQ = choose(faceOnA, {b.x, b.y}, {a.x, a.y});
    const V faceLocal = choose(faceOnA, {a.z, a.w}, {b.z, b.w});
    const V otherLocal = choose(faceOnA, {b.z, b.w}, {a.z, a.w});
    const V outward = rotate(faceQ.x, faceQ.y, {second.y, second.z});
    const V toOther = choose(faceOnA, toB, {-toB.x, -toB.y});
    const V toCenter = rotate(faceQ.x, faceQ.y, faceLocal);
    const V normal = choose(faceOnA, outward, {-outward.x, -outward.y});

    Contact* to[W];
    for (int lane = 0; lane < W; ++lane) to[lane] = (bits >> lane & 1u) != 0 ? contacts[lane] : &unused;
    scatterRows([&](int lane) { return &to[lane]->normal.x; }, {normal.x, normal.y, face.z, face.w});

    const V points[2] = {{second.w, third.x}, {third.y, third.z}};
    const F offsets[2] = {third.w, last.w};
    for (int n = 0; n < 2; ++n) {
        const V anchorOther =
            rotate(otherQ.x, otherQ.y, {points[n].x - otherLocal.x, points[n].y - otherLocal.y});
        const V anchorFace{anchorOther.x + toOther.x, anchorOther.y + toOther.y};
        const F separation =
            (outward.x * (anchorFace.x + toCenter.x) + outward.y * (anchorFace.y + toCenter.y)) - offsets[n];
        const V anchorA = choose(faceOnA, anchorFace, anchorOther);
        const V anchorB = choose(faceOnA, anchorOther, anchorFace);
        const I there = marks.count > n;
        const auto pointOf = [&](int lane) -> ContactPoint& {
            return (there[lane] != 0 ? to[lane] : &unused)->points[n];
        };
        scatterRows([&](int lane) { return &pointOf(lane).anchorA.x; },
                    {anchorA.x, anchorA.y, anchorB.x, anchorB.y});
        for (int lane = 0; lane < W; ++lane) pointOf(lane).separation = separation[lane];
    }
    return bits;
}

} // namespace
} // namespace satbox
