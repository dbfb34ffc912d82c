#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace satbox {

// The contact of each scalar ContactBlock, for a ContactRecorder.
class BlockContacts {
  public:
    void add(const void* block, uint32_t contact) { entries_.emplace_back(block, contact); }
    void sort() { std::sort(entries_.begin(), entries_.end(), isBefore); } // call it once all are added
    // Index of the contact. Precondition: sort() was called, and the block was added.
    uint32_t contactOf(const void* block) const
    {
        return std::lower_bound(entries_.begin(), entries_.end(), Entry{block, 0}, isBefore)->second;
    }

  private:
    using Entry = std::pair<const void*, uint32_t>; // address, contact index
    static bool isBefore(const Entry& a, const Entry& b)
    {
        return std::less<const void*>()(a.first, b.first);
    }

    std::vector<Entry> entries_;
};

} // namespace satbox
