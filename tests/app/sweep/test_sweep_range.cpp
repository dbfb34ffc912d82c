#include "app/sweep/sweep_range.h"
#include "tests/app/sweep/sweep_texts.h"

namespace satbox::app {
namespace {

// The values that a range of an input has, or the message: "1 2 4".
std::string valuesOfRange(const char* input, const std::string& range)
{
    const SweepDefinitionResult result =
        readSweepDefinition(sweepText(std::string(", \"") + input + "\": {" + range + "}"));
    if (!result.error.empty()) return result.error;
    std::string text;
    for (const SweepValue& value : result.definition.inputs.back().values)
        text += (text.empty() ? "" : " ") + valueText(value);
    return text;
}

} // namespace

TEST_CASE("a_range_has_a_count_steps_or_whole_numbers")
{
    CHECK(valuesOfRange("gravity.y", R"("from": -1, "to": 1, "count": 5)") == "-1 -0.5 0 0.5 1");
    CHECK(valuesOfRange("gravity.y", R"("from": 1, "to": -1, "count": 3)") == "1 0 -1");
    CHECK(valuesOfRange("gravity.y", R"("from": 0, "to": 0.3, "step": 0.1)") ==
          "0 0.1 0.2 0.3"); // not 0.30000000000000004
    CHECK(valuesOfRange("gravity.y", R"("from": 2, "to": 2, "count": 1)") == "2");
    CHECK(valuesOfRange("substeps", R"("from": 1, "to": 5)") == "1 2 3 4 5");
    CHECK(valuesOfRange("substeps", R"("from": 1, "to": 6, "step": 2)") == "1 3 5");
    CHECK(valuesOfRange("substeps", R"("from": 1, "to": 3, "count": 10)") == "1 2 3"); // each once
}

TEST_CASE("a_logarithmic_range_has_equal_ratios_and_exact_ends")
{
    CHECK(valuesOfRange("contactFrequency", R"("from": 1, "to": 1000, "count": 4, "scale": "log")") ==
          "1 10 100 1000");
    CHECK(valuesOfRange("substeps", R"("from": 1, "to": 64, "count": 4, "scale": "log")") == "1 4 16 64");
    CHECK(valuesOfRange("contactFrequency", R"("from": 10, "to": 1, "count": 2, "scale": "log")") == "10 1");
    CHECK(valuesOfRange("gravity.y", R"("from": 0, "to": 1, "count": 4, "scale": "log")") ==
          "/inputs/gravity.y/scale: a logarithmic scale needs \"from\" and \"to\" greater than 0");
}

TEST_CASE("random_values_depend_on_their_seed_only")
{
    const std::string range = R"("from": -20, "to": -5, "random": 4)";
    const std::string values = valuesOfRange("gravity.y", range + R"(, "seed": 1)");
    CHECK(values == valuesOfRange("gravity.y", range + R"(, "seed": 1)"));
    CHECK(values != valuesOfRange("gravity.y", range + R"(, "seed": 2)"));
    CHECK(valuesOfRange("gravity.y", range) == valuesOfRange("gravity.y", range + R"(, "seed": 0)"));
}

TEST_CASE("a_range_that_means_nothing_is_refused")
{
    CHECK(valuesOfRange("gravity.y", R"("from": -1, "to": 1)") ==
          "/inputs/gravity.y: expected \"count\", \"step\" or \"random\"");
    CHECK(valuesOfRange("gravity.y", R"("from": -1, "to": 1, "count": 2, "step": 1)") ==
          "/inputs/gravity.y: expected only one of \"count\", \"step\" and \"random\"");
    CHECK(valuesOfRange("gravity.y", R"("from": -1, "count": 2)") == "/inputs/gravity.y: \"to\" is missing");
    CHECK(valuesOfRange("gravity.y", R"("from": -1, "to": 1, "count": 1)")
              .starts_with("/inputs/gravity.y/count: 1 value cannot be both"));
    CHECK(valuesOfRange("gravity.y", R"("from": 1, "to": -1, "step": 1)")
              .starts_with("/inputs/gravity.y: \"from\" is greater than \"to\""));
    CHECK(valuesOfRange("gravity.y", R"("from": 0, "to": 1, "step": 1e-9)")
              .starts_with("/inputs/gravity.y: more than 1000000 values"));
    CHECK(valuesOfRange("gravity.y", R"("from": -1, "to": 1, "count": 2, "seed": 1)") ==
          "/inputs/gravity.y/seed: only with \"random\"");
    CHECK(valuesOfRange("substeps", R"("from": 1, "to": 100)")
              .starts_with("/inputs/substeps/to: 100 is above"));
    CHECK(valuesOfRange("solver", R"("from": 1, "to": 2, "count": 2)")
              .starts_with("/inputs/solver: a range of what is no number"));
}

TEST_CASE("a_share_of_a_range_of_whole_numbers_gives_each_number_the_same_chance")
{
    const SweepRange range{1.0, 4.0};
    CHECK(sweepRangeValue(range, 0.0, true) == SweepValue(int64_t{1}));
    CHECK(sweepRangeValue(range, 0.24, true) == SweepValue(int64_t{1}));
    CHECK(sweepRangeValue(range, 0.26, true) == SweepValue(int64_t{2}));
    CHECK(sweepRangeValue(range, 0.99, true) == SweepValue(int64_t{4}));
    CHECK(sweepRangeValue(range, 1.0, true) == SweepValue(int64_t{4}));
    CHECK(sweepRangeValue(range, 0.5, false) == SweepValue(2.5));
}

} // namespace satbox::app
