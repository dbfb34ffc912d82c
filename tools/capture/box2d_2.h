// Writes a world of Box2D 2.4 as a scene of satbox. C++11; needs Box2D, scene_text.h beside this file and the
// standard library. docs/capture.md says what is carried over.
//
//   #include "box2d_2.h"
//   satbox_capture::writeScene(world, "bug.json"); // returns 0, or an errno
//   satbox_capture::stream(world);                 // after each step: to satbox --listen
//
// The world is not changed. Call it between two steps, best right before the step that goes wrong.
//
// One file of over 600 lines, so that programs have one header to include.
#ifndef SATBOX_CAPTURE_BOX2D_2_H
#define SATBOX_CAPTURE_BOX2D_2_H

#include "live.h"
#include "scene_text.h"

#include <algorithm>
#include <box2d/box2d.h>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace satbox_capture {

struct Box2dOptions {
    float stepRate = 60.0f; // Hz, of the program: 1 / the time step that it passes to b2World::Step
    int velocityIterations = 8;
    int positionIterations = 3;
    std::string title;                                // empty: "Box2D 2.4"
    std::function<std::string(const b2Body&)> nameOf; // the name of a body; without it, bodies have none
    int port = SATBOX_LIVE_PORT;                      // of stream()
};

class Box2dCapture {
  public:
    Box2dCapture(b2World& world, const Box2dOptions& options, SatboxSurvey* survey = nullptr)
        : world_(world), options_(options), stepRate_(survey ? 60.0f : options.stepRate), survey_(survey)
    {}

    // Empty after a survey, and if memory ran out.
    std::string scene()
    {
        // Box2D lists bodies, fixtures and joints in the opposite order of their creation.
        for (b2Body* body = world_.GetBodyList(); body; body = body->GetNext()) bodies_.push_back(body);
        std::reverse(bodies_.begin(), bodies_.end());
        for (size_t i = 0; i < bodies_.size(); ++i) indices_[bodies_[i]] = static_cast<int>(i);
        for (b2Joint* joint = world_.GetJointList(); joint; joint = joint->GetNext())
            joints_.push_back(joint);
        std::reverse(joints_.begin(), joints_.end());

        const std::string title = options_.title.empty() ? "Box2D 2.4" : options_.title;
        out_ = satbox_begin(title.c_str(), "Box2D 2.4", static_cast<double>(stepRate_), survey_);
        if (!out_) return {};
        addSettings();
        satbox_append(out_, ",\n  ", 4);
        satbox_key(out_, "bodies");
        satbox_open(out_, '[');
        for (size_t i = 0; i < bodies_.size(); ++i) addBody(i);
        satbox_close(out_, ']');
        satbox_append(out_, ",\n  ", 4);
        satbox_key(out_, "joints");
        satbox_open(out_, '[');
        for (size_t i = 0; i < joints_.size(); ++i) {
            satbox_at(out_, "joint", static_cast<long long>(i));
            addJoint(*joints_[i]);
        }
        satbox_close(out_, ']');
        addNotesOfContacts();
        char* text = satbox_end(out_);
        const std::string result = text ? text : "";
        std::free(text);
        return result;
    }

  private:
    static double number(float value) { return static_cast<double>(value); }

