// World: steps, contents, events, contacts and queries.

#include "python/fields.h"
#include "python/module.h"
#include <satbox/thread_pool.h>

#include <pybind11/numpy.h>

#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace satbox::python {

namespace {

using WorldPtr = std::shared_ptr<World>;

// Calls fn(motion, row) for each body in slot order; the array has `columns` numbers per body, one dimension
// less if that is 1.
template<class Number, class Fn>
py::array_t<Number> bodyArray(const World& world, size_t columns, Fn&& fn)
{
    std::vector<Number> numbers;
    world.forEachBody([&](BodyId, const Body&, const BodyMotion& motion) {
        numbers.resize(numbers.size() + columns);
        fn(motion, numbers.data() + (numbers.size() - columns));
    });
    std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(numbers.size() / columns)};
    if (columns > 1) shape.push_back(static_cast<py::ssize_t>(columns));
    return py::array_t<Number>(shape, numbers.data());
}

// Without the lock of the interpreter while the engine computes; Ctrl+C ends the steps.
void step(World& world, float dt, int count, ThreadPool* threads)
{
    if (count < 0) throw py::value_error("count: expected 0 or more, got " + std::to_string(count));
    for (int i = 0; i < count; ++i) {
        const OpResult result = changeWorld(world, [&] {
            py::gil_scoped_release unlocked;
            return world.apply(op::Step{dt}, nullptr, threads);
        });
        if (!result.ok()) throw py::value_error(result.refusal);
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
}

py::object events(const WorldPtr& world)
{
    const WorldEvents& all = world->events();
    const auto body = [&](BodyId id) { return BodyRef{world, id}; };
    const auto shape = [&](ShapeId id) { return ShapeRef{world, id}; };
    py::list begins, ends, hits, sensors, quarantines, brokenJoints, fellAsleep;
    for (const ContactBeginEvent& e : all.begins)
        begins.append(record("ContactBegin", shape(e.shapeA), shape(e.shapeB), body(e.bodyA), body(e.bodyB),
                             e.point, e.normal));
    for (const ContactEndEvent& e : all.ends)
        ends.append(record("ContactEnd", shape(e.shapeA), shape(e.shapeB), body(e.bodyA), body(e.bodyB)));
    for (const ContactHitEvent& e : all.hits)
        hits.append(record("ContactHit", shape(e.shapeA), shape(e.shapeB), body(e.bodyA), body(e.bodyB),
                           e.point, e.normal, e.speed));
    for (const SensorEvent& e : all.sensors)
        sensors.append(record("SensorEvent", shape(e.sensor), shape(e.visitor), e.began));
    for (const QuarantineEvent& e : all.quarantines)
        quarantines.append(record("Quarantine", body(e.body), describe(e.reason)));
    for (const JointBrokenEvent& e : all.brokenJoints)
        brokenJoints.append(record("JointBroken", JointRef{world, e.joint}, body(e.bodyA), body(e.bodyB),
                                   e.point, e.force, e.torque));
    for (const BodyAsleepEvent& e : all.fellAsleep) fellAsleep.append(record("BodyAsleep", body(e.body)));
    return record("Events", begins, ends, hits, sensors, quarantines, brokenJoints, fellAsleep);
}

py::object contactObject(const WorldPtr& world, const ContactView& view)
{
    const Contact& c = *view.contact;
    const BodyRef a{world, world->bodyAt(c.bodyA)}, b{world, world->bodyAt(c.bodyB)};
    py::list points;
    for (const ContactPoint& p : view.points)
        points.append(record("ContactPoint", world->motion(a.id).center + p.anchorA, p.separation,
                             p.normalImpulse, p.tangentImpulse, p.totalImpulse, p.normalVelocity, p.age,
                             p.id.key));
    return record("Contact", ShapeRef{world, world->shapeAt(c.shapeA)},
                  ShapeRef{world, world->shapeAt(c.shapeB)}, a, b, c.normal, c.touching, c.sensor, c.sliding,
                  c.age, c.staticFriction, c.dynamicFriction, c.restitution, points);
}
py::list contacts(const WorldPtr& world)
{
    py::list result;
    world->forEachContactView([&](const ContactView& view) { result.append(contactObject(world, view)); });
    return result;
}
// Of a body or a shape.
template<class Id>
py::list contactsOf(const WorldPtr& world, const Reference<Id>& object)
{
    if (object.world != world)
        throw py::value_error(std::string(kindOf<Id>()) + ": belongs to another world");
    py::list result;
    for (const ContactView& view : existing(object).contactsOf(object.id))
        result.append(contactObject(world, view));
    return result;
}
py::list movedBodies(const WorldPtr& world)
{
    py::list result;
    world->forEachMovedBody([&](BodyId id, const BodyMotion&, bool fellAsleep) {
        result.append(record("MovedBody", BodyRef{world, id}, fellAsleep));
    });
    return result;
}

py::object rayHit(const WorldPtr& world, const WorldRayHit& hit)
{
    return record("RayHit", ShapeRef{world, hit.shape}, hit.point, hit.normal, hit.fraction);
}
py::object shapeHit(const WorldPtr& world, const WorldShapeHit& hit)
{
    return record("ShapeHit", ShapeRef{world, hit.shape}, hit.point, hit.normal, hit.fraction,
                  referenceOrNone(world, hit.moving));
}
py::list shapeList(const WorldPtr& world, const std::vector<ShapeId>& ids)
{
    py::list result;
    for (const ShapeId id : ids) result.append(ShapeRef{world, id});
    return result;
}

void bindQueries(py::class_<World, WorldPtr>& type)
{
    const auto filter = py::arg("filter") = Filter{};
    type.def(
        "cast_ray",
        [](const WorldPtr& w, Position origin, Vec2 translation, const Filter& f) -> py::object {
            const auto hit = w->castRay(WorldRay(origin, translation), f);
            return hit ? rayHit(w, *hit) : py::none();
        },
        py::arg("origin"), py::arg("translation"), filter, "The nearest RayHit, or None.");
    type.def(
        "cast_ray_all",
        [](const WorldPtr& w, Position origin, Vec2 translation, const Filter& f) {
            py::list result;
            for (const WorldRayHit& hit : w->castRayAll(WorldRay(origin, translation), f))
                result.append(rayHit(w, hit));
            return result;
        },
        py::arg("origin"), py::arg("translation"), filter, "All hits, the nearest first.");
    type.def(
        "query_box",
        [](const WorldPtr& w, Position lower, Position upper, const Filter& f) {
            return shapeList(w, w->queryBox({lower, upper}, f));
        },
        py::arg("lower"), py::arg("upper"), filter, "Shapes whose bounding boxes overlap a box.");
    type.def(
        "query_point",
        [](const WorldPtr& w, Position point, const Filter& f) {
            return shapeList(w, w->queryPoint(point, f));
        },
        py::arg("point"), filter, "Shapes that contain a point.");
    type.def(
        "query_closest",
        [](const WorldPtr& w, Position point, float maxDistance, const Filter& f) -> py::object {
            const auto found = w->queryClosest(point, maxDistance, f);
            if (!found) return py::none();
            return record("ClosestPoint", ShapeRef{w, found->shape}, found->point, found->distance);
        },
        py::arg("point"), py::arg("max_distance"), filter,
        "The ClosestPoint of all shapes within a distance, or None.");
    type.def(
        "overlap_shape",
        [](const WorldPtr& w, const Shape& shape, Position position, Rot angle, const Filter& f) {
            return shapeList(w, w->overlapShape(shape, {position, angle}, f));
        },
        py::arg("geometry"), py::arg("position"), py::arg("angle") = Rot{}, filter,
        "Shapes that touch or overlap a geometry.");
    type.def(
        "cast_shape",
        [](const WorldPtr& w, const Shape& shape, Position position, Vec2 translation, Rot angle,
           const Filter& f) -> py::object {
            const auto hit = w->castShape(shape, {position, angle}, translation, f);
            return hit ? shapeHit(w, *hit) : py::none();
        },
        py::arg("geometry"), py::arg("position"), py::arg("translation"), py::arg("angle") = Rot{}, filter,
        "The first ShapeHit of a geometry that moves without rotating, or None.");
    type.def(
        "cast_shape_all",
        [](const WorldPtr& w, const Shape& shape, Position position, Vec2 translation, Rot angle,
           const Filter& f) {
            py::list result;
            for (const WorldShapeHit& hit : w->castShapeAll(shape, {position, angle}, translation, f))
                result.append(shapeHit(w, hit));
            return result;
        },
        py::arg("geometry"), py::arg("position"), py::arg("translation"), py::arg("angle") = Rot{}, filter,
        "All hits, the nearest first.");
}

void bindArrays(py::class_<World, WorldPtr>& type)
{
    type.def(
        "positions",
        [](const World& w) {
            return bodyArray<double>(w, 2, [](const BodyMotion& motion, double* row) {
                row[0] = motion.origin().x;
                row[1] = motion.origin().y;
            });
        },
        "Origins of all bodies, m: a new array of shape (number of bodies, 2), in the order of `bodies`. "
        "Changing it does "
        "not move the bodies.");
    type.def(
        "angles",
        [](const World& w) {
            return bodyArray<float>(w, 1,
                                    [](const BodyMotion& motion, float* row) { *row = angleOf(motion.q); });
        },
        "Angles of all bodies, rad, likewise.");
    type.def(
        "linear_velocities",
        [](const World& w) {
            return bodyArray<float>(w, 2, [](const BodyMotion& motion, float* row) {
                row[0] = motion.v.x;
                row[1] = motion.v.y;
            });
        },
        "Velocities of all centres of mass, m/s, likewise.");
    type.def(
        "angular_velocities",
        [](const World& w) {
            return bodyArray<float>(w, 1, [](const BodyMotion& motion, float* row) { *row = motion.w; });
        },
        "Angular velocities of all bodies, rad/s, likewise.");
}

} // namespace

