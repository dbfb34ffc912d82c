#include "engine/core/frame_arena.h"

#include <algorithm>

namespace satbox {

namespace {

constexpr size_t kFirstChunk = 64 * 1024;

std::byte* alignedStart(std::vector<std::byte>& memory)
{
    void* start = memory.data();
    size_t space = memory.size();
    return static_cast<std::byte*>(std::align(FrameArena::kAlignment, 1, start, space));
}

} // namespace

void* FrameArena::allocate(size_t bytes)
{
    bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (chunks_.empty() || chunks_.back().used + bytes + kAlignment > chunks_.back().memory.size()) {
        Chunk chunk;
        chunk.memory.resize(std::max({kFirstChunk, 2 * bytes, 2 * used_}) + kAlignment);
        chunks_.push_back(std::move(chunk));
    }
    Chunk& chunk = chunks_.back();
    std::byte* start = alignedStart(chunk.memory) + chunk.used;
    chunk.used += bytes;
    used_ += bytes;
    peak_ = std::max(peak_, used_);
    return start;
}

void FrameArena::reset()
{
    if (chunks_.size() > 1) {
        const size_t total = used_ + used_ / 2;
        chunks_.clear();
        chunks_.emplace_back();
        chunks_.back().memory.resize(total + kAlignment);
    }
    if (!chunks_.empty()) chunks_.back().used = 0;
    used_ = 0;
}

} // namespace satbox