    void addSettings()
    {
        const b2Vec2 gravity = world_.GetGravity();
        const double unit = number(b2_lengthUnitsPerMeter), speedUnit = std::sqrt(unit);
        satbox_vector(out_, "gravity", number(gravity.x), number(gravity.y), 1000.0);
        satbox_string(out_, "solver", "sequential-impulse");
        satbox_integer(out_, "velocityIterations", options_.velocityIterations);
        satbox_integer(out_, "positionIterations", options_.positionIterations);
        // Box2D solves joints one after the other.
        satbox_bool(out_, "exactJoints", false);
        satbox_bool(out_, "warmStarting", world_.GetWarmStarting());
        satbox_bool(out_, "continuous", world_.GetContinuousPhysics());
        satbox_bool(out_, "sleeping", world_.GetAllowSleeping());
        satbox_number(out_, "baumgarte", number(b2_baumgarte), 0.0, 1.0);
        satbox_number(out_, "lengthUnit", unit, 0.001, 1000.0);
        satbox_number(out_, "linearSlop", number(b2_linearSlop) / unit, 0.0, 0.1);
        satbox_number(out_, "sleepSpeed", number(b2_linearSleepTolerance) / speedUnit, 0.0, 10.0);
        satbox_number(out_, "timeToSleep", number(b2_timeToSleep), 0.0, 100.0);
        satbox_number(out_, "maxSpeed", number(b2_maxTranslation * stepRate_), 1.0, 10000.0);
        satbox_number(out_, "restitutionThreshold", restitutionThreshold() / speedUnit, 0.0, 1000.0);
        satbox_close(out_, '}');
        if (world_.GetSubStepping()) satbox_note(out_, "not carried over: sub-stepping (SetSubStepping)");
        if (!world_.GetAutoClearForces())
            satbox_note(out_, "not carried over: forces that stay until ClearForces (SetAutoClearForces)");
    }

    // The lowest of all fixtures: satbox has one for the world.
    double restitutionThreshold()
    {
        double lowest = -1.0;
        for (b2Body* body : bodies_) {
            for (b2Fixture* f = body->GetFixtureList(); f; f = f->GetNext()) {
                const double threshold = number(f->GetRestitutionThreshold());
                if (lowest >= 0.0 && lowest != threshold)
                    satbox_note(
                        out_,
                        "changed: fixtures differ in restitution threshold; the lowest is that of the world");
                if (lowest < 0.0 || threshold < lowest) lowest = threshold;
            }
        }
        return lowest < 0.0 ? number(b2_lengthUnitsPerMeter) : lowest;
    }

    void addBody(size_t index)
    {
        b2Body& body = *bodies_[index];
        satbox_open_body(out_, static_cast<int>(index),
                         static_cast<uint64_t>(reinterpret_cast<uintptr_t>(&body)));
        if (options_.nameOf) satbox_string(out_, "name", options_.nameOf(body).c_str());
        const b2BodyType type = body.GetType();
        satbox_string(out_, "type",
                      type == b2_staticBody      ? "static"
                      : type == b2_kinematicBody ? "kinematic"
                                                 : "dynamic");
        const b2Transform& pose = body.GetTransform();
        satbox_pose(out_, number(pose.p.x), number(pose.p.y), number(pose.q.c), number(pose.q.s));
        if (type != b2_staticBody) addMotion(body);
        if (!body.IsSleepingAllowed()) satbox_bool(out_, "sleepAllowed", false);
        if (type != b2_staticBody && !body.IsAwake()) satbox_asleep(out_);
        if (body.IsBullet()) satbox_bool(out_, "bullet", true);
        if (!body.IsEnabled()) satbox_bool(out_, "enabled", false);
        satbox_key(out_, "shapes");
        satbox_open(out_, '[');
        std::vector<b2Fixture*> fixtures;
        for (b2Fixture* f = body.GetFixtureList(); f; f = f->GetNext()) fixtures.push_back(f);
        std::reverse(fixtures.begin(), fixtures.end());
        for (b2Fixture* fixture : fixtures) addFixture(*fixture);
        satbox_close(out_, ']');
        satbox_close(out_, '}');
    }

    void addMotion(const b2Body& body)
    {
        const b2Vec2 v = body.GetLinearVelocity();
        satbox_velocity(out_, number(v.x), number(v.y), number(body.GetAngularVelocity()));
        if (body.GetLinearDamping() != 0.0f)
            satbox_number(out_, "linearDamping", number(body.GetLinearDamping()), 0.0, 10000.0);
        if (body.GetAngularDamping() != 0.0f)
            satbox_number(out_, "angularDamping", number(body.GetAngularDamping()), 0.0, 10000.0);
        if (body.GetGravityScale() != 1.0f)
            satbox_number(out_, "gravityScale", number(body.GetGravityScale()), -1000.0, 1000.0);
        if (body.GetType() != b2_dynamicBody) return;
        // Mass, inertia and centre are Box2D's own, whatever the shapes weigh in satbox.
        const double inertia = inertiaOf(body);
        satbox_number(out_, "mass", number(body.GetMass()), 0.0, 1e15);
        if (inertia > 0.0)
            satbox_number(out_, "inertia", inertia, 0.0, 1e15);
        else
            satbox_bool(out_, "fixedRotation", true);
        satbox_bool(out_, "ownCenter", true);
        satbox_vector(out_, "center", number(body.GetLocalCenter().x), number(body.GetLocalCenter().y),
                      SATBOX_MAX_COORDINATE);
    }

