#pragma once

#include <array>
#include <tuple>

namespace satbox::app {

// Pointers of type Base* to all elements of a tuple, in their order. Base is const if the tuple is.
template<class Base, class Tuple>
auto pointersTo(Tuple& tuple)
{
    return std::apply([](auto&... element) { return std::array<Base*, sizeof...(element)>{&element...}; },
                      tuple);
}

} // namespace satbox::app
