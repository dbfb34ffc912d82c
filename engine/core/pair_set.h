#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace satbox {

// Which pairs of shapes have a contact already: an open-addressing set of 64-bit keys (low slot, high slot),
// never iterated, so its layout cannot reach the results.
class PairSet {
  public:
    static uint64_t key(uint32_t a, uint32_t b)
    {
        return a < b ? (static_cast<uint64_t>(a) << 32 | b) : (static_cast<uint64_t>(b) << 32 | a);
    }

    bool contains(uint64_t key) const;
    bool insert(uint64_t key); // false when it was there
    bool erase(uint64_t key);  // false when it was not
    // Asks for the memory where the key is or would be: worth while some ten keys ahead, since a large set is
    // beyond the first caches and keys lie anywhere in it.
    void prefetch(uint64_t key) const
    {
        if (!slots_.empty()) __builtin_prefetch(&slots_[home(key)], 1);
    }
    size_t size() const { return size_; }
    size_t bytes() const { return slots_.capacity() * sizeof(uint64_t); }

  private:
    size_t home(uint64_t key) const;
    void grow();

    std::vector<uint64_t> slots_; // kEmpty or a key; power of two; linear probing
    size_t size_ = 0;
};

} // namespace satbox
