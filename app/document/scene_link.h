#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace satbox::app {

// Scenes and recordings in links: the text of the file, compressed, in the fragment of a URL, which browsers
// do not send to the server. "#s=" begins a scene and "#r=" a recording; what follows is the text in zlib's
// format (RFC 1950), in base64url without padding (RFC 4648).

enum class LinkKind : std::uint8_t { Scene, Recording };

// Characters of a fragment. Programs that pass links on cut longer ones; browsers take more.
inline constexpr std::size_t kMaxFragment = 32'000;
// Bytes of the text of a link that is opened: a short link can hold a text a thousand times as long.
inline constexpr std::size_t kMaxLinkText = 16u << 20;

// "#s=...". May be longer than kMaxFragment: the caller decides. Empty if there is not enough memory.
std::string linkFragment(LinkKind kind, std::string_view text);

struct LinkContent {
    LinkKind kind = LinkKind::Scene;
    std::string text;  // of the file
    std::string error; // empty, or a sentence
    bool ok() const { return error.empty(); }
};
// `link`: a URL, or its fragment with or without '#'. Checks the length of the text and its checksum.
LinkContent readLink(std::string_view link);

} // namespace satbox::app
