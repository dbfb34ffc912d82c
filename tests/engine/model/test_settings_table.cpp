#include <satbox/settings_table.h>

#include <doctest/doctest.h>

#include <array>
#include <cctype>
#include <limits>
#include <set>
#include <string>
#include <type_traits>
#include <variant>

using namespace satbox;

namespace {

// Addresses of all members. A new field in the struct breaks the number of bindings here, and so the build.
std::set<const void*> memberAddresses(const WorldSettings& s)
{
    const auto& [a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20,
                 a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35] = s;
    return {&a1,  &a2,  &a3,  &a4,  &a5,  &a6,  &a7,  &a8,  &a9,  &a10, &a11, &a12,
            &a13, &a14, &a15, &a16, &a17, &a18, &a19, &a20, &a21, &a22, &a23, &a24,
            &a25, &a26, &a27, &a28, &a29, &a30, &a31, &a32, &a33, &a34, &a35};
}

std::string refusal(std::string_view key, std::string_view value)
{
    const WorldSettings before;
    WorldSettings settings;
    const std::string sentence = setSetting(settings, key, value);
    CHECK(settings == before); // an error changes nothing
    return sentence;
}

} // namespace

TEST_CASE("settings_table_has_every_field_of_the_settings_once")
{
    const WorldSettings settings;
    std::set<const void*> listed;
    for (const SettingField& field : settingFields()) {
        const void* address = std::visit(
            [&](auto member) { return static_cast<const void*>(&(settings.*member)); }, field.member);
        CHECK_MESSAGE(listed.insert(address).second, field.key);
    }
    CHECK(listed == memberAddresses(settings));
}

TEST_CASE("settings_table_rows_are_complete_and_their_ranges_make_sense")
{
    std::set<std::string> keys;
    std::set<std::string> labels;
    const std::set<std::string> groups{"World", "Solver", "Contacts", "Materials", "Sleep", "Mouse"};
    for (const SettingField& field : settingFields()) {
        INFO(field.key);
        CHECK(keys.insert(std::string(field.key)).second);
        CHECK(labels.insert(std::string(field.label)).second);
        CHECK(groups.contains(std::string(field.group)));
        CHECK(std::isupper(static_cast<unsigned char>(field.label.front())));
        CHECK(std::isupper(static_cast<unsigned char>(field.help.front())));
        CHECK(field.help.back() == '.');
        CHECK(field.help.find("  ") == std::string_view::npos);
        CHECK(field.minimum < field.maximum);
        CHECK(field.usualMinimum < field.usualMaximum);
        CHECK(field.minimum <= field.usualMinimum);
        CHECK(field.usualMaximum <= field.maximum);
        CHECK(findSetting(field.key) == &field);
    }
    CHECK(findSetting("nothing") == nullptr);
    CHECK(validate(WorldSettings{}).empty());
}

TEST_CASE("settings_table_says_which_solvers_use_a_setting")
{
    constexpr std::array kSolvers{SolverType::SoftStep, SolverType::SequentialImpulse,
                                  SolverType::ManifoldImpulse, SolverType::VertexContact};
    for (const SettingField& field : settingFields()) {
        INFO(field.key);
        int users = 0;
        for (const SolverType solver : kSolvers) users += isUsedBy(field, solver) ? 1 : 0;
        CHECK(users > 0);
        if (field.unusedReason.empty()) continue;
        CHECK(users < 4); // a reason for those that do not use it
        CHECK(std::isupper(static_cast<unsigned char>(field.unusedReason.front())));
        CHECK(field.unusedReason.back() == '.');
    }
    struct Row {
        std::string_view key;
        bool softStep, sequentialImpulse, manifoldImpulse, vertexContact;
    };
    for (const Row& row :
         {Row{"gravity", true, true, true, true}, Row{"substeps", true, false, false, true},
          Row{"velocityIterations", false, true, true, false},
          Row{"contactFrequency", true, false, false, false}, Row{"linearSlop", true, true, true, false},
          Row{"pushOut", false, false, false, true}, Row{"warmStarting", true, true, true, true}}) {
        INFO(row.key);
        const SettingField& field = *findSetting(row.key);
        CHECK(isUsedBy(field, SolverType::SoftStep) == row.softStep);
        CHECK(isUsedBy(field, SolverType::SequentialImpulse) == row.sequentialImpulse);
        CHECK(isUsedBy(field, SolverType::ManifoldImpulse) == row.manifoldImpulse);
        CHECK(isUsedBy(field, SolverType::VertexContact) == row.vertexContact);
    }
    for (const SolverType solver : kSolvers) {
        CHECK(isUsedBy(*findSetting("substeps"), solver) == hasSubsteps(solver));
        CHECK(isUsedBy(*findSetting("continuous"), solver) != isReferenceSolver(solver));
    }
}

