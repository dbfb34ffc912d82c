#include "app/live/live_buffer.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace satbox::app {

namespace {

bool isScene(const LiveFrame& frame) { return std::holds_alternative<LiveScene>(frame); }

double secondsOf(const LiveFrame& frame)
{
    const LiveStep* step = std::get_if<LiveStep>(&frame);
    return step ? static_cast<double>(step->dt) : 0.0;
}

// Adds the bodies of `before` that `step` does not move.
void mergeInto(LiveStep& step, const LiveStep& before)
{
    std::vector<LiveStep::Body> all;
    all.reserve(step.bodies.size() + before.bodies.size());
    // Of two with the same index, set_union takes that of the first range.
    std::set_union(step.bodies.begin(), step.bodies.end(), before.bodies.begin(), before.bodies.end(),
                   std::back_inserter(all),
                   [](const LiveStep::Body& a, const LiveStep::Body& b) { return a.index < b.index; });
    step.bodies = std::move(all);
}

} // namespace

void LiveBuffer::push(LiveFrame frame)
{
    if (const LiveStep* step = std::get_if<LiveStep>(&frame)) missing_ += step->skipped;
    seconds_ += secondsOf(frame);
    bytes_ += bytesOf(frame);
    frames_.push_back(std::move(frame));
    while ((seconds_ > maxSeconds_ || bytes_ > maxBytes_) && shorten()) {
    }
}

std::optional<LiveFrame> LiveBuffer::pop()
{
    if (frames_.empty()) return std::nullopt;
    LiveFrame frame = std::move(frames_.front());
    bytes_ -= std::min(bytes_, bytesOf(frame));
    seconds_ -= secondsOf(frame);
    frames_.pop_front();
    if (frames_.empty()) seconds_ = 0.0; // of rounding
    return frame;
}

void LiveBuffer::forget(size_t index)
{
    bytes_ -= std::min(bytes_, bytesOf(frames_[index]));
    seconds_ -= secondsOf(frames_[index]);
    if (!isScene(frames_[index])) ++missing_;
    frames_.erase(frames_.begin() + static_cast<std::ptrdiff_t>(index));
}

// Drops or merges what is oldest. Returns false if nothing can be spared.
bool LiveBuffer::shorten()
{
    if (frames_.size() < 2) return false;
    // A later scene has all of what comes before it.
    const auto later = std::find_if(frames_.begin() + 1, frames_.end(), isScene);
    if (later != frames_.end()) {
        for (auto left = later - frames_.begin(); left > 0; --left) forget(0);
        return true;
    }
    const size_t first = isScene(frames_.front()) ? 1 : 0;
    if (first + 1 >= frames_.size()) return false;
    LiveStep& next = std::get<LiveStep>(frames_[first + 1]);
    bytes_ -= std::min(bytes_, bytesOf(frames_[first + 1]));
    mergeInto(next, std::get<LiveStep>(frames_[first]));
    bytes_ += bytesOf(frames_[first + 1]);
    forget(first);
    return true;
}

} // namespace satbox::app
