#include "engine/collision/filter_classes.h"

namespace satbox {

// The class of this filter, else a free one, else kAny.
size_t FilterClasses::find(const Filter& filter) const
{
    size_t free = kAny;
    for (size_t c = 1; c < kClasses; ++c) {
        if (counts_[c] > 0 && filters_[c] == filter) return c;
        if (counts_[c] == 0 && free == kAny) free = c;
    }
    return free;
}

FilterClasses::Class FilterClasses::add(const Filter& filter)
{
    const bool isLast = counts_[last_] > 0 && filters_[last_] == filter;
    const size_t c = isLast ? last_ : find(filter);
    if (c == kAny) return kAny;
    if (counts_[c]++ > 0) return last_ = static_cast<Class>(c);
    filters_[c] = filter;
    partners_[c] = bitOf(kAny);
    if (shouldCollide(filter, filter)) partners_[c] |= bitOf(static_cast<Class>(c));
    for (size_t other = 1; other < kClasses; ++other) {
        if (other == c || counts_[other] == 0 || !shouldCollide(filter, filters_[other])) continue;
        partners_[c] |= bitOf(static_cast<Class>(other));
        partners_[other] |= bitOf(static_cast<Class>(c));
    }
    return last_ = static_cast<Class>(c);
}

void FilterClasses::remove(Class c)
{
    if (c == kAny || --counts_[c] > 0) return;
    for (uint64_t& partners : partners_) partners &= ~bitOf(c);
    partners_[kAny] = ~uint64_t{0};
}

} // namespace satbox
