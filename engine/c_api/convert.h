#pragma once

#include <satbox/contacts.h>
#include <satbox/ids.h>
#include <satbox/satbox.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

// Conversions between the structs of C and those of C++. Each pair of structs has one table of its members,
// Members<T> (engine/c_api/members.h); toC() and toCpp() follow the tables.
namespace satbox::c_api {

// A member of a C++ struct and the member of the C struct that stands for it.
template<class Cpp, class C>
struct Row {
    Cpp cpp;
    C c;
};
template<class Cpp, class C>
Row(Cpp, C) -> Row<Cpp, C>;

template<class Cpp>
struct Members; // `rows`, a tuple of Row; and `variant` if a member is a std::variant, see Alternatives
template<class Cpp>
concept HasMembers = requires
{
    Members<Cpp>::rows;
};

template<class Cpp>
concept HasVariant = requires
{
    Members<Cpp>::variant;
};

// An enumeration, which is an int32_t in C: `name`, in C, and `count`, of its enumerators.
template<class Enum>
struct Enumeration;

// A std::variant, which in C is a member `kind` and one member per alternative: `kind`, `name`, and
// `members`, a tuple in the order of the alternatives; nullptr for an alternative without members.
template<class Variant>
struct Alternatives;
template<class Cpp>
concept HasAlternatives = requires
{
    Alternatives<Cpp>::members;
};

// --- to C ---

template<class Tag, class Id>
requires requires(Id id) { id.generation; }
void toC(const Handle<Tag>& from, Id& to) { to = from.isNull() ? Id{} : Id{from.index, from.generation}; }
inline void toC(const std::string& from, const char*& to) { to = from.c_str(); } // valid as long as `from`
inline void toC(const FeatureId& from, uint16_t& to) { to = from.key; }

template<class Cpp, class C>
void toC(const Cpp& from, C& to);

template<class Cpp, size_t Size, class C>
void toC(const std::array<Cpp, Size>& from, C (&to)[Size])
{
    for (size_t i = 0; i < Size; ++i) toC(from[i], to[i]);
}
template<class Cpp, size_t Size, class C>
void toC(const Cpp (&from)[Size], C (&to)[Size])
{
    for (size_t i = 0; i < Size; ++i) toC(from[i], to[i]);
}

// Alternatives other than the current one get their default values.
template<HasAlternatives Variant, class C>
void alternativesToC(const Variant& from, C& to)
{
    to.*Alternatives<Variant>::kind = static_cast<int32_t>(from.index());
    const auto convert = [&]<size_t Index>(std::integral_constant<size_t, Index>) {
        constexpr auto member = std::get<Index>(Alternatives<Variant>::members);
        if constexpr (!std::is_null_pointer_v<std::remove_const_t<decltype(member)>>) {
            const auto* current = std::get_if<Index>(&from);
            toC(current ? *current : std::variant_alternative_t<Index, Variant>{}, to.*member);
        }
    };
    [&]<size_t... Index>(std::index_sequence<Index...>)
    {
        (convert(std::integral_constant<size_t, Index>{}), ...);
    }
    (std::make_index_sequence<std::variant_size_v<Variant>>{});
}

template<class Cpp, class C>
void toC(const Cpp& from, C& to)
{
    if constexpr (HasAlternatives<Cpp>) {
        alternativesToC(from, to);
    } else if constexpr (HasMembers<Cpp>) {
        std::apply([&](auto... row) { (toC(from.*(row.cpp), to.*(row.c)), ...); }, Members<Cpp>::rows);
        if constexpr (HasVariant<Cpp>) alternativesToC(from.*Members<Cpp>::variant, to);
    } else if constexpr (std::is_enum_v<Cpp>) {
        static_assert(std::is_same_v<C, int32_t>);
        to = static_cast<int32_t>(from);
    } else {
        static_assert(std::is_same_v<Cpp, C>,
                      "the member has another type in C++: give it the same one in satbox/satbox.h");
        to = from;
    }
}

template<class C, class Cpp>
C asC(const Cpp& from)
{
    C to{};
    toC(from, to);
    return to;
}

// --- to C++ ---

// Collects the first value that C++ cannot represent, as a sentence.
struct ReadError {
    std::string text;
    bool ok() const { return text.empty(); }
};

template<class Tag, class Id>
requires requires(Id id) { id.generation; }
void toCpp(const Id& from, Handle<Tag>& to, ReadError&)
{
    to = from.generation == 0 ? Handle<Tag>{} : Handle<Tag>{from.index, from.generation};
}
inline void toCpp(const char* from, std::string& to, ReadError&) { to = from ? from : ""; }

// Adds "SatboxShapeKind: 9 is not one of 0 to 3".
inline bool isOneOf(int32_t value, size_t count, const char* name, ReadError& error)
{
    if (value >= 0 && static_cast<size_t>(value) < count) return true;
    if (error.ok()) {
        error.text = std::string(name) + ": " + std::to_string(value) + " is not one of 0 to " +
                     std::to_string(count - 1);
    }
    return false;
}

template<class C, class Cpp>
void toCpp(const C& from, Cpp& to, ReadError& error);

template<class C, size_t Size, class Cpp>
void toCpp(const C (&from)[Size], std::array<Cpp, Size>& to, ReadError& error)
{
    for (size_t i = 0; i < Size; ++i) toCpp(from[i], to[i], error);
}

template<class C, HasAlternatives Variant>
void alternativesToCpp(const C& from, Variant& to, ReadError& error)
{
    using Table = Alternatives<Variant>;
    const int32_t kind = from.*Table::kind;
    if (!isOneOf(kind, std::variant_size_v<Variant>, Table::name, error)) return;
    const auto convert = [&]<size_t Index>(std::integral_constant<size_t, Index>) {
        if (static_cast<size_t>(kind) != Index) return;
        auto& value = to.template emplace<Index>();
        constexpr auto member = std::get<Index>(Table::members);
        if constexpr (!std::is_null_pointer_v<std::remove_const_t<decltype(member)>>)
            toCpp(from.*member, value, error);
    };
    [&]<size_t... Index>(std::index_sequence<Index...>)
    {
        (convert(std::integral_constant<size_t, Index>{}), ...);
    }
    (std::make_index_sequence<std::variant_size_v<Variant>>{});
}

template<class C, class Cpp>
void toCpp(const C& from, Cpp& to, ReadError& error)
{
    if constexpr (HasAlternatives<Cpp>) {
        alternativesToCpp(from, to, error);
    } else if constexpr (HasMembers<Cpp>) {
        std::apply([&](auto... row) { (toCpp(from.*(row.c), to.*(row.cpp), error), ...); },
                   Members<Cpp>::rows);
        if constexpr (HasVariant<Cpp>) alternativesToCpp(from, to.*Members<Cpp>::variant, error);
    } else if constexpr (std::is_enum_v<Cpp>) {
        static_assert(std::is_same_v<C, int32_t>);
        if (isOneOf(from, Enumeration<Cpp>::count, Enumeration<Cpp>::name, error))
            to = static_cast<Cpp>(from);
    } else {
        static_assert(std::is_same_v<Cpp, C>,
                      "the member has another type in C++: give it the same one in satbox/satbox.h");
        to = from;
    }
}

template<class Cpp, class C>
Cpp asCpp(const C& from, ReadError& error)
{
    Cpp to{};
    toCpp(from, to, error);
    return to;
}
// For structs of numbers alone, which C++ can always represent.
template<class Cpp, class C>
Cpp asCpp(const C& from)
{
    ReadError none;
    return asCpp<Cpp>(from, none);
}

} // namespace satbox::c_api
