#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace satbox {

// Calls fn(index) for the non-zero elements of `bytes`, ascending. Skips zeros by 64-bit words: most are 0.
template<class Bytes, class Fn>
void forEachNonZero(const Bytes& bytes, Fn&& fn)
{
    using Byte = typename Bytes::value_type;
    static_assert(sizeof(Byte) == 1);
    constexpr size_t kWord = sizeof(uint64_t);
    const auto visit = [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i)
            if (bytes[i] != Byte{}) fn(i);
    };
    size_t i = 0;
    for (; i + kWord <= bytes.size(); i += kWord) {
        uint64_t word;
        std::memcpy(&word, &bytes[i], kWord);
        if (word != 0) visit(i, i + kWord);
    }
    visit(i, bytes.size());
}

} // namespace satbox