    // About the centre of mass; 0 if the body cannot rotate.
    static double inertiaOf(const b2Body& body)
    {
        if (body.IsFixedRotation()) return 0.0;
        const double atCenter = number(body.GetInertia()) -
                                number(body.GetMass()) * number(body.GetLocalCenter().LengthSquared());
        return atCenter > 1e-7 * number(body.GetInertia()) ? atCenter : 0.0;
    }
    static double inverseMass(const b2Body& body)
    {
        return body.GetType() == b2_dynamicBody && body.GetMass() > 0.0f ? 1.0 / number(body.GetMass()) : 0.0;
    }
    static double inverseInertia(const b2Body& body)
    {
        const double inertia = body.GetType() == b2_dynamicBody ? inertiaOf(body) : 0.0;
        return inertia > 0.0 ? 1.0 / inertia : 0.0;
    }

    void addFixture(b2Fixture& fixture)
    {
        b2Shape* shape = fixture.GetShape();
        if (shape->GetType() == b2Shape::e_chain) {
            const auto* chain = static_cast<const b2ChainShape*>(shape);
            for (int32 i = 0; i < chain->GetChildCount(); ++i) {
                b2EdgeShape edge;
                chain->GetChildEdge(&edge, i);
                addEdge(edge, fixture);
            }
        } else if (shape->GetType() == b2Shape::e_edge) {
            addEdge(*static_cast<const b2EdgeShape*>(shape), fixture);
        } else if (shape->GetType() == b2Shape::e_circle) {
            const auto* circle = static_cast<const b2CircleShape*>(shape);
            satbox_open(out_, '{');
            satbox_string(out_, "type", "circle");
            satbox_number(out_, "radius", number(circle->m_radius), SATBOX_MIN_SIZE, SATBOX_MAX_COORDINATE);
            satbox_vector(out_, "center", number(circle->m_p.x), number(circle->m_p.y),
                          SATBOX_MAX_COORDINATE);
            endShape(fixture);
        } else if (shape->GetType() == b2Shape::e_polygon) {
            addPolygon(*static_cast<const b2PolygonShape*>(shape), fixture);
        }
    }

    void addPolygon(const b2PolygonShape& polygon, const b2Fixture& fixture)
    {
        double x[b2_maxPolygonVertices], y[b2_maxPolygonVertices];
        for (int32 i = 0; i < polygon.m_count; ++i) {
            x[i] = number(polygon.m_vertices[i].x);
            y[i] = number(polygon.m_vertices[i].y);
        }
        if (satbox_is_thin(x, y, polygon.m_count)) {
            satbox_note(out_, "not carried over: polygon thinner than 0.25 mm");
            return;
        }
        satbox_open(out_, '{');
        satbox_string(out_, "type", "polygon");
        satbox_points(out_, x, y, polygon.m_count);
        // Within this skin, 1 cm, Box2D lets polygons rest.
        if (number(polygon.m_radius) >= SATBOX_MIN_SIZE)
            satbox_number(out_, "radius", number(polygon.m_radius), 0.0, SATBOX_MAX_COORDINATE);
        endShape(fixture);
    }

