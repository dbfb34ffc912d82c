#pragma once

#include "app/document/command.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// Bodies as text, for the clipboard: a scene file (docs/scene-format.md) with nothing but these bodies and
// the joints between them. So bodies can be pasted into an editor, from a scene file, and into another
// window.

// Ids that are not valid are left out.
std::string bodiesAsText(const World& world, std::span<const BodyId> bodies);

struct PasteResult {
    Command command;                // creates the bodies of the text
    std::vector<std::string> notes; // changes made by the reader, see SceneResult::notes
    std::string error;              // empty, or a message for the status bar
    bool ok() const { return error.empty(); }
};
// Reads a scene file from the clipboard's text. The bodies keep their relative positions; `center`, m, is
// the new centre of their common bounding box. Without it they keep their positions. Their groups are new in
// `world`.
PasteResult pasteCommand(const World& world, std::string_view text, std::optional<Position> center);

} // namespace satbox::app
