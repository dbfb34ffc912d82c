#pragma once

#include "engine/scene/json_fields.h"
#include <satbox/body.h>
#include <satbox/ids.h>
#include <satbox/op.h>

#include <cstdint>
#include <fmt/format.h>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace satbox {

// Operations within longer JSON texts, such as those of the application's commands. Single operations:
// satbox/scene/op_text.h.

// Throws SceneError for what readOp() refuses.
Op readOpAt(const JsonLocation& location);

// Index in `names` of an operation's member "op". `what`: "an operation". Throws SceneError if it is missing.
size_t readOpName(const JsonLocation& location, std::string_view what,
                  std::span<const std::string_view> names);
// The members of an operation's object, "op" among them. Throws SceneError for any key that is not in `more`.
JsonFields opFields(const JsonLocation& location, std::initializer_list<std::string_view> more);

// A member that is a body, without shapes.
BodyDef readBodyDefAt(const JsonFields& fields, std::string_view key);
std::string bodyDefText(const BodyDef& def);

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
