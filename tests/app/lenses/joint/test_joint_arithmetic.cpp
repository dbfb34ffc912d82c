#include "app/lenses/joint/joint_arithmetic.h"
#include "tests/support/joint_fixture.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

using namespace satbox;
using namespace satbox::app;
using namespace satbox::test;

namespace {

// An arm on a wall, after some steps. `def`: all but the bodies and anchor B.
struct Arm {
    World world = sleepless();
    JointId joint;
    explicit Arm(JointDef def, int steps = 5)
    {
        def.bodyA = addAnchor(world);
        def.bodyB = addArm(world);
        def.anchorB = {-0.5f, 0.0f};
        joint = world.createJoint(def);
        for (int i = 0; i < steps; ++i) world.step(kStep);
    }
    JointAnalysis analysis() const { return analyseJoint(world, joint, false); }
};

const ArithmeticText* find(const std::vector<ArithmeticText>& texts, std::string_view title)
{
    const auto found =
        std::ranges::find_if(texts, [&](const ArithmeticText& one) { return one.title == title; });
    return found != texts.end() ? &*found : nullptr;
}

bool contains(const ArithmeticText& one, std::string_view part)
{
    return std::ranges::any_of(one.lines,
                               [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

} // namespace

TEST_CASE("equations_are_named_by_role_and_coordinate")
{
    const Arm arm({.kind = PrismaticJoint{.spring = {.enabled = true},
                                          .limit = {.enabled = true, .lower = -1.0f, .upper = 1.0f},
                                          .motor = {.enabled = true, .maxForce = 1.0f}}});
    std::vector<std::string> names;
    for (const JointEquation& equation : arm.analysis().record.equations)
        names.push_back(equationName(equation));
    for (const char* expected :
         {"Lock of the angle", "Lock of the distance from the axis", "Spring of the translation",
          "Limit of the translation", "Motor of the translation"})
        CHECK_MESSAGE(std::ranges::count(names, expected) == 1, expected);
    CHECK(equationName(Arm({.kind = RevoluteJoint{}}).analysis().record.equations[0]) == "Pin");
}

TEST_CASE("the_stages_of_a_substep_are_named_in_order")
{
    const JointAnalysis a = Arm({.kind = RevoluteJoint{}}).analysis();
    REQUIRE(a.stages.size() == 20);
    const char* expected[] = {"warm start, substep 2", "push, pass 1, substep 2", "push, pass 2, substep 2",
                              "start of relax, substep 2", "relax, pass 1, substep 2"};
    for (size_t i = 0; i < 5; ++i) CHECK(stageName(a, a.stages[5 + i]) == expected[i]);
}

TEST_CASE("a_tree_is_shown_with_the_matrix_and_the_residual_that_give_its_impulse")
{
    const JointAnalysis a = Arm({.kind = RevoluteJoint{}}).analysis();
    const auto texts = arithmeticOf(a, a.stages[a.shownStage({})]);
    REQUIRE(texts.size() == 2);
    CHECK(texts[0].title == "Pin");
    CHECK(contains(texts[0], "C' = ("));
    CHECK(contains(texts[0], "a fifth of C / h"));
    CHECK(texts[1].title == "All of them, by elimination");
    CHECK(contains(texts[1], "m = ["));
    CHECK(contains(texts[1], "Δλ = −m (e + r) = ("));
    CHECK(companyText(a.record) ==
          "By elimination, alone in its tree. Up to 2 passes to push and 1 to relax per substep.");
}

TEST_CASE("limits_that_are_not_active_and_motors_at_their_limit_say_so")
{
    const Arm arm({.kind = RevoluteJoint{.limit = {.enabled = true, .lower = -0.8f, .upper = 1.0f},
                                         .motor = {.enabled = true, .speed = 1.0f, .maxForce = 0.05f}}});
    const JointAnalysis a = arm.analysis();
    const auto texts = arithmeticOf(a, a.stages[a.shownStage({})]);
    const ArithmeticText *limit = find(texts, "Limit of the angle"),
                         *motor = find(texts, "Motor of the angle");
    REQUIRE(limit != nullptr);
    REQUIRE(motor != nullptr);
    CHECK(contains(*limit, "clamped to 0, the limit is not active"));
    CHECK(contains(*limit, "gap / h"));
    CHECK(motor->isLimited);
    CHECK(contains(*motor, "at its limit"));
    CHECK(contains(*motor, "bias = minus the motor's speed = −1.00\u00a0rad/s"));
    for (size_t i = 0; i < a.record.equations.size(); ++i) {
        if (equationName(a.record.equations[i]) == "Limit of the angle")
            CHECK(activityText(a.record, i) == "not active");
        if (equationName(a.record.equations[i]) == "Motor of the angle")
            CHECK(activityText(a.record, i) == "at its greatest force in 4 of 4 substeps");
    }
}

TEST_CASE("a_load_is_shown_as_a_share_of_what_breaks_the_joint")
{
    CHECK(loadText(120.0f, 200.0f, "N") == "120 N, 60 % of 200 N");
    CHECK(loadText(120.0f, 0.0f, "N") == "120 N");
}

TEST_CASE("the_copied_text_has_the_joint_its_substeps_and_the_arithmetic_of_all_stages")
{
    const JointAnalysis a = Arm({.breakForce = 100.0f, .name = "elbow", .kind = RevoluteJoint{}}).analysis();
    const std::string text = jointAsText(a);
    CHECK(text.starts_with("Elbow\n"));
    CHECK(text.find(" % of 100 N\n") != std::string::npos);
    CHECK(text.find("\n  substep 4: m [") != std::string::npos);
    for (const JointStage& stage : a.stages) {
        std::string name = stageName(a, stage);
        name.front() = static_cast<char>(std::toupper(name.front()));
        CHECK_MESSAGE(text.find("\n" + name + "\n") != std::string::npos, name);
    }
    const JointAnalysis idle = Arm({.kind = FilterJoint{}}).analysis();
    CHECK(jointAsText(idle).find("holds nothing") != std::string::npos);
}
