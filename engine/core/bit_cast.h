#pragma once

namespace satbox {

// std::bit_cast, which libc++ lacks before version 14.
template<class To, class From>
constexpr To bitCast(const From& from) noexcept
{
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, from);
}

} // namespace satbox
