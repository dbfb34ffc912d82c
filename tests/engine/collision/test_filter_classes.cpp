#include "engine/collision/filter_classes.h"

#include <doctest/doctest.h>

#include <vector>

using namespace satbox;

TEST_CASE("classes_of_filters_say_the_same_as_the_filters")
{
    const std::vector<Filter> filters{{},
                                      {.category = 2},
                                      {.category = 2, .mask = ~uint64_t{2}},
                                      {.mask = 0},
                                      {.group = -1},
                                      {.group = -2},
                                      {.mask = 0, .group = 3},
                                      {.category = 0, .group = 3}};
    FilterClasses classes;
    std::vector<FilterClasses::Class> added;
    for (const Filter& filter : filters) added.push_back(classes.add(filter));
    for (size_t i = 0; i < filters.size(); ++i)
        for (size_t j = 0; j < filters.size(); ++j)
            CHECK(classes.mayCollide(added[i], added[j]) == shouldCollide(filters[i], filters[j]));
}

TEST_CASE("equal_filters_share_a_class_which_is_free_again_after_the_last")
{
    FilterClasses classes;
    const auto first = classes.add({.group = -1}), other = classes.add({.group = -2});
    CHECK(classes.add({.group = -1}) == first);
    CHECK(first != other);
    classes.remove(first);
    CHECK(classes.mayCollide(first, other));
    classes.remove(first);
    const auto reused = classes.add({.mask = 0});
    CHECK(reused == first);
    CHECK_FALSE(classes.mayCollide(reused, other));
    CHECK_FALSE(classes.mayCollide(other, reused));
    classes.remove(reused);
    CHECK(classes.add({.group = 5}) == first);
    CHECK(classes.mayCollide(first, first));
    CHECK(classes.mayCollide(first, other));
}

TEST_CASE("filters_without_a_class_may_collide_with_all")
{
    FilterClasses classes;
    std::vector<FilterClasses::Class> numbered;
    for (int32_t group = 1; group < 64; ++group) numbered.push_back(classes.add({.group = -group}));
    const auto late = classes.add({.mask = 0});
    CHECK(late == FilterClasses::kAny);
    CHECK(classes.mayCollide(late, late));
    for (const FilterClasses::Class c : numbered) {
        CHECK(classes.mayCollide(late, c));
        CHECK(classes.mayCollide(c, late));
        CHECK_FALSE(classes.mayCollide(c, c));
    }
    classes.remove(late);
    classes.remove(numbered[7]);
    CHECK(classes.mayCollide(late, numbered[8]));
    CHECK(classes.mayCollide(numbered[8], late));
    CHECK(classes.add({.mask = 0}) == numbered[7]);
}
