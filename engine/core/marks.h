#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace satbox {

// Calls fn(index) for the marks (bytes) that are not 0, ascending: a word at a time, since most are 0.
template<class Marks, class Fn>
void forEachMarked(const Marks& marks, Fn&& fn)
{
    using Mark = typename Marks::value_type;
    static_assert(sizeof(Mark) == 1);
    constexpr size_t kWord = sizeof(uint64_t);
    const auto visit = [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i)
            if (marks[i] != Mark{}) fn(i);
    };
    size_t i = 0;
    for (; i + kWord <= marks.size(); i += kWord) {
        uint64_t word;
        std::memcpy(&word, &marks[i], kWord);
        if (word != 0) visit(i, i + kWord);
    }
    visit(i, marks.size());
}

} // namespace satbox
