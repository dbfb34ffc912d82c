#pragma once

#include "app/document/document_op.h"

#include <cstdint>
#include <string>
#include <vector>

namespace satbox::app {

// The kind of a command, which the History card shows.
enum class CommandKind : uint8_t {
    Build, // bodies and shapes
    Tune,  // settings
    Play,  // pulls, throws, restarts: the state of the world only, so no unsaved work
    Open   // another document
};

// One edit: a list of operations with a name. It is a value, so that it can be listed, compared and saved.
// app/document/commands.h has the functions that create them.
struct Command {
    std::string label; // "Move box": the menu shows "Undo move box"
    // All are performed, or none. A null body of an op::AddShape or op::CreateJoint refers to the body that
    // the command created last.
    std::vector<DocumentOp> ops;
    // Consecutive commands with the same non-empty key become one undo entry if they are part of one gesture
    // (one press of a mouse button or an arrow key, one typed text): "settings.gravity", "body.3.1.gravity
    // scale.1".
    std::string mergeKey{};
    CommandKind kind = CommandKind::Build;

    friend bool operator==(const Command&, const Command&) = default;
};

} // namespace satbox::app
