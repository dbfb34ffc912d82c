#pragma once

#include "app/document/command.h"
#include "app/document/document_op.h"

#include <string>
#include <string_view>

namespace satbox::app {

// Operations on documents and commands as JSON Lines, one object per line. They contain the operations on
// worlds as satbox/scene/op_text.h writes them:
//
//   {"op": "changeWorld", "operation": {"op": "step", "dt": 0.016666668}}
//   {"label": "Delete box", "kind": "build", "ops": [{"op": "changeScene", "operation": {...}}]}
//
// For files that reproduce a case, and for tests.
//
// Reading a written line reproduces the operation or command bit for bit, except for the ids in an opened
// scene: it is written as a scene file, and its bodies and shapes are numbered in the file's order.

std::string documentOpText(const DocumentOp& op); // without a newline
std::string commandText(const Command& command);

struct DocumentOpTextResult {
    DocumentOp op;
    std::string error; // empty, or a JSON pointer and a message: "/operation/id: 3 numbers, expected 2"
    bool ok() const { return error.empty(); }
};
struct CommandTextResult {
    Command command;
    std::string error;
    bool ok() const { return error.empty(); }
};
// Unknown keys are errors, and so are definitions, settings and scenes that validate() rejects. Ids are not
// checked: perform() refuses stale ones.
DocumentOpTextResult readDocumentOp(std::string_view line);
CommandTextResult readCommand(std::string_view line);

} // namespace satbox::app
