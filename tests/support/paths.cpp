#include "tests/support/paths.h"

#include <fstream>
#include <iterator>

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

std::filesystem::path emptyArtefactFolder(std::string_view name)
{
    const std::filesystem::path folder = artefactFolder(name);
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        std::filesystem::remove_all(entry.path());
    return folder;
}

std::string textOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace satbox::test
