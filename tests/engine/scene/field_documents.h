#pragma once

#include <string>

namespace satbox::test {

// The parts of documents that are made from the tables of fields (engine/model/definition_fields.h,
// satbox/settings_table.h). Both take the whole text and return it with those parts written afresh.

// assets/scene.schema.json: the properties of settings, body, material and filter.
std::string withSchemaFields(const std::string& schema);

// docs/scene-format.md: each table between "<!-- fields: NAME -->" and "<!-- end of fields -->".
std::string withFieldTables(const std::string& markdown);

} // namespace satbox::test
