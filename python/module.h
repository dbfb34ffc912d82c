#pragma once

#include "python/callbacks.h"
#include "python/conversions.h"

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace satbox::python {

// Objects of a world in Python: an id, and the world, which lives as long as one of them.
template<class Id>
struct Reference {
    std::shared_ptr<World> world;
    Id id;

    friend bool operator==(const Reference& a, const Reference& b)
    {
        return a.world == b.world && a.id == b.id;
    }
};
using BodyRef = Reference<BodyId>;
using ShapeRef = Reference<ShapeId>;
using JointRef = Reference<JointId>;
using MouseJointRef = Reference<MouseJointId>;

// The definition of a joint of one kind, with its bodies.
template<class Kind>
struct JointOf {
    JointDef def{.kind = Kind{}}; // without bodies
    BodyRef bodyA{}, bodyB{};

    Kind& kind() { return std::get<Kind>(def.kind); }
    friend bool operator==(const JointOf&, const JointOf&) = default;
};
template<class Variant>
struct JointVariant;
template<class... Kinds>
struct JointVariant<std::variant<Kinds...>> {
    using Type = std::variant<JointOf<Kinds>...>;
};
using AnyJoint = JointVariant<JointKind>::Type; // what functions take

JointDef definitionOf(const AnyJoint& joint, const std::shared_ptr<World>& world);
py::object jointObject(const JointDef& def, const std::shared_ptr<World>& world);

// Throws ValueError with the reason if the world refuses the operation.
inline OpResult apply(World& world, const Op& op)
{
    OpResult result = changeWorld(world, [&] { return world.apply(op); });
    if (!result.ok()) throw py::value_error(result.refusal);
    return result;
}

template<class Id>
const char* kindOf()
{
    if (std::is_same_v<Id, BodyId>) return "body";
    if (std::is_same_v<Id, ShapeId>) return "shape";
    return std::is_same_v<Id, JointId> ? "joint" : "mouse joint";
}

// Throws ValueError for an object that was destroyed.
template<class Id>
const World& existing(const Reference<Id>& ref)
{
    if (!ref.world->isValid(ref.id))
        throw py::value_error(std::string("there is no such ") + kindOf<Id>() + ": it was destroyed");
    return *ref.world;
}

// An object or None for a null id.
template<class Id>
py::object referenceOrNone(const std::shared_ptr<World>& world, Id id)
{
    if (id.isNull()) return py::none();
    return py::cast(Reference<Id>{world, id});
}

// A named tuple of the module: record("RayHit", shape, point, ...).
template<class... Values>
py::object record(const char* name, Values&&... values)
{
    return py::module_::import("satbox").attr(name)(std::forward<Values>(values)...);
}

void bindDefinitions(py::module_& module); // settings, bodies, shapes
void bindJoints(py::module_& module);
void bindObjects(py::module_& module); // Body, Shape, Joint, MouseJoint
void bindWorld(py::module_& module);
void bindScenes(py::module_& module);
void bindDrawing(py::module_& module);

} // namespace satbox::python