TEST_CASE("settings_survive_being_written_as_text_and_read_again")
{
    WorldSettings odd;
    odd.gravity = {0.1f, -1.0f / 3.0f};
    odd.solver = SolverType::SequentialImpulse;
    odd.substeps = 7;
    odd.linearSlop = 1e-6f;
    odd.contactFrequency = 59.999996f;
    odd.warmStarting = false;
    odd.frictionRule = CombineRule::Minimum;
    odd.overrideFriction = true;
    odd.maxSpeed = 10000.0f;
    WorldSettings read;
    for (const SettingField& field : settingFields()) {
        CHECK(setSetting(read, field.key, settingText(odd, field)) == "");
    }
    CHECK(read == odd);
}

TEST_CASE("settings_text_is_short_and_plain")
{
    const WorldSettings settings;
    const auto text = [&](std::string_view key) { return settingText(settings, *findSetting(key)); };
    CHECK(text("gravity") == "0,-9.81");
    CHECK(text("solver") == "soft-step");
    CHECK(text("linearSlop") == "0.005");
    CHECK(text("warmStarting") == "true");
    CHECK(text("substeps") == "4");
    CHECK(text("restitutionRule") == "maximum");
}

TEST_CASE("settings_take_text_with_spaces_around_it_and_exponents")
{
    WorldSettings settings;
    CHECK(setSetting(settings, "gravity", " 1.5 , -2e0 ") == "");
    CHECK(settings.gravity == Vec2{1.5f, -2.0f});
    CHECK(setSetting(settings, "linearSlop", "5e-3") == "");
    CHECK(settings.linearSlop == 0.005f);
    CHECK(setSetting(settings, "mouseFrequency", "0.1") == ""); // exactly the smallest allowed
}

TEST_CASE("settings_refuse_bad_text_with_a_sentence")
{
    CHECK(refusal("contactFrequency", "-3") ==
          "contactFrequency: -3 is below the smallest allowed value, 1 Hz");
    CHECK(refusal("substeps", "65") == "substeps: 65 is above the largest allowed value, 64");
    CHECK(refusal("substeps", "3.5") == "substeps: \"3.5\" is not a whole number");
    CHECK(refusal("substeps", "") == "substeps: \"\" is not a whole number");
    CHECK(refusal("substeps", "99999999999") == "substeps: 99999999999 is too large or too small a number");
    CHECK(refusal("pushSpeed", "fast") == "pushSpeed: \"fast\" is not a number");
    CHECK(refusal("pushSpeed", "3 m/s") == "pushSpeed: \"3 m/s\" is not a number");
    CHECK(refusal("pushSpeed", "nan") == "pushSpeed: not a finite number");
    CHECK(refusal("pushSpeed", "inf") == "pushSpeed: not a finite number");
    CHECK(refusal("pushSpeed", "1e99") == "pushSpeed: 1e99 is too large or too small a number");
    CHECK(refusal("sleeping", "yes") == "sleeping: \"yes\" is neither true nor false");
    CHECK(refusal("gravity", "9.81") ==
          "gravity: \"9.81\" is not two numbers with a comma between them, as in 0,-9.81");
    CHECK(refusal("gravity", "0,-2000") == "gravity: -2000 is below the smallest allowed value, -1000 m/s²");
    CHECK(refusal("gravity", "0,1,2") == "gravity: \"1,2\" is not a number");
    CHECK(refusal("solver", "magic") ==
          "solver: \"magic\" is not one of soft-step, sequential-impulse, manifold-impulse, vertex-contact");
    CHECK(refusal("gravty", "1") == "gravty: there is no such setting, did you mean \"gravity\"?");
    CHECK(refusal("gravtiy", "1") == "gravtiy: there is no such setting, did you mean \"gravity\"?");
    std::string expected(80, 'x');
    expected += "...: there is no such setting";
    CHECK(refusal(std::string(1000, 'x'), "1") == expected);
}

