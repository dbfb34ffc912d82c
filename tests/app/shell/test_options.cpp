#include "app/shell/options.h"
#include <satbox/instruction_set.h>

#include <doctest/doctest.h>

#include <initializer_list>
#include <vector>

using namespace satbox::app;

namespace {

ParsedOptions parse(std::initializer_list<const char*> arguments)
{
    std::vector<const char*> argv{"satbox"};
    argv.insert(argv.end(), arguments);
    return parseOptions(static_cast<int>(argv.size()), argv.data());
}

} // namespace

TEST_CASE("without_arguments_the_defaults_hold")
{
    const ParsedOptions parsed = parse({});
    CHECK(parsed.exitCode < 0);
    CHECK(parsed.options.scene.empty());
    CHECK_FALSE(parsed.options.renders());
    CHECK(parsed.options.steps == 300);
}

TEST_CASE("all_options_are_read")
{
    const ParsedOptions parsed = parse({"pyramid",
                                        "--render",
                                        "a.png",
                                        "--steps",
                                        "20",
                                        "--size",
                                        "640x480",
                                        "--overlays",
                                        "shapes,normals",
                                        "--heat-quantity",
                                        "impulse",
                                        "--colour-bodies-by",
                                        "speed",
                                        "--ui-scale",
                                        "1.5",
                                        "--record-ui",
                                        "ui.json",
                                        "--state-on-exit",
                                        "s.json",
                                        "--isa",
                                        "scalar",
                                        "--compare",
                                        "soft-step,vertex-contact:substeps=8",
                                        "--compare-plot",
                                        "greatest_speed,log",
                                        "--pair",
                                        "0,1",
                                        "--pair-test",
                                        "vertex-contacts",
                                        "--broad",
                                        "tree",
                                        "--query",
                                        "ray:0,1,2,3",
                                        "--query-visit",
                                        "4",
                                        "--tree-level",
                                        "5"});
    REQUIRE(parsed.exitCode < 0);
    const Options& o = parsed.options;
    CHECK(o.scene == "pyramid");
    CHECK(o.render == "a.png");
    CHECK(o.steps == 20);
    CHECK((o.instructionSet == satbox::InstructionSet::Scalar));
    CHECK(o.size == IntSize{640, 480});
    CHECK(o.overlays == "shapes,normals");
    CHECK(o.choices == std::vector<std::string>{"speed", "", "impulse"});
    CHECK(o.uiScale == doctest::Approx(1.5f));
    CHECK(o.recordUi == "ui.json");
    CHECK(o.stateOnExit == "s.json");
    CHECK(std::get<CompareLens>(o.lenses).options.compare == "soft-step,vertex-contact:substeps=8");
    CHECK(std::get<CompareLens>(o.lenses).options.plot == "greatest_speed,log");
    CHECK(std::get<PairLens>(o.lenses).options.test == "vertex-contacts");
    CHECK(std::get<PairLens>(o.lenses).options.stage.empty());
    CHECK(std::get<BroadPhaseLens>(o.lenses).options.tab == "tree");
    CHECK(std::get<BroadPhaseLens>(o.lenses).options.query == "ray:0,1,2,3");
    CHECK(std::get<BroadPhaseLens>(o.lenses).options.visit == 4);
    CHECK(std::get<BroadPhaseLens>(o.lenses).options.treeLevel == 5);
}

TEST_CASE("every_word_of_pair_test_is_taken_with_or_without_its_stage")
{
    for (const char* word : kPairTestWords) {
        const ParsedOptions parsed = parse({"lab_needle", "--pair-test", word});
        CHECK(std::get<PairLens>(parsed.options.lenses).options.test == word);
        CHECK(parse({"lab_needle", "--pair-test", word, "--pair-stage", "tests"}).exitCode < 0);
    }
}

TEST_CASE("pictures_are_png_or_svg_and_an_svg_has_no_panels")
{
    CHECK(parse({"pyramid", "--render", "a.svg"}).exitCode < 0);
    CHECK(parse({"pyramid", "--render", "a.svg"}).options.rendersSvg());
    CHECK_FALSE(parse({"pyramid", "--render", "a.png", "--panels"}).options.rendersSvg());
    for (const char* name : {"a.jpg", "a", "svg"}) {
        const ParsedOptions refused = parse({"pyramid", "--render", name});
        CHECK(refused.exitCode == 2);
        CHECK(refused.message.find("ends neither in .png nor in .svg") != std::string::npos);
    }
    CHECK(parse({"pyramid", "--render", "a.svg", "--panels"}).message.find("an SVG shows the world only") !=
          std::string::npos);
}

TEST_CASE("help_and_version_end_well")
{
    const ParsedOptions help = parse({"--help"});
    CHECK(help.exitCode == 0);
    CHECK(help.message.find("--render") != std::string::npos);
    const ParsedOptions list = parse({"--list"});
    CHECK(list.exitCode == 0);
    CHECK(list.message.find("welcome") != std::string::npos);
    const ParsedOptions version = parse({"--version"});
    CHECK(version.exitCode == 0);
    CHECK(version.message.find("satbox 0") == 0);
}

TEST_CASE("bad_usage_is_named_and_ends_with_2")
{
    const auto refused = [](std::initializer_list<const char*> arguments, const char* word) {
        const ParsedOptions parsed = parse(arguments);
        CHECK(parsed.exitCode == 2);
        CHECK_MESSAGE(parsed.message.find(word) != std::string::npos, parsed.message);
    };
    refused({"--size", "big"}, "\"big\" is not a size");
    refused({"--size", "10x10"}, "out of range");
    refused({"--size", "640x480x2"}, "is not a size");
    refused({"--steps", "-1"}, "--steps");
    refused({"--steps", "many"}, "--steps");
    refused({"--overlays", "normalz"}, "\"normalz\"");
    refused({"--heat-map", "sometimes"}, "sometimes");
    refused({"--ui-scale", "9"}, "--ui-scale");
    refused({"--theme", "pink"}, "pink");
    refused({"--compare", "soft-step"}, "2 to 4 worlds");
    refused({"--compare", "soft-step,magic"}, "magic");
    refused({"--compare-plot", "energy"}, "needs --compare");
    refused({"--compare", "soft-step,soft-step", "--compare-plot", "speed"}, "\"speed\" is not a quantity");
    refused({"--compare", "soft-step,soft-step", "--compare-plot", "energy,log"}, "no logarithm");
    const char* other =
        satbox::isAvailable(satbox::InstructionSet::Neon) ? "avx512" : "neon"; // no build is for both
    refused({"--isa", other}, "not in this build");
    refused({"--isa", "fast"}, ": no such instruction set");
    refused({"--nonsense"}, "--nonsense");
    refused({"--pair-test", "minkowsky"}, "minkowsky");
    refused({"--pair-test", "minkowski", "--pair-stage", "axes"}, "--pair-stage tests, not axes");
    refused({"--query", "box:1,2"}, "\"box:1,2\" is not a query");
    refused({"--query", "ray:0,0,0,0"}, "two different points");
    refused({"--tree-level", "-1"}, "--tree-level");
    refused({"--tree-level", "200"}, "out of range");
    refused({"--query-visit", "0"}, "--query-visit");
    refused({"--broad", "phase"}, "phase");
    refused({"one", "two"}, "two");
}
