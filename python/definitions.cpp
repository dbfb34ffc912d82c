// Classes of settings, definitions and shapes.

#include "engine/model/definition_fields.h"
#include "engine/model/joint_fields.h"
#include "python/fields.h"
#include "python/module.h"
#include <satbox/outlines.h>
#include <satbox/settings_table.h>

namespace satbox::python {

namespace {

std::string checked(std::string error)
{
    if (!error.empty()) throw py::value_error(error);
    return error;
}

float cornerRadius(float radius)
{
    if (!(radius == 0.0f || (radius >= kMinSize && radius <= kMaxCoordinate)))
        throw py::value_error("radius: expected 0 for sharp corners, or 0.0001 to 100000 m");
    return radius;
}

Polygon hullOf(const std::vector<Vec2>& points, float radius)
{
    const HullResult hull = makeHull(points);
    checked(hull.error);
    if (hull.vertices.size() > static_cast<size_t>(kMaxPolygonVertices))
        throw py::value_error("the hull has " + std::to_string(hull.vertices.size()) +
                              " vertices, a polygon has at most " + std::to_string(kMaxPolygonVertices) +
                              ": cut it with satbox.decompose()");
    return makePolygon(hull.vertices, cornerRadius(radius));
}
Polygon boxOf(float halfWidth, float halfHeight, Vec2 center, Rot angle, float radius)
{
    // Sizes that are finite and positive are the precondition of makeBox(); a world refuses others anyway.
    if (!(halfWidth > 0.0f && halfHeight > 0.0f && isFinite(halfWidth) && isFinite(halfHeight)))
        throw py::value_error("a box needs a finite, positive half width and half height");
    Polygon box = center == Vec2{0.0f, 0.0f} && angle == Rot{}
                      ? makeBox(halfWidth, halfHeight)
                      : makeBox(halfWidth, halfHeight, center, angle);
    box.radius = cornerRadius(radius);
    return box;
}
Polygon regularPolygon(int sides, float radius)
{
    if (sides < 3 || sides > kMaxPolygonVertices)
        throw py::value_error(std::to_string(sides) + " sides: a regular polygon has 3 to " +
                              std::to_string(kMaxPolygonVertices));
    if (!(radius > 0.0f && isFinite(radius)))
        throw py::value_error("radius: expected a finite, positive number");
    return makeRegularPolygon(sides, radius);
}
std::vector<Segment> chainPieces(const std::vector<Vec2>& points, bool closed)
{
    Chain chain = makeChain(points, closed);
    checked(chain.error);
    return std::move(chain.pieces);
}
std::vector<Polygon> pieces(const std::vector<Vec2>& outline)
{
    Decomposition parts = decompose(outline);
    checked(parts.error);
    return std::move(parts.pieces);
}

void bindShapes(py::module_& m)
{
    py::class_<Circle>(m, "Circle", "Every point within `radius` of `center`, m.")
        .def(py::init([](float radius, Vec2 center) {
                 return Circle{center, radius};
             }),
             py::arg("radius") = 0.5f, py::arg("center") = Vec2{0.0f, 0.0f})
        .def_property_readonly("center", [](const Circle& c) { return c.center; })
        .def_property_readonly("radius", [](const Circle& c) { return c.radius; })
        .def(
            "__eq__", [](const Circle& a, const Circle& b) { return a == b; }, py::is_operator())
        .def("__repr__", [](const Circle& c) {
            return py::str("Circle(radius={}, center={})").format(c.radius, py::cast(c.center));
        });
    py::class_<Capsule>(m, "Capsule", "Every point within `radius` of the segment from p1 to p2, m.")
        .def(py::init([](Vec2 p1, Vec2 p2, float radius) {
                 return Capsule{p1, p2, radius};
             }),
             py::arg("p1"), py::arg("p2"), py::arg("radius"))
        .def_property_readonly("p1", [](const Capsule& c) { return c.p1; })
        .def_property_readonly("p2", [](const Capsule& c) { return c.p2; })
        .def_property_readonly("radius", [](const Capsule& c) { return c.radius; })
        .def(
            "__eq__", [](const Capsule& a, const Capsule& b) { return a == b; }, py::is_operator())
        .def("__repr__", [](const Capsule& c) {
            return py::str("Capsule({}, {}, {})").format(py::cast(c.p1), py::cast(c.p2), c.radius);
        });
    py::class_<Segment>(
        m, "Segment",
        "A line without thickness or mass, for the edges of static ground. chain() makes one-sided ones.")
        .def(py::init([](Vec2 p1, Vec2 p2) {
                 return Segment{p1, p2};
             }),
             py::arg("p1"), py::arg("p2"))
        .def_property_readonly("one_sided", [](const Segment& s) { return s.oneSided; })
        .def_property_readonly("before", [](const Segment& s) { return s.before; })
        .def_property_readonly("after", [](const Segment& s) { return s.after; })
        .def_property_readonly("p1", [](const Segment& s) { return s.p1; })
        .def_property_readonly("p2", [](const Segment& s) { return s.p2; })
        .def(
            "__eq__", [](const Segment& a, const Segment& b) { return a == b; }, py::is_operator())
        .def("__repr__", [](const Segment& s) {
            return py::str(s.oneSided ? "Segment({}, {}, one-sided)" : "Segment({}, {})")
                .format(py::cast(s.p1), py::cast(s.p2));
        });
    py::class_<Polygon>(
        m, "Polygon",
        "Every point within `radius`, m, of a convex polygon of 3 to 8 vertices: the hull of the points.")
        .def(py::init(&hullOf), py::arg("points"), py::arg("radius") = 0.0f)
        .def_property_readonly(
            "vertices",
            [](const Polygon& p) { return std::vector<Vec2>(p.points().begin(), p.points().end()); })
        .def_property_readonly("centroid", [](const Polygon& p) { return p.centroid; })
        .def_property_readonly("radius", [](const Polygon& p) { return p.radius; })
        .def(
            "__eq__", [](const Polygon& a, const Polygon& b) { return a == b; }, py::is_operator())
        .def("__repr__", [](const Polygon& p) {
            const std::vector<Vec2> points(p.points().begin(), p.points().end());
            return p.radius == 0.0f ? py::str("Polygon({})").format(points)
                                    : py::str("Polygon({}, radius={})").format(points, p.radius);
        });
    m.def(
        "box", &boxOf, py::arg("half_width"), py::arg("half_height"), py::arg("center") = Vec2{0.0f, 0.0f},
        py::arg("angle") = Rot{}, py::arg("radius") = 0.0f,
        "A box as a Polygon; sizes in m, angle in radians. With a radius: every point within it of the box.");
    m.def("regular_polygon", &regularPolygon, py::arg("sides"), py::arg("radius"),
          "A polygon of 3 to 8 equal sides; the first vertex is at angle 0.");
    m.def(
        "chain", &chainPieces, py::arg("points"), py::arg("closed") = false,
        "One-sided segments with smooth joints, which collide on the right of the line from point to point.");
    m.def("decompose", &pieces, py::arg("outline"),
          "Cuts an outline, which may be concave, into convex polygons.");
}

template<class Part>
void bindPart(py::module_& m, const char* name, const char* doc)
{
    py::class_<Part> type(m, name, doc);
    addFields(type, fieldsOf(static_cast<const Part*>(nullptr)), [](Part& self) -> Part& { return self; });
    addKeywordConstructor(type);
    addValueMethods(type);
}

template<class Kind>
void bindKind(py::module_& m, const char* name, const char* doc)
{
    using Self = JointOf<Kind>;
    py::class_<Self> type(m, name, doc);
    const auto body = [&](const char* property, BodyRef Self::*member) {
        const std::string key = property;
        type.def_property(
            property,
            [=](const Self& self) { return referenceOrNone((self.*member).world, (self.*member).id); },
            [=](Self& self, py::handle value) { self.*member = valueFor<BodyRef>(key, value); });
    };
    body("body_a", &Self::bodyA);
    body("body_b", &Self::bodyB);
    addFields(type, fieldsOf(static_cast<const JointDef*>(nullptr)),
              [](Self& self) -> JointDef& { return self.def; });
    if constexpr (!std::is_empty_v<Kind>)
        addFields(type, fieldsOf(static_cast<const Kind*>(nullptr)),
                  [](Self& self) -> Kind& { return self.kind(); });
    addKeywordConstructor(type);
    addValueMethods(type);
}

} // namespace

JointDef definitionOf(const AnyJoint& joint, const std::shared_ptr<World>& world)
{
    return std::visit(
        [&](const auto& one) {
            JointDef def = one.def;
            for (const BodyRef* body : {&one.bodyA, &one.bodyB}) {
                const char* name = body == &one.bodyA ? "body_a" : "body_b";
                if (!body->world)
                    throw py::value_error(std::string(name) + ": missing: a joint needs two bodies");
                if (body->world != world)
                    throw py::value_error(std::string(name) + ": belongs to another world");
            }
            def.bodyA = one.bodyA.id;
            def.bodyB = one.bodyB.id;
            return def;
        },
        joint);
}

py::object jointObject(const JointDef& def, const std::shared_ptr<World>& world)
{
    return std::visit(
        [&]<class Kind>(const Kind&) {
            JointOf<Kind> joint{def, {world, def.bodyA}, {world, def.bodyB}};
            joint.def.bodyA = joint.def.bodyB = {}; // these two are in bodyA and bodyB
            return py::cast(joint);
        },
        def.kind);
}

void bindDefinitions(py::module_& m)
{
    bindShapes(m);

    py::class_<WorldSettings> settings(m, "Settings", "All parameters of a world.");
    addFields(settings, settingFields(), [](WorldSettings& self) -> WorldSettings& { return self; });
    addKeywordConstructor(settings);
    addValueMethods(settings);

    py::class_<Filter> filter(
        m, "Filter",
        "Which shapes collide, and which ones a query finds: the category of each must be in the "
        "mask of the other.");
    addFields(filter, filterFields(), [](Filter& self) -> Filter& { return self; });
    addKeywordConstructor(filter);
    addValueMethods(filter);

    py::class_<BodyDef> body(m, "BodyDef", "Definition of a body.");
    addFields(body, bodyFields(), [](BodyDef& self) -> BodyDef& { return self; });
    addKeywordConstructor(body);
    addValueMethods(body);

    py::class_<ShapeDef> shape(m, "ShapeDef",
                               "Definition of a shape on a body, with its material and filter.");
    shape.def_property(
        "geometry", [](const ShapeDef& self) { return self.geometry; },
        [](ShapeDef& self, const Shape& geometry) { self.geometry = geometry; },
        "Circle, Capsule, Segment or Polygon.");
    shape.def_property(
        "position", [](const ShapeDef& self) { return self.local.p; },
        [](ShapeDef& self, py::handle value) { self.local.p = valueFor<Vec2>("position", value); },
        "Of the shape in the body's frame, m.");
    shape.def_property(
        "rotation", [](const ShapeDef& self) { return self.local.q; },
        [](ShapeDef& self, py::handle value) { self.local.q = valueFor<Rot>("rotation", value); },
        "Of the shape in the body's frame, rad.");
    addFields(shape, shapeFields(), [](ShapeDef& self) -> ShapeDef& { return self; });
    addFields(shape, materialNumbers(), [](ShapeDef& self) -> Material& { return self.material; });
    shape.def_property( // "user_value" is that of the shape
        "material_user_value", [](const ShapeDef& self) { return self.material.userValue; },
        [](ShapeDef& self, py::handle value) {
            self.material.userValue = valueFor<uint64_t>("material_user_value", value);
        },
        "A number of the material for the program that uses the engine; the engine ignores it.");
    addFields(shape, filterFields(), [](ShapeDef& self) -> Filter& { return self.filter; });
    shape.def(py::init([](const Shape& geometry, const py::kwargs& values) {
                  return changed(ShapeDef{.geometry = geometry}, values);
              }),
              py::arg("geometry"), "Each keyword sets the property of that name.");
    addValueMethods(shape);
}

void bindJoints(py::module_& m)
{
    static_assert(std::variant_size_v<JointKind> == 9, "bind the new kind of joint below");
    bindPart<JointSpring>(m, "JointSpring", "A damped spring of a joint.");
    bindPart<JointLimit>(m, "JointLimit", "Limits of a joint.");
    bindPart<JointMotor>(m, "JointMotor", "A motor of a joint, with limited force.");
    bindKind<DistanceJoint>(m, "DistanceJoint",
                            "The anchors keep their distance: a rod, a spring or a rope.");
    bindKind<RevoluteJoint>(m, "RevoluteJoint", "The anchors stay at one point: a hinge.");
    bindKind<PrismaticJoint>(m, "PrismaticJoint", "Anchor B stays on the x-axis of frame A: a slider.");
    bindKind<WeldJoint>(m, "WeldJoint", "The frames stay together, or are drawn together by a spring.");
    bindKind<WheelJoint>(m, "WheelJoint", "A hub on the axis of a suspension.");
    bindKind<MotorJoint>(m, "MotorJoint", "Draws the frames together with limited force and torque.");
    bindKind<PulleyJoint>(m, "PulleyJoint", "A rope over two fixed points.");
    bindKind<FilterJoint>(m, "FilterJoint", "Only keeps the two bodies from colliding.");
    bindKind<GearJoint>(m, "GearJoint", "Teeth that mesh: two wheels, a wheel in a ring or on a rack.");
}

} // namespace satbox::python
