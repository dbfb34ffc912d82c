// The schema of scene files and the tables of docs/scene-format.md are made from the tables of fields.
#include "tests/engine/scene/field_documents.h"
#include "tests/support/generated_document.h"

#include <doctest/doctest.h>

namespace satbox {

TEST_CASE("the_schema_is_made_from_the_tables_of_fields")
{
    test::checkOrWrite("assets/scene.schema.json", test::withSchemaFields);
}

TEST_CASE("the_tables_of_the_scene_format_are_made_from_the_tables_of_fields")
{
    test::checkOrWrite("docs/scene-format.md", test::withFieldTables);
}

} // namespace satbox
