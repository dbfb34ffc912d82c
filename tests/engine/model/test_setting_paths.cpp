#include <satbox/setting_paths.h>

#include <doctest/doctest.h>

namespace satbox {

TEST_CASE("a_setting_has_the_same_paths_as_in_a_scene_file")
{
    for (const char* path : {"substeps", "settings.substeps", "settings/substeps", "/settings/substeps"}) {
        WorldSettings settings;
        CHECK(setSettingByPath(settings, path, "7") == "");
        CHECK(settings.substeps == 7);
        REQUIRE(findSettingByPath(path) != nullptr);
        CHECK(findSettingByPath(path)->key == "substeps");
    }
}

TEST_CASE("one_component_of_a_vector_is_set_and_the_other_keeps_its_bits")
{
    WorldSettings settings;
    settings.gravity = {0.1f, -9.81f};
    CHECK(setSettingByPath(settings, "gravity.y", "-1.62") == "");
    CHECK(settings.gravity == Vec2{0.1f, -1.62f});
    CHECK(setSettingByPath(settings, "settings.gravity.x", "3") == "");
    CHECK(settings.gravity == Vec2{3.0f, -1.62f});
    CHECK(findSettingByPath("gravity.x")->key == "gravity");
}

TEST_CASE("a_path_that_is_wrong_changes_nothing_and_gets_a_sentence")
{
    WorldSettings settings;
    const auto refusal = [&](const char* path, const char* value) {
        const std::string sentence = setSettingByPath(settings, path, value);
        CHECK(settings == WorldSettings{});
        return sentence;
    };
    CHECK(refusal("substeps.x", "2") == "substeps.x: substeps has no components");
    CHECK(refusal("gravity.y", "fast") == "gravity: \"fast\" is not a number");
    CHECK(refusal("gravity.x", "-2000") == "gravity: -2000 is below the smallest allowed value, -1000 m/s²");
    CHECK(refusal("gravity.x", "1,2") == "gravity: \"2,0\" is not a number");
    CHECK(refusal("gravity.z", "1") == "gravity.z: there is no such setting, did you mean \"gravity\"?");
    CHECK(refusal("settings.substep", "2") ==
          "substep: there is no such setting, did you mean \"substeps\"?");
    CHECK(findSettingByPath("gravity.z") == nullptr);
    CHECK(findSettingByPath("nothing.x") == nullptr);
}

} // namespace satbox
