#include "engine/model/mixed_material.h"

#include <doctest/doctest.h>

using namespace satbox;

TEST_CASE("two_materials_are_mixed_by_the_rules_of_the_world")
{
    const Material a{.staticFriction = 0.9f, .dynamicFriction = 0.5f, .restitution = 0.2f};
    const Material b{.staticFriction = 0.1f, .dynamicFriction = 0.3f, .restitution = 0.6f};
    ContactSettings settings;
    settings.frictionRule = CombineRule::Average;
    settings.restitutionRule = CombineRule::Minimum;
    const MixedMaterial mixed = mixedMaterial(a, b, settings);
    CHECK(mixed.staticFriction == doctest::Approx(0.5));
    CHECK(mixed.dynamicFriction == doctest::Approx(0.4));
    CHECK(mixed.restitution == 0.2f);
}

TEST_CASE("overrides_of_the_world_replace_what_materials_say")
{
    ContactSettings settings;
    settings.overrideFriction = settings.overrideRestitution = true;
    settings.frictionOverride = 0.7f;
    settings.restitutionOverride = 0.4f;
    const MixedMaterial mixed = mixedMaterial(Material{}, Material{.restitution = 1.0f}, settings);
    CHECK(mixed.staticFriction == 0.7f);
    CHECK(mixed.dynamicFriction == 0.7f);
    CHECK(mixed.restitution == 0.4f);
}
