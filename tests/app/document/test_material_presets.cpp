#include "app/document/material_presets.h"

#include <satbox/world.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("every_preset_is_accepted_by_a_world_and_found_by_its_values")
{
    for (size_t i = 0; i < kMaterialPresets.size(); ++i) {
        World world;
        const BodyId body = world.createBody({});
        CHECK(world.isValid(world.addShape(body, {.material = kMaterialPresets[i].material})));
        CHECK(presetOf(kMaterialPresets[i].material) == static_cast<int>(i));
    }
    CHECK(presetOf(Material{}) == -1);
    // A conveyor of steel is steel, and stays a conveyor.
    const Material belt = withPreset({.rollingResistance = 0.1f, .surfaceSpeed = 3.0f}, 2);
    CHECK(belt.surfaceSpeed == 3.0f);
    CHECK(belt.rollingResistance == 0.1f);
    CHECK(belt.density == kMaterialPresets[2].material.density);
    CHECK(presetOf(belt) == 2);
}
