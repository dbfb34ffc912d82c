#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace satbox::test {

// Checks a value against a JSON Schema (draft 2020-12). Covers the keywords that assets/scene.schema.json
// uses and reports any other as an error, so that nothing is silently left needsFiniteCheck. One sentence per
// fault, at most `limit` of them.
std::vector<std::string> schemaFaults(const nlohmann::json& schema, const nlohmann::json& value,
                                      size_t limit = 10);

} // namespace satbox::test
