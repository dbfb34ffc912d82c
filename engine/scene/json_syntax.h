#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace satbox {

struct JsonProblem {
    size_t at = 0;        // byte
    std::string sentence; // "unexpected \"}\", expected a value"
};

// The first place where the text is not JSON (RFC 8259), in words of ours: those of the parser library change
// from version to version. Nothing where it is JSON.
std::optional<JsonProblem> findJsonProblem(std::string_view text);

} // namespace satbox
