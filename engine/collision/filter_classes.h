#pragma once

#include <satbox/filter.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace satbox {

// Numbers the filters of the shapes in a broad phase: shapes with the same filter are of one class. A class
// is a bit, so a search tests with one operation whether a subtree has anything to collide with. Most worlds
// use few filters. If one uses more than there are bits, it depends on the order of insertion which of them
// get a class of their own, and so does which excluded pairs a search still reports.
class FilterClasses {
  public:
    using Class = uint8_t;

    // The class of all filters that were added while no other class was free. Its shapes may collide with
    // any.
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
    std::array<uint32_t, kClasses> counts_{}; // number of shapes; those of kAny are not counted
    std::array<uint64_t, kClasses> partners_{~uint64_t{0}};
    Class last_ = kAny; // the class that add() returned last
};

} // namespace satbox
