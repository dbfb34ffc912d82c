#if defined(SATBOX_BOX2D_VERSION)

#include "tests/bench/engine.h"

#include <array>
#include <box2d/box2d.h>
#include <cmath>
#include <stdexcept>

namespace satbox::bench {
namespace {

// Settings of its manual: 8 velocity and 3 position iterations, warm starting and continuous collision on.
// Polygons keep their skin of 0.01 m (b2_polygonRadius), inside which Box2D lets them rest. Penetration is
// measured between the true outlines: skins that overlap by less than 0.02 m in total do not count.
constexpr int kVelocityIterations = 8;
constexpr int kPositionIterations = 3;

b2Vec2 toBox2d(Vec2 v) { return {v.x, v.y}; }

struct FixtureMaker {
    b2Body& body;
    b2FixtureDef def;

    void operator()(const Circle& circle)
    {
        b2CircleShape shape;
        shape.m_p = toBox2d(circle.center);
        shape.m_radius = circle.radius;
        make(shape);
    }
    void operator()(const Polygon& polygon)
    {
        if (polygon.radius > 0.0f) throw std::runtime_error("Box2D 2.4 has no round corners");
        std::array<b2Vec2, b2_maxPolygonVertices> points;
        if (polygon.points().size() > points.size())
            throw std::runtime_error("Box2D: its polygons have at most 8 vertices");
        for (size_t i = 0; i < polygon.points().size(); ++i) points[i] = toBox2d(polygon.vertices[i]);
        // Box2D welds vertices closer than this and asserts that at least three remain.
        constexpr float kWeld = 0.5f * b2_linearSlop;
        for (size_t i = 0; i < polygon.points().size(); ++i)
            for (size_t k = 0; k < i; ++k)
                if (length(polygon.vertices[i] - polygon.vertices[k]) < kWeld)
                    throw std::runtime_error("Box2D: it welds vertices closer than 2.5 mm");
        b2PolygonShape shape;
        shape.Set(points.data(), polygon.count);
        make(shape);
    }
    void operator()(const Segment& segment)
    {
        b2EdgeShape shape;
        shape.SetTwoSided(toBox2d(segment.p1), toBox2d(segment.p2));
        make(shape);
    }
    void operator()(const Capsule&) { throw std::runtime_error("Box2D 2.4 has no capsules"); }

  private:
    void make(const b2Shape& shape)
    {
        def.shape = &shape;
        body.CreateFixture(&def); // copies the shape
    }
};

b2BodyType typeOf(BodyType type)
{
    switch (type) {
    case BodyType::Static:
        return b2_staticBody;
    case BodyType::Kinematic:
        return b2_kinematicBody;
    case BodyType::Dynamic:
        break;
    }
    return b2_dynamicBody;
}

class Box2dBench final : public BenchEngine {
  public:
    explicit Box2dBench(const BenchScene& scene) : world_(toBox2d(scene.settings.gravity))
    {
        world_.SetAllowSleeping(false);
        for (const BenchBody& body : scene.bodies) {
            b2BodyDef def;
            def.type = typeOf(body.def.type);
            def.position = toBox2d(toVec2(body.def.position));
            def.angle = angleOf(body.def.rotation);
            def.linearVelocity = toBox2d(body.def.linearVelocity);
            def.angularVelocity = body.def.angularVelocity;
            def.linearDamping = body.def.linearDamping;
            def.angularDamping = body.def.angularDamping;
            def.gravityScale = body.def.gravityScale;
            def.fixedRotation = body.def.fixedRotation;
            def.bullet = body.def.bullet;
            def.allowSleep = false;
            b2Body* made = world_.CreateBody(&def);
            for (const ShapeDef& shape : body.shapes)
                addShape(*made, shape, scene.settings.restitutionThreshold);
            bodies_.push_back(made);
        }
        for (const BenchJoint& joint : scene.joints) addJoint(joint);
    }

    void step(float dt) override { world_.Step(dt, kVelocityIterations, kPositionIterations); }

    void setVelocity(size_t body, Vec2 velocity) override
    {
        bodies_[body]->SetLinearVelocity(toBox2d(velocity));
        bodies_[body]->SetAngularVelocity(0.0f);
    }
    void setPosition(size_t body, Vec2 position) override
    {
        bodies_[body]->SetTransform(toBox2d(position), bodies_[body]->GetAngle());
    }

