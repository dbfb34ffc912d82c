#include "app/platform/touch.h"

#include <algorithm>
#include <utility>

namespace satbox::app {

namespace {

// Two fingers this close, window points, only pan: their distance is not accurate enough for a factor.
constexpr float kMinSpread = 16.0f;
// Of a tap: fingers tremble by a few window points.
constexpr float kMaxTapMove = 12.0f;
constexpr double kMaxTapSeconds = 0.4;

} // namespace

bool TouchTracker::down(FingerId finger, Vec2 position, double time)
{
    up(finger, time); // a platform may reuse an id without an event for its end
    if (fingers_.empty()) tapped_ = position;
    fingers_.push_back({finger, position, position});
    const bool begins = fingers_.size() == 2 && !pinching_;
    if (begins) tapBegun_ = time;
    isTap_ = fingers_.size() == 2 && begins && length(fingers_[0].position - tapped_) <= kMaxTapMove;
    pinching_ = pinching_ || begins;
    return begins;
}

std::optional<PinchStep> TouchTracker::move(FingerId finger, Vec2 position)
{
    const auto found =
        std::find_if(fingers_.begin(), fingers_.end(), [&](const Finger& f) { return f.id == finger; });
    if (found == fingers_.end()) return std::nullopt;
    // Until it is clear that it is no tap, the view stays. Then the fingers move it from where they began.
    isTap_ = isTap_ && length(position - found->start) <= kMaxTapMove;
    if (isTap_) return std::nullopt;
    const bool moves = fingers_.size() >= 2 && found - fingers_.begin() < 2;
    if (!moves) {
        found->position = position;
        return std::nullopt;
    }
    const auto center = [&] { return (fingers_[0].position + fingers_[1].position) * 0.5f; };
    const auto spread = [&] { return length(fingers_[0].position - fingers_[1].position); };
    const Vec2 oldCenter = center();
    const float oldSpread = spread();
    found->position = position;
    PinchStep step{.center = center(), .delta = center() - oldCenter};
    if (oldSpread >= kMinSpread && spread() >= kMinSpread) step.scale = spread() / oldSpread;
    return step;
}

std::optional<Vec2> TouchTracker::up(FingerId finger, double time)
{
    std::erase_if(fingers_, [&](const Finger& f) { return f.id == finger; });
    if (!fingers_.empty()) return std::nullopt;
    pinching_ = false;
    const bool tapped = std::exchange(isTap_, false) && time - tapBegun_ <= kMaxTapSeconds;
    return tapped ? std::optional(tapped_) : std::nullopt;
}

void TouchTracker::reset()
{
    fingers_.clear();
    pinching_ = isTap_ = false;
}

} // namespace satbox::app
