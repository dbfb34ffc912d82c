#include "engine/collision/collide_wide.h"

#include "engine/collision/collide.h"
#include "engine/collision/collide_kernels.h"
#include "engine/collision/collide_polygons.h"
#include "engine/collision/manifold.h"
#include "engine/core/isa.h"
#include <satbox/contacts.h>
#include <satbox/instruction_set.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

namespace satbox {

namespace {

// The kernels read and write these types as arrays of floats.
constexpr size_t kFloatBytes = sizeof(float);
static_assert(sizeof(Vec2) == 2 * kFloatBytes && sizeof(Transform) == 4 * kFloatBytes &&
              offsetof(Transform, q) == 2 * kFloatBytes);
static_assert(sizeof(PolygonPair) == sizeof(RawPolygonPair) &&
              offsetof(PolygonPair, b) == offsetof(RawPolygonPair, b) &&
              offsetof(PolygonPair, bInA) == offsetof(RawPolygonPair, bInA) &&
              offsetof(PolygonPair, speculative) == offsetof(RawPolygonPair, speculative));
static_assert(offsetof(Polygon, radius) + kFloatBytes == offsetof(Polygon, count));
static_assert(offsetof(Polygon, vertices) == PolygonLayout::kVertices * kFloatBytes);
static_assert(offsetof(Polygon, normals) == PolygonLayout::kNormals * kFloatBytes);
static_assert(offsetof(Polygon, count) == PolygonLayout::kCount * kFloatBytes && sizeof(int) == 4);
static_assert(sizeof(Manifold) == kManifoldFloats * kFloatBytes && sizeof(ManifoldPoint) == 4 * kFloatBytes);
static_assert(offsetof(Manifold, points) == 2 * kFloatBytes &&
              offsetof(ManifoldPoint, separation) == 2 * kFloatBytes);
static_assert(offsetof(ManifoldPoint, id) == 3 * kFloatBytes &&
              offsetof(Manifold, count) == 10 * kFloatBytes);
static_assert(offsetof(Manifold, referenceOwner) == 11 * kFloatBytes &&
              offsetof(Manifold, referenceFace) == 45 && offsetof(Manifold, incidentFace) == 46);
static_assert(static_cast<int>(ReferenceOwner::A) == 1 && static_cast<int>(ReferenceOwner::B) == 2);
static_assert(kKernelFaceBias == kReferenceFaceBias && kKernelMergeDistance == kMergePointDistance &&
              kKernelGapTolerance == kGapTolerance);
static_assert(std::endian::native == std::endian::little);

const CollideKernels& kernelsOf([[maybe_unused]] int lanes)
{
#if defined(__x86_64__) // the only target with AVX kernels
    return widestKernel(lanes, wide4CollideKernels(), avx2CollideKernels(), avx512CollideKernels());
#else
    return wide4CollideKernels();
#endif
}

// Radius and count, which are adjacent in memory, as one number.
uint64_t radiusAndCount(const Polygon& p)
{
    uint64_t kind = 0;
    std::memcpy(&kind, &p.radius, sizeof kind);
    return kind;
}
constexpr uint64_t kBoxRadiusAndCount = uint64_t{4} << 32; // radius 0, four vertices

// The kernels handle neither radii nor the two-vertex polygons of capsules and segments.
bool needsScalarFunction(const Polygon& p) { return p.radius != 0.0f || p.count < 3; }

Manifold collidePair(const PolygonPair& pair, float lengthUnit)
{
    return collidePolygons(*pair.a, *pair.b, pair.bInA, {pair.speculative, lengthUnit});
}

// Collects pairs of one kind until every lane has one.
class Batches {
  public:
    Batches(std::span<const PolygonPair> pairs, float lengthUnit, Manifold* manifolds,
            const CollideKernels& kernels)
        : pairs_(pairs), lengthUnit_(lengthUnit), manifolds_(manifolds), kernels_(kernels)
    {
        for (PolygonBatch* batch : {&boxes_, &polygons_}) {
            batch->pairs = reinterpret_cast<const RawPolygonPair*>(pairs.data());
            batch->manifolds = reinterpret_cast<float*>(manifolds);
        }
    }

    void run()
    {
        const auto lanes = static_cast<uint32_t>(kernels_.lanes);
        uint32_t boxes = 0, polygons = 0; // waiting in the batches
        for (uint32_t i = 0; i < pairs_.size(); ++i) {
            const Polygon& a = *pairs_[i].a;
            const Polygon& b = *pairs_[i].b;
            if (radiusAndCount(a) == kBoxRadiusAndCount && radiusAndCount(b) == kBoxRadiusAndCount) {
                boxes_.pairOfLane[boxes++] = i;
                if (boxes < lanes) continue;
                collideBoxes();
                boxes = 0;
            } else if (needsScalarFunction(a) || needsScalarFunction(b)) {
                collideOne(i);
            } else {
                polygons_.pairOfLane[polygons++] = i;
                if (polygons < lanes) continue;
                collideOthers();
                polygons = 0;
            }
        }
        if (fill(boxes_, boxes)) collideBoxes();
        if (fill(polygons_, polygons)) collideOthers();
    }

  private:
    void collideOne(uint32_t i) { manifolds_[i] = collidePair(pairs_[i], lengthUnit_); }

    // Lanes without a pair repeat the last pair. A single pair is computed here. False if no pair is left for
    // the kernel.
    bool fill(PolygonBatch& batch, uint32_t waiting)
    {
        if (waiting == 1) collideOne(batch.pairOfLane[0]);
        if (waiting <= 1) return false;
        for (uint32_t lane = waiting; lane < PolygonBatch::kMaxLanes; ++lane)
            batch.pairOfLane[lane] = batch.pairOfLane[waiting - 1];
        return true;
    }

    void collideBoxes() { collideRareLanes(boxes_, kernels_.boxes(boxes_, lengthUnit_)); }

    void collideOthers()
    {
        int maxCountA = 3, maxCountB = 3; // vertices
        for (int lane = 0; lane < kernels_.lanes; ++lane) {
            const PolygonPair& pair = pairs_[polygons_.pairOfLane[lane]];
            maxCountA = std::max(maxCountA, pair.a->count);
            maxCountB = std::max(maxCountB, pair.b->count);
        }
        collideRareLanes(polygons_, kernels_.polygons(polygons_, lengthUnit_, maxCountA, maxCountB));
    }

    void collideRareLanes(const PolygonBatch& batch, unsigned rare)
    {
        for (; rare != 0; rare &= rare - 1) collideOne(batch.pairOfLane[std::countr_zero(rare)]);
    }

    std::span<const PolygonPair> pairs_;
    float lengthUnit_; // m
    Manifold* manifolds_;
    const CollideKernels& kernels_;
    PolygonBatch boxes_;
    PolygonBatch polygons_;
};

} // namespace

void collidePolygonPairs(std::span<const PolygonPair> pairs, float lengthUnit, Manifold* manifolds, int lanes)
{
    if (lanes == 1) {
        for (size_t i = 0; i < pairs.size(); ++i) manifolds[i] = collidePair(pairs[i], lengthUnit);
        return;
    }
    Batches(pairs, lengthUnit, manifolds, kernelsOf(lanes)).run();
}

} // namespace satbox
