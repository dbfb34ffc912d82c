#include <satbox/lab/compared_worlds.h>

#include <doctest/doctest.h>

namespace satbox {
namespace {

std::string textOf(const ComparedWorld& world)
{
    std::string text = world.name;
    for (const auto& [path, value] : world.settings) text += " " + path + "=" + value;
    return text;
}

// The world as text, or the error message.
std::string oneWorld(std::string_view text)
{
    ComparedWorld world;
    const std::string sentence = parseComparedWorld(text, world);
    return sentence.empty() ? textOf(world) : sentence;
}

std::string list(std::string_view text)
{
    std::vector<ComparedWorld> worlds;
    std::string result = parseComparedList(text, worlds);
    CHECK(result.empty() == !worlds.empty());
    for (const ComparedWorld& world : worlds) result += (result.empty() ? "" : "; ") + textOf(world);
    return result;
}

} // namespace

TEST_CASE("a_compared_world_is_a_name_with_settings_after_the_last_colon")
{
    CHECK(oneWorld("box_stack") == "box_stack");
    CHECK(oneWorld("box_stack:solver=vertex-contact,substeps=8") ==
          "box_stack solver=vertex-contact substeps=8");
    CHECK(oneWorld("box_stack:gravity.y=-3") == "box_stack gravity.y=-3");
    CHECK(oneWorld("box_stack:gravity=0,-3,substeps=8") == "box_stack gravity=0,-3 substeps=8");
    CHECK(oneWorld("C:/stack.json") == "C:/stack.json");
    CHECK(oneWorld("C:/a,b.json:substeps=8") == "C:/a,b.json substeps=8");
    CHECK(oneWorld("box_stack:substeps=") == "box_stack substeps=");
    CHECK(oneWorld("box_stack:") == "box_stack:"); // a name: there is no "=" after the colon
    CHECK(oneWorld("box_stack:substeps=2,fast").starts_with("\"fast\" is not of the form setting=value"));
    CHECK(oneWorld("box_stack:=2").starts_with("\"=2\" is not of the form setting=value"));
    CHECK(oneWorld("box_stack:substeps=2,").find("ends with a comma") != std::string::npos);
}

TEST_CASE("a_list_of_compared_worlds_is_split_where_a_name_begins")
{
    CHECK(list("soft-step,vertex-contact") == "soft-step; vertex-contact");
    CHECK(list("soft-step,sequential-impulse:velocityIterations=20,baumgarte=0.1,vertex-contact") ==
          "soft-step; sequential-impulse velocityIterations=20 baumgarte=0.1; vertex-contact");
    CHECK(list("soft-step:substeps=1,soft-step:substeps=2") == "soft-step substeps=1; soft-step substeps=2");
    CHECK(list("soft-step,substeps=1,soft-step") == "soft-step substeps=1; soft-step"); // without the colon
    CHECK(list("soft-step:gravity=0,-3,soft-step") == "soft-step gravity=0,-3; soft-step");
    CHECK(list("a,b,c,d") == "a; b; c; d");
}

TEST_CASE("a_wrong_list_of_compared_worlds_gets_a_sentence")
{
    CHECK(list("") == "2 to 4 worlds can be compared, but 0 are given");
    CHECK(list("a") == "2 to 4 worlds can be compared, but 1 is given");
    CHECK(list("a,b,c,d,e") == "2 to 4 worlds can be compared, but 5 are given");
    CHECK(list("a,b,").find("ends with a comma") != std::string::npos);
    CHECK(list("substeps=3,a,b").find("\"substeps=3\" comes before the first world") == 0);
    CHECK(list("a:,b").find("\"a:\" has no settings after the colon") == 0);
    CHECK(list("a,3").find("\"3\" is not of the form setting=value") == 0);
    CHECK(list("a:fast,b").find("\"fast\" is not of the form setting=value") == 0);
    CHECK(list("a:fast,substeps=2,b").find("\"fast\" is not of the form setting=value") == 0);
    CHECK(list("a,b:substeps=2:baumgarte=0").find("followed by a second colon") != std::string::npos);
}

TEST_CASE("letters_of_compared_worlds_begin_with_a_capital_a")
{
    CHECK(worldLetter(0) == 'A');
    CHECK(worldLetter(3) == 'D');
}

} // namespace satbox
