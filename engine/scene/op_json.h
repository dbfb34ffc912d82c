#pragma once

#include "engine/scene/json_fields.h"
#include <satbox/ids.h>
#include <satbox/op.h>

#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <string>

namespace satbox {

// Operations within longer JSON texts, such as those of the application's commands. Single operations:
// satbox/scene/op_text.h.

// Throws SceneError for what readOp() refuses.
Op readOpAt(const JsonLocation& location);

template<class Tag>
std::string idText(Handle<Tag> id) // [index, generation]
{
    return fmt::format("[{}, {}]", id.index, id.generation);
}

template<class Id>
Id readId(const JsonLocation& location)
{
    const JsonArray& numbers = readArray(location, "numbers", 2, 2);
    constexpr int64_t kMax = std::numeric_limits<uint32_t>::max();
    const auto number = [&](size_t i) {
        return static_cast<uint32_t>(readInteger(element(location, numbers, i), 0, kMax));
    };
    return {number(0), number(1)};
}

} // namespace satbox
