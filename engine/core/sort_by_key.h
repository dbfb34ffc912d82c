#pragma once

#include <satbox/ids.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// Counting sort: the indices from 0 up to the size of `sorted` by keyOf(index), in their order; those with
// kNoIndex are left out. begin[key] becomes the index in `sorted` of the first element with that key.
// Precondition: `begin` is zero and has two elements more than there are keys.
template<class KeyOf>
void sortByKey(std::span<uint32_t> begin, std::span<uint32_t> sorted, KeyOf keyOf)
{
    for (size_t i = 0; i < sorted.size(); ++i)
        if (keyOf(i) != kNoIndex) ++begin[keyOf(i) + 2];
    for (size_t key = 1; key < begin.size(); ++key) begin[key] += begin[key - 1];
    const size_t count = sorted.size();
    for (size_t i = 0; i < count; ++i)
        if (keyOf(i) != kNoIndex) sorted[begin[keyOf(i) + 1]++] = static_cast<uint32_t>(i);
}

} // namespace satbox
