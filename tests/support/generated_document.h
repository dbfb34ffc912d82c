#pragma once

#include <string>

namespace satbox::test {

/// Checks that a document of the source tree (such as "docs/contrast.md") has its generated parts as `update`
/// writes them: it gets the whole text and returns it with those parts written afresh. With
/// SATBOX_WRITE_DOCUMENTS set in the environment, the file is written instead.
void checkOrWrite(const char* file, std::string (*update)(const std::string&));

} // namespace satbox::test
