#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

namespace satbox {

// Bump allocator for memory that is freed all at once, by reset(), such as that of one step. It grows until
// it holds the largest amount; after that it allocates no memory. Can be moved but not copied.
class FrameArena {
  public:
    static constexpr size_t kAlignment = 64; // a cache line, and the widest vector

    FrameArena() = default;
    FrameArena(const FrameArena&) = delete;
    FrameArena& operator=(const FrameArena&) = delete;
    FrameArena(FrameArena&& other) noexcept = default;
    FrameArena& operator=(FrameArena&& other) noexcept = default;

    // `count` objects, value-initialised (numbers are zero), aligned to a cache line, valid until reset().
    template<class T>
    std::span<T> make(size_t count)
    {
        static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= kAlignment);
        if (count == 0) return {};
        T* first = static_cast<T*>(allocate(count * sizeof(T)));
        std::uninitialized_value_construct_n(first, count);
        return {first, count};
    }

    // The same, but uninitialised, even if T has member initialisers: write the objects before reading them.
    template<class T>
    std::span<T> makeUninitialized(size_t count)
    {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kAlignment);
        if (count == 0) return {};
        return {static_cast<T*>(allocate(count * sizeof(T))), count};
    }

    // Frees everything. If the last step needed several chunks, one chunk of sufficient size replaces them.
    void reset();

    size_t usedBytes() const { return used_; } // since the last reset
    size_t peakBytes() const { return peak_; } // maximum of usedBytes() so far

  private:
    struct Chunk {
        std::vector<std::byte> memory;
        size_t used = 0;
    };
    void* allocate(size_t bytes);

    std::vector<Chunk> chunks_;
    size_t used_ = 0;
    size_t peak_ = 0;
};

} // namespace satbox
