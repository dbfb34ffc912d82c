// Collision of polygons, one pair in each of kLanes lanes. Included by collide_kernels_*.cpp with
// SATBOX_LANES defined. Everything is in an unnamed namespace: each including file is compiled for another
// instruction set and must not share code with the others. Only the compilers' vector extensions are used
// here (g++ and clang).
//
// Each lane does the operations of collide_polygons.h, sat.h and clip.h for radius 0 in the same order, so
// the bits are the same. At a branch, both sides are computed and a mask selects one. A comment that begins
// with the name of a scalar function says which function this one corresponds to.

#include "engine/collision/collide_kernels.h"
#include "engine/math/lanes.inl"

#include <cstddef>
#include <cstring>

namespace satbox {
namespace {

inline IntW splat(int32_t i) { return IntW{} + i; }
inline FloatW negated(FloatW f) { return -f; }

inline unsigned laneBits(IntW mask)
{
    unsigned bits = 0;
    for (int lane = 0; lane < kLanes; ++lane) bits |= (mask[lane] != 0 ? 1u : 0u) << lane;
    return bits;
}

// Four consecutive floats, from offset `at` on, of each of kLanes arrays.
inline FloatW4 gather(const float* const* arrays, int at)
{
    return gatherRows([=](int lane) { return arrays[lane] + at; });
}
inline void scatter(float* const* arrays, int at, const FloatW4& f)
{
    scatterRows([=](int lane) { return arrays[lane] + at; }, f);
}

// kLanes polygons of up to N vertices, of which the first maxCount are read. A polygon with fewer vertices is
// padded with copies of its first vertex. A copy never wins a search, since the lowest index wins a tie.
template<int N>
struct Polygons {
    FloatW x[N + 1], y[N + 1]; // vertex maxCount repeats the first one
    FloatW nx[N], ny[N];
    IntW count;
    int maxCount;
};

template<int N>
inline void loadVertices(Polygons<N>& p, const float* const* polygons, int maxCount)
{
    p.maxCount = N == 4 ? 4 : maxCount;
    p.count = splat(int32_t{4});
#pragma GCC unroll 2
    for (int i = 0; i < p.maxCount; i += 2) {
        const FloatW4 two = gather(polygons, PolygonLayout::kVertices + 2 * i);
        p.x[i] = two.x;
        p.y[i] = two.y;
        p.x[i + 1] = two.z;
        p.y[i + 1] = two.w;
    }
    if constexpr (N > 4) {
        int32_t counts[kLanes];
#pragma GCC unroll 16
        for (int lane = 0; lane < kLanes; ++lane)
            std::memcpy(&counts[lane], polygons[lane] + PolygonLayout::kCount, sizeof(int32_t));
        std::memcpy(&p.count, counts, sizeof p.count);
        const bool padded = any(p.count < p.maxCount);
        for (int i = 3; padded && i < p.maxCount; ++i) {
            const IntW present = p.count > i;
            p.x[i] = present ? p.x[i] : p.x[0];
            p.y[i] = present ? p.y[i] : p.y[0];
        }
    }
    p.x[p.maxCount] = p.x[0];
    p.y[p.maxCount] = p.y[0];
}

template<int N>
inline void loadNormals(Polygons<N>& p, const float* const* polygons)
{
#pragma GCC unroll 2
    for (int i = 0; i < (N == 4 ? 4 : p.maxCount); i += 2) {
        const FloatW4 two = gather(polygons, PolygonLayout::kNormals + 2 * i);
        p.nx[i] = two.x;
        p.ny[i] = two.y;
        p.nx[i + 1] = two.z;
        p.ny[i + 1] = two.w;
    }
}

// findMaxSeparation, but it always searches all faces. In a lane that exceeds the limit, the face may differ
// from the scalar function's result; it is not used there.
struct Faces {
    FloatW separation;
    IntW face;
};
template<int N>
inline Faces findFaces(const Polygons<N>& owner, const Polygons<N>& other)
{
    Faces best{splat(-3.4e38f), IntW{}};
#pragma GCC unroll 4
    for (int i = 0; i < (N == 4 ? 4 : owner.maxCount); ++i) {
        const FloatW nx = owner.nx[i], ny = owner.ny[i];
        FloatW lowest = nx * other.x[0] + ny * other.y[0];
#pragma GCC unroll 4
        for (int j = 1; j < (N == 4 ? 4 : other.maxCount); ++j) {
            const FloatW reach = nx * other.x[j] + ny * other.y[j];
            lowest = reach < lowest ? reach : lowest;
        }
        const FloatW separation = lowest - (nx * owner.x[i] + ny * owner.y[i]);
        IntW better = separation > best.separation;
        if constexpr (N > 4) better &= owner.count > i;
        best.separation = better ? separation : best.separation;
        best.face = better ? splat(int32_t{i}) : best.face;
    }
    return best;
}

// A face and the distance of a point in front of it, m.
struct FacingFace {
    FloatW distance, nx, ny, own; // own: offset of the face along its normal, m
};
inline FacingFace farther(const FacingFace& f, const FacingFace& g)
{
    const IntW second = g.distance > f.distance;
    return {second ? g.distance : f.distance, second ? g.nx : f.nx, second ? g.ny : f.ny,
            second ? g.own : f.own};
}

// Early out: of the faces of `owner`, tests only the one from which the middle of `other` has the greatest
// signed distance: does it separate the polygons by more than the limit? It computes one of the separations
// of findFaces; one above the limit is enough.
template<int N>
inline IntW areSeparatedByFacingFace(const Polygons<N>& owner, const Polygons<N>& other,
                                     FloatW separationLimit)
{
    const int opposite = N == 4 ? 2 : other.maxCount / 2;
    const FloatW cx = 0.5f * (other.x[0] + other.x[opposite]), cy = 0.5f * (other.y[0] + other.y[opposite]);
    const auto measure = [&](int i) -> FacingFace {
        const FloatW own = owner.nx[i] * owner.x[i] + owner.ny[i] * owner.y[i];
        return {(owner.nx[i] * cx + owner.ny[i] * cy) - own, owner.nx[i], owner.ny[i], own};
    };
    FacingFace best = farther(farther(measure(0), measure(1)), measure(2));
    if constexpr (N == 4) {
        best = farther(farther(measure(0), measure(1)), farther(measure(2), measure(3)));
    } else {
        for (int i = 3; i < owner.maxCount; ++i) best = farther(best, measure(i));
    }
    const FloatW nx = best.nx, ny = best.ny;
    FloatW lowest = nx * other.x[0] + ny * other.y[0];
#pragma GCC unroll 4
    for (int j = 1; j < (N == 4 ? 4 : other.maxCount); ++j) {
        const FloatW reach = nx * other.x[j] + ny * other.y[j];
        lowest = reach < lowest ? reach : lowest;
    }
    return lowest - best.own > separationLimit;
}

// The reference face of each lane: outward normal and both ends.
struct Reference {
    FloatW nx, ny, x1, y1, x2, y2;
    IntW first, second; // vertex indices
};

// Selects one of several values by OR. Precondition: at most one of their masks is set in each lane.
inline void orSelected(FloatW& result, IntW mask, FloatW value)
{
    result = (FloatW)((IntW)result | (mask & (IntW)value));
}

template<int N>
inline void addReference(Reference& r, const Polygons<N>& p, IntW face, IntW chosen)
{
#pragma GCC unroll 4
    for (int i = 0; i < (N == 4 ? 4 : p.maxCount); ++i) {
        const IntW here = (face == i) & chosen;
        orSelected(r.nx, here, p.nx[i]);
        orSelected(r.ny, here, p.ny[i]);
        orSelected(r.x1, here, p.x[i]);
        orSelected(r.y1, here, p.y[i]);
        orSelected(r.x2, here, p.x[i + 1]);
        orSelected(r.y2, here, p.y[i + 1]);
    }
    r.first |= face & chosen;
    r.second |= (face + 1 < p.count ? face + 1 : IntW{}) & chosen;
}

// incidentFace: the incident face of each lane, both ends.
struct Incident {
    FloatW x1{}, y1{}, x2{}, y2{};
    IntW first, second;
};
template<int N>
inline Incident findIncident(const Polygons<N>& a, const Polygons<N>& b, IntW takeB, const Reference& r)
{
    const int maxCount = N == 4 ? 4 : (a.maxCount > b.maxCount ? a.maxCount : b.maxCount);
    Polygons<N> other; // its normals are not stored: only the next loop uses them
    other.count = takeB ? a.count : b.count;
    FloatW along[N]; // the normals' components along the reference normal
    FloatW farthest{};
    IntW after{};
#pragma GCC unroll 4
    for (int i = 0; i < maxCount; ++i) {
        // Beyond a polygon's last vertex, its first one is repeated.
        const int inA = N == 4 || i < a.maxCount ? i : 0, inB = N == 4 || i < b.maxCount ? i : 0;
        other.x[i] = takeB ? a.x[inA] : b.x[inB];
        other.y[i] = takeB ? a.y[inA] : b.y[inB];
        const FloatW nx = takeB ? a.nx[inA] : b.nx[inB], ny = takeB ? a.ny[inA] : b.ny[inB];
        along[i] = r.nx * nx + r.ny * ny;
        const FloatW reach = -r.nx * other.x[i] + -r.ny * other.y[i];
        if (i == 0) {
            farthest = reach;
        } else {
            const IntW better = reach > farthest;
            farthest = better ? reach : farthest;
            after = better ? splat(int32_t{i}) : after;
        }
    }
    other.x[maxCount] = other.x[0];
    other.y[maxCount] = other.y[0];

    const IntW before = after > 0 ? after - 1 : other.count - 1;
    FloatW alongBefore{}, alongAfter{};
#pragma GCC unroll 4
    for (int i = 0; i < maxCount; ++i) {
        orSelected(alongBefore, before == i, along[i]);
        orSelected(alongAfter, after == i, along[i]);
    }
    const IntW lower = before < after ? before : after;
    Incident found;
    found.first = alongBefore == alongAfter ? lower : (alongBefore < alongAfter ? before : after);
    found.second = found.first + 1 < other.count ? found.first + 1 : IntW{};
#pragma GCC unroll 4
    for (int i = 0; i < maxCount; ++i) {
        const IntW here = found.first == i;
        orSelected(found.x1, here, other.x[i]);
        orSelected(found.y1, here, other.y[i]);
        orSelected(found.x2, here, other.x[i + 1]);
        orSelected(found.y2, here, other.y[i + 1]);
    }
    return found;
}

// One contact point before it is stored in the manifold.
struct Point {
    FloatW x, y, separation;
    IntW id;
};
inline Point choose(IntW mask, const Point& yes, const Point& no)
{
    return {mask ? yes.x : no.x, mask ? yes.y : no.y, mask ? yes.separation : no.separation,
            mask ? yes.id : no.id};
}

// clipToSidePlanes: both clipped ends; valid where `kept`.
struct Clipped {
    FloatW x1, y1, s1, x2, y2, s2;
    IntW kept;
};
inline Clipped clip(const Reference& r, const Incident& i)
{
    const FloatW zero{};
    const FloatW tx = -r.ny, ty = r.nx;
    const FloatW end = (r.x2 - r.x1) * tx + (r.y2 - r.y1) * ty;
    const FloatW lower = (i.x2 - r.x1) * tx + (i.y2 - r.y1) * ty;
    const FloatW upper = (i.x1 - r.x1) * tx + (i.y1 - r.y1) * ty;
    const FloatW span = upper - lower;
    const IntW spans = span > zero;
    const FloatW divisor = spans ? span : splat(1.0f);
    const FloatW cutFirst = -lower / divisor, cutSecond = (end - lower) / divisor;
    const FloatW dx = i.x1 - i.x2, dy = i.y1 - i.y2;
    const IntW cutsFirst = spans & (lower < zero), cutsSecond = spans & (upper > end);
    Clipped c;
    c.kept = ~((upper < zero) | (lower > end));
    c.x1 = cutsFirst ? i.x2 + cutFirst * dx : i.x2;
    c.y1 = cutsFirst ? i.y2 + cutFirst * dy : i.y2;
    c.x2 = cutsSecond ? i.x2 + cutSecond * dx : i.x1;
    c.y2 = cutsSecond ? i.y2 + cutSecond * dy : i.y1;
    c.s1 = (c.x1 - r.x1) * r.nx + (c.y1 - r.y1) * r.ny;
    c.s2 = (c.x2 - r.x1) * r.nx + (c.y2 - r.y1) * r.ny;
    return c;
}

// midPoint and cornerPair, for radius 0.
inline Point pointAt(const Reference& r, FloatW x, FloatW y, FloatW separation, IntW corner, IntW vertex,
                     IntW takeB)
{
    const FloatW half = 0.5f * (FloatW{} - separation);
    return {x + half * r.nx, y + half * r.ny, separation,
            takeB ? vertex << 8 | corner : corner << 8 | vertex};
}

inline FloatW where(IntW mask, FloatW value) { return (FloatW)(mask & (IntW)value); }

inline void storeManifolds(float* const* manifolds, const Reference& r, IntW takeB, IntW incident,
                           const Point& p0, IntW has0, const Point& p1, IntW has1)
{
    const IntW packed = (takeB ? splat(int32_t{2}) : splat(int32_t{1})) | r.first << 8 | incident << 16;
    const FloatW nx = takeB ? negated(r.nx) : r.nx, ny = takeB ? negated(r.ny) : r.ny;
    const IntW count = -(has0 + has1);
    scatter(manifolds, 0, {where(has0, nx), where(has0, ny), where(has0, p0.x), where(has0, p0.y)});
    scatter(manifolds, 4,
            {where(has0, p0.separation), where(has0, (FloatW)p0.id), where(has1, p1.x), where(has1, p1.y)});
    scatter(
        manifolds, 8,
        {where(has1, p1.separation), where(has1, (FloatW)p1.id), (FloatW)count, where(has0, (FloatW)packed)});
}

template<int N>
unsigned collide(PolygonBatch& batch, float lengthUnit, int maxCountA, int maxCountB)
{
    const float bias = kKernelFaceBias * lengthUnit;
    const float merge = kKernelMergeDistance * lengthUnit;
    const float gap = kKernelGapTolerance * lengthUnit;
    const FloatW zero{};
    FloatW separationLimit;
    const float *polygonA[kLanes], *polygonB[kLanes], *bInA[kLanes];
    float* manifolds[kLanes];
#pragma GCC unroll 16
    for (int lane = 0; lane < kLanes; ++lane) {
        const RawPolygonPair& pair = batch.pairs[batch.pairOfLane[lane]];
        polygonA[lane] = pair.a;
        polygonB[lane] = pair.b;
        bInA[lane] = pair.bInA;
        separationLimit[lane] = pair.speculative;
        manifolds[lane] = batch.manifolds + size_t{kManifoldFloats} * batch.pairOfLane[lane];
    }
    Polygons<N> a, b;
    const FloatW4 pose = gather(bInA, 0);
    loadVertices(a, polygonA, maxCountA);
    loadNormals(a, polygonA);
    loadVertices(b, polygonB, maxCountB);
#pragma GCC unroll 5
    for (int i = 0; i <= (N == 4 ? 4 : b.maxCount); ++i) {
        const FloatW x = b.x[i], y = b.y[i];
        b.x[i] = (pose.z * x - pose.w * y) + pose.x;
        b.y[i] = (pose.w * x + pose.z * y) + pose.y;
    }
    const auto finishSeparated = [&] {
        for (int lane = 0; lane < kLanes; ++lane)
            std::memset(manifolds[lane], 0, kManifoldFloats * sizeof(float));
        batch.allSeparated = true;
        return 0u;
    };
    IntW isClose = ~IntW{};
    if (batch.allSeparated) {
        isClose = ~areSeparatedByFacingFace(a, b, separationLimit);
        if (!any(isClose)) return finishSeparated();
    }
    loadNormals(b, polygonB);
#pragma GCC unroll 4
    for (int i = 0; i < (N == 4 ? 4 : b.maxCount); ++i) {
        const FloatW x = b.nx[i], y = b.ny[i];
        b.nx[i] = pose.z * x - pose.w * y;
        b.ny[i] = pose.w * x + pose.z * y;
    }
    if (batch.allSeparated && !any(isClose & ~areSeparatedByFacingFace(b, a, separationLimit)))
        return finishSeparated();

    const Faces faceA = findFaces(a, b);
    const Faces faceB = findFaces(b, a);
    isClose = ~((faceA.separation > separationLimit) | (faceB.separation > separationLimit));
    if (!any(isClose)) return finishSeparated();
    batch.allSeparated = false;

    const IntW apartByB = (faceB.separation > zero) & (faceA.separation < -gap);
    const IntW takeB = apartByB | (faceB.separation > faceA.separation + bias);
    Reference r{};
    addReference(r, a, faceA.face, ~takeB);
    addReference(r, b, faceB.face, takeB);
    const Incident i = findIncident(a, b, takeB, r);
    const Clipped c = clip(r, i);

    // One or two points; the point at A's first corner comes first.
    const FloatW apartX = c.x2 - c.x1, apartY = c.y2 - c.y1;
    const IntW onePoint = apartX * apartX + apartY * apartY < merge * merge;
    const IntW firstFirst = onePoint ? c.s1 <= c.s2 : ~takeB;
    const Point first = pointAt(r, c.x1, c.y1, c.s1, r.first, i.second, takeB);
    const Point second = pointAt(r, c.x2, c.y2, c.s2, r.second, i.first, takeB);
    Point p0 = choose(firstFirst, first, second);
    Point p1 = choose(firstFirst, second, first);
    const IntW near0 = isClose & c.kept & ~(p0.separation > separationLimit);
    const IntW near1 = isClose & c.kept & ~onePoint & ~(p1.separation > separationLimit);

    // If clipping removed the deepest vertex, the scalar function has to decide.
    const auto hasPointAsDeep = [&](FloatW depth) {
        return (near0 & (p0.separation <= depth)) | (near1 & (p1.separation <= depth));
    };
    const FloatW best = faceA.separation >= faceB.separation ? faceA.separation : faceB.separation;
    const IntW overlap = best <= zero;
    const FloatW slack = overlap ? splat(bias) : splat(gap);
    IntW rare =
        isClose & ~takeB & (faceB.separation > faceA.separation) & ~hasPointAsDeep(faceA.separation + slack);
    rare |= isClose & (overlap | near0 | near1) & ~hasPointAsDeep(best + slack);

    // If only the second point is within the limit, it becomes the first.
    p0 = choose(near0, p0, p1);
    storeManifolds(manifolds, r, takeB, i.first, p0, near0 | near1, p1, near0 & near1);
    return any(rare) ? laneBits(rare) : 0;
}

unsigned collideBoxes(PolygonBatch& batch, float lengthUnit) { return collide<4>(batch, lengthUnit, 4, 4); }

constexpr CollideKernels makeCollideKernels(const char* name)
{
    return {kLanes, name, collideBoxes, collide<8>};
}

} // namespace
} // namespace satbox
