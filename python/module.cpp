// The Python module satbox.

#include "python/module.h"

namespace {

namespace py = pybind11;

// Results that are read, never changed: named tuples.
void addRecords(py::module_& m)
{
    const py::object namedtuple = py::module_::import("collections").attr("namedtuple");
    const auto add = [&](const char* name, const char* members, const char* doc) {
        py::object type = namedtuple(name, members, py::arg("module") = "satbox");
        type.attr("__doc__") = doc;
        m.attr(name) = type;
    };
    add("RayHit", "shape point normal fraction",
        "Where a ray hits a shape; fraction of the translation, 0 to 1.");
    add("ShapeHit", "shape point normal fraction moving",
        "Where a moving shape first touches another; `moving` is the shape of a body that is cast, else "
        "None.");
    add("ClosestPoint", "shape point distance", "The nearest point of a shape; distance in m, 0 inside.");
    add("Contact",
        "shape_a shape_b body_a body_b normal touching sensor sliding age static_friction dynamic_friction "
        "restitution "
        "points",
        "Two shapes whose enlarged boxes overlap; the normal points from A to B.");
    add("ContactPoint",
        "position separation normal_impulse tangent_impulse total_impulse normal_velocity age feature_id",
        "A point of a contact: position in the world, separation in m (negative: overlap), impulses in N s.");
    add("Events", "begins ends hits sensors quarantines broken_joints fell_asleep",
        "Events of a step, as lists.");
    add("ContactBegin", "shape_a shape_b body_a body_b point normal", "Two shapes began to touch.");
    add("ContactEnd", "shape_a shape_b body_a body_b", "Two shapes separated, or one was removed.");
    add("ContactHit", "shape_a shape_b body_a body_b point normal speed",
        "Two shapes hit each other faster than Settings.hit_threshold, m/s.");
    add("SensorEvent", "sensor visitor began", "A shape began or ceased to overlap a sensor.");
    add("Quarantine", "body reason", "A body was frozen.");
    add("BodyAsleep", "body", "A body came to rest with its island.");
    add("MovedBody", "body fell_asleep", "A body that the last step may have moved.");
    add("Line", "a b width color",
        "A line to draw; width in m, colour as red, green, blue and alpha, 0 to 1.");
    add("FilledPolygon", "points color", "A convex polygon to fill, counter-clockwise.");
    add("Disc", "center radius color", "A filled circle to draw.");
    add("Text", "text lower upper point color",
        "A text to draw: the corners of its box, and the point that it is about.");
    add("JointBroken", "joint body_a body_b point force torque", "A joint broke; it no longer exists.");
}

} // namespace

PYBIND11_MODULE(satbox, m)
{
    using namespace satbox::python;
    m.doc() = "Deterministic 2D rigid-body physics.";
    const satbox::Version version = satbox::World::version();
    m.attr("__version__") = std::to_string(version.majorVersion) + "." +
                            std::to_string(version.minorVersion) + "." + std::to_string(version.patchVersion);
    addRecords(m);
    bindDefinitions(m);
    bindObjects(m);
    bindJoints(m);
    bindCallbacks(m);
    bindWorld(m);
    bindScenes(m);
    bindDrawing(m);
}
