#include <satbox/scene/op_text.h>

#include "engine/scene/field_json.h"
#include "engine/scene/field_values.h"
#include "engine/scene/joint_json.h"
#include "engine/scene/op_json.h"
#include "engine/scene/shape_reader.h"
#include "engine/scene/shape_writer.h"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace satbox {
namespace {

// In the order of Op's alternatives.
constexpr std::array<std::string_view, std::variant_size_v<Op>> kOpNames{"createBody",
                                                                         "destroyBody",
                                                                         "setBody",
                                                                         "addShape",
                                                                         "removeShape",
                                                                         "setShape",
                                                                         "setTransform",
                                                                         "setVelocity",
                                                                         "applyForce",
                                                                         "applyTorque",
                                                                         "applyImpulse",
                                                                         "applyAngularImpulse",
                                                                         "wakeBody",
                                                                         "createMouseJoint",
                                                                         "setMouseTarget",
                                                                         "destroyMouseJoint",
                                                                         "createJoint",
                                                                         "setJoint",
                                                                         "destroyJoint",
                                                                         "setSettings",
                                                                         "refreshContacts",
                                                                         "step",
                                                                         "setTargetTransform",
                                                                         "explode",
                                                                         "applyWind"};

std::string jointDefText(const JointDef& def)
{
    JsonObjectText object;
    object.add("bodyA", idText(def.bodyA));
    object.add("bodyB", idText(def.bodyB));
    addJointFields(object, def);
    return object.text();
}

struct OpWriter {
    JsonObjectText& object;

    template<class Tag>
    void id(Handle<Tag> handle) const
    {
        object.add("id", idText(handle));
    }
    template<class Value>
    void value(std::string_view key, const Value& value) const
    {
        object.add(key, jsonText(value));
    }

    void operator()(const op::CreateBody& op) const { object.add("def", bodyDefText(op.def)); }
    void operator()(const op::DestroyBody& op) const { id(op.body); }
    void operator()(const op::SetBody& op) const
    {
        id(op.body);
        object.add("def", bodyDefText(op.def));
    }
    void operator()(const op::AddShape& op) const
    {
        id(op.body);
        object.add("def", shapeText(op.def, {}));
    }
    void operator()(const op::RemoveShape& op) const { id(op.shape); }
    void operator()(const op::SetShape& op) const
    {
        id(op.shape);
        object.add("def", shapeText(op.def, {}));
    }
    void operator()(const op::SetTransform& op) const
    {
        id(op.body);
        value("position", op.transform.p);
        if (auto [key, text] = orientationText(op.transform.q); !key.empty()) object.add(key, text);
    }
    void operator()(const op::SetVelocity& op) const
    {
        id(op.body);
        value("linear", op.linear);
        value("angular", op.angular);
    }
    void operator()(const op::ApplyForce& op) const
    {
        id(op.body);
        value("force", op.force);
        value("point", op.point);
    }
    void operator()(const op::ApplyTorque& op) const
    {
        id(op.body);
        value("torque", op.torque);
    }
    void operator()(const op::ApplyImpulse& op) const
    {
        id(op.body);
        value("impulse", op.impulse);
        value("point", op.point);
    }
    void operator()(const op::ApplyAngularImpulse& op) const
    {
        id(op.body);
        value("impulse", op.impulse);
    }
    void operator()(const op::WakeBody& op) const { id(op.body); }
    void operator()(const op::CreateMouseJoint& op) const
    {
        id(op.body);
        value("point", op.point);
    }
    void operator()(const op::SetMouseTarget& op) const
    {
        id(op.joint);
        value("target", op.target);
    }
    void operator()(const op::DestroyMouseJoint& op) const { id(op.joint); }
    void operator()(const op::CreateJoint& op) const { object.add("def", jointDefText(op.def)); }
    void operator()(const op::SetJoint& op) const
    {
        id(op.joint);
        object.add("def", jointDefText(op.def));
    }
    void operator()(const op::DestroyJoint& op) const { id(op.joint); }
    void operator()(const op::SetSettings& op) const
    {
        if (std::string text = settingsText(op.settings); !text.empty()) object.add("settings", text);
    }
    void operator()(const op::RefreshContacts&) const {}
    void operator()(const op::Step& op) const { value("dt", op.dt); }
    void operator()(const op::SetTargetTransform& op) const
    {
        id(op.body);
        value("position", op.target.p);
        if (auto [key, text] = orientationText(op.target.q); !key.empty()) object.add(key, text);
        value("dt", op.dt);
    }
    void operator()(const op::Explode& op) const
    {
        value("center", op.center);
        value("radius", op.radius);
        value("falloff", op.falloff);
        value("impulse", op.impulse);
        mask(op.mask);
    }
    void operator()(const op::ApplyWind& op) const
    {
        value("velocity", op.velocity);
        value("density", op.density);
        value("dt", op.dt);
        mask(op.mask);
    }
    void mask(uint64_t bits) const
    {
        if (~bits != 0) object.add("mask", fieldText(bits));
    }
};

// Reads the members of one operation's object. A key that the operation does not have is an error.
class OpReader {
  public:
    explicit OpReader(const JsonLocation& root) : root_(root) {}