    // A two-sided edge with its skin is a capsule. An edge of a chain is a line in satbox.
    void addEdge(const b2EdgeShape& edge, const b2Fixture& fixture)
    {
        if (number((edge.m_vertex2 - edge.m_vertex1).Length()) < SATBOX_MIN_SIZE) {
            satbox_note(out_, "not carried over: edge shorter than 0.1 mm");
            return;
        }
        const bool isCapsule = !edge.m_oneSided && number(edge.m_radius) >= SATBOX_MIN_SIZE;
        satbox_open(out_, '{');
        satbox_string(out_, "type", isCapsule ? "capsule" : "segment");
        addPoint("p1", edge.m_vertex1);
        addPoint("p2", edge.m_vertex2);
        if (isCapsule) satbox_number(out_, "radius", number(edge.m_radius), 0.0, SATBOX_MAX_COORDINATE);
        if (edge.m_oneSided) {
            addPoint("before", edge.m_vertex0);
            addPoint("after", edge.m_vertex3);
            satbox_note(out_,
                        "not carried over: skin of %g m of one-sided edges, bodies rest lower by that much",
                        number(edge.m_radius));
        }
        endShape(fixture);
    }

    void addPoint(const char* key, const b2Vec2& p)
    {
        satbox_vector(out_, key, number(p.x), number(p.y), SATBOX_MAX_COORDINATE);
    }

    void endShape(const b2Fixture& fixture)
    {
        satbox_key(out_, "material");
        satbox_open(out_, '{');
        satbox_number(out_, "density", number(fixture.GetDensity()), 0.0, 1e6);
        satbox_number(out_, "friction", number(fixture.GetFriction()), 0.0, 100.0);
        satbox_number(out_, "restitution", number(fixture.GetRestitution()), 0.0, 1.0);
        satbox_close(out_, '}');
        if (fixture.IsSensor()) satbox_bool(out_, "sensor", true);
        const b2Filter& filter = fixture.GetFilterData();
        satbox_key(out_, "filter");
        satbox_open(out_, '{');
        satbox_integer(out_, "category", filter.categoryBits);
        satbox_integer(out_, "mask", filter.maskBits);
        satbox_integer(out_, "group", filter.groupIndex);
        satbox_close(out_, '}');
        satbox_close(out_, '}');
    }

    void beginJoint(const char* kind, b2Body* a, b2Body* b, const b2Joint& joint)
    {
        satbox_open_line(out_, jointCount_++ == 0);
        satbox_string(out_, "kind", kind);
        satbox_integer(out_, "bodyA", indices_[a]);
        satbox_integer(out_, "bodyB", indices_[b]);
        if (joint.GetCollideConnected()) satbox_bool(out_, "collideConnected", true);
    }
    void addAnchors(const b2Vec2& a, const b2Vec2& b)
    {
        addPoint("anchorA", a);
        addPoint("anchorB", b);
    }
    void addAngles(double a, double b)
    {
        satbox_number(out_, "angleA", a, -10000.0, 10000.0);
        satbox_number(out_, "angleB", b, -10000.0, 10000.0);
    }

    void addJoint(b2Joint& joint)
    {
        b2Body *a = joint.GetBodyA(), *b = joint.GetBodyB();
        if (number(joint.GetReactionForce(1.0f).Length()) + number(std::fabs(joint.GetReactionTorque(1.0f))) >
            0.0)
            satbox_note(out_,
                        "not carried over: impulse of a joint, with which the next step of Box2D begins");
        switch (joint.GetType()) {
        case e_distanceJoint:
            return addDistance(static_cast<b2DistanceJoint&>(joint), a, b);
        case e_revoluteJoint:
            return addRevolute(static_cast<b2RevoluteJoint&>(joint), a, b);
        case e_prismaticJoint:
            return addPrismatic(static_cast<b2PrismaticJoint&>(joint), a, b);
        case e_wheelJoint:
            return addWheel(static_cast<b2WheelJoint&>(joint), a, b);
        case e_weldJoint:
            return addWeld(static_cast<b2WeldJoint&>(joint), a, b);
        case e_pulleyJoint:
            return addPulley(static_cast<b2PulleyJoint&>(joint), a, b);
        case e_gearJoint:
            return addGear(static_cast<b2GearJoint&>(joint));
        case e_mouseJoint:
            return addMouse(static_cast<b2MouseJoint&>(joint), a, b);
        case e_frictionJoint:
            return addFriction(static_cast<b2FrictionJoint&>(joint), a, b);
        case e_motorJoint:
            return addMotor(static_cast<b2MotorJoint&>(joint), a, b);
        default:
            satbox_note(out_, "not carried over: joint of the unknown type %d",
                        static_cast<int>(joint.GetType()));
        }
    }

