#pragma once

#include <cstdint>

namespace satbox::test {

// Random numbers that are the same with every standard library: the upper bits of a 64-bit linear
// congruential generator (Knuth's MMIX constants).
class Lcg {
  public:
    explicit Lcg(uint64_t seed) : state_(seed) { bits(); }
    uint32_t bits()
    {
        state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
        return static_cast<uint32_t>(state_ >> 32);
    }
    uint32_t below(uint32_t count) { return static_cast<uint32_t>(uint64_t{bits()} * count >> 32); }
    float between(float low, float high)
    {
        return low + (high - low) * (static_cast<float>(bits() >> 8) / 16777216.0f);
    }

  private:
    uint64_t state_;
};

} // namespace satbox::test
