#include "engine/scene/scene.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>
#include <map>
#include <sstream>

namespace satbox {
namespace {

// "file.json: sentence" per line, as the reader says it. A * at the end stands for what the JSON library
// found: each release of it has other words.
std::map<std::string, std::string> expectedSentences()
{
    std::map<std::string, std::string> expected;
    std::ifstream table(test::sourcePath("tests/engine/scene/broken/expected.txt"));
    for (std::string line; std::getline(table, line);) {
        if (const size_t colon = line.find(": "); colon != std::string::npos)
            expected[line.substr(0, colon)] = line;
    }
    return expected;
}

bool isSaid(const std::string& error, const std::string& expected)
{
    if (!expected.ends_with('*')) return error == expected;
    const std::string known = expected.substr(0, expected.size() - 1);
    const std::string rest = error.starts_with(known) ? error.substr(known.size()) : "";
    // What it read last may hold broken bytes, and its own marks tell a person nothing.
    return !rest.empty() && rest.find("json.exception") == std::string::npos &&
           rest.find("last read") == std::string::npos;
}

} // namespace

TEST_CASE("every_broken_scene_is_refused_with_its_sentence")
{
    const auto expected = expectedSentences();
    CHECK(expected.size() >= 40);
    size_t files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(test::sourcePath("tests/engine/scene/broken"))) {
        if (entry.path().extension() != ".json") continue;
        ++files;
        const std::string name = entry.path().filename().string();
        CAPTURE(name);
        REQUIRE(expected.count(name) == 1);
        const std::string error = loadSceneFile(entry.path()).error;
        CHECK_MESSAGE(isSaid(error, expected.at(name)), error);
    }
    CHECK(files == expected.size());
}

TEST_CASE("a_scene_cut_off_anywhere_is_refused")
{
    std::ifstream file(test::sourcePath("assets/scenes/r3_triangles.json"));
    std::stringstream text;
    text << file.rdbuf();
    std::string whole = text.str();
    REQUIRE(whole.size() > 100);
    while (whole.back() == '\n') whole.pop_back();
    for (size_t length = 0; length < whole.size(); ++length) {
        CAPTURE(length);
        CHECK_FALSE(readScene(std::string_view(whole).substr(0, length), "cut.json").ok());
    }
    CHECK(readScene(whole, "whole.json").ok());
}

} // namespace satbox