    // The effective mass of a force along a direction through a point of each body, kg; 0 if both are
    // immovable.
    static double massAlong(const b2Body& a, const b2Vec2& pointA, const b2Body& b, const b2Vec2& pointB,
                            const b2Vec2& direction)
    {
        const double leverA = number(b2Cross(pointA - a.GetWorldCenter(), direction));
        const double leverB = number(b2Cross(pointB - b.GetWorldCenter(), direction));
        const double inverse = inverseMass(a) + inverseMass(b) + leverA * leverA * inverseInertia(a) +
                               leverB * leverB * inverseInertia(b);
        return inverse > 0.0 ? 1.0 / inverse : 0.0;
    }

    void addDistance(b2DistanceJoint& joint, b2Body* a, b2Body* b)
    {
        beginJoint("distance", a, b, joint);
        addAnchors(joint.GetLocalAnchorA(), joint.GetLocalAnchorB());
        if (joint.GetMinLength() >= joint.GetMaxLength()) {
            satbox_number(out_, "length", number(joint.GetLength()), 0.0, SATBOX_MAX_COORDINATE);
        } else {
            satbox_bool(out_, "rigid", false);
            satbox_limit(out_, number(joint.GetMinLength()), number(joint.GetMaxLength()));
            if (joint.GetStiffness() > 0.0f) {
                b2Vec2 along = joint.GetAnchorB() - joint.GetAnchorA();
                along.Normalize();
                satbox_key(out_, "spring");
                satbox_open(out_, '{');
                satbox_bool(out_, "enabled", true);
                satbox_number(out_, "target", number(joint.GetLength()), 0.0, SATBOX_MAX_COORDINATE);
                satbox_spring(out_, "frequency", "dampingRatio", number(joint.GetStiffness()),
                              number(joint.GetDamping()),
                              massAlong(*a, joint.GetAnchorA(), *b, joint.GetAnchorB(), along));
                satbox_close(out_, '}');
            }
        }
        satbox_close(out_, '}');
    }

    // Joints of satbox count full turns from the moment of the capture.
    static double turnsOf(double angle) { return angle - std::remainder(angle, 2.0 * SATBOX_PI); }

    void addRevolute(b2RevoluteJoint& joint, b2Body* a, b2Body* b)
    {
        beginJoint("revolute", a, b, joint);
        addAnchors(joint.GetLocalAnchorA(), joint.GetLocalAnchorB());
        addAngles(number(joint.GetReferenceAngle()), 0.0);
        const double turns = turnsOf(number(joint.GetJointAngle()));
        if (joint.IsLimitEnabled())
            satbox_limit_after_turns(out_, number(joint.GetLowerLimit()), number(joint.GetUpperLimit()),
                                     turns);
        if (joint.IsMotorEnabled())
            satbox_motor(out_, number(joint.GetMotorSpeed()), number(joint.GetMaxMotorTorque()));
        satbox_close(out_, '}');
    }

    static double angleOf(const b2Vec2& v) { return std::atan2(number(v.y), number(v.x)); }

    void addPrismatic(b2PrismaticJoint& joint, b2Body* a, b2Body* b)
    {
        const double axis = angleOf(joint.GetLocalAxisA());
        beginJoint("prismatic", a, b, joint);
        addAnchors(joint.GetLocalAnchorA(), joint.GetLocalAnchorB());
        addAngles(axis, axis - number(joint.GetReferenceAngle()));
        if (joint.IsLimitEnabled())
            satbox_limit(out_, number(joint.GetLowerLimit()), number(joint.GetUpperLimit()));
        if (joint.IsMotorEnabled())
            satbox_motor(out_, number(joint.GetMotorSpeed()), number(joint.GetMaxMotorForce()));
        satbox_close(out_, '}');
    }

