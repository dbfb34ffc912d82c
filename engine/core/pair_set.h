#pragma once

#include "engine/core/internal_api.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace satbox {

// Set of the pairs of shapes that have a contact: open addressing, 64-bit keys (low slot, high slot). It is
// never iterated, so its layout cannot affect results.
class SATBOX_INTERNAL_API PairSet {
  public:
    static uint64_t key(uint32_t a, uint32_t b)
    {
        return a < b ? (static_cast<uint64_t>(a) << 32 | b) : (static_cast<uint64_t>(b) << 32 | a);
    }

    bool contains(uint64_t key) const;
    bool insert(uint64_t key); // false if present already
    bool erase(uint64_t key);  // false if absent
    // Prefetches the cache line of a key. Useful about ten keys before its use: a large set exceeds the first
    // cache levels, and access is random.
    void prefetch(uint64_t key) const
    {
        if (!slots_.empty()) __builtin_prefetch(&slots_[homeSlot(key)], 1);
    }
    size_t size() const { return size_; }
    size_t bytes() const { return slots_.capacity() * sizeof(uint64_t); }

  private:
    size_t homeSlot(uint64_t key) const;
    void grow();

    std::vector<uint64_t> slots_; // kEmpty or a key; power of two; linear probing
    size_t size_ = 0;
};

} // namespace satbox