void bindWorld(py::module_& m)
{
    py::class_<ThreadPool>(m, "ThreadPool", "Threads for World.step().")
        .def(py::init([](std::optional<int> count) {
                 const int threads = count ? *count : defaultThreadCount();
                 if (threads < 1 || threads > kMaxThreads)
                     throw py::value_error(std::to_string(threads) + " threads: expected 1 to " +
                                           std::to_string(kMaxThreads));
                 return std::make_unique<ThreadPool>(threads);
             }),
             py::arg("threads") = py::none(), "None: one per processor, at most 8.")
        .def_property_readonly("threads", &ThreadPool::threadCount);

    py::class_<World, WorldPtr> type(m, "World",
                                     "A set of bodies with their contacts, and the solver that moves them. "
                                     "Units are m, kg, s, rad and N. A world "
                                     "belongs to one thread at a time. What it refuses raises ValueError "
                                     "with the reason, and changes nothing.");
    type.def(py::init([](std::optional<WorldSettings> settings, const py::kwargs& values) {
                 auto world = newWorld();
                 apply(*world, op::SetSettings{changed(settings.value_or(WorldSettings{}), values)});
                 return world;
             }),
             py::arg("settings") = py::none(),
             "The keywords are those of Settings: World(gravity=(0, -1.6)).");
    type.def(
        "copy", [](const World& w) { return copyOf(w); },
        "An equal, independent world. Objects of this one do not belong to it: find them by slot.");
    type.def("__copy__", [](const World& w) { return copyOf(w); });
    type.def("__deepcopy__", [](const World& w, py::handle) { return copyOf(w); });
    type.def("__eq__", [](const World& a, py::handle b) {
        return py::isinstance<World>(b) && a == b.cast<const World&>();
    });
    type.attr("__hash__") = py::none(); // a world changes
    type.def("hash", &World::hash,
             "A 64-bit hash of the state: the same on every machine for the same steps.");
    type.def("__repr__", [](const World& w) {
        return py::str("<satbox.World: {} bodies, {} steps>").format(w.counters().bodies, w.stepCount());
    });

    type.def_property(
        "settings", [](const World& w) { return w.settings(); },
        [](World& w, const WorldSettings& settings) { apply(w, op::SetSettings{settings}); },
        "A copy of the settings. Assign a changed one to change the world's.");
    type.def(
        "change_settings",
        [](World& w, const py::kwargs& values) { apply(w, op::SetSettings{changed(w.settings(), values)}); },
        "Changes the settings that the keywords name.");
    type.def(
        "step", &step, py::arg("dt") = 1.0f / 60.0f, py::arg("count") = 1, py::arg("threads") = py::none(),
        "Advances by dt seconds, `count` times. The result is the same with any ThreadPool and without one.");
    type.def(
        "refresh_contacts", [](World& w) { apply(w, op::RefreshContacts{}); },
        "Updates contacts for the current poses, without a step.");

    type.def_property(
        "contact_callbacks",
        [](const WorldPtr& w) -> py::object {
            const auto& callbacks = static_cast<const OwnedWorld&>(*w).callbacks;
            return callbacks ? callbacks->object() : py::none();
        },
        &setContactCallbacks,
        "An object that decides about single contacts, or None. Any of its methods may be missing: "
        "should_collide(shape_a, shape_b), whether they may have a contact; mix(shape_a, shape_b, usual), "
        "the "
        "MixedMaterial of a contact; pre_solve(contact), whether a PreSolveContact is solved in this step, "
        "for shapes whose pre_solve is on; pre_continuous(fast, other), whether continuous collision keeps a "
        "fast shape from passing through another. They may read the world but not change it. What they "
        "raise is raised by the function that called them, after it is done. Copies of the world have none.");
    type.def_property(
        "user_value", [](const World& w) { return w.userValue(); },
        [](World& w, py::handle value) { w.setUserValue(valueFor<uint64_t>("user_value", value)); },
        "A number of the program, copied with the world; not part of its value.");
    type.def(
        "reserve",
        [](World& w, size_t bodies, size_t shapes, size_t contactCount) {
            changeWorld(w, [&] {
                try {
                    w.reserve({bodies, shapes, contactCount});
                } catch (const std::length_error&) {
                    throw std::bad_alloc(); // more than a container can ever hold
                }
                return true;
            });
        },
        py::arg("bodies") = 0, py::arg("shapes") = 0, py::arg("contacts") = 0,
        "Allocates memory for numbers of objects beforehand.");
    constexpr uint64_t kAll = ~uint64_t{0};
    type.def(
        "explode",
        [](World& w, Position center, float radius, float falloff, float impulse, uint64_t mask) {
            apply(w, op::Explode{center, radius, falloff, impulse, mask});
        },
        py::arg("center"), py::arg("radius"), py::arg("falloff"), py::arg("impulse"), py::arg("mask") = kAll,
        "Pushes shapes away from a point by `impulse`, N s, for each metre of their width: in full within "
        "the "
        "radius, m, and falling to 0 over the falloff, m, beyond it. mask: categories of these shapes.");
    type.def(
        "apply_wind",
        [](World& w, Vec2 velocity, float density, float dt, uint64_t mask) {
            apply(w, op::ApplyWind{velocity, density, dt, mask});
        },
        py::arg("velocity"), py::arg("density"), py::arg("dt") = 1.0f / 60.0f, py::arg("mask") = kAll,
        "Air of a density, kg/m^2, moves at a velocity, m/s, during the next step, of dt seconds.");

    type.def(
        "create_body",
        [](const WorldPtr& w, std::optional<BodyDef> def, const py::kwargs& values) {
            return BodyRef{w, apply(*w, op::CreateBody{changed(def.value_or(BodyDef{}), values)}).body};
        },
        py::arg("definition") = py::none(), "The keywords are those of BodyDef: create_body(type='static').");
    type.def(
        "create_joint",
        [](const WorldPtr& w, const AnyJoint& joint) {
            return JointRef{w, apply(*w, op::CreateJoint{definitionOf(joint, w)}).joint};
        },
        py::arg("definition"), "For example RevoluteJoint(body_a=a, body_b=b).");
    type.def(
        "create_mouse_joint",
        [](const WorldPtr& w, const BodyRef& body, Position point) {
            if (body.world != w) throw py::value_error("body: belongs to another world");
            return MouseJointRef{w, apply(*w, op::CreateMouseJoint{body.id, point}).mouseJoint};
        },
        py::arg("body"), py::arg("point"), "Point of the world, which is the first target too.");

    type.def_property_readonly(
        "bodies",
        [](const WorldPtr& w) {
            py::list result;
            w->forEachBody([&](BodyId id, const Body&, const BodyMotion&) { result.append(BodyRef{w, id}); });
            return result;
        },
        "All bodies, in slot order.");
    type.def_property_readonly(
        "shapes",
        [](const WorldPtr& w) {
            py::list result;
            w->forEachShape([&](ShapeId id, const BodyShape&) { result.append(ShapeRef{w, id}); });
            return result;
        },
        "All shapes, in slot order.");
    type.def_property_readonly(
        "joints",
        [](const WorldPtr& w) {
            py::list result;
            for (const JointId id : w->joints()) result.append(JointRef{w, id});
            return result;
        },
        "All joints but mouse joints, in slot order.");
    type.def(
        "body_at", [](const WorldPtr& w, uint32_t slot) { return referenceOrNone(w, w->bodyAt(slot)); },
        py::arg("slot"), "The body in this slot, or None.");
    type.def(
        "shape_at", [](const WorldPtr& w, uint32_t slot) { return referenceOrNone(w, w->shapeAt(slot)); },
        py::arg("slot"), "The shape in this slot, or None.");
    type.def("contacts", &contacts, "All Contacts; those of shapes that touch have `touching`.");
    type.def("contacts_of", &contactsOf<BodyId>, py::arg("body"), "All Contacts of a body.");
    type.def("contacts_of", &contactsOf<ShapeId>, py::arg("shape"), "All Contacts of a shape.");
    type.def(
        "visitors_of",
        [](const WorldPtr& w, const ShapeRef& sensor) {
            if (sensor.world != w) throw py::value_error("sensor: belongs to another world");
            return shapeList(w, existing(sensor).visitorsOf(sensor.id));
        },
        py::arg("sensor"), "Shapes that overlap a sensor as of the last step.");
    type.def("moved_bodies", &movedBodies,
             "A MovedBody for each body that the last step may have moved: those that are awake, then those "
             "that fell asleep in it.");
    type.def_property_readonly("events", &events, "Events of the last step.");

    type.def_property_readonly("time", &World::time, "Simulated time, s.");
    type.def_property_readonly("step_count", &World::stepCount);
    type.def_property_readonly("total_mass", &World::totalMass, "kg, of dynamic bodies that are not frozen.");
    type.def_property_readonly(
        "bounds", [](const World& w) { return py::make_tuple(w.bounds().lower, w.bounds().upper); },
        "Lower and upper corner of the box of all shapes, m.");
    type.def_property_readonly(
        "last_step_ms", [](const World& w) { return w.profile().totalMs; },
        "Wall-clock time of the last step, ms.");
    bindQueries(type);
    bindArrays(type);
}

} // namespace satbox::python
