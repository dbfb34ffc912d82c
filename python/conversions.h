#pragma once

#include <satbox/world.h>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// How values of the engine look in Python: vectors and positions are tuples of two numbers (and any sequence
// of two numbers is one), rotations are angles in radians, enumerations are the texts of scene files, and a
// colour is a number 0xRRGGBB or None.
namespace satbox::python {

namespace py = pybind11;

// The texts of an enumeration whose toString() ends at `Last`.
template<class Enum>
struct LastOf;
template<>
struct LastOf<BodyType> {
    static constexpr BodyType value = BodyType::Dynamic;
};
template<>
struct LastOf<SolverType> {
    static constexpr SolverType value = SolverType::VertexContact;
};
template<>
struct LastOf<CombineRule> {
    static constexpr CombineRule value = CombineRule::Maximum;
};

template<class Enum>
std::optional<Enum> enumFromText(std::string_view text)
{
    for (int i = 0; i <= static_cast<int>(LastOf<Enum>::value); ++i)
        if (text == toString(static_cast<Enum>(i))) return static_cast<Enum>(i);
    return std::nullopt;
}

// Two numbers, or nothing.
inline std::optional<std::array<double, 2>> twoNumbers(py::handle value)
{
    if (!PySequence_Check(value.ptr()) || PyUnicode_Check(value.ptr()) || PySequence_Size(value.ptr()) != 2)
        return PyErr_Clear(), std::nullopt;
    std::array<double, 2> result{};
    for (size_t i = 0; i < 2; ++i) {
        const auto item =
            py::reinterpret_steal<py::object>(PySequence_GetItem(value.ptr(), static_cast<Py_ssize_t>(i)));
        if (item) result[i] = PyFloat_AsDouble(item.ptr());
        if (PyErr_Occurred()) return PyErr_Clear(), std::nullopt;
    }
    return result;
}

// What a member of this type expects, for messages.
template<class Value>
std::string expected()
{
    if constexpr (std::is_same_v<Value, bool>)
        return "True or False";
    else if constexpr (std::is_integral_v<Value>)
        return std::is_signed_v<Value> ? "a whole number" : "a whole number that is not negative";
    else if constexpr (std::is_floating_point_v<Value>)
        return "a number";
    else if constexpr (std::is_same_v<Value, Rot>)
        return "an angle in radians";
    else if constexpr (std::is_same_v<Value, Vec2> || std::is_same_v<Value, Position>)
        return "two numbers";
    else if constexpr (std::is_same_v<Value, std::string>)
        return "a text";
    else if constexpr (std::is_same_v<Value, DisplayColor>)
        return "a number 0xRRGGBB, or None";
    else if constexpr (std::is_enum_v<Value>) {
        std::string texts;
        for (int i = 0; i <= static_cast<int>(LastOf<Value>::value); ++i)
            texts += std::string(i ? ", " : "one of ") + "'" + toString(static_cast<Value>(i)) + "'";
        return texts;
    } else
        return "a satbox." + std::string(py::str(py::type::of<Value>().attr("__name__")));
}

// Converts a value that a user gave for `name`. Throws TypeError, or ValueError for an unknown text.
template<class Value>
Value valueFor(const std::string& name, py::handle value)
{
    try {
        if constexpr (std::is_same_v<Value, bool>) // not None or a number, which Python takes for one
            if (!PyBool_Check(value.ptr()) &&
                std::string(Py_TYPE(value.ptr())->tp_name).find("bool") == std::string::npos)
                throw py::cast_error();
        return value.cast<Value>();
    } catch (const py::cast_error&) {
        const std::string sentence =
            name + ": expected " + expected<Value>() + ", got " + std::string(py::repr(value));
        if (std::is_enum_v<Value> && py::isinstance<py::str>(value)) throw py::value_error(sentence);
        throw py::type_error(sentence);
    }
}

} // namespace satbox::python

namespace pybind11::detail {

template<>
struct type_caster<satbox::Vec2> {
    PYBIND11_TYPE_CASTER(satbox::Vec2, const_name("tuple[float, float]"));
    bool load(handle source, bool)
    {
        const auto numbers = satbox::python::twoNumbers(source);
        if (numbers) value = {static_cast<float>((*numbers)[0]), static_cast<float>((*numbers)[1])};
        return numbers.has_value();
    }
    static handle cast(satbox::Vec2 v, return_value_policy, handle) { return make_tuple(v.x, v.y).release(); }
};

template<>
struct type_caster<satbox::Position> {
    PYBIND11_TYPE_CASTER(satbox::Position, const_name("tuple[float, float]"));
    bool load(handle source, bool)
    {
        const auto numbers = satbox::python::twoNumbers(source);
        if (numbers) value = {(*numbers)[0], (*numbers)[1]};
        return numbers.has_value();
    }
    static handle cast(satbox::Position p, return_value_policy, handle)
    {
        return make_tuple(p.x, p.y).release();
    }
};

template<>
struct type_caster<satbox::Rot> {
    PYBIND11_TYPE_CASTER(satbox::Rot, const_name("float"));
    bool load(handle source, bool)
    {
        const double angle = PyFloat_AsDouble(source.ptr());
        if (PyErr_Occurred()) return PyErr_Clear(), false;
        if (!std::isfinite(static_cast<float>(angle))) return false;
        value = satbox::makeRot(static_cast<float>(angle));
        return true;
    }
    static handle cast(satbox::Rot q, return_value_policy, handle)
    {
        return float_(satbox::angleOf(q)).release();
    }
};

template<>
struct type_caster<satbox::DisplayColor> {
    PYBIND11_TYPE_CASTER(satbox::DisplayColor, const_name("Optional[int]"));
    bool load(handle source, bool)
    {
        value = {};
        if (source.is_none()) return true;
        const unsigned long rgb = PyLong_AsUnsignedLong(source.ptr());
        if (PyErr_Occurred()) return PyErr_Clear(), false;
        value = static_cast<uint32_t>(rgb);
        return rgb <= 0xFFFFFFu;
    }
    static handle cast(satbox::DisplayColor color, return_value_policy, handle)
    {
        return color ? int_(color.rgb).release() : none().release();
    }
};

template<class Enum>
struct enum_text_caster {
    PYBIND11_TYPE_CASTER(Enum, const_name("str"));
    bool load(handle source, bool)
    {
        if (!isinstance<str>(source)) return false;
        const auto found = satbox::python::enumFromText<Enum>(source.cast<std::string>());
        if (found) value = *found;
        return found.has_value();
    }
    static handle cast(Enum e, return_value_policy, handle) { return str(satbox::toString(e)).release(); }
};
template<>
struct type_caster<satbox::BodyType> : enum_text_caster<satbox::BodyType> {};
template<>
struct type_caster<satbox::SolverType> : enum_text_caster<satbox::SolverType> {};
template<>
struct type_caster<satbox::CombineRule> : enum_text_caster<satbox::CombineRule> {};

} // namespace pybind11::detail
