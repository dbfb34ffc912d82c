#include "tests/app/sweep/sweep_texts.h"

#include <set>

namespace satbox::app {
namespace {

SweepDefinition definitionOf(const std::string& inputs, const std::string& rest = {})
{
    SweepDefinitionResult result = readSweepDefinition(sweepText(inputs, rest));
    REQUIRE(result.error == "");
    return result.definition;
}

std::string refusal(const std::string& inputs, const std::string& rest = {})
{
    return readSweepDefinition(sweepText(inputs, rest)).error;
}

// "2 -5": the values of a run, without scene and steps.
std::string runText(const SweepDefinition& definition, size_t i)
{
    std::string text;
    const std::vector<SweepValue> values = definition.valuesOf(i);
    for (size_t k = 2; k < values.size(); ++k) text += (k > 2 ? " " : "") + valueText(values[k]);
    return text;
}

} // namespace

TEST_CASE("a_grid_combines_every_value_with_every_other_and_the_last_input_changes_first")
{
    const SweepDefinition definition = definitionOf(R"(, "substeps": [2, 4], "gravity.y": [-1, -5.5, -9])");
    REQUIRE(definition.combinations() == 6);
    CHECK(runText(definition, 0) == "2 -1");
    CHECK(runText(definition, 1) == "2 -5.5");
    CHECK(runText(definition, 3) == "4 -1");
    CHECK(runText(definition, 5) == "4 -9");
}

TEST_CASE("zip_takes_first_values_then_second_values_and_inputs_with_one_value_keep_it")
{
    const SweepDefinition definition = definitionOf(
        R"(, "substeps": [2, 4], "warmStarting": false, "gravity.y": [-1, -5])", R"(, "combine": "zip")");
    REQUIRE(definition.combinations() == 2);
    CHECK(runText(definition, 0) == "2 0 -1");
    CHECK(runText(definition, 1) == "4 0 -5");
    CHECK(refusal(R"(, "substeps": [2, 4], "gravity.y": [-1, -5, -9])", R"(, "combine": "zip")") ==
          "/inputs: \"substeps\" has 2 values and \"gravity.y\" has 3: with \"zip\", inputs have the same "
          "number of values, or one");
}

TEST_CASE("samples_are_within_their_ranges_and_the_first_ones_stay_when_more_are_drawn")
{
    const std::string inputs = R"(, "gravity.y": {"from": -20, "to": -5}, "substeps": [1, 2, 4],
                                  "seed": {"from": 3, "to": 5},
                                  "contactFrequency": {"from": 10, "to": 1000, "scale": "log"})";
    const SweepDefinition few = definitionOf(inputs, R"(, "combine": {"random": 3, "seed": 9})");
    const SweepDefinition many = definitionOf(inputs, R"(, "combine": {"random": 400, "seed": 9})");
    REQUIRE(few.combinations() == 3);
    REQUIRE(many.combinations() == 400);
    for (size_t i = 0; i < 3; ++i) CHECK(few.valuesOf(i) == many.valuesOf(i));
    std::set<double> gravities, substeps, seeds;
    int below100 = 0;
    for (size_t i = 0; i < 400; ++i) {
        const std::vector<SweepValue> values = many.valuesOf(i);
        gravities.insert(numberOf(values[2]));
        substeps.insert(numberOf(values[3]));
        seeds.insert(numberOf(values[4]));
        const double frequency = numberOf(values[5]);
        CHECK((frequency >= 10.0 && frequency <= 1000.0));
        below100 += frequency < 100.0 ? 1 : 0;
    }
    CHECK(gravities.size() == 400);
    CHECK(*gravities.begin() >= -20.0);
    CHECK(*gravities.rbegin() <= -5.0);
    CHECK(substeps == std::set<double>{1, 2, 4});
    CHECK(seeds == std::set<double>{3, 4, 5});
    CHECK((below100 > 160 && below100 < 240)); // half of a logarithmic range
    const SweepDefinition other = definitionOf(inputs, R"(, "combine": {"random": 3, "seed": 10})");
    CHECK(other.valuesOf(0) != few.valuesOf(0));
}

