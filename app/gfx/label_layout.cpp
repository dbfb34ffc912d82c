#include "app/gfx/label_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

namespace satbox::app {

namespace {

bool isInside(const ScreenRect& a, const ScreenRect& bounds)
{
    return a.x >= bounds.x && a.y >= bounds.y && a.x + a.width <= bounds.x + bounds.width &&
           a.y + a.height <= bounds.y + bounds.height;
}

// Of a line of 13 px text, in logical pixels: for pictures whose font is not known.
constexpr float kCharacterPx = 7.0f;
constexpr float kTextHeightPx = 18.0f;

constexpr int kMaxDistance = 6; // of a required label from its anchor, in heights of the label

// The eight positions around an anchor, the best first.
std::array<ScreenRect, 8> candidateRects(const LabelBox& label)
{
    const float w = label.size.x;
    const float h = label.size.y;
    const float left = label.anchor.x - label.clearance - w;
    const float right = label.anchor.x + label.clearance;
    const float above = label.anchor.y - label.clearance - h;
    const float below = label.anchor.y + label.clearance;
    const float middleX = label.anchor.x - 0.5f * w;
    const float middleY = label.anchor.y - 0.5f * h;
    std::array<ScreenRect, 8> around{{{right, middleY, w, h},
                                      {left, middleY, w, h},
                                      {middleX, above, w, h},
                                      {middleX, below, w, h},
                                      {right, above, w, h},
                                      {right, below, w, h},
                                      {left, above, w, h},
                                      {left, below, w, h}}};
    if (label.side != Vec2{0.0f, 0.0f}) {
        const auto agreement = [&](const ScreenRect& rect) {
            const Vec2 middle(rect.x + 0.5f * w, rect.y + 0.5f * h);
            return dot(normalizeOrZero(middle - label.anchor), label.side);
        };
        // Insertion sort, which is stable. (std::stable_sort of g++ 12's library uses a function that clang
        // warns of as deprecated.)
        const auto isBetter = [&](const ScreenRect& a, const ScreenRect& b) {
            return agreement(a) > agreement(b);
        };
        for (auto next = around.begin(); next != around.end(); ++next)
            std::rotate(std::upper_bound(around.begin(), next, *next, isBetter), next, next + 1);
    }
    return around;
}

ScreenRect anchorRect(const LabelBox& label)
{
    return {label.anchor.x - label.clearance, label.anchor.y - label.clearance, 2.0f * label.clearance,
            2.0f * label.clearance};
}

} // namespace

std::vector<PlacedLabel> layoutLabels(std::span<const LabelBox> labels, const ScreenRect& bounds,
                                      std::span<const ScreenRect> keepOut)
{
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (labels[a].required != labels[b].required) return labels[a].required;
        if (labels[a].priority != labels[b].priority) return labels[a].priority > labels[b].priority;
        return a < b;
    });

    std::vector<PlacedLabel> placed;
    std::vector<ScreenRect> occupied(keepOut.begin(), keepOut.end());
    const auto isFree = [&](const ScreenRect& rect) {
        return std::none_of(occupied.begin(), occupied.end(),
                            [&](const ScreenRect& t) { return rect.overlaps(t); });
    };
    for (const std::size_t index : order) {
        const LabelBox& label = labels[index];
        if (!bounds.contains(label.anchor)) continue;
        std::optional<ScreenRect> free;
        LabelBox moved = label;
        for (int i = 0; !free && i <= (label.required ? kMaxDistance : 0); ++i) {
            moved.clearance = label.clearance + static_cast<float>(i) * label.size.y;
            for (const ScreenRect& rect : candidateRects(moved))
                if (!free && isInside(rect, bounds) && isFree(rect)) free = rect;
        }
        if (!free && !label.required) continue;
        ScreenRect rect = free ? *free : candidateRects(label)[0];
        rect.x = std::clamp(rect.x, bounds.x, std::max(bounds.x, bounds.x + bounds.width - rect.width));
        rect.y = std::clamp(rect.y, bounds.y, std::max(bounds.y, bounds.y + bounds.height - rect.height));
        placed.push_back({index, rect});
        occupied.push_back(rect);
        occupied.push_back(anchorRect(label));
    }
    return placed;
}

std::vector<LabelBox> labelBoxes(std::span<const WorldLabel> labels, const Camera& camera, float scale,
                                 FunctionRef<Vec2(const std::string&)> sizeOf)
{
    std::vector<LabelBox> boxes;
    boxes.reserve(labels.size());
    for (const WorldLabel& label : labels)
        boxes.push_back({.anchor = camera.worldToScreen(label.point),
                         .size = sizeOf(label.text),
                         .clearance = label.clearancePx * scale,
                         .priority = label.priority,
                         .required = label.required,
                         .side = {label.side.x, -label.side.y}}); // the world's y is up
    return boxes;
}

std::optional<Leader> leaderOf(const LabelBox& label, const ScreenRect& rect)
{
    const Vec2 nearest(std::clamp(label.anchor.x, rect.x, rect.x + rect.width),
                       std::clamp(label.anchor.y, rect.y, rect.y + rect.height));
    const Vec2 away = nearest - label.anchor;
    if (std::max(std::fabs(away.x), std::fabs(away.y)) <= label.clearance + 1.0f) return std::nullopt;
    return Leader{label.anchor + label.clearance * normalizeOrZero(away), nearest};
}

Vec2 estimatedTextSize(std::string_view text)
{
    size_t characters = 0;
    for (const char c : text) characters += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u ? 1 : 0; // UTF-8
    return {kCharacterPx * static_cast<float>(characters), kTextHeightPx};
}

} // namespace satbox::app
