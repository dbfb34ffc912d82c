#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <type_traits>

namespace satbox {

// Room for N values on the stack that hold anything until they are written.
template<class T, size_t N>
class RawArray {
    static_assert(std::is_trivially_copyable_v<T>, "nothing constructs or destroys them");

  public:
    T* data() { return std::launder(reinterpret_cast<T*>(memory_)); }
    T& operator[](size_t i) { return data()[i]; }
    std::span<T> first(size_t count) { return {data(), count}; }
    static constexpr size_t size() { return N; }

  private:
    alignas(T) std::byte memory_[N * sizeof(T)];
};

} // namespace satbox
