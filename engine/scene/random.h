#pragma once

#include <cstdint>

namespace satbox {

// PCG32 (M. E. O'Neill, "PCG: a family of simple fast space-efficient statistically good algorithms for
// random number generation", 2014): small, and the same numbers on every platform, which std distributions do
// not guarantee.
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed + kIncrement) { next(); }

    uint32_t next()
    {
        const uint64_t old = state_;
        state_ = old * 6364136223846793005u + kIncrement;
        const auto mixed = static_cast<uint32_t>(((old >> 18u) ^ old) >> 27u);
        const auto turn = static_cast<uint32_t>(old >> 59u);
        return (mixed >> turn) | (mixed << ((32u - turn) & 31u));
    }
    float unit() { return static_cast<float>(next() >> 8) * 0x1p-24f; } // [0, 1)
    float between(float low, float high) { return low + (high - low) * unit(); }
    int below(int count) { return static_cast<int>(next() % static_cast<uint32_t>(count)); }

  private:
    static constexpr uint64_t kIncrement = 1442695040888963407u;
    uint64_t state_;
};

} // namespace satbox
