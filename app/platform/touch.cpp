#include "app/platform/touch.h"

#include <algorithm>

namespace satbox::app {

namespace {

// Two fingers this close, window points, only pan: their distance is not accurate enough for a factor.
constexpr float kMinSpread = 16.0f;

} // namespace

bool TouchTracker::down(FingerId finger, Vec2 position)
{
    up(finger); // a platform may reuse an id without an event for its end
    fingers_.push_back({finger, position});
    const bool begins = fingers_.size() == 2 && !pinching_;
    pinching_ = pinching_ || begins;
    return begins;
}

std::optional<PinchStep> TouchTracker::move(FingerId finger, Vec2 position)
{
    const auto found =
        std::find_if(fingers_.begin(), fingers_.end(), [&](const Finger& f) { return f.id == finger; });
    if (found == fingers_.end()) return std::nullopt;
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

void TouchTracker::up(FingerId finger)
{
    std::erase_if(fingers_, [&](const Finger& f) { return f.id == finger; });
    if (fingers_.empty()) pinching_ = false;
}

void TouchTracker::reset()
{
    fingers_.clear();
    pinching_ = false;
}

} // namespace satbox::app
