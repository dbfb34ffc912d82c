#include "tests/support/paths.h"

namespace satbox::test {

std::filesystem::path sourcePath(std::string_view relative)
{
    return std::filesystem::path(SATBOX_TEST_SOURCE_DIR) / relative;
}

std::filesystem::path artefactFolder(std::string_view name)
{
    const auto folder = std::filesystem::path(SATBOX_TEST_BINARY_DIR) / "artefacts" / name;
    std::filesystem::create_directories(folder);
    return folder;
}

} // namespace satbox::test
