#include "app/lenses/body_pair.h"

#include "app/text/plain_text.h"
#include "engine/core/quoted.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace satbox::app {

std::optional<std::pair<uint32_t, uint32_t>> parseBodyPair(const std::string& text)
{
    const char* end = text.data() + text.size();
    uint32_t a = 0, b = 0;
    const auto first = std::from_chars(text.data(), end, a);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != ',') return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, b);
    if (second.ec != std::errc() || second.ptr != end || a == b) return std::nullopt;
    return std::pair(a, b);
}

std::function<std::string(const std::string&)> bodyPairOr(std::string word)
{
    return [word = std::move(word)](const std::string& text) {
        if (text == word || parseBodyPair(text)) return std::string();
        return fmt::format("{} is not a pair; write {}, or the numbers of two bodies, such as 0,1",
                           quotedText(text), word);
    };
}

std::array<ShapeId, 2> firstShapes(const World& world, std::pair<uint32_t, uint32_t> slots,
                                   const std::string& option)
{
    std::array<ShapeId, 2> shapes;
    for (size_t i = 0; i < 2; ++i) {
        const uint32_t slot = i == 0 ? slots.first : slots.second;
        const BodyId body = world.bodyAt(slot);
        const std::vector<ShapeId> own = world.isValid(body) ? world.shapesOf(body) : std::vector<ShapeId>();
        if (own.empty())
            throw std::runtime_error(fmt::format("{}: there is no body {} with a shape; the world has {}",
                                                 option, slot,
                                                 plainCountText(world.counters().bodies, "body", "bodies")));
        shapes[i] = own.front();
    }
    return shapes;
}

} // namespace satbox::app
