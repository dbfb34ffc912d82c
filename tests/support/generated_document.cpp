#include "tests/support/generated_document.h"

#include "tests/support/paths.h"

#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>

namespace satbox::test {

void checkOrWrite(const char* file, std::string (*update)(const std::string&))
{
    const auto path = sourcePath(file);
    const std::string before = textOf(path);
    REQUIRE(!before.empty());
    const std::string after = update(before);
    const bool writes = std::getenv("SATBOX_WRITE_DOCUMENTS") != nullptr;
    if (writes) std::ofstream(path, std::ios::binary) << after;
    CAPTURE(file);
    INFO("differs from what it is made from: run this test with SATBOX_WRITE_DOCUMENTS=1");
    CHECK((before == after || writes));
}

} // namespace satbox::test
