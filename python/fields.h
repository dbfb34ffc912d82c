#pragma once

#include "engine/core/suggest.h"
#include "python/conversions.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Classes for definitions, from the tables of fields that scene files and panels use too. A new row of a
// table is a new property in Python.
namespace satbox::python {

// "linearVelocity" -> "linear_velocity"
inline std::string pythonName(std::string_view key)
{
    std::string name;
    for (const char c : key) {
        if (std::isupper(static_cast<unsigned char>(c))) name += '_';
        name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return name;
}

template<class Field>
std::string docOf(const Field& field)
{
    std::string doc(field.help);
    if (!field.unit.empty()) doc += " Unit: " + std::string(field.unit) + ".";
    return doc;
}

// A property for each row. `owner(self)` is the struct that the rows belong to.
template<class Class, class Fields, class OwnerOf>
void addFields(Class& type, const Fields& fields, OwnerOf owner)
{
    using Self = typename Class::type;
    for (const auto& field : fields) {
        const std::string name = pythonName(field.key);
        std::visit(
            [&](auto member) {
                using Value = std::remove_cvref_t<decltype(owner(std::declval<Self&>()).*member)>;
                type.def_property(
                    name.c_str(), [=](Self& self) -> Value& { return owner(self).*member; },
                    [=](Self& self, py::handle value) { owner(self).*member = valueFor<Value>(name, value); },
                    docOf(field).c_str());
            },
            field.member);
    }
}

// Names of the properties of a class, in the order in which they were added.
inline std::vector<std::string> propertiesOf(py::handle type)
{
    std::vector<std::string> names;
    for (const auto item : type.attr("__dict__").attr("items")()) {
        const auto [name, value] = item.cast<std::pair<std::string, py::object>>();
        if (py::isinstance(value, py::module_::import("builtins").attr("property"))) names.push_back(name);
    }
    return names;
}

// Sets the properties that `values` names. Throws TypeError for a name that the class does not have.
inline void setProperties(py::object self, const py::kwargs& values)
{
    for (const auto& [key, value] : values) {
        const auto name = key.cast<std::string>();
        const std::vector<std::string> known = propertiesOf(py::type::of(self));
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            const std::vector<std::string_view> candidates(known.begin(), known.end());
            throw py::type_error(std::string(py::str(py::type::of(self).attr("__name__"))) +
                                 " has no field '" + name + "'" + didYouMean(name, candidates));
        }
        py::setattr(self, key, value);
    }
}

// The value with the properties that `values` names set.
template<class Value>
Value changed(const Value& value, const py::kwargs& values)
{
    py::object copy = py::cast(value, py::return_value_policy::copy);
    setProperties(copy, values);
    return copy.cast<Value>();
}

// A constructor with one keyword per property, ==, copies, and a repr that shows what is not the default.
template<class Class>
void addValueMethods(Class& type)
{
    using Self = typename Class::type;
    type.def("__eq__", [](const Self& self, py::handle other) {
        return py::isinstance<Self>(other) && self == other.cast<const Self&>();
    });
    type.attr("__hash__") = py::none();
    type.def("__copy__", [](const Self& self) { return self; });
    type.def("__deepcopy__", [](const Self& self, py::handle) { return self; });
    type.def("__repr__", [](py::object self) {
        const py::object type_ = py::type::of(self), plain = py::cast(Self{});
        std::string text = std::string(py::str(type_.attr("__name__"))) + "(";
        bool first = true;
        for (const std::string& name : propertiesOf(type_)) {
            const py::object value = self.attr(name.c_str());
            if (value.equal(plain.attr(name.c_str()))) continue;
            text += (first ? "" : ", ") + name + "=" + std::string(py::repr(value));
            first = false;
        }
        return text + ")";
    });
}
template<class Class>
void addKeywordConstructor(Class& type)
{
    using Self = typename Class::type;
    type.def(py::init([](const py::kwargs& values) { return changed(Self{}, values); }),
             "Each keyword sets the property of that name.");
}

} // namespace satbox::python
