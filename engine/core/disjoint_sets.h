#pragma once

#include <algorithm>
#include <cstdint>

namespace satbox {

// Disjoint sets (union-find with path halving) of 32-bit indices, in the caller's storage: parentOf(i)
// returns a reference to the parent of element i. Precondition: each element begins as its own parent. The
// root of a set is its lowest element, whatever the order of the unions.

template<class ParentOf>
uint32_t findRoot(uint32_t i, ParentOf&& parentOf)
{
    while (parentOf(i) != i) {
        parentOf(i) = parentOf(parentOf(i)); // path halving
        i = parentOf(i);
    }
    return i;
}

template<class ParentOf>
void uniteSets(uint32_t a, uint32_t b, ParentOf&& parentOf)
{
    if (parentOf(a) == parentOf(b)) return; // cheap test that is true for most pairs of one set
    a = findRoot(a, parentOf);
    b = findRoot(b, parentOf);
    if (a != b) parentOf(std::max(a, b)) = std::min(a, b);
}

} // namespace satbox
