#pragma once

// Must not include headers with ordinary inline functions: see collide_kernels.inl.
#include <cstdint>

namespace satbox {

// Input and output of a wide kernel: PolygonPairs with their Polygons and Transforms, and Manifolds, all as
// arrays of floats (collide_wide.cpp asserts that layout).
struct RawPolygonPair {
    const float* a;
    const float* b;
    float bInA[4];
    float speculative;
};
struct PolygonBatch {
    static constexpr int kMaxLanes = 16;
    const RawPolygonPair* pairs = nullptr; // the whole array
    float* manifolds = nullptr;            // the whole array
    uint32_t pairOfLane[kMaxLanes];        // index into `pairs` for each lane
    // In: a hint that all pairs are separated, so that testing one axis first pays. Out: true if all were.
    // Does not affect the manifolds.
    bool allSeparated = false;
};

// Offsets in a Polygon and size of a Manifold, in floats.
struct PolygonLayout {
    static constexpr int kVertices = 0, kNormals = 16, kCount = 35;
};
inline constexpr int kManifoldFloats = 12;
// kReferenceFaceBias, kMergePointDistance and kGapTolerance. Their headers must not be included by files that
// are compiled for another instruction set.
inline constexpr float kKernelFaceBias = 5e-4f;
inline constexpr float kKernelMergeDistance = 1e-4f;
inline constexpr float kKernelGapTolerance = 5e-5f;

// collidePolygons for polygons without radius, one pair per SIMD lane, compiled once for each instruction
// set. Both functions return a bit mask of the lanes whose pair is a rare case: the caller must compute these
// manifolds with the scalar function. The manifolds of all other lanes are complete.
struct CollideKernels {
    int lanes = 4;
    const char* name = "";
    unsigned (*boxes)(PolygonBatch& batch, float lengthUnit) = nullptr; // four vertices each
    // 3 to 8 vertices, at most maxCountA and maxCountB
    unsigned (*polygons)(PolygonBatch& batch, float lengthUnit, int maxCountA, int maxCountB) = nullptr;
};

const CollideKernels& wide4CollideKernels();  // SSE2, NEON, or what the compiler makes of 4 lanes
const CollideKernels* avx2CollideKernels();   // nullptr where this build has none
const CollideKernels* avx512CollideKernels(); // likewise

} // namespace satbox
