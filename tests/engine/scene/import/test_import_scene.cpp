#include "engine/scene/import/import_scene.h"

#include "tests/support/imported.h"
#include <satbox/scene/scene.h>

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>

namespace satbox {
using test::hasNote;

TEST_CASE("the_format_of_a_file_is_told_by_its_beginning_and_then_by_its_extension")
{
    CHECK(importFormatOf("a.svg", "") == ImportFormat::Svg);
    CHECK(importFormatOf("A.SVG", "") == ImportFormat::Svg);
    CHECK(importFormatOf("a.xml", "\xEF\xBB\xBF \n<svg/>") == ImportFormat::Svg);
    for (const char* name : {"a.txt", "a.xy", "a.dat", "a.csv"})
        CHECK(importFormatOf(name, "1 2") == ImportFormat::Points);
    CHECK_FALSE(importFormatOf("a.txt", " {\"format\": 1}")); // a scene that was saved under this name
    CHECK_FALSE(importFormatOf("a.json", "1 2"));
}

TEST_CASE("json_of_another_program_is_told_by_its_keys_and_a_scene_stays_a_scene")
{
    const auto formatOf = [](const char* text) {
        JsonValue document;
        REQUIRE(parseJson(text, {}, document) == "");
        return importFormatOf(document);
    };
    CHECK(formatOf(R"({"body": [], "gravity": 0})") == ImportFormat::Rube);
    CHECK(formatOf(R"({"metaworld": {}})") == ImportFormat::Rube);
    CHECK(formatOf(R"({"rigidBodies": []})") == ImportFormat::PhysicsEditor);
    CHECK(formatOf(R"({"star": {"type": "fromPhysicsEditor", "fixtures": []}})") ==
          ImportFormat::PhysicsEditor);
    CHECK(formatOf(R"({"star": [{"shape": [1, 2]}]})") == ImportFormat::PhysicsEditor);
    CHECK_FALSE(
        formatOf(R"({"format": "satbox-scene", "version": 1, "bodies": [], "body": [], "gravity": 0})"));
    CHECK_FALSE(formatOf(R"({"star": [{"kind": "circle"}], "body": 1})"));
    CHECK_FALSE(formatOf("[1, 2]"));
    CHECK(readScene(R"({"star": 1})", "a.json").error.find("\"format\" is missing") != std::string::npos);
}

TEST_CASE("an_imported_file_reports_what_was_taken_and_is_not_the_file_of_the_scene")
{
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "satbox_import_test.txt";
    std::ofstream(path) << "0 0\n2 0\n2 1\n0 0\n";
    const SceneResult result = openScene(path.string());
    std::filesystem::remove(path);
    REQUIRE(result.error == "");
    CHECK(result.imported == ImportFormat::Points);
    CHECK(result.file.empty()); // so that saving does not replace it
    CHECK(result.scene.name == "satbox_import_test");
    CHECK(hasNote(result, "satbox_import_test.txt: taken: 1 body with 1 shape, from points"));
    CHECK(readScene(writeScene(result.scene), "again.json").scene.world == result.scene.world);
}

TEST_CASE("a_file_of_which_nothing_can_be_taken_is_refused_with_the_first_reason")
{
    const SceneResult crossing =
        importScene("0 0\n1 1\n1 0\n0 1\n0 0\n", "bow.txt", ImportFormat::Points, {});
    CHECK(crossing.error ==
          "bow.txt: nothing in it can be taken as a body; refused: an outline that crosses itself at "
          "(0.5, 0.5) m: the edges that begin in lines 1 and 3, at line 1");
    CHECK(crossing.notes.empty());
    CHECK(importScene("# nothing\n", "empty.txt", ImportFormat::Points, {}).error ==
          "empty.txt: nothing in it can be taken as a body: it has no shapes");
}

} // namespace satbox