    void addWheel(b2WheelJoint& joint, b2Body* a, b2Body* b)
    {
        beginJoint("wheel", a, b, joint);
        addAnchors(joint.GetLocalAnchorA(), joint.GetLocalAnchorB());
        addAngles(angleOf(joint.GetLocalAxisA()), 0.0);
        satbox_key(out_, "spring");
        satbox_open(out_, '{');
        satbox_bool(out_, "enabled", joint.GetStiffness() > 0.0f);
        if (joint.GetStiffness() > 0.0f)
            satbox_spring(out_, "frequency", "dampingRatio", number(joint.GetStiffness()),
                          number(joint.GetDamping()),
                          massAlong(*a, joint.GetAnchorB(), *b, joint.GetAnchorB(),
                                    a->GetWorldVector(joint.GetLocalAxisA())));
        satbox_close(out_, '}');
        if (joint.IsLimitEnabled())
            satbox_limit(out_, number(joint.GetLowerLimit()), number(joint.GetUpperLimit()));
        if (joint.IsMotorEnabled())
            satbox_motor(out_, number(joint.GetMotorSpeed()), number(joint.GetMaxMotorTorque()));
        satbox_close(out_, '}');
    }

    void addWeld(b2WeldJoint& joint, b2Body* a, b2Body* b)
    {
        beginJoint("weld", a, b, joint);
        addAnchors(joint.GetLocalAnchorA(), joint.GetLocalAnchorB());
        addAngles(number(joint.GetReferenceAngle()), 0.0);
        const double inverse = inverseInertia(*a) + inverseInertia(*b);
        if (joint.GetStiffness() > 0.0f && inverse > 0.0)
            satbox_spring(out_, "angularFrequency", "angularDampingRatio", number(joint.GetStiffness()),
                          number(joint.GetDamping()), 1.0 / inverse);
        satbox_close(out_, '}');
    }

    void addPulley(b2PulleyJoint& joint, b2Body* a, b2Body* b)
    {
        beginJoint("pulley", a, b, joint);
        out_->isTransient = 1; // they are rounded where the bodies are
        addAnchors(a->GetLocalPoint(joint.GetAnchorA()), b->GetLocalPoint(joint.GetAnchorB()));
        out_->isTransient = 0;
        addPoint("groundA", joint.GetGroundAnchorA());
        addPoint("groundB", joint.GetGroundAnchorB());
        satbox_number(out_, "length",
                      number(joint.GetLengthA()) + number(joint.GetRatio()) * number(joint.GetLengthB()), 0.0,
                      SATBOX_MAX_COORDINATE);
        satbox_number(out_, "ratio", number(joint.GetRatio()), 0.001, 1000.0);
        satbox_close(out_, '}');
    }

    // The two joints of a gear have the moved bodies as their second ones. Their other bodies are taken as at
    // rest.
    void addGear(b2GearJoint& joint)
    {
        b2Joint *first = joint.GetJoint1(), *second = joint.GetJoint2();
        double ratio = number(joint.GetRatio());
        const bool isFirstHinge = first->GetType() == e_revoluteJoint,
                   isSecondHinge = second->GetType() == e_revoluteJoint;
        if (!isFirstHinge && !isSecondHinge) {
            satbox_note(out_, "not carried over: gear joint of two prismatic joints");
            return;
        }
        if (first->GetBodyA()->GetType() != b2_staticBody || second->GetBodyA()->GetType() != b2_staticBody) {
            satbox_note(out_, "not carried over: gear joint whose joints are not on static bodies");
            return;
        }
        if (ratio == 0.0) {
            satbox_note(out_, "not carried over: gear joint with ratio 0");
            return;
        }
        if (isFirstHinge && isSecondHinge) return addWheels(joint, *first, *second, ratio);
        if (isFirstHinge) // angle + ratio * translation: the same as translation + angle / ratio
            addRack(joint, *second, *first, 1.0 / ratio);
        else
            addRack(joint, *first, *second, ratio);
    }

