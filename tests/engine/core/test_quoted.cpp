#include "engine/core/quoted.h"

#include <doctest/doctest.h>

namespace satbox {

TEST_CASE("quoted_text_cannot_control_a_terminal")
{
    CHECK(printable("plain, \xc3\xa4 \xce\xa9 \xe2\x86\x92 too") ==
          "plain, \xc3\xa4 \xce\xa9 \xe2\x86\x92 too");
    CHECK(printable("\x1b[31mred\x07\n") == "\\u001b[31mred\\u0007\\u000a");
    CHECK(printable("a\xc2\x9b"
                    "b") == "a\\u009bb"); // C1
    CHECK(printable("\xe2\x80\xae"
                    "txt.exe\xe2\x81\xa6") == "\\u202etxt.exe\\u2066"); // bidirectional
    CHECK(printable("\xf3\xa0\x81\x81") == "\\U000e0041");              // a tag
    CHECK(printable("a\xff\xc0\xaf") == "a\\xff\\xc0\\xaf");
    CHECK(quotedText("say \"x\"") == "\"say \\\"x\\\"\"");
}

TEST_CASE("long_texts_are_cut_at_80_characters_not_bytes")
{
    CHECK(printable(std::string(80, 'a')) == std::string(80, 'a'));
    CHECK(printable(std::string(81, 'a')) == std::string(80, 'a') + "...");
    std::string umlauts;
    for (int i = 0; i < 80; ++i) umlauts += "\xc3\xa4";
    CHECK(printable(umlauts) == umlauts);
    CHECK(printable(umlauts + "b") == umlauts + "...");
}

TEST_CASE("utf8_follows_rfc_3629")
{
    CHECK(isUtf8(""));
    CHECK(isUtf8("\xed\x9f\xbf\xf4\x8f\xbf\xbf"));
    for (const char* bad :
         {"\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\xff"})
        CHECK_FALSE(isUtf8(bad));
}

TEST_CASE("invisible_characters_are_escaped_and_visible_neighbours_are_not")
{
    for (const char* hidden : {"\u061c", "\u200b", "\u200f", "\u2028", "\u202e", "\u2060", "\u206f", "\ufeff",
                               "\U000e0000", "\U000e007f", "\x7f"}) {
        CAPTURE(printable(hidden));
        CHECK(printable(hidden).starts_with("\\"));
    }
    for (const char* shown : {"\u061b", "\u061d", "\u200a", "\u2010", "\u2027", "\u202f", "\u205f", "\u2070",
                              "\ufefe", "\uff00", "\U000dffff", "\U000e0080", "\u00a0", "\x7e", " "}) {
        CAPTURE(shown);
        CHECK(printable(shown) == shown);
    }
}

TEST_CASE("paths_are_shown_whole_up_to_a_length")
{
    CHECK(printablePath("a\x1b/b.json") == "a\\u001b/b.json");
    const std::string longest(kMaxPathLength, 'x');
    CHECK(printablePath(longest) == longest);
    CHECK(printablePath(longest + "y") == longest + "...");
}

} // namespace satbox
