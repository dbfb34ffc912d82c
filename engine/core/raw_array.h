#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <type_traits>

namespace satbox {

// Uninitialised storage for N values, for the stack. Precondition: each is written before it is read.
template<class T, size_t N>
class RawArray {
    static_assert(std::is_trivially_copyable_v<T>, "elements are neither constructed nor destroyed");

  public:
    T* data() { return std::launder(reinterpret_cast<T*>(memory_)); }
    T& operator[](size_t i) { return data()[i]; }
    std::span<T> first(size_t count) { return {data(), count}; }
    static constexpr size_t size() { return N; }

  private:
    alignas(T) std::byte memory_[N * sizeof(T)];
};

} // namespace satbox
