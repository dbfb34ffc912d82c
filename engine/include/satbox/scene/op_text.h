#pragma once

#include <satbox/config.h>
#include <satbox/op.h>

#include <string>
#include <string_view>

namespace satbox {

// Operations as JSON Lines, one object per line:
//   {"op": "applyForce", "id": [3, 1], "force": [0, 9.81], "point": [1, 2]}
// Ids are [index, generation]. Definitions and settings are written as in scene files (docs/scene-format.md);
// in them, members that are left out have their defaults; the other members of an operation are
// required. Reading a written line reproduces the operation bit for bit.

SATBOX_API std::string opText(const Op& op); // without a newline

struct OpTextResult {
    Op op;
    std::string error; // empty, or a JSON pointer and a message: "/id: 3 numbers, expected 2"
    bool ok() const { return error.empty(); }
};
// Unknown keys are errors, and so are definitions and settings that validate() rejects.
SATBOX_API OpTextResult readOp(std::string_view line);

} // namespace satbox
