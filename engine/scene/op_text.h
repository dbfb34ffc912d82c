#pragma once

#include "engine/world/op.h"

#include <string>
#include <string_view>

namespace satbox {

// Operations as lines of JSON (JSON Lines): {"op": "applyForce", "id": [3, 1], "force": [0, 9.81], "point":
// [1, 2]}. Ids are [index, generation]. Definitions and settings are written as in scene files
// (docs/scene-format.md), and what is left out has its default. Reading a line gives the operation back bit
// for bit.

std::string opText(const Op& op); // without a newline

struct OpTextResult {
    Op op;
    std::string error; // empty, or a sentence: "/id: 3 numbers, expected 2"
    bool ok() const { return error.empty(); }
};
OpTextResult readOp(std::string_view line);

} // namespace satbox
