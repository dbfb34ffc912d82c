#include "engine/scene/export/box2d_joints.h"

#include "engine/core/quoted.h"
#include "engine/scene/cpp_text.h"

#include <fmt/format.h>

namespace satbox {
namespace {

constexpr size_t kJointsPerBox2dFunction = 50;

// Writes the statements that create one joint.
class Box2dJointWriter {
  public:
    Box2dJointWriter(const SceneDefinition::JointBetween& joint, std::string place, Box2dText& out)
        : joint_(joint), def_(joint.def), place_(std::move(place)), out_(out)
    {}

    void write()
    {
        out_.add(fmt::format("    // {}{}\n", place_, def_.name.empty() ? "" : ": " + quotedText(def_.name)));
        if (def_.breakForce > 0.0f || def_.breakTorque > 0.0f) out_.refused("breaking of joints", place_);
        if (!def_.forwardKey.empty() || !def_.backwardKey.empty()) out_.refused("keys of motors", place_);
        std::visit([&](const auto& kind) { write(kind); }, def_.kind);
    }

  private:
    // Box2D measures the angle of the bodies from this.
    float referenceAngle() const { return def_.angleA - def_.angleB; }

    void assign(const char* key, const std::string& value)
    {
        out_.add(fmt::format("        def.{} = {};\n", key, value));
    }
    void assign(const char* key, float value)
    {
        if (value != 0.0f) assign(key, cppText(value));
    }

    void begin(const char* type)
    {
        out_.add(fmt::format("    {{\n        {} def;\n", type));
        assign("bodyA", fmt::format("bodies[{}]", joint_.bodyA));
        assign("bodyB", fmt::format("bodies[{}]", joint_.bodyB));
        if (def_.collideConnected) assign("collideConnected", "true");
    }
    void beginWithAnchors(const char* type)
    {
        begin(type);
        assign("localAnchorA", cppText(def_.anchorA));
        assign("localAnchorB", cppText(def_.anchorB));
    }
    void end() { out_.add("        world.CreateJoint(&def);\n    }\n"); }

    void writeAxis()
    {
        const Rot q = makeRot(def_.angleA);
        assign("localAxisA", cppText(Vec2{q.c, q.s}));
    }
    void writeLimit(const JointLimit& limit, const char* lower, const char* upper)
    {
        if (!limit.enabled) return;
        assign("enableLimit", "true");
        assign(lower, limit.lower);
        assign(upper, limit.upper);
    }
    void writeMotor(const JointMotor& motor, const char* force)
    {
        if (!motor.enabled) return;
        assign("enableMotor", "true");
        assign("motorSpeed", motor.speed);
        assign(force, motor.maxForce);
        if (motor.maxPower > 0.0f) out_.refused("the greatest power of motors", place_);
    }
    void noteSpring(const JointSpring& spring)
    {
        if (spring.enabled) out_.refused("springs of hinges and sliders", place_);
    }
    void noteHold(float frequency)
    {
        if (frequency > 0.0f) out_.changed("joints that hold softly became rigid", place_);
    }
    void writeStiffness(const char* function, float frequency, float dampingRatio)
    {
        out_.add(fmt::format("        {}(def.stiffness, def.damping, {}, {}, def.bodyA, def.bodyB);\n",
                             function, cppText(frequency), cppText(dampingRatio)));
    }
    void refuse(const char* kind) { out_.refused(fmt::format("joints of the kind {}", kind), place_); }

