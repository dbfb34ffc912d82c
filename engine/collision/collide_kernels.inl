// Polygons against polygons in W lanes, included by collide_kernels_*.cpp with SATBOX_LANES defined.
// Everything is in an unnamed namespace: each including file is compiled for another instruction set and must
// not share code with the others. Only the compilers' vector extensions are used here (g++ and clang).
//
// Each lane goes through the steps of collide_polygons.h, sat.h and clip.h, for radius 0, with the same
// operations in the same order, so with the same bits; where those take one of two ways, lanes go both and
// keep one. What follows refers to these by the names used there.

#include "engine/collision/collide_kernels.h"
#include "engine/math/lanes.inl"

#include <cstddef>
#include <cstring>

namespace satbox {
namespace {

inline I splat(int32_t i) { return I{} + i; }
inline F negated(F f) { return -f; }

inline unsigned laneBits(I mask)
{
    unsigned bits = 0;
    for (int lane = 0; lane < W; ++lane) bits |= (mask[lane] != 0 ? 1u : 0u) << lane;
    return bits;
}

// Four neighbouring floats of W things, from `at` on.
inline Fields gather(const float* const* things, int at)
{
    return gatherRows([=](int lane) { return things[lane] + at; });
}
inline void scatter(float* const* things, int at, const Fields& f)
{
    scatterRows([=](int lane) { return things[lane] + at; }, f);
}

// W polygons of up to N vertices; `most` is how many are looked at. Where a lane's polygon has fewer, its
// first vertex stands in for the others: it never wins, since of equal ones the first does.
template<int N>
struct Polygons {
    F x[N + 1], y[N + 1]; // vertex `most` is the first one again
    F nx[N], ny[N];
    I count;
    int most;
};

template<int N>
inline void loadVertices(Polygons<N>& p, const float* const* polygons, int most)
{
    p.most = N == 4 ? 4 : most;
    p.count = splat(int32_t{4});
#pragma GCC unroll 2
    for (int i = 0; i < p.most; i += 2) {
        const Fields two = gather(polygons, PolygonLayout::kVertices + 2 * i);
        p.x[i] = two.x;
        p.y[i] = two.y;
        p.x[i + 1] = two.z;
        p.y[i + 1] = two.w;
    }
    if constexpr (N > 4) {
        int32_t counts[W];
#pragma GCC unroll 16
        for (int lane = 0; lane < W; ++lane)
            std::memcpy(&counts[lane], polygons[lane] + PolygonLayout::kCount, sizeof(int32_t));
        std::memcpy(&p.count, counts, sizeof p.count);
        const bool padded = any(p.count < p.most);
        for (int i = 3; padded && i < p.most; ++i) {
            const I present = p.count > i;
            p.x[i] = present ? p.x[i] : p.x[0];
            p.y[i] = present ? p.y[i] : p.y[0];
        }
    }
    p.x[p.most] = p.x[0];
    p.y[p.most] = p.y[0];
}

template<int N>
inline void loadNormals(Polygons<N>& p, const float* const* polygons)
{
#pragma GCC unroll 2
    for (int i = 0; i < (N == 4 ? 4 : p.most); i += 2) {
        const Fields two = gather(polygons, PolygonLayout::kNormals + 2 * i);
        p.nx[i] = two.x;
        p.ny[i] = two.y;
        p.nx[i + 1] = two.z;
        p.ny[i + 1] = two.w;
    }
}

// findMaxSeparation, to the end. Where a lane exceeds `enough` its face may differ from the scalar
// function's, but is asked for no more.
struct Faces {
    F separation;
    I face;
};
template<int N>
inline Faces findFaces(const Polygons<N>& owner, const Polygons<N>& other)
{
    Faces best{splat(-3.4e38f), I{}};
#pragma GCC unroll 4
    for (int i = 0; i < (N == 4 ? 4 : owner.most); ++i) {
        const F nx = owner.nx[i], ny = owner.ny[i];
        F lowest = nx * other.x[0] + ny * other.y[0];
#pragma GCC unroll 4
        for (int j = 1; j < (N == 4 ? 4 : other.most); ++j) {
            const F reach = nx * other.x[j] + ny * other.y[j];
            lowest = reach < lowest ? reach : lowest;
        }
        const F separation = lowest - (nx * owner.x[i] + ny * owner.y[i]);
        I better = separation > best.separation;
        if constexpr (N > 4) better &= owner.count > i;
        best.separation = better ? separation : best.separation;
        best.face = better ? splat(int32_t{i}) : best.face;
    }
    return best;
}

// A face with how far ahead of it a point lies.
struct Facing {
    F ahead, nx, ny, own; // own: of the face's vertices along the normal
};
inline Facing further(const Facing& f, const Facing& g)
{
    const I second = g.ahead > f.ahead;
    return {second ? g.ahead : f.ahead, second ? g.nx : f.nx, second ? g.ny : f.ny, second ? g.own : f.own};
}

// Whether the face of `owner` that looks most towards the middle of `other` separates them: a few of the
// numbers that findFaces would compute, and where one of those exceeds `enough` nothing else matters.
template<int N>
inline I apartAlongFacing(const Polygons<N>& owner, const Polygons<N>& other, F enough)
{
    const int across = N == 4 ? 2 : other.most / 2;
    const F cx = 0.5f * (other.x[0] + other.x[across]), cy = 0.5f * (other.y[0] + other.y[across]);
    const auto look = [&](int i) -> Facing {
        const F own = owner.nx[i] * owner.x[i] + owner.ny[i] * owner.y[i];
        return {(owner.nx[i] * cx + owner.ny[i] * cy) - own, owner.nx[i], owner.ny[i], own};
    };
    Facing best = further(further(look(0), look(1)), look(2));
    if constexpr (N == 4) {
        best = further(further(look(0), look(1)), further(look(2), look(3)));
    } else {
        for (int i = 3; i < owner.most; ++i) best = further(best, look(i));
    }
    const F nx = best.nx, ny = best.ny;
    F lowest = nx * other.x[0] + ny * other.y[0];
#pragma GCC unroll 4
    for (int j = 1; j < (N == 4 ? 4 : other.most); ++j) {
        const F reach = nx * other.x[j] + ny * other.y[j];
        lowest = reach < lowest ? reach : lowest;
    }
    return lowest - best.own > enough;
}

// The reference face of each lane: outward normal, its two ends.
struct Reference {
    F nx, ny, x1, y1, x2, y2;
    I first, second; // vertex indices
};

// Bits of the chosen one among several, the others' masks being empty.
inline void accumulate(F& sum, I mask, F value) { sum = (F)((I)sum | (mask & (I)value)); }

template<int N>
inline void addReference(Reference& r, const Polygons<N>& p, I face, I chosen)
{
#pragma GCC unroll 4
    for (int i = 0; i < (N == 4 ? 4 : p.most); ++i) {
        const I here = (face == i) & chosen;
        accumulate(r.nx, here, p.nx[i]);
        accumulate(r.ny, here, p.ny[i]);
        accumulate(r.x1, here, p.x[i]);
        accumulate(r.y1, here, p.y[i]);
        accumulate(r.x2, here, p.x[i + 1]);
        accumulate(r.y2, here, p.y[i + 1]);
    }
    r.first |= face & chosen;
    r.second |= (face + 1 < p.count ? face + 1 : I{}) & chosen;
}

// incidentFace: the face of `other` against the reference, its two ends.
struct Incident {
    F x1{}, y1{}, x2{}, y2{};
    I first, second;
};
template<int N>
inline Incident findIncident(const Polygons<N>& a, const Polygons<N>& b, I takeB, const Reference& r)
{
    const int most = N == 4 ? 4 : (a.most > b.most ? a.most : b.most);
    Polygons<N> other; // without the normals, which serve here at once
    other.count = takeB ? a.count : b.count;
    F along[N]; // the normals along the reference's
    F farthest{};
    I after{};
#pragma GCC unroll 4
    for (int i = 0; i < most; ++i) {
        // Beyond a shape's own last vertex there is the first one again.
        const int inA = N == 4 || i < a.most ? i : 0, inB = N == 4 || i < b.most ? i : 0;
        other.x[i] = takeB ? a.x[inA] : b.x[inB];
        other.y[i] = takeB ? a.y[inA] : b.y[inB];
        const F nx = takeB ? a.nx[inA] : b.nx[inB], ny = takeB ? a.ny[inA] : b.ny[inB];
        along[i] = r.nx * nx + r.ny * ny;
        const F reach = -r.nx * other.x[i] + -r.ny * other.y[i];
        if (i == 0) {
            farthest = reach;
        } else {
            const I better = reach > farthest;
            farthest = better ? reach : farthest;
            after = better ? splat(int32_t{i}) : after;
        }
    }
    other.x[most] = other.x[0];
    other.y[most] = other.y[0];

    const I before = after > 0 ? after - 1 : other.count - 1;
    F alongBefore{}, alongAfter{};
#pragma GCC unroll 4
    for (int i = 0; i < most; ++i) {
        accumulate(alongBefore, before == i, along[i]);
        accumulate(alongAfter, after == i, along[i]);
    }
    const I lower = before < after ? before : after;
    Incident found;
    found.first = alongBefore == alongAfter ? lower : (alongBefore < alongAfter ? before : after);
    found.second = found.first + 1 < other.count ? found.first + 1 : I{};
#pragma GCC unroll 4
    for (int i = 0; i < most; ++i) {
        const I here = found.first == i;
        accumulate(found.x1, here, other.x[i]);
        accumulate(found.y1, here, other.y[i]);
        accumulate(found.x2, here, other.x[i + 1]);
        accumulate(found.y2, here, other.y[i + 1]);
    }
    return found;
}

// One contact point on its way into the manifold.
struct Point {
    F x, y, separation;
    I id;
};
inline Point choose(I mask, const Point& yes, const Point& no)
{
    return {mask ? yes.x : no.x, mask ? yes.y : no.y, mask ? yes.separation : no.separation,
            mask ? yes.id : no.id};
}

// clipToSidePlanes: both ends, where anything is left.
struct Clipped {
    F x1, y1, s1, x2, y2, s2;
    I kept;
};
inline Clipped clip(const Reference& r, const Incident& i)
{
    const F zero{};
    const F tx = -r.ny, ty = r.nx;
    const F end = (r.x2 - r.x1) * tx + (r.y2 - r.y1) * ty;
    const F lower = (i.x2 - r.x1) * tx + (i.y2 - r.y1) * ty;
    const F upper = (i.x1 - r.x1) * tx + (i.y1 - r.y1) * ty;
    const F span = upper - lower;
    const I spans = span > zero;
    const F divisor = spans ? span : splat(1.0f);
    const F cutFirst = -lower / divisor, cutSecond = (end - lower) / divisor;
    const F dx = i.x1 - i.x2, dy = i.y1 - i.y2;
    const I cutsFirst = spans & (lower < zero), cutsSecond = spans & (upper > end);
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
inline Point pointAt(const Reference& r, F x, F y, F separation, I corner, I vertex, I takeB)
{
    const F half = 0.5f * (F{} - separation);
    return {x + half * r.nx, y + half * r.ny, separation,
            takeB ? vertex << 8 | corner : corner << 8 | vertex};
}

inline F where(I mask, F value) { return (F)(mask & (I)value); }

inline void storeManifolds(float* const* manifolds, const Reference& r, I takeB, I incident, const Point& p0,
                           I has0, const Point& p1, I has1)
{
    const I packed = (takeB ? splat(int32_t{2}) : splat(int32_t{1})) | r.first << 8 | incident << 16;
    const F nx = takeB ? negated(r.nx) : r.nx, ny = takeB ? negated(r.ny) : r.ny;
    const I count = -(has0 + has1);
    scatter(manifolds, 0, {where(has0, nx), where(has0, ny), where(has0, p0.x), where(has0, p0.y)});
    scatter(manifolds, 4,
            {where(has0, p0.separation), where(has0, (F)p0.id), where(has1, p1.x), where(has1, p1.y)});
    scatter(manifolds, 8,
            {where(has1, p1.separation), where(has1, (F)p1.id), (F)count, where(has0, (F)packed)});
}

template<int N>
unsigned collide(PolygonBatch& batch, float lengthUnit, int mostA, int mostB)
{
    const float bias = kKernelFaceBias * lengthUnit;
    const float merge = kKernelMergeDistance * lengthUnit;
    const float gap = kKernelGapTolerance * lengthUnit;
    const F zero{};
    F enough;
    const float *polygonA[W], *polygonB[W], *bInA[W];
    float* manifolds[W];
#pragma GCC unroll 16
    for (int lane = 0; lane < W; ++lane) {
        const RawPolygonPair& pair = batch.pairs[batch.lanes[lane]];
        polygonA[lane] = pair.a;
        polygonB[lane] = pair.b;
        bInA[lane] = pair.bInA;
        enough[lane] = pair.speculative;
        manifolds[lane] = batch.manifolds + size_t{kManifoldFloats} * batch.lanes[lane];
    }
    Polygons<N> a, b;
    const Fields pose = gather(bInA, 0);
    loadVertices(a, polygonA, mostA);
    loadNormals(a, polygonA);
    loadVertices(b, polygonB, mostB);
#pragma GCC unroll 5
    for (int i = 0; i <= (N == 4 ? 4 : b.most); ++i) {
        const F x = b.x[i], y = b.y[i];
        b.x[i] = (pose.z * x - pose.w * y) + pose.x;
        b.y[i] = (pose.w * x + pose.z * y) + pose.y;
    }
    const auto finishApart = [&] {
        for (int lane = 0; lane < W; ++lane) std::memset(manifolds[lane], 0, kManifoldFloats * sizeof(float));
        batch.apart = true;
        return 0u;
    };
    I live = ~I{};
    if (batch.apart) {
        live = ~apartAlongFacing(a, b, enough);
        if (!any(live)) return finishApart();
    }
    loadNormals(b, polygonB);
#pragma GCC unroll 4
    for (int i = 0; i < (N == 4 ? 4 : b.most); ++i) {
        const F x = b.nx[i], y = b.ny[i];
        b.nx[i] = pose.z * x - pose.w * y;
        b.ny[i] = pose.w * x + pose.z * y;
    }
    if (batch.apart && !any(live & ~apartAlongFacing(b, a, enough))) return finishApart();

    const Faces faceA = findFaces(a, b);
    const Faces faceB = findFaces(b, a);
    live = ~((faceA.separation > enough) | (faceB.separation > enough));
    if (!any(live)) return finishApart();
    batch.apart = false;

    const I apartByB = (faceB.separation > zero) & (faceA.separation < -gap);
    const I takeB = apartByB | (faceB.separation > faceA.separation + bias);
    Reference r{};
    addReference(r, a, faceA.face, ~takeB);
    addReference(r, b, faceB.face, takeB);
    const Incident i = findIncident(a, b, takeB, r);
    const Clipped c = clip(r, i);

    // One or two points, those of A's first corner first.
    const F apartX = c.x2 - c.x1, apartY = c.y2 - c.y1;
    const I onePoint = apartX * apartX + apartY * apartY < merge * merge;
    const I firstFirst = onePoint ? c.s1 <= c.s2 : ~takeB;
    const Point first = pointAt(r, c.x1, c.y1, c.s1, r.first, i.second, takeB);
    const Point second = pointAt(r, c.x2, c.y2, c.s2, r.second, i.first, takeB);
    Point p0 = choose(firstFirst, first, second);
    Point p1 = choose(firstFirst, second, first);
    const I near0 = live & c.kept & ~(p0.separation > enough);
    const I near1 = live & c.kept & ~onePoint & ~(p1.separation > enough);

    // Where clipping cut off the deepest vertex the scalar function looks further.
    const auto reaches = [&](F depth) {
        return (near0 & (p0.separation <= depth)) | (near1 & (p1.separation <= depth));
    };
    const F best = faceA.separation >= faceB.separation ? faceA.separation : faceB.separation;
    const I overlap = best <= zero;
    const F slack = overlap ? splat(bias) : splat(gap);
    I rare = live & ~takeB & (faceB.separation > faceA.separation) & ~reaches(faceA.separation + slack);
    rare |= live & (overlap | near0 | near1) & ~reaches(best + slack);

    // The points that are near enough close up.
    p0 = choose(near0, p0, p1);
    storeManifolds(manifolds, r, takeB, i.first, p0, near0 | near1, p1, near0 & near1);
    return any(rare) ? laneBits(rare) : 0;
}

unsigned collideBoxes(PolygonBatch& batch, float lengthUnit) { return collide<4>(batch, lengthUnit, 4, 4); }

constexpr CollideKernels makeCollideKernels(const char* name) { return {W, name, collideBoxes, collide<8>}; }

} // namespace
} // namespace satbox
