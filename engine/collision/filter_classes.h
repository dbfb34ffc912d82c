#pragma once

#include <satbox/filter.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace satbox {

// The filters of the shapes in a broad phase, numbered, so that a search leaves out what cannot collide by a
// test of bits. Shapes of a kind mostly share a filter, so that few numbers are needed. Which filter gets one
// depends on the order of insertion.
class FilterClasses {
  public:
    using Class = uint8_t;

    // Of filters that came when all numbers were taken: may collide with any.
    static constexpr Class kAny = 0;

    Class add(const Filter& filter);
    void remove(Class c);
    static uint64_t bitOf(Class c) { return uint64_t{1} << c; }
    // Bits of the classes with which shapes of this one may collide.
    uint64_t partnersOf(Class c) const { return partners_[c]; }
    bool mayCollide(Class a, Class b) const { return (partnersOf(a) & bitOf(b)) != 0; }

  private:
    static constexpr size_t kClasses = 64;

    size_t find(const Filter& filter) const;

    std::array<Filter, kClasses> filters_{};
    std::array<uint32_t, kClasses> counts_{}; // shapes; of kAny not counted
    std::array<uint64_t, kClasses> partners_{~uint64_t{0}};
    Class last_ = kAny; // that was added
};

} // namespace satbox
