#include <satbox/body.h>
#include <satbox/material.h>

#include <doctest/doctest.h>

#include <string>

using namespace satbox;

TEST_CASE("combine_rules_give_their_means_and_do_not_depend_on_order")
{
    CHECK(combine(CombineRule::GeometricMean, 0.25f, 1.0f) == 0.5f);
    CHECK(combine(CombineRule::Product, 0.25f, 0.5f) == 0.125f);
    CHECK(combine(CombineRule::Average, 0.25f, 0.75f) == 0.5f);
    CHECK(combine(CombineRule::Minimum, 0.25f, 0.75f) == 0.25f);
    CHECK(combine(CombineRule::Maximum, 0.25f, 0.75f) == 0.75f);
    for (const CombineRule rule : {CombineRule::GeometricMean, CombineRule::Product, CombineRule::Average,
                                   CombineRule::Minimum, CombineRule::Maximum}) {
        CHECK(combine(rule, 0.3f, 0.7f) == combine(rule, 0.7f, 0.3f));
        CHECK(combine(rule, 0.0f, 0.0f) == 0.0f);
        if (rule != CombineRule::Product) CHECK(combine(rule, 0.25f, 0.25f) == 0.25f);
    }
}

TEST_CASE("names_of_body_types_and_rules_are_those_of_scene_files")
{
    CHECK(std::string(toString(BodyType::Static)) == "static");
    CHECK(std::string(toString(BodyType::Kinematic)) == "kinematic");
    CHECK(std::string(toString(BodyType::Dynamic)) == "dynamic");
    CHECK(std::string(toString(CombineRule::GeometricMean)) == "geometric-mean");
    CHECK(std::string(toString(CombineRule::Maximum)) == "maximum");
}

TEST_CASE("filter_needs_both_masks_unless_a_group_is_shared")
{
    const Filter plain;
    CHECK(shouldCollide(plain, plain));
    const Filter ghost{.category = 2, .mask = 4, .group = 0};
    CHECK_FALSE(shouldCollide(plain, ghost));
    CHECK_FALSE(shouldCollide(ghost, plain));
    const Filter friends{.category = 2, .mask = 0, .group = 3};
    CHECK(shouldCollide(friends, friends));
    const Filter wheels{.category = 1, .mask = 0xFFFFFFFFu, .group = -1};
    CHECK_FALSE(shouldCollide(wheels, wheels));
    CHECK(shouldCollide(wheels, plain));
}