    std::vector<BodySnapshot> states() const override
    {
        std::vector<BodySnapshot> states;
        for (const b2Body* body : bodies_) {
            const b2Transform& t = body->GetTransform();
            const b2Vec2 center = body->GetWorldCenter(), v = body->GetLinearVelocity();
            const double mass = body->GetMass();
            // Box2D's inertia is about the origin, and 0 with fixed rotation.
            const double aboutOrigin = mass * double{body->GetLocalCenter().LengthSquared()};
            states.push_back(
                {.pose = {{t.p.x, t.p.y}, t.q.c, t.q.s},
                 .center = {center.x, center.y},
                 .velocity = {v.x, v.y},
                 .spin = body->GetAngularVelocity(),
                 .mass = mass,
                 .inertia = body->IsFixedRotation() ? 0.0 : double{body->GetInertia()} - aboutOrigin});
        }
        return states;
    }

  private:
    static void addShape(b2Body& body, const ShapeDef& shape, float restitutionThreshold)
    {
        b2FixtureDef def;
        def.density = shape.material.density;
        def.friction = shape.material.dynamicFriction; // a pair gets the geometric mean, as in satbox
        def.restitution = shape.material.restitution;
        def.restitutionThreshold = restitutionThreshold; // m/s, 1 by default, as in satbox
        def.isSensor = shape.sensor;
        def.filter.groupIndex = static_cast<int16>(shape.filter.group);
        std::visit(FixtureMaker{body, def}, transformed(shape.geometry, shape.local));
    }

    template<class Def>
    Def jointDef(const BenchJoint& joint) const
    {
        Def def;
        def.bodyA = bodies_[joint.bodyA];
        def.bodyB = bodies_[joint.bodyB];
        def.localAnchorA = toBox2d(joint.def.anchorA);
        def.localAnchorB = toBox2d(joint.def.anchorB);
        def.collideConnected = joint.def.collideConnected;
        return def;
    }
    void addJoint(const BenchJoint& joint)
    {
        if (const auto* hinge = std::get_if<RevoluteJoint>(&joint.def.kind)) {
            auto def = jointDef<b2RevoluteJointDef>(joint);
            def.referenceAngle = joint.def.angleA - joint.def.angleB;
            def.enableLimit = hinge->limit.enabled;
            def.lowerAngle = hinge->limit.lower;
            def.upperAngle = hinge->limit.upper;
            def.enableMotor = hinge->motor.enabled;
            def.motorSpeed = hinge->motor.speed;
            def.maxMotorTorque = hinge->motor.maxForce;
            world_.CreateJoint(&def);
        } else if (const auto* wheel = std::get_if<WheelJoint>(&joint.def.kind)) {
            auto def = jointDef<b2WheelJointDef>(joint);
            def.localAxisA = {std::cos(joint.def.angleA), std::sin(joint.def.angleA)};
            def.enableLimit = wheel->limit.enabled;
            def.lowerTranslation = wheel->limit.lower;
            def.upperTranslation = wheel->limit.upper;
            def.enableMotor = wheel->motor.enabled;
            def.motorSpeed = wheel->motor.speed;
            def.maxMotorTorque = wheel->motor.maxForce;
            b2LinearStiffness(def.stiffness, def.damping, wheel->spring.frequency, wheel->spring.dampingRatio,
                              def.bodyA, def.bodyB);
            world_.CreateJoint(&def);
        } else {
            throw std::runtime_error(kUntranslatedJoint);
        }
    }

    b2World world_;
    std::vector<b2Body*> bodies_;
};

} // namespace

EngineKind box2dEngine()
{
    return {.name = "Box2D " SATBOX_BOX2D_VERSION,
            .threads = 1,
            .build = [](const BenchScene& scene, int) -> std::unique_ptr<BenchEngine> {
                return std::make_unique<Box2dBench>(scene);
            },
            .readsSettings = false,
            .polygonGap = 2.0f * b2_polygonRadius - b2_linearSlop};
}

} // namespace satbox::bench

#endif
