#pragma once

#include <bit>
#include <cstdint>

namespace satbox {

// Streaming 64-bit hash for telling states apart, the same on every platform. Numbers count by their bits:
// 0.0 and -0.0 differ. Each word is mixed by two rounds of multiply and xor-shift (the finaliser of
// MurmurHash3).
class Hasher {
  public:
    void add(uint64_t word)
    {
        uint64_t x = state_ ^ word;
        x *= 0xFF51AFD7ED558CCDull;
        x ^= x >> 33;
        x *= 0xC4CEB9FE1A85EC53ull;
        x ^= x >> 29;
        state_ = x + 0x9E3779B97F4A7C15ull;
    }
    void add(float f) { add(static_cast<uint64_t>(std::bit_cast<uint32_t>(f))); }
    void add(double d) { add(std::bit_cast<uint64_t>(d)); }
    uint64_t value() const { return state_; }

  private:
    uint64_t state_ = 0x243F6A8885A308D3ull; // digits of pi
};

} // namespace satbox
