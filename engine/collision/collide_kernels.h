#pragma once

// Includes nothing with ordinary inline functions: see collide_kernels.inl.
#include <cstdint>

namespace satbox {

// What a wide kernel reads and writes: PolygonPairs with their Polygons and Transforms, and Manifolds, as the
// floats they consist of (collide_wide.cpp asserts that layout).
struct RawPolygonPair {
    const float* a;
    const float* b;
    float bInA[4];
    float speculative;
};
struct PolygonBatch {
    static constexpr int kMaxLanes = 16;
    const RawPolygonPair* pairs = nullptr; // all
    float* manifolds = nullptr;            // all
    uint32_t lanes[kMaxLanes];             // which pair each lane takes
    // In: whether all pairs are likely to be apart, so that looking for one axis that shows it pays. Out:
    // whether they were. Changes no results.
    bool apart = false;
};

// Where in a Polygon the kernels find things, in floats, and how many floats a Manifold has.
struct PolygonLayout {
    static constexpr int kVertices = 0, kNormals = 16, kCount = 35;
};
inline constexpr int kManifoldFloats = 12;
// kReferenceFaceBias and kMergePointDistance, whose headers no file for another instruction set may include.
inline constexpr float kKernelFaceBias = 5e-4f;
inline constexpr float kKernelMergeDistance = 1e-4f;
inline constexpr float kKernelGapTolerance = 5e-5f;

// collidePolygons for polygons without radius, in several lanes at once, compiled once for each instruction
// set. Both return one bit for each lane whose pair is a rare case, for which the caller has to ask the
// scalar function; the lanes' manifolds are complete otherwise.
struct CollideKernels {
    int lanes = 4;
    const char* name = "";
    unsigned (*boxes)(PolygonBatch& batch, float lengthUnit) = nullptr; // four vertices each
    // 3 to 8 vertices, at most mostA and mostB
    unsigned (*polygons)(PolygonBatch& batch, float lengthUnit, int mostA, int mostB) = nullptr;
};

const CollideKernels& wide4CollideKernels();  // SSE2, NEON, or what the compiler makes of 4 lanes
const CollideKernels* avx2CollideKernels();   // nullptr where this build has none
const CollideKernels* avx512CollideKernels(); // likewise

} // namespace satbox