TEST_CASE("conditions_metrics_and_tolerances_are_read_and_all_cheap_metrics_are_the_default")
{
    const SweepDefinition definition =
        definitionOf("", R"(, "until": "overlap > 1", "conditions": {"hit": "touch 0 1"},
                            "metrics": ["end.speed", "peak.overlap"],
                            "tolerances": {"end.speed": 0.5, "*": {"absolute": 2}})");
    REQUIRE(definition.conditions.size() == 2);
    CHECK(definition.endsEarly());
    CHECK(definition.conditions[1].name == "hit");
    CHECK(definition.metrics == std::vector{SweepMetricId::Speed, SweepMetricId::PeakOverlap});
    REQUIRE(definition.tolerances.size() == 2);
    CHECK(definition.tolerances[0].first == "*");
    CHECK(definition.tolerances[0].second.absolute == 2.0);
    CHECK(definition.tolerances[0].second.relative == 0.0);
    CHECK(definition.tolerances[1].second.relative == 0.5);
    const SweepDefinition plain = definitionOf("");
    CHECK_FALSE(plain.endsEarly());
    CHECK(plain.metrics.size() == 14);
}

TEST_CASE("what_is_wrong_in_a_sweep_file_is_named_with_its_place")
{
    CHECK(readSweepDefinition("{").error.starts_with("line 1, column 2: not JSON"));
    CHECK(readSweepDefinition("{}").error ==
          "/: \"format\" is missing; a sweep file begins with {\"format\": \"satbox-sweep\", \"version\": 1");
    CHECK(readSweepDefinition(R"({"format": "satbox-scene", "version": 1, "bodies": []})").error ==
          "/format: \"satbox-scene\", expected \"satbox-sweep\"");
    CHECK(readSweepDefinition(R"({"format": "satbox-sweep", "version": 2, "inputs": {}})").error ==
          "/version: 2, but this program reads version 1");
    CHECK(
        readSweepDefinition(R"({"format": "satbox-sweep", "version": 1, "inputs": {"scene": "s"}})").error ==
        "/inputs: \"steps\" is missing");
    CHECK(refusal(R"(, "substep": 3)") ==
          "/inputs/substep: there is no such setting, did you mean \"substeps\"?");
    CHECK(refusal(R"(, "substeps": [2, 0])").starts_with("/inputs/substeps/1: 0 is below"));
    CHECK(refusal(R"(, "substeps": [2, 2.5])") == "/inputs/substeps/1: 2.5, expected a whole number");
    CHECK(refusal(R"(, "solver": ["magic"])").starts_with("/inputs/solver/0: \"magic\" is not one of"));
    CHECK(refusal(R"(, "warmStarting": 1)") == "/inputs/warmStarting: a number, expected true or false");
    CHECK(refusal(R"(, "noise.angle": 0.1)").starts_with("/inputs: noise without \"seed\""));
    CHECK(refusal("", R"(, "until": "overlap < 3")").starts_with("/until: "));
    CHECK(refusal("", R"(, "until": "divergence > 3")") ==
          "/until: divergence compares worlds; a run has one");
    CHECK(refusal("", R"(, "conditions": {"a b": "sleeps"})") ==
          "/conditions/a b: the name of a condition consists of letters, digits and _");
    CHECK(refusal("", R"(, "conditions": {"until": "sleeps"})")
              .starts_with("/conditions/until: expected another name"));
    CHECK(refusal("", R"(, "metrics": ["end.sped"])") ==
          "/metrics/0: there is no metric \"end.sped\", did you mean \"end.speed\"?");
    CHECK(refusal("", R"(, "metrics": ["end.speed", "end.speed"])") ==
          "/metrics/1: appears twice, expected once");
    CHECK(refusal("", R"(, "tolerances": {"peak.speed": 1})")
              .starts_with("/tolerances: unknown key \"peak.speed\""));
    CHECK(refusal("", R"(, "combine": "all")") == "/combine: expected \"grid\", \"zip\" or {\"random\": N}");
    CHECK(refusal("", R"(, "combine": {"random": 0})").starts_with("/combine/random: 0 is out of range"));
    CHECK(
        refusal(
            R"(, "gravity.x": {"from": 0, "to": 1, "count": 4000}, "gravity.y": {"from": 0, "to": 1, "count": 4000})")
            .starts_with("/inputs: more than 10000000 combinations"));
    CHECK(refusal("", R"(, "colour": 1)").starts_with("/: unknown key \"colour\""));
}

} // namespace satbox::app