    // angle A + ratio * angle B stays: wheels that turn in opposite directions, or a wheel inside a ring.
    void addWheels(b2GearJoint& joint, b2Joint& first, b2Joint& second, double ratio)
    {
        b2Body *a = first.GetBodyB(), *b = second.GetBodyB();
        b2Vec2 line = second.GetAnchorB() - first.GetAnchorB();
        int teethA, teethB;
        satbox_teeth(std::fabs(ratio), &teethA, &teethB);
        if (line.Length() == 0.0f || (ratio < 0.0 && teethA == teethB)) {
            satbox_note(out_, "not carried over: gear joint around one point, or with ratio -1");
            return;
        }
        if (std::fabs(static_cast<double>(teethB) / teethA - std::fabs(ratio)) > 1e-6 * std::fabs(ratio))
            satbox_note(out_, "changed: ratio of a gear joint to %d / %d", teethB, teethA);
        // In both wheels, the axis of the frame points at the tooth that meshes now.
        const double along = angleOf(line), opposite = angleOf(-line);
        const bool isAInside = ratio < 0.0 && teethA < teethB;
        beginJoint("gear", a, b, joint);
        out_->isTransient = 1;
        addAnchors(a->GetLocalPoint(first.GetAnchorB()), b->GetLocalPoint(second.GetAnchorB()));
        addAngles((isAInside ? opposite : along) - number(a->GetAngle()),
                  (ratio > 0.0 || isAInside ? opposite : along) - number(b->GetAngle()));
        out_->isTransient = 0;
        satbox_integer(out_, "teethA", teethA);
        satbox_integer(out_, "teethB", teethB);
        if (ratio < 0.0) satbox_bool(out_, "ring", true);
        satbox_close(out_, '}');
    }

    // translation + ratio * angle stays: a rack (A) and a wheel (B) of radius |ratio|. The rack lies on the
    // side on which the wheel rolls in the right direction, wherever the bodies are.
    void addRack(b2GearJoint& joint, b2Joint& slider, b2Joint& hinge, double ratio)
    {
        b2Body *rack = slider.GetBodyB(), *wheel = hinge.GetBodyB();
        const b2Vec2 local = static_cast<b2PrismaticJoint&>(slider).GetLocalAxisA();
        b2Vec2 axis = slider.GetBodyA()->GetWorldVector(local);
        if (ratio > 0.0) axis = -axis;
        const b2Vec2 contact =
            hinge.GetAnchorB() - static_cast<float>(std::fabs(ratio)) * b2Cross(1.0f, axis);
        const int teeth = 20;
        beginJoint("gear", rack, wheel, joint);
        out_->isTransient = 1;
        addAnchors(rack->GetLocalPoint(contact), wheel->GetLocalPoint(hinge.GetAnchorB()));
        addAngles(angleOf(axis) - number(rack->GetAngle()),
                  angleOf(axis) - 0.5 * SATBOX_PI - number(wheel->GetAngle()));
        out_->isTransient = 0;
        satbox_bool(out_, "rack", true);
        satbox_integer(out_, "teethB", teeth);
        satbox_number(out_, "pitch", 2.0 * SATBOX_PI * std::fabs(ratio) / teeth, 1e-5, SATBOX_MAX_COORDINATE);
        satbox_close(out_, '}');
    }

    // Joints that pull with a limited force become motor joints.
    void addPull(const char* frequencyOf, double frequency, double ratio, double maxForce, double maxTorque)
    {
        satbox_number(out_, "frequency", frequency, 0.0, SATBOX_MAX_FREQUENCY);
        satbox_number(out_, "dampingRatio", ratio, 0.0, SATBOX_MAX_DAMPING_RATIO);
        satbox_force(out_, "maxForce", maxForce);
        satbox_force(out_, "maxTorque", maxTorque);
        satbox_close(out_, '}');
        satbox_note(out_, "approximate: %s as a motor joint", frequencyOf);
    }

    void addMouse(b2MouseJoint& joint, b2Body* a, b2Body* b)
    {
        const double mass = number(b->GetMass());
        const double omega = mass > 0.0 ? std::sqrt(number(joint.GetStiffness()) / mass) : 0.0;
        beginJoint("motor", a, b, joint);
        out_->isTransient = 1;
        addAnchors(a->GetLocalPoint(joint.GetTarget()), b->GetLocalPoint(joint.GetAnchorB()));
        out_->isTransient = 0;
        addPull("mouse joint", omega / (2.0 * SATBOX_PI),
                omega > 0.0 ? number(joint.GetDamping()) / (2.0 * mass * omega) : 1.0,
                number(joint.GetMaxForce()), 0.0);
    }