    Op read(size_t kind) { return readers()[kind](*this); }

  private:
    using Reader = Op (*)(OpReader&);

    JsonFields fields(std::initializer_list<std::string_view> more) const { return opFields(root_, more); }

    template<class Id>
    static Id id(const JsonFields& fields)
    {
        return readId<Id>(fields.require("id"));
    }
    static Position point(const JsonFields& fields, std::string_view key)
    {
        return readPosition(fields.require(key), std::numeric_limits<double>::max());
    }
    static BodyDef bodyDef(const JsonFields& fields) { return readBodyDefAt(fields, "def"); }
    static ShapeDef shapeDef(const JsonFields& fields)
    {
        const JsonLocation location = fields.require("def");
        std::vector<std::string> notes;
        std::vector<ShapeDef> shapes = readShape(location, {}, notes);
        if (shapes.size() != 1) fail(location, fmt::format("{} convex shapes, expected one", shapes.size()));
        return std::move(shapes.front());
    }
    static JointDef jointDef(const JsonFields& fields)
    {
        const JsonLocation location = fields.require("def");
        const JsonFields joint(location, "a joint", jointKeys({"bodyA", "bodyB"}));
        JointDef def = readJointDef(joint, {"bodyA", "bodyB"});
        def.bodyA = readId<BodyId>(joint.require("bodyA"));
        def.bodyB = readId<BodyId>(joint.require("bodyB"));
        return def;
    }
    static uint64_t mask(const JsonFields& fields)
    {
        const auto bits = fields.find("mask");
        return bits ? readUnsigned(*bits) : ~uint64_t{0};
    }
    template<class PointOp>
    static PointOp pointOp(const JsonFields& fields, std::string_view key)
    {
        return {id<BodyId>(fields), readVec2(fields.require(key)), point(fields, "point")};
    }

    static const std::array<Reader, std::variant_size_v<Op>>& readers();

