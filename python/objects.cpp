// Body, Shape, Joint and MouseJoint: objects of a world.

#include "python/fields.h"
#include "python/module.h"

namespace satbox::python {

namespace {

template<class Id>
py::class_<Reference<Id>> bindReference(py::module_& m, const char* name, const char* doc)
{
    using Ref = Reference<Id>;
    py::class_<Ref> type(m, name, doc);
    type.def_property_readonly(
        "exists", [](const Ref& ref) { return ref.world->isValid(ref.id); },
        "False once it has been destroyed.");
    type.def_property_readonly("world", [](const Ref& ref) { return ref.world; });
    type.def_property_readonly(
        "slot", [](const Ref& ref) { return ref.id.index; },
        "Index at which the world stores it. Later objects may use it again.");
    type.def("__eq__",
             [](const Ref& a, py::handle b) { return py::isinstance<Ref>(b) && a == b.cast<const Ref&>(); });
    type.def("__hash__", [](const Ref& ref) {
        return py::hash(
            py::make_tuple(reinterpret_cast<uintptr_t>(ref.world.get()), ref.id.index, ref.id.generation));
    });
    type.def("__repr__", [name = std::string(name)](const Ref& ref) {
        return "<satbox." + name + " " + std::to_string(ref.id.index) +
               (ref.world->isValid(ref.id) ? ">" : ", destroyed>");
    });
    return type;
}

template<class Id>
py::list references(const std::shared_ptr<World>& world, const std::vector<Id>& ids)
{
    py::list result;
    for (const Id id : ids) result.append(Reference<Id>{world, id});
    return result;
}

void bindBody(py::class_<BodyRef>& type)
{
    type.def_property(
        "definition", [](const BodyRef& b) { return existing(b).bodyDef(b.id); },
        [](const BodyRef& b, const BodyDef& def) {
            apply(*b.world, op::SetBody{b.id, def});
        },
        "A copy of the definition, with the current state. Assign a changed one to change the body.");
    type.def(
        "change",
        [](const BodyRef& b, const py::kwargs& values) {
            apply(*b.world, op::SetBody{b.id, changed(existing(b).bodyDef(b.id), values)});
        },
        "Changes the fields of its definition that the keywords name.");
    type.def("destroy", [](const BodyRef& b) { apply(*b.world, op::DestroyBody{b.id}); });
    type.def(
        "add_shape",
        [](const BodyRef& b, const ShapeDef& def) {
            return ShapeRef{b.world, apply(*b.world, op::AddShape{b.id, def}).shape};
        },
        py::arg("definition"));
    type.def(
        "add_shape",
        [](const BodyRef& b, const Shape& geometry, const py::kwargs& values) {
            const ShapeDef def = changed(ShapeDef{.geometry = geometry}, values);
            return ShapeRef{b.world, apply(*b.world, op::AddShape{b.id, def}).shape};
        },
        py::arg("geometry"), "The keywords are those of ShapeDef: add_shape(box(1, 1), density=2).");
    type.def_property_readonly(
        "shapes", [](const BodyRef& b) { return references(b.world, existing(b).shapesOf(b.id)); });
    type.def_property_readonly(
        "joints", [](const BodyRef& b) { return references(b.world, existing(b).jointsOf(b.id)); });

    type.def_property(
        "position", [](const BodyRef& b) { return existing(b).motion(b.id).origin(); },
        [](const BodyRef& b, py::handle value) {
            const auto position = valueFor<Position>("position", value);
            apply(*b.world, op::SetTransform{b.id, {position, existing(b).motion(b.id).q}});
        },
        "Of the body's origin, m.");
    type.def_property(
        "angle", [](const BodyRef& b) { return angleOf(existing(b).motion(b.id).q); },
        [](const BodyRef& b, py::handle value) {
            const auto rotation = valueFor<Rot>("angle", value);
            apply(*b.world, op::SetTransform{b.id, {existing(b).motion(b.id).origin(), rotation}});
        },
        "rad, in (-pi, pi].");
    type.def_property_readonly(
        "center", [](const BodyRef& b) { return existing(b).motion(b.id).center; }, "Centre of mass, m.");
    type.def_property(
        "linear_velocity", [](const BodyRef& b) { return existing(b).motion(b.id).v; },
        [](const BodyRef& b, py::handle value) {
            const auto v = valueFor<Vec2>("linear_velocity", value);
            apply(*b.world, op::SetVelocity{b.id, v, existing(b).motion(b.id).w});
        },
        "Of the centre of mass, m/s.");
    type.def_property(
        "angular_velocity", [](const BodyRef& b) { return existing(b).motion(b.id).w; },
        [](const BodyRef& b, py::handle value) {
            const auto w = valueFor<float>("angular_velocity", value);
            apply(*b.world, op::SetVelocity{b.id, existing(b).motion(b.id).v, w});
        },
        "rad/s.");
    type.def_property_readonly(
        "mass", [](const BodyRef& b) { return existing(b).body(b.id).massData.mass; },
        "kg, of all its shapes unless its definition has one.");
    type.def_property_readonly(
        "inertia", [](const BodyRef& b) { return existing(b).body(b.id).massData.inertia; },
        "kg m^2, about the centre of mass.");
    type.def_property_readonly("type", [](const BodyRef& b) { return existing(b).body(b.id).type; });
    type.def_property_readonly("name", [](const BodyRef& b) { return existing(b).body(b.id).name; });
    type.def_property_readonly("awake", [](const BodyRef& b) { return existing(b).body(b.id).awake; });
    type.def_property_readonly(
        "frozen", [](const BodyRef& b) { return existing(b).body(b.id).quarantined; },
        "True if it became non-finite or left the world.");

    type.def(
        "set_target_transform",
        [](const BodyRef& b, Position position, Rot angle, float dt) {
            apply(*b.world, op::SetTargetTransform{b.id, {position, angle}, dt});
        },
        py::arg("position"), py::arg("angle"), py::arg("dt"),
        "Sets the velocity with which the body reaches a pose after dt seconds: for kinematic bodies that "
        "follow an animation.");
    const auto pointOr = [](const BodyRef& b, std::optional<Position> point) {
        return point ? *point : existing(b).motion(b.id).center;
    };
    type.def(
        "apply_force",
        [=](const BodyRef& b, Vec2 force, std::optional<Position> point) {
            apply(*b.world, op::ApplyForce{b.id, force, pointOr(b, point)});
        },
        py::arg("force"), py::arg("point") = py::none(),
        "N, during the whole next step, at a point of the world (None: the centre of mass).");
    type.def(
        "apply_torque",
        [](const BodyRef& b, float torque) {
            apply(*b.world, op::ApplyTorque{b.id, torque});
        },
        py::arg("torque"), "N m, during the whole next step.");
    type.def(
        "apply_impulse",
        [=](const BodyRef& b, Vec2 impulse, std::optional<Position> point) {
            apply(*b.world, op::ApplyImpulse{b.id, impulse, pointOr(b, point)});
        },
        py::arg("impulse"), py::arg("point") = py::none(),
        "N s, at once, at a point of the world (None: the centre of mass).");
    type.def(
        "apply_angular_impulse",
        [](const BodyRef& b, float impulse) {
            apply(*b.world, op::ApplyAngularImpulse{b.id, impulse});
        },
        py::arg("impulse"), "N m s, at once.");
    type.def("wake", [](const BodyRef& b) { apply(*b.world, op::WakeBody{b.id}); });
    type.def(
        "velocity_at", [](const BodyRef& b, Position p) { return existing(b).velocityAt(b.id, p); },
        py::arg("point"), "m/s, of the body's point there.");
    type.def(
        "cast",
        [](const BodyRef& b, Vec2 translation) -> py::object {
            const auto hit = existing(b).castBody(b.id, translation);
            if (!hit) return py::none();
            return record("ShapeHit", ShapeRef{b.world, hit->shape}, hit->point, hit->normal, hit->fraction,
                          referenceOrNone(b.world, hit->moving));
        },
        py::arg("translation"), "The first shape that would stop the body on its way: a ShapeHit or None.");
}

void bindShape(py::class_<ShapeRef>& type)
{
    type.def_property(
        "definition", [](const ShapeRef& s) { return existing(s).shapeDef(s.id); },
        [](const ShapeRef& s, const ShapeDef& def) {
            apply(*s.world, op::SetShape{s.id, def});
        },
        "A copy of the definition. Assign a changed one to change the shape.");
    type.def(
        "change",
        [](const ShapeRef& s, const py::kwargs& values) {
            apply(*s.world, op::SetShape{s.id, changed(existing(s).shapeDef(s.id), values)});
        },
        "Changes the fields of its definition that the keywords name.");
    type.def("remove", [](const ShapeRef& s) { apply(*s.world, op::RemoveShape{s.id}); });
    type.def_property_readonly("body", [](const ShapeRef& s) {
        return BodyRef{s.world, existing(s).bodyOf(s.id)};
    });
    type.def_property_readonly(
        "geometry", [](const ShapeRef& s) { return existing(s).shape(s.id).shape; }, "In the body's frame.");
    type.def_property_readonly(
        "bounds",
        [](const ShapeRef& s) {
            const WorldBox& box = existing(s).boxes(s.id).tight;
            return py::make_tuple(box.lower, box.upper);
        },
        "Lower and upper corner of its bounding box in the world, m.");
}

void bindJoint(py::class_<JointRef>& type)
{
    type.def_property(
        "definition", [](const JointRef& j) { return jointObject(existing(j).jointDef(j.id), j.world); },
        [](const JointRef& j, const AnyJoint& joint) {
            apply(*j.world, op::SetJoint{j.id, definitionOf(joint, j.world)});
        },
        "A copy of the definition. Assign a changed one to change the joint.");
    type.def("destroy", [](const JointRef& j) { apply(*j.world, op::DestroyJoint{j.id}); });
    const auto view = [](const JointRef& j) { return existing(j).jointView(j.id); };
    type.def_property_readonly("anchor_a", [=](const JointRef& j) { return view(j).anchorA; });
    type.def_property_readonly("anchor_b", [=](const JointRef& j) { return view(j).anchorB; });
    type.def_property_readonly(
        "translation", [=](const JointRef& j) { return view(j).translation; }, "m.");
    type.def_property_readonly(
        "length", [=](const JointRef& j) { return view(j).length; }, "m.");
    type.def_property_readonly(
        "angle", [=](const JointRef& j) { return view(j).angle; }, "rad.");
    type.def_property_readonly(
        "force", [=](const JointRef& j) { return view(j).force; }, "N, on body B, mean over the last step.");
    type.def_property_readonly(
        "torque", [=](const JointRef& j) { return view(j).torque; }, "N m.");
}

void bindMouseJoint(py::class_<MouseJointRef>& type)
{
    const auto view = [](const MouseJointRef& j) { return existing(j).mouseJoint(j.id); };
    type.def_property(
        "target", [=](const MouseJointRef& j) { return view(j).target; },
        [](const MouseJointRef& j, py::handle value) {
            apply(*j.world, op::SetMouseTarget{j.id, valueFor<Position>("target", value)});
        },
        "Point of the world to which the spring draws the body, m.");
    type.def_property_readonly("body", [=](const MouseJointRef& j) {
        return BodyRef{j.world, view(j).body};
    });
    type.def_property_readonly("anchor", [=](const MouseJointRef& j) { return view(j).anchor; });
    type.def_property_readonly(
        "force", [=](const MouseJointRef& j) { return view(j).force; }, "N.");
    type.def("destroy", [](const MouseJointRef& j) { apply(*j.world, op::DestroyMouseJoint{j.id}); });
}

} // namespace

void bindObjects(py::module_& m)
{
    // Declared before their functions, whose signatures name each other's classes.
    auto body = bindReference<BodyId>(m, "Body", "A body of a world. Made by World.create_body().");
    auto shape = bindReference<ShapeId>(m, "Shape", "A shape of a body. Made by Body.add_shape().");
    auto joint = bindReference<JointId>(m, "Joint", "A joint of a world. Made by World.create_joint().");
    auto mouse = bindReference<MouseJointId>(m, "MouseJoint",
                                             "A spring from a point of a body to a target. Made by "
                                             "World.create_mouse_joint().");
    bindBody(body);
    bindShape(shape);
    bindJoint(joint);
    bindMouseJoint(mouse);
}

} // namespace satbox::python
