#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace satbox::app {

// Rows of numbers, each of a step of History. Memory is bounded: the rows lie within kMaxSteps consecutive
// steps, and a row outside of them displaces those that are farthest from it.
template<class T>
class StepRows {
  public:
    static constexpr uint64_t kMaxSteps = 65536; // 18 minutes at 60 Hz

    explicit StepRows(size_t width = 1) : width_(width) {}

    size_t width() const { return width_; }
    bool has(uint64_t step) const { return first_ <= step && step < end() && known_[step - first_] != 0; }
    // Precondition: has(step).
    std::span<const T> at(uint64_t step) const { return {values_.data() + (step - first_) * width_, width_}; }

    // Precondition: row.size() == width().
    void set(uint64_t step, std::span<const T> row)
    {
        makeRoom(step);
        std::copy(row.begin(), row.end(),
                  values_.begin() + static_cast<std::ptrdiff_t>((step - first_) * width_));
        known_[step - first_] = 1;
    }
    void dropFrom(uint64_t step)
    {
        if (step <= first_) return clear();
        if (step < end()) resize(step - first_);
    }
    void clear()
    {
        known_.clear();
        values_.clear();
    }
    size_t bytes() const { return values_.capacity() * sizeof(T) + known_.capacity(); }

  private:
    uint64_t end() const { return first_ + known_.size(); }
    void resize(uint64_t steps)
    {
        known_.resize(steps);
        values_.resize(steps * width_);
    }
    // Extends the rows by unknown ones, so that they include `step`.
    void makeRoom(uint64_t step)
    {
        const bool isNear = step + kMaxSteps > first_ && step < end() + kMaxSteps;
        if (known_.empty() || !isNear) {
            clear();
            first_ = step;
        }
        if (step < first_) extendToFront(step);
        if (step >= end()) extendToBack(step);
    }
    void extendToFront(uint64_t step)
    {
        resize(std::min<uint64_t>(known_.size(), step + kMaxSteps - first_));
        const uint64_t added = first_ - step;
        known_.insert(known_.begin(), added, 0);
        values_.insert(values_.begin(), added * width_, T{});
        first_ = step;
    }
    // Drops more of the oldest rows than it must, so that it is not done for every step.
    void extendToBack(uint64_t step)
    {
        if (step - first_ >= kMaxSteps) {
            const uint64_t keptFrom = step + 1 + kMaxSteps / 8 - kMaxSteps;
            const uint64_t dropped = std::min<uint64_t>(keptFrom - first_, known_.size());
            known_.erase(known_.begin(), known_.begin() + static_cast<std::ptrdiff_t>(dropped));
            values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(dropped * width_));
            first_ = keptFrom;
        }
        resize(step + 1 - first_);
    }

    size_t width_;
    uint64_t first_ = 0;
    std::vector<uint8_t> known_;
    std::vector<T> values_; // by step, then by column
};

} // namespace satbox::app