    const JsonLocation& root_;
};

// In the order of Op's alternatives.
const std::array<OpReader::Reader, std::variant_size_v<Op>>& OpReader::readers()
{
    static constexpr std::array<Reader, std::variant_size_v<Op>> kReaders{
        [](OpReader& r) -> Op { return op::CreateBody{bodyDef(r.fields({"def"}))}; },
        [](OpReader& r) -> Op { return op::DestroyBody{id<BodyId>(r.fields({"id"}))}; },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"id", "def"});
            return op::SetBody{id<BodyId>(fields), bodyDef(fields)};
        },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"id", "def"});
            return op::AddShape{id<BodyId>(fields), shapeDef(fields)};
        },
        [](OpReader& r) -> Op { return op::RemoveShape{id<ShapeId>(r.fields({"id"}))}; },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"id", "def"});
            return op::SetShape{id<ShapeId>(fields), shapeDef(fields)};
        },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"id", "position", "angle", "rotation"});
            return op::SetTransform{id<BodyId>(fields), {point(fields, "position"), readOrientation(fields)}};
        },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"id", "linear", "angular"});
            return op::SetVelocity{id<BodyId>(fields), readVec2(fields.require("linear")),
                                   readFloat(fields.require("angular"))};
        },
        [](OpReader& r) -> Op {
            return pointOp<op::ApplyForce>(r.fields({"id", "force", "point"}), "force");
        },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"id", "torque"});
            return op::ApplyTorque{id<BodyId>(fields), readFloat(fields.require("torque"))};
        },
        [](OpReader& r) -> Op {
            return pointOp<op::ApplyImpulse>(r.fields({"id", "impulse", "point"}), "impulse");
        },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"id", "impulse"});
            return op::ApplyAngularImpulse{id<BodyId>(fields), readFloat(fields.require("impulse"))};
        },
        [](OpReader& r) -> Op { return op::WakeBody{id<BodyId>(r.fields({"id"}))}; },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"id", "point"});
            return op::CreateMouseJoint{id<BodyId>(fields), point(fields, "point")};
        },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"id", "target"});
            return op::SetMouseTarget{id<MouseJointId>(fields), point(fields, "target")};
        },
        [](OpReader& r) -> Op { return op::DestroyMouseJoint{id<MouseJointId>(r.fields({"id"}))}; },
        [](OpReader& r) -> Op { return op::CreateJoint{jointDef(r.fields({"def"}))}; },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"id", "def"});
            return op::SetJoint{id<JointId>(fields), jointDef(fields)};
        },
        [](OpReader& r) -> Op { return op::DestroyJoint{id<JointId>(r.fields({"id"}))}; },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"settings"});
            const auto settings = fields.find("settings");
            return op::SetSettings{settings ? readSettings(*settings) : WorldSettings{}};
        },
        [](OpReader& r) -> Op {
            r.fields({});
            return op::RefreshContacts{};
        },
        [](OpReader& r) -> Op { return op::Step{readFloat(r.fields({"dt"}).require("dt"))}; },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"id", "position", "angle", "rotation", "dt"});
            return op::SetTargetTransform{id<BodyId>(fields),
                                          {point(fields, "position"), readOrientation(fields)},
                                          readFloat(fields.require("dt"))};
        },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"center", "radius", "falloff", "impulse", "mask"});
            return op::Explode{point(fields, "center"), readFloat(fields.require("radius")),
                               readFloat(fields.require("falloff")), readFloat(fields.require("impulse")),
                               mask(fields)};
        },
        [](OpReader& r) -> Op {
            const JsonFields fields = r.fields({"velocity", "density", "dt", "mask"});
            return op::ApplyWind{readVec2(fields.require("velocity")), readFloat(fields.require("density")),
                                 readFloat(fields.require("dt")), mask(fields)};
        },
    };
    return kReaders;
}

} // namespace

std::string opText(const Op& op)
{
    JsonObjectText object;
    object.add("op", jsonText(kOpNames[op.index()]));
    std::visit(OpWriter{object}, op);
    return jsonOnOneLine(object.text());
}

Op readOpAt(const JsonLocation& location)
{
    return OpReader(location).read(readOpName(location, "an operation", kOpNames));
}

size_t readOpName(const JsonLocation& location, std::string_view what,
                  std::span<const std::string_view> names)
{
    for (const auto& [key, value] : readObject(location, what))
        if (key == "op") return readEnumName(JsonLocation{value, &location, key, 0}, names);
    fail(location, "\"op\" is missing: the name of the operation");
}

JsonFields opFields(const JsonLocation& location, std::initializer_list<std::string_view> more)
{
    std::vector<std::string_view> known{"op"};
    known.insert(known.end(), more);
    return {location, "an operation", known};
}

BodyDef readBodyDefAt(const JsonFields& fields, std::string_view key)
{
    const JsonLocation location = fields.require(key);
    return readBodyDef(JsonFields(location, "a body", bodyKeys()));
}

std::string bodyDefText(const BodyDef& def)
{
    JsonObjectText object;
    addBodyFields(object, def, std::nullopt);
    return object.text();
}

OpTextResult readOp(std::string_view line)
{
    OpTextResult result;
    result.error = readJson(line, [&](const JsonLocation& root) { result.op = readOpAt(root); });
    return result;
}

} // namespace satbox
