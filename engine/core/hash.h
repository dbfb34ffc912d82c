#pragma once

#include "engine/core/bit_cast.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// Streaming 64-bit hash for comparing states; the same on every platform and byte order. Floating-point
// numbers are hashed by their bits: 0.0 and -0.0 differ, and so do two NaNs with different payloads. Each
// word is mixed by two rounds of multiply and xor-shift (the constants of MurmurHash3's finaliser). Not
// resistant to deliberate collisions: do not use it for hash tables with untrusted keys.
class Hasher {
  public:
    template<std::integral T>
    void add(T word)
    {
        mix(static_cast<uint64_t>(word)); // sign-extended: -1 is the same in every width
    }
    void add(float f) { mix(bitCast<uint32_t>(f)); }
    void add(double d) { mix(bitCast<uint64_t>(d)); }

    // Hashes the length too, so that ("ab", "c") and ("a", "bc") differ.
    void add(std::span<const std::byte> bytes)
    {
        mix(bytes.size());
        uint64_t word = 0;
        unsigned shift = 0;
        for (const std::byte b : bytes) {
            word |= std::to_integer<uint64_t>(b) << shift;
            shift += 8;
            if (shift == 64) {
                mix(word);
                word = 0;
                shift = 0;
            }
        }
        if (shift > 0) mix(word);
    }

    uint64_t value() const { return state_; }

  private:
    void mix(uint64_t word)
    {
        uint64_t x = state_ ^ word;
        x *= 0xFF51AFD7ED558CCDull;
        x ^= x >> 33;
        x *= 0xC4CEB9FE1A85EC53ull;
        x ^= x >> 29;
        state_ = x + 0x9E3779B97F4A7C15ull;
    }

    uint64_t state_ = 0x243F6A8885A308D3ull; // digits of pi
};

} // namespace satbox
