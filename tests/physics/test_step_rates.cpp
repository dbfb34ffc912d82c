// Every scene of the gallery over the whole range of step rates.

#include <satbox/scene/builders.h>
#include <satbox/settings_table.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace satbox;

namespace {

// Hz: both ends of the allowed range, usual rates, and two odd ones.
constexpr float kRates[] = {10.0f, 17.0f, 30.0f, 60.0f, 90.0f, 240.0f, 1000.0f};

// Scene and body of the first quarantine within `seconds` or `maxSteps` steps; empty if there is none.
std::string frozenBody(const BuiltinScene& builtin, float rate, float seconds, int maxSteps)
{
    World world = builtin.build().world;
    WorldSettings settings = world.settings();
    settings.stepRate = rate;
    REQUIRE(world.setSettings(settings));
    const int steps = std::min(static_cast<int>(seconds * rate), maxSteps);
    for (int i = 0; i < steps; ++i) {
        world.step(1.0f / rate);
        if (world.events().quarantines.empty()) continue;
        const BodyId body = world.events().quarantines.front().body;
        return std::string(builtin.name) + " at " + std::to_string(rate) + " Hz, step " + std::to_string(i) +
               ": body " + std::to_string(body.index) + " was frozen";
    }
    return {};
}

} // namespace

TEST_CASE("no_shipped_scene_freezes_a_body_at_any_step_rate")
{
    for (const BuiltinScene& builtin : builtinScenes()) {
        if (!builtin.shipped) continue;
        for (const float rate : kRates) CHECK(frozenBody(builtin, rate, 4.0f, 400) == "");
    }
}

// Thousands of bodies each, so only a few steps; fidelity measures run some of them for longer.
TEST_CASE("no_large_built_in_scene_freezes_a_body_at_the_ends_of_the_step_rates")
{
    for (const BuiltinScene& builtin : builtinScenes()) {
        if (builtin.shipped) continue;
        for (const float rate : {10.0f, 60.0f, 1000.0f}) CHECK(frozenBody(builtin, rate, 0.4f, 8) == "");
    }
}

TEST_CASE("step_rates_that_are_tried_reach_to_the_ends_of_what_is_allowed")
{
    const auto rate = std::ranges::find(settingFields(), std::string_view("stepRate"), &SettingField::key);
    REQUIRE(rate != settingFields().end());
    CHECK(static_cast<double>(std::ranges::min(kRates)) == rate->minimum);
    CHECK(static_cast<double>(std::ranges::max(kRates)) == rate->maximum);
}
