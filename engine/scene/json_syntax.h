#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace satbox {

struct JsonSyntaxError {
    size_t offset = 0;   // bytes from the start
    std::string message; // "unexpected \"}\", expected a value"
};

// The first syntax error (RFC 8259), in our own words: the parser library's messages differ between versions.
// Nothing if the text is JSON.
std::optional<JsonSyntaxError> findSyntaxError(std::string_view text);

} // namespace satbox
