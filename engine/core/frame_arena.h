#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

namespace satbox {

// Scratch memory for one step: handed out in line, taken back all at once. It grows while steps grow; a
// settled step allocates nothing. A copy starts empty, since nothing in an arena outlives its step; assigning
// from another arena keeps this one's memory. It is no part of a world's value.
class FrameArena {
  public:
    static constexpr size_t kAlignment = 64; // a cache line, and the widest vector

    FrameArena() = default;
    FrameArena(const FrameArena&) {}
    FrameArena& operator=(const FrameArena&) { return *this; }
    FrameArena(FrameArena&& other) noexcept = default;
    FrameArena& operator=(FrameArena&& other) noexcept = default;

    // `count` objects, value-initialised (numbers are zero), valid until the next reset, aligned to a cache
    // line.
    template<class T>
    std::span<T> make(size_t count)
    {
        static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= kAlignment);
        if (count == 0) return {};
        T* first = static_cast<T*>(take(count * sizeof(T)));
        std::uninitialized_value_construct_n(first, count);
        return {first, count};
    }

    // The same for what is written before it is read: it holds anything, whatever initialisers its members
    // have.
    template<class T>
    std::span<T> makeUninitialized(size_t count)
    {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kAlignment);
        if (count == 0) return {};
        return {static_cast<T*>(take(count * sizeof(T))), count};
    }

    // Takes everything back. When the last step needed several chunks they become one, large enough.
    void reset();

    size_t usedBytes() const { return used_; } // since the last reset
    size_t peakBytes() const { return peak_; } // most between two resets so far

  private:
    struct Chunk {
        std::vector<std::byte> memory;
        size_t used = 0;
    };
    void* take(size_t bytes);

    std::vector<Chunk> chunks_;
    size_t used_ = 0;
    size_t peak_ = 0;
};

} // namespace satbox
