#include "engine/scene/suggest.h"

#include <array>
#include <doctest/doctest.h>

namespace satbox {

TEST_CASE("misspelt_names_find_the_nearest_known_one")
{
    constexpr std::array<std::string_view, 4> names{"pyramid", "box_stack", "position", "rotation"};
    CHECK(nearestName("pyramd", names) == "pyramid");
    CHECK(nearestName("posiiton", names) == "position"); // two neighbours swapped
    CHECK(nearestName("BOX_STACK", names) == "box_stack");
    CHECK(nearestName("pyra", names) == "pyramid"); // a beginning
    CHECK(nearestName("gravity", names).empty());
    CHECK(nearestName("", names).empty());
    CHECK(didYouMean("pyramd", names) == ", did you mean \"pyramid\"?");
    CHECK(didYouMean("gravity", names).empty());
}

} // namespace satbox
