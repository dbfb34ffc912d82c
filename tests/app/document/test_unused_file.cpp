#include "app/document/unused_file.h"

#include "tests/support/paths.h"

#include <doctest/doctest.h>

#include <fstream>

using namespace satbox::app;

TEST_CASE("the_first_number_without_a_file_is_taken_for_each_name_and_extension")
{
    const std::filesystem::path folder = satbox::test::artefactFolder("unused_file");
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    CHECK(unusedFile(folder, "stack", ".png") == folder / "satbox-stack-001.png");
    std::ofstream(folder / "satbox-stack-001.png") << "taken";
    CHECK(unusedFile(folder, "stack", ".png") == folder / "satbox-stack-002.png");
    CHECK(unusedFile(folder, "stack", ".svg") == folder / "satbox-stack-001.svg");
    CHECK(unusedFile({}, "stack", ".png").parent_path().empty());
}
