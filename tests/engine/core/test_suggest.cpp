#include "engine/core/suggest.h"

#include <array>
#include <doctest/doctest.h>
#include <string>

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

TEST_CASE("one_edit_is_an_insertion_a_removal_a_replacement_or_a_swap_and_case_does_not_matter")
{
    constexpr std::array<std::string_view, 2> names{"abc", "wxyzwxyz"};
    for (const char* word : {"ab", "abcd", "aXc", "acb", "ABC"}) CHECK(nearestName(word, names) == "abc");
    CHECK(nearestName("cab", names).empty()); // two edits, of a word of three letters
    CHECK(nearestName("wxyzwxy", names) == "wxyzwxyz");
    CHECK(nearestName("xwyzxwyz", names) == "wxyzwxyz"); // two swaps, of a word of eight letters
}

TEST_CASE("words_too_long_or_too_short_to_be_typing_errors_find_nothing")
{
    const std::string longWord(65, 'x'), longName(64, 'x');
    const std::array<std::string_view, 2> names{longName, "ab"};
    CHECK(nearestName(longWord, names).empty());
    CHECK(nearestName(std::string(63, 'x'), names) == longName);
    CHECK(nearestName("xxx", names).empty());      // a beginning of three letters
    CHECK(nearestName("xxxx", names) == longName); // of four
    CHECK(nearestName("ba", names) == "ab");
    CHECK(nearestName("bc", names).empty());
    CHECK(nearestName("word", {}).empty());
}

} // namespace satbox