TEST_CASE("settings_out_of_range_are_found_wherever_they_are")
{
    // Sets each numeric field below and above its range.
    for (const SettingField& field : settingFields()) {
        INFO(field.key);
        for (const double bad : {field.minimum - 1.0, field.maximum + 1.0 + field.maximum * 1e-3}) {
            WorldSettings settings;
            const bool numeric = std::visit(
                [&](auto member) {
                    using T = std::remove_cvref_t<decltype(settings.*member)>;
                    if constexpr (std::is_same_v<T, Vec2>)
                        (settings.*member).y = static_cast<float>(bad);
                    else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, int>)
                        settings.*member = static_cast<T>(bad);
                    return !std::is_same_v<T, bool> && !std::is_enum_v<T>;
                },
                field.member);
            CHECK(validate(settings).empty() != numeric);
            if (numeric) CHECK(validate(settings).starts_with(std::string(field.key) + ": "));
        }
    }
    WorldSettings settings;
    settings.gravity.x = std::numeric_limits<float>::quiet_NaN();
    CHECK(validate(settings) == "gravity: not a finite number");
    settings = {};
    settings.frictionRule = static_cast<CombineRule>(9);
    CHECK(validate(settings) == "frictionRule: 9 is above the largest allowed value, 4");
}

TEST_CASE("each_coordinate_and_each_choice_of_a_setting_is_checked")
{
    CHECK(refusal("gravity", "2000,0") == "gravity: 2000 is above the largest allowed value, 1000 m/s²");
    CHECK(refusal("gravity", "x,0") == "gravity: \"x\" is not a number");
    CHECK(refusal("gravity", ",") == "gravity: \"\" is not a number");
    CHECK(refusal("substeps", "4x") == "substeps: \"4x\" is not a whole number");
    WorldSettings settings;
    settings.solver = static_cast<SolverType>(9);
    CHECK(validate(settings) == "solver: 9 is above the largest allowed value, 3");
    settings = {};
    CHECK(setSetting(settings, "sleeping", "false") == "");
    CHECK_FALSE(settings.sleeping);
    CHECK(setSetting(settings, "sleeping", "\ttrue ") == "");
    CHECK(settings.sleeping);
    CHECK(settingText(settings, *findSetting("solver")) == "soft-step");
    CHECK(findSetting("nonsense") == nullptr);
}

TEST_CASE("settings_are_equal_only_where_every_field_of_the_table_is")
{
    for (const SettingField& field : settingFields()) {
        CAPTURE(field.key);
        WorldSettings changed;
        std::visit(
            [&](auto member) {
                auto& value = changed.*member;
                using Value = std::remove_reference_t<decltype(value)>;
                if constexpr (std::is_same_v<Value, Vec2>)
                    value.x += 1.0f;
                else if constexpr (std::is_enum_v<Value>)
                    value = value == static_cast<Value>(1) ? static_cast<Value>(0) : static_cast<Value>(1);
                else if constexpr (std::is_same_v<Value, bool>)
                    value = !value;
                else
                    value += 1;
            },
            field.member);
        CHECK(changed != WorldSettings{});
        CHECK(WorldSettings(changed) == changed);
    }
    WorldSettings sideways;
    sideways.gravity.x += 1.0f;
    WorldSettings upwards;
    upwards.gravity.y += 1.0f;
    CHECK(sideways != upwards);
}
