// The schema of scene files and the tables of docs/scene-format.md are made from the tables of fields.
#include "tests/engine/scene/field_documents.h"
#include "tests/support/paths.h"

#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>
#include <sstream>

namespace satbox {

namespace {

std::string readFile(const std::filesystem::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

// With SATBOX_WRITE_DOCUMENTS set in the environment the file is written instead of compared.
void checkOrWrite(const char* file, std::string (*update)(const std::string&))
{
    const auto path = test::sourcePath(file);
    const std::string before = readFile(path);
    REQUIRE(!before.empty());
    const std::string after = update(before);
    if (std::getenv("SATBOX_WRITE_DOCUMENTS")) std::ofstream(path, std::ios::binary) << after;
    CAPTURE(file);
    INFO("differs from the tables of fields: run this test with SATBOX_WRITE_DOCUMENTS=1");
    CHECK((before == after || std::getenv("SATBOX_WRITE_DOCUMENTS")));
}

} // namespace

TEST_CASE("the_schema_is_made_from_the_tables_of_fields")
{
    checkOrWrite("assets/scene.schema.json", test::withSchemaFields);
}

TEST_CASE("the_tables_of_the_scene_format_are_made_from_the_tables_of_fields")
{
    checkOrWrite("docs/scene-format.md", test::withFieldTables);
}

} // namespace satbox
