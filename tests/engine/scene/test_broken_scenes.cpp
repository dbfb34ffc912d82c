#include "tests/support/paths.h"
#include <satbox/scene/scene.h>

#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>
#include <map>
#include <sstream>

namespace satbox {
namespace {

// "file.json: sentence" per line, as the reader says it.
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
        CHECK(error == expected.at(name));
    }
    CHECK(files == expected.size());
}

TEST_CASE("a_scene_cut_off_anywhere_is_refused")
{
    std::ifstream file(test::sourcePath("assets/scenes/two_triangles.json"));
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
