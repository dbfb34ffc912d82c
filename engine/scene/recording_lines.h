#pragma once

#include "engine/core/hash.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace satbox {

// The lines of a recording are JSON objects. The last member of each is the digest of the text of this line
// and of all lines before it, without their digests, so that a change is noticed in the line where it is.
// Every word that goes into the digest changes it by a bijection (Hasher), so that no change within one word
// of eight bytes can go unnoticed.
class LineDigest {
  public:
    // Ends a line: `object` without its closing brace, such as {"at": 3.
    std::string seal(std::string object);
    // True if the line, without its newline, has the digest that it should have.
    bool accepts(std::string_view line);

  private:
    std::string next(std::string_view text); // 16 hexadecimal digits
    Hasher hasher_;
};

std::string hexText(uint64_t value, size_t digits);
// Nothing unless the text has only lower-case hexadecimal digits, 1 to 16.
std::optional<uint64_t> parseHex(std::string_view text);

} // namespace satbox