    void write(const RevoluteJoint& kind)
    {
        noteSpring(kind.spring);
        noteHold(kind.holdFrequency);
        beginWithAnchors("b2RevoluteJointDef");
        assign("referenceAngle", referenceAngle());
        writeLimit(kind.limit, "lowerAngle", "upperAngle");
        writeMotor(kind.motor, "maxMotorTorque");
        end();
    }
    void write(const PrismaticJoint& kind)
    {
        noteSpring(kind.spring);
        noteHold(kind.holdFrequency);
        beginWithAnchors("b2PrismaticJointDef");
        writeAxis();
        assign("referenceAngle", referenceAngle());
        writeLimit(kind.limit, "lowerTranslation", "upperTranslation");
        writeMotor(kind.motor, "maxMotorForce");
        end();
    }
    void write(const WheelJoint& kind)
    {
        noteHold(kind.holdFrequency);
        if (kind.spring.enabled && kind.spring.target != 0.0f)
            out_.changed("springs of wheels got the target 0", place_);
        beginWithAnchors("b2WheelJointDef");
        writeAxis();
        writeLimit(kind.limit, "lowerTranslation", "upperTranslation");
        writeMotor(kind.motor, "maxMotorTorque");
        if (kind.spring.enabled)
            writeStiffness("b2LinearStiffness", kind.spring.frequency, kind.spring.dampingRatio);
        end();
    }
    void write(const DistanceJoint& kind)
    {
        if (kind.motor.enabled) out_.refused("motors of distance joints", place_);
        beginWithAnchors("b2DistanceJointDef");
        if (kind.rigid) {
            for (const char* key : {"length", "minLength", "maxLength"}) assign(key, cppText(kind.length));
        } else {
            if (kind.limit.enabled) {
                assign("minLength", kind.limit.lower);
                assign("maxLength", cppText(kind.limit.upper));
            }
            if (kind.spring.enabled) {
                assign("length", cppText(kind.spring.target));
                writeStiffness("b2LinearStiffness", kind.spring.frequency, kind.spring.dampingRatio);
            }
        }
        end();
    }
    void write(const WeldJoint& kind)
    {
        noteHold(kind.linearFrequency);
        beginWithAnchors("b2WeldJointDef");
        assign("referenceAngle", referenceAngle());
        if (kind.angularFrequency > 0.0f)
            writeStiffness("b2AngularStiffness", kind.angularFrequency, kind.angularDampingRatio);
        end();
    }
    void write(const MotorJoint& kind)
    {
        out_.changed("motor joints have a correction factor instead of a frequency", place_);
        begin("b2MotorJointDef");
        assign("linearOffset", cppText(def_.anchorA - rotate(makeRot(referenceAngle()), def_.anchorB)));
        assign("angularOffset", referenceAngle());
        assign("maxForce", cppText(kind.maxForce));
        assign("maxTorque", cppText(kind.maxTorque));
        end();
    }
    void write(const PulleyJoint& kind)
    {
        noteHold(kind.holdFrequency);
        beginWithAnchors("b2PulleyJointDef");
        assign("groundAnchorA", cppText(kind.groundA));
        assign("groundAnchorB", cppText(kind.groundB));
        assign("ratio", cppText(kind.ratio)); // lengthA + ratio lengthB stays
        assign("lengthA", cppText(0.5f * kind.length));
        assign("lengthB", cppText(0.5f * kind.length / kind.ratio));
        end();
    }
    void write(const FilterJoint&) { refuse("filter"); }
    void write(const GearJoint&) { refuse("gear"); }

    const SceneDefinition::JointBetween& joint_;
    const JointDef& def_;
    std::string place_;
    Box2dText& out_;
};

} // namespace

size_t writeBox2dJoints(const SceneDefinition& definition, Box2dText& out)
{
    size_t functions = 0;
    for (size_t i = 0; i < definition.joints.size(); ++i) {
        if (i % kJointsPerBox2dFunction == 0)
            out.add(fmt::format("{}void addJoints{}([[maybe_unused]] b2World& world, [[maybe_unused]] const "
                                "std::vector<b2Body*>& bodies)\n{{\n",
                                i > 0 ? "}\n\n" : "", ++functions));
        Box2dJointWriter(definition.joints[i], fmt::format("joint {}", i), out).write();
    }
    if (functions > 0) out.add("}\n\n");
    return functions;
}

} // namespace satbox
