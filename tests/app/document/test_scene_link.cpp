#include "app/document/scene_link.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using namespace satbox::app;

namespace {

// Bytes that do not repeat, so that compressing does not shorten them.
std::string noise(std::size_t size)
{
    std::string bytes;
    std::uint32_t state = 1;
    for (std::size_t i = 0; i < size; ++i) {
        state = state * 1664525u + 1013904223u;
        bytes += static_cast<char>(state >> 24);
    }
    return bytes;
}

} // namespace

TEST_CASE("a_text_comes_back_from_its_link_whatever_its_length")
{
    // All remainders of the length in base64, and texts longer than the buffer that is filled at once.
    for (const std::size_t size : {0u, 1u, 2u, 3u, 4u, 5u, 100u, 16384u, 100'000u}) {
        const std::string text = noise(size);
        const LinkContent read = readLink(linkFragment(LinkKind::Recording, text));
        CHECK(read.error == "");
        CHECK(read.kind == LinkKind::Recording);
        CHECK(read.text == text);
    }
}

TEST_CASE("a_link_is_read_as_a_url_or_as_a_fragment_with_or_without_its_hash")
{
    const std::string fragment = linkFragment(LinkKind::Scene, "{}");
    CHECK(fragment.starts_with("#s="));
    CHECK(fragment.find_first_of("+/=", 3) == std::string::npos); // those have other meanings in URLs
    for (const std::string& link : {fragment, fragment.substr(1), "http://localhost:8080/" + fragment,
                                    "http://localhost:8080/?arg=--paused" + fragment, fragment + "=="}) {
        const LinkContent read = readLink(link);
        CHECK(read.error == "");
        CHECK(read.kind == LinkKind::Scene);
        CHECK(read.text == "{}");
    }
}

TEST_CASE("repeated_text_makes_a_short_link")
{
    std::string text;
    for (int i = 0; i < 200; ++i) text += R"({"type": "box", "size": [1, 1]}, )";
    CHECK(linkFragment(LinkKind::Scene, text).size() < text.size() / 20);
}

TEST_CASE("a_link_that_is_none_is_refused_with_its_beginning")
{
    for (const std::string link : {"", "#", "#x=abc", "http://localhost/", "pyramid"}) {
        const LinkContent read = readLink(link);
        CHECK(read.error.find("is no link to a scene") != std::string::npos);
        CHECK(read.text == "");
    }
}

TEST_CASE("a_wrong_character_is_named_with_its_place")
{
    std::string link = linkFragment(LinkKind::Scene, noise(100));
    link[3 + 4] = '!'; // the fifth after "#s="
    const std::string error = readLink(link).error;
    CHECK(error.find("Character 5") != std::string::npos);
    CHECK(error.find("\"!\"") != std::string::npos);
}

TEST_CASE("a_link_that_was_cut_or_changed_is_refused")
{
    const std::string link = linkFragment(LinkKind::Scene, noise(1000));
    for (const std::size_t length :
         {std::size_t{3}, std::size_t{4}, std::size_t{10}, link.size() / 2, link.size() - 1})
        CHECK(readLink(link.substr(0, length)).error.find("damaged or was cut") != std::string::npos);
    for (std::size_t i = 3; i < link.size(); i += 7) {
        std::string changed = link;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        CHECK(readLink(changed).error.find("damaged or was cut") != std::string::npos);
    }
}

TEST_CASE("a_short_link_with_a_huge_text_is_refused")
{
    CHECK(readLink(linkFragment(LinkKind::Scene, std::string(kMaxLinkText, ' '))).ok());
    const std::string link = linkFragment(LinkKind::Scene, std::string(kMaxLinkText + 1, ' '));
    CHECK(link.size() < 100'000);
    const LinkContent read = readLink(link);
    CHECK(read.error == "The link's text is longer than 16 MiB, which is the limit.");
    CHECK(read.text == "");
}
