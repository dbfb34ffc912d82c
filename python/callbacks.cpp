// Contact callbacks: what a program in Python decides about single contacts.

#include "python/callbacks.h"
#include "python/module.h"

#include <string>
#include <utility>
#include <vector>

namespace satbox::python {

namespace {

// None, from a method that returns nothing, is no decision.
bool decisionOf(const char* name, const py::object& result)
{
    if (result.is_none()) throw py::type_error(std::string(name) + ": expected True or False, got None");
    return valueFor<bool>(name, result);
}

// A copy, so that it may be kept after the call.
struct PreSolveObject {
    ShapeRef shapeA, shapeB;
    Vec2 normal{0.0f, 0.0f};
    std::vector<Position> points;
    std::vector<float> separations;
    MixedMaterial material;
};

} // namespace

CallbackAdapter::CallbackAdapter(py::object callbacks, std::weak_ptr<World> world)
    : object_(std::move(callbacks)), world_(std::move(world))
{
    const auto method = [&](const char* name) { return py::getattr(object_, name, py::none()); };
    shouldCollide_ = method("should_collide");
    mix_ = method("mix");
    preSolve_ = method("pre_solve");
    preContinuous_ = method("pre_continuous");
    if (shouldCollide_.is_none() && mix_.is_none() && preSolve_.is_none() && preContinuous_.is_none())
        throw py::type_error("contact_callbacks: expected an object with should_collide, mix, pre_solve or "
                             "pre_continuous, got " +
                             std::string(py::repr(object_)));
}

py::object CallbackAdapter::shape(ShapeId id) const { return py::cast(ShapeRef{world_.lock(), id}); }

// Steps release the lock of the interpreter.
template<class Result, class Fn>
Result CallbackAdapter::ask(const py::object& method, Result usual, Fn&& fn)
{
    if (method.is_none() || raised_) return usual;
    const py::gil_scoped_acquire locked;
    try {
        return fn();
    } catch (...) {
        raised_ = std::current_exception();
        return usual;
    }
}

bool CallbackAdapter::decide(const char* name, const py::object& method, ShapeId a, ShapeId b)
{
    return ask(method, true, [&] { return decisionOf(name, method(shape(a), shape(b))); });
}

bool CallbackAdapter::shouldCollide(ShapeId a, ShapeId b)
{
    return decide("should_collide", shouldCollide_, a, b);
}
bool CallbackAdapter::preContinuous(ShapeId fast, ShapeId other)
{
    return decide("pre_continuous", preContinuous_, fast, other);
}
MixedMaterial CallbackAdapter::mix(ShapeId a, ShapeId b, const MixedMaterial& usual)
{
    return ask(mix_, usual,
               [&] { return valueFor<MixedMaterial>("mix", mix_(shape(a), shape(b), py::cast(usual))); });
}
bool CallbackAdapter::preSolve(PreSolveContact& contact)
{
    return ask(preSolve_, true, [&] {
        PreSolveObject copy;
        copy.shapeA = {world_.lock(), contact.shapeA};
        copy.shapeB = {world_.lock(), contact.shapeB};
        copy.normal = contact.normal;
        copy.material = contact.material;
        for (int i = 0; i < contact.count; ++i) {
            copy.points.push_back(contact.points[i]);
            copy.separations.push_back(contact.separations[i]);
        }
        const py::object object = py::cast(std::move(copy));
        const bool solved = decisionOf("pre_solve", preSolve_(object));
        contact.material = object.cast<const PreSolveObject&>().material;
        return solved;
    });
}

void CallbackAdapter::rethrow()
{
    if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
}

void setContactCallbacks(const std::shared_ptr<World>& world, const py::object& callbacks)
{
    auto& owned = static_cast<OwnedWorld&>(*world);
    auto adapter = callbacks.is_none() ? nullptr : std::make_unique<CallbackAdapter>(callbacks, world);
    changeWorld(*world, [&] {
        owned.setContactCallbacks(adapter.get()); // mixes all materials again
        std::swap(owned.callbacks, adapter);
        return true;
    });
}

void bindCallbacks(py::module_& m)
{
    py::class_<MixedMaterial>(m, "MixedMaterial",
                              "Friction and restitution of a contact. Values that are negative or not finite "
                              "are ignored.")
        .def(py::init([](float staticFriction, float dynamicFriction, float restitution) {
                 return MixedMaterial{staticFriction, dynamicFriction, restitution};
             }),
             py::arg("static_friction") = 0.0f, py::arg("dynamic_friction") = 0.0f,
             py::arg("restitution") = 0.0f)
        .def_readwrite("static_friction", &MixedMaterial::staticFriction)
        .def_readwrite("dynamic_friction", &MixedMaterial::dynamicFriction)
        .def_readwrite("restitution", &MixedMaterial::restitution)
        .def("__repr__", [](const MixedMaterial& v) {
            return py::str("MixedMaterial(static_friction={}, dynamic_friction={}, restitution={})")
                .format(v.staticFriction, v.dynamicFriction, v.restitution);
        });
    using P = PreSolveObject;
    py::class_<P>(m, "PreSolveContact",
                  "A contact before it is solved, for pre_solve(), see World.contact_callbacks.")
        .def_property_readonly("shape_a", [](const P& c) { return c.shapeA; })
        .def_property_readonly("shape_b", [](const P& c) { return c.shapeB; })
        .def_property_readonly(
            "normal", [](const P& c) { return c.normal; }, "From A to B.")
        .def_property_readonly(
            "points", [](const P& c) { return c.points; }, "One or two points of the world, m.")
        .def_property_readonly(
            "separations", [](const P& c) { return c.separations; }, "Of each point, m; negative: overlap.")
        .def_readwrite("material", &P::material, "A MixedMaterial; may be changed, for this step.");
}

} // namespace satbox::python