    // A slow spring with much damping, towards the pose of now.
    void addFriction(b2FrictionJoint& joint, b2Body* a, b2Body* b)
    {
        beginJoint("motor", a, b, joint);
        out_->isTransient = 1;
        addAnchors(a->GetLocalPoint(joint.GetAnchorB()), joint.GetLocalAnchorB());
        addAngles(number(b->GetAngle() - a->GetAngle()), 0.0);
        out_->isTransient = 0;
        addPull("friction joint", 1.0, SATBOX_MAX_DAMPING_RATIO, number(joint.GetMaxForce()),
                number(joint.GetMaxTorque()));
    }

    // In a step, Box2D removes the share `factor` of the error, a critically damped spring h w / (2 + h w) of
    // it.
    void addMotor(b2MotorJoint& joint, b2Body* a, b2Body* b)
    {
        const double factor = std::fmin(number(joint.GetCorrectionFactor()), 0.99);
        beginJoint("motor", a, b, joint);
        addAnchors(joint.GetLinearOffset(), b2Vec2(0.0f, 0.0f));
        addAngles(number(joint.GetAngularOffset()), 0.0);
        addPull("correction factor of a motor joint",
                2.0 * factor / (1.0 - factor) * number(stepRate_) / (2.0 * SATBOX_PI), 1.0,
                number(joint.GetMaxForce()), number(joint.GetMaxTorque()));
    }

    void addNotesOfContacts()
    {
        int touching = 0;
        for (b2Contact* contact = world_.GetContactList(); contact; contact = contact->GetNext()) {
            if (contact->IsTouching() && contact->GetManifold()->pointCount > 0) ++touching;
            satbox_at(out_, "the contacts", -1);
            if (contact->GetTangentSpeed() != 0.0f)
                satbox_note(out_, "not carried over: tangent speed of a contact");
        }
        satbox_at(out_, "the contacts", -1);
        if (touching > 0)
            satbox_note(out_,
                        "not carried over: impulses of %d contacts, with which the next step of Box2D begins",
                        touching);
    }

    b2World& world_;
    const Box2dOptions& options_;
    float stepRate_; // of a survey always the same: the length of a step is sent with it
    SatboxSurvey* survey_;
    SatboxCapture* out_ = nullptr;
    std::vector<b2Body*> bodies_;
    std::vector<b2Joint*> joints_;
    std::map<const b2Body*, int> indices_;
    int jointCount_ = 0;
};

// The scene as JSON; empty if memory ran out.
inline std::string sceneOf(b2World& world, const Box2dOptions& options = Box2dOptions())
{
    return Box2dCapture(world, options).scene();
}

// Writes the scene to a file. Returns 0, or an errno.
inline int writeScene(b2World& world, const std::string& path, const Box2dOptions& options = Box2dOptions())
{
    const std::string scene = sceneOf(world, options);
    if (scene.empty()) return ENOMEM;
    return satbox_write_text(scene.c_str(), path.c_str());
}

// Sends the world to a window of satbox that listens. Call it after each Step, with one world at a time.
inline void stream(b2World& world, const Box2dOptions& options = Box2dOptions())
{
    static SatboxLive live;
    if (!satbox_live_begin(&live, &world, "Box2D 2.4", options.port)) return;
    Box2dCapture(world, options, &live.survey).scene();
    const auto text = [&] {
        const std::string scene = sceneOf(world, options);
        char* copy = scene.empty() ? nullptr : static_cast<char*>(std::malloc(scene.size() + 1));
        if (copy) std::memcpy(copy, scene.c_str(), scene.size() + 1);
        return copy;
    };
    SATBOX_LIVE_SEND(&live, text(), 1.0 / static_cast<double>(options.stepRate));
}

} // namespace satbox_capture

#endif
