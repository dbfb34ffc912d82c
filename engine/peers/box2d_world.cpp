// Box2D 2.4. Chains of its own, such as ghost vertices, and its callbacks for single contacts are in its
// manual under b2EdgeShape and b2ContactListener.

#if defined(SATBOX_BOX2D_VERSION)

#include "engine/peers/peer_scene.h"

#include <box2d/box2d.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <variant>

namespace satbox {
namespace {

constexpr float kStandardGravity = 9.81f; // m/s^2, to which the mouse's force limit refers

b2Vec2 toBox2d(Vec2 v) { return {v.x, v.y}; }
b2Vec2 toBox2d(Position p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }
b2Vec2 axisAt(float angle) { return {makeRot(angle).c, makeRot(angle).s}; }

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

const PeerShape& shapeOf(b2Fixture* fixture)
{
    return *reinterpret_cast<const PeerShape*>(fixture->GetUserData().pointer);
}

// Adds one shape to a body, as one fixture or several.
struct FixtureMaker {
    b2Body& body;
    b2FixtureDef def;
    PeerNotes& notes;

    void operator()(const Circle& circle)
    {
        b2CircleShape shape;
        shape.m_p = toBox2d(circle.center);
        shape.m_radius = circle.radius;
        make(shape);
    }
    // Box2D 2.4 has no capsules: two discs and a box have the same outline.
    void operator()(const Capsule& capsule)
    {
        (*this)(Circle{capsule.p1, capsule.radius});
        (*this)(Circle{capsule.p2, capsule.radius});
        const Vec2 along = capsule.p2 - capsule.p1;
        const float half = 0.5f * length(along);
        if (half <= b2_linearSlop) return;
        b2PolygonShape shape;
        const Vec2 axis = (0.5f / half) * along;
        shape.SetAsBox(half, capsule.radius, toBox2d(0.5f * (capsule.p1 + capsule.p2)),
                       angleOf(Rot{axis.x, axis.y}));
        make(shape);
    }
    void operator()(const Polygon& polygon)
    {
        static_assert(kMaxPolygonVertices <= b2_maxPolygonVertices);
        std::array<b2Vec2, b2_maxPolygonVertices> points;
        for (size_t i = 0; i < polygon.points().size(); ++i) points[i] = toBox2d(polygon.vertices[i]);
        // Box2D welds vertices closer than this and asserts that at least three remain.
        constexpr float kWeld = 0.5f * b2_linearSlop;
        for (size_t i = 0; i < polygon.points().size(); ++i)
            for (size_t k = 0; k < i; ++k)
                if (length(polygon.vertices[i] - polygon.vertices[k]) < kWeld)
                    return notes.add("polygons with vertices closer than 2.5 mm: they are left out");
        b2PolygonShape shape;
        shape.Set(points.data(), polygon.count);
        if (polygon.radius > 0.0f) shape.m_radius = polygon.radius; // in place of its skin
        make(shape);
    }
    void operator()(const Segment& segment)
    {
        b2EdgeShape shape;
        if (segment.oneSided)
            shape.SetOneSided(toBox2d(segment.before), toBox2d(segment.p1), toBox2d(segment.p2),
                              toBox2d(segment.after));
        else
            shape.SetTwoSided(toBox2d(segment.p1), toBox2d(segment.p2));
        make(shape);
    }

  private:
    void make(const b2Shape& shape)
    {
        def.shape = &shape;
        body.CreateFixture(&def); // copies the shape
    }
};

class Box2dWorld final : public PeerWorld, private b2ContactFilter, private b2ContactListener {
  public:
    Box2dWorld(const World& world, PeerNotes& notes)
        : scene_(world, notes), world_(toBox2d(world.settings().gravity))
    {
        const WorldSettings& settings = world.settings();
        velocityIterations_ = settings.velocityIterations;
        positionIterations_ = settings.positionIterations;
        mouse_ = {settings.mouseFrequency, settings.mouseDampingRatio, settings.mouseForceLimit};
        world_.SetAllowSleeping(settings.sleeping);
        world_.SetWarmStarting(settings.warmStarting);
        world_.SetContinuousPhysics(settings.continuous);
        if (scene_.filtersByCallback()) world_.SetContactFilter(this);
        if (scene_.mixesByCallback()) world_.SetContactListener(this);
        const b2BodyDef groundDef;
        ground_ = world_.CreateBody(&groundDef);
        for (size_t i = 0; i < scene_.bodies().size(); ++i) addBody(world, i, notes);
        for (size_t i = 0; i < scene_.joints().size(); ++i) addJoint(world, i, notes);
    }

    void step(float dt) override { world_.Step(dt, velocityIterations_, positionIterations_); }

    PeerBodyState state(size_t index) const override
    {
        const b2Body& body = *bodies_[index];
        const b2Transform& t = body.GetTransform();
        const b2Vec2 center = body.GetWorldCenter(), v = body.GetLinearVelocity();
        const double mass = body.GetType() == b2_dynamicBody ? double{body.GetMass()} : 0.0;
        // Box2D's inertia is about the origin, and 0 with fixed rotation.
        const double aboutOrigin = mass * double{body.GetLocalCenter().LengthSquared()};
        return {.x = t.p.x,
                .y = t.p.y,
                .cos = t.q.c,
                .sin = t.q.s,
                .centerX = center.x,
                .centerY = center.y,
                .velocityX = v.x,
                .velocityY = v.y,
                .spin = body.GetAngularVelocity(),
                .mass = mass,
                .inertia = body.IsFixedRotation() ? 0.0 : double{body.GetInertia()} - aboutOrigin};
    }

    void setVelocity(size_t body, Vec2 velocity, float spin) override
    {
        bodies_[body]->SetAwake(true);
        bodies_[body]->SetLinearVelocity(toBox2d(velocity));
        bodies_[body]->SetAngularVelocity(spin);
    }
    void setPose(size_t body, const WorldTransform& pose) override
    {
        bodies_[body]->SetAwake(true);
        bodies_[body]->SetTransform(toBox2d(pose.p), angleOf(pose.q));
    }
    void applyForce(size_t body, Vec2 force, float torque) override
    {
        bodies_[body]->ApplyForceToCenter(toBox2d(force), true);
        bodies_[body]->ApplyTorque(torque, true);
    }

    void setPulls(std::span<const PeerPull> pulls) override
    {
        if (!haveSameGrips(pulls, pulls_)) {
            for (b2MouseJoint* joint : pullJoints_) world_.DestroyJoint(joint);
            pullJoints_.clear();
            for (const PeerPull& pull : pulls) pullJoints_.push_back(makePull(pull));
        }
        pulls_.assign(pulls.begin(), pulls.end());
        for (size_t i = 0; i < pulls.size(); ++i) pullJoints_[i]->SetTarget(toBox2d(pulls[i].target));
    }

    std::vector<size_t> takeBrokenJoints(float dt) override
    {
        std::vector<size_t> broken;
        for (size_t i = 0; i < joints_.size(); ++i) {
            const HeldJoint& held = joints_[i];
            if (!held.joint || (held.breakForce <= 0.0f && held.breakTorque <= 0.0f)) continue;
            const float force = held.joint->GetReactionForce(1.0f / dt).Length();
            const float torque = std::fabs(held.joint->GetReactionTorque(1.0f / dt));
            if ((held.breakForce <= 0.0f || force <= held.breakForce) &&
                (held.breakTorque <= 0.0f || torque <= held.breakTorque))
                continue;
            world_.DestroyJoint(held.joint);
            joints_[i].joint = nullptr;
            broken.push_back(i);
        }
        return broken;
    }

    // Polygons keep a skin inside which Box2D lets them rest.
    float polygonGap() const override { return 2.0f * b2_polygonRadius - b2_linearSlop; }

  private:
    struct HeldJoint {
        b2Joint* joint = nullptr; // null: without counterpart, or broken
        float breakForce = 0.0f, breakTorque = 0.0f;
    };
    struct MouseSpring {
        float frequency = 0.0f, dampingRatio = 0.0f, forceLimit = 0.0f; // as in WorldSettings
    };

    bool ShouldCollide(b2Fixture* a, b2Fixture* b) override
    {
        return scene_.shouldCollide(shapeOf(a), shapeOf(b));
    }
    void BeginContact(b2Contact* contact) override
    {
        const PeerShape &a = shapeOf(contact->GetFixtureA()), &b = shapeOf(contact->GetFixtureB());
        const MixedMaterial mixed = scene_.mix(a, b);
        contact->SetFriction(mixed.dynamicFriction);
        contact->SetRestitution(mixed.restitution);
        contact->SetTangentSpeed(a.material.surfaceSpeed + b.material.surfaceSpeed);
    }

    void addBody(const World& world, size_t index, PeerNotes& notes)
    {
        const BodyId id = scene_.bodies()[index];
        const BodyDef def = world.bodyDef(id);
        const WorldTransform pose = world.motion(id).transform();
        b2BodyDef made;
        made.type = typeOf(def.type);
        made.position = toBox2d(pose.p);
        made.angle = angleOf(pose.q);
        made.linearVelocity = toBox2d(def.linearVelocity);
        made.angularVelocity = def.angularVelocity;
        made.linearDamping = def.linearDamping;
        made.angularDamping = def.angularDamping;
        made.gravityScale = def.gravityScale;
        made.fixedRotation = def.fixedRotation;
        made.bullet = def.bullet;
        made.allowSleep = def.sleepAllowed;
        made.enabled = def.enabled && !world.body(id).quarantined;
        b2Body* body = world_.CreateBody(&made);
        bodies_.push_back(body);
        PeerShape* shape = scene_.shapesOf(index);
        for (const ShapeId shapeId : world.shapesOf(id)) {
            const BodyShape& from = world.shape(shapeId);
            b2FixtureDef fixture;
            fixture.userData.pointer = reinterpret_cast<uintptr_t>(shape++);
            fixture.friction = from.def.material.dynamicFriction; // mixed by geometric mean, as in satbox
            fixture.restitution = from.def.material.restitution;
            fixture.restitutionThreshold = world.settings().restitutionThreshold; // m/s
            fixture.isSensor = from.def.sensor;
            fixture.filter.categoryBits = static_cast<uint16_t>(from.def.filter.category);
            fixture.filter.maskBits = static_cast<uint16_t>(from.def.filter.mask);
            fixture.filter.groupIndex = static_cast<int16_t>(from.def.filter.group);
            std::visit(FixtureMaker{*body, fixture, notes}, from.shape);
        }
        if (def.type == BodyType::Dynamic) setMass(*body, world.motion(id));
    }

    // The mass of satbox: overlapping pieces of a shape would count twice, and the skin does not.
    static void setMass(b2Body& body, const BodyMotion& motion)
    {
        if (motion.invMass <= 0.0f) return;
        b2MassData data;
        data.mass = 1.0f / motion.invMass;
        data.center = toBox2d(motion.localCenter);
        const float inertia = motion.invInertia > 0.0f ? 1.0f / motion.invInertia : 0.0f;
        data.I = inertia + data.mass * b2Dot(data.center, data.center);
        body.SetMassData(&data);
    }

    b2MouseJoint* makePull(const PeerPull& pull)
    {
        b2Body* body = bodies_[pull.body];
        b2MouseJointDef def;
        def.bodyA = ground_;
        def.bodyB = body;
        def.target = body->GetWorldPoint(toBox2d(pull.localAnchor)); // where it grabs the body
        def.maxForce = mouse_.forceLimit * kStandardGravity * body->GetMass();
        b2LinearStiffness(def.stiffness, def.damping, mouse_.frequency, mouse_.dampingRatio, def.bodyA,
                          def.bodyB);
        body->SetAwake(true);
        return static_cast<b2MouseJoint*>(world_.CreateJoint(&def));
    }

    void addJoint(const World& world, size_t index, PeerNotes& notes)
    {
        const JointDef def = world.jointDef(scene_.joints()[index]);
        joints_.push_back({nullptr, def.breakForce, def.breakTorque});
        b2Body *a = bodies_[scene_.indexOf(def.bodyA)], *b = bodies_[scene_.indexOf(def.bodyB)];
        const auto begin = [&](auto made) {
            made.bodyA = a;
            made.bodyB = b;
            made.collideConnected = def.collideConnected;
            return made;
        };
        const auto anchored = [&](auto made) {
            made = begin(made);
            made.localAnchorA = toBox2d(def.anchorA);
            made.localAnchorB = toBox2d(def.anchorB);
            return made;
        };
        const auto add = [&](const auto& made) { joints_.back().joint = world_.CreateJoint(&made); };
        const float referenceAngle = def.angleA - def.angleB;
        const auto noteSoftHold = [&](const auto& kind) {
            if (kind.holdFrequency > 0.0f)
                notes.add("soft hold of a " + std::string(toString(def.kind)) + " joint");
        };
        const auto noteSpring = [&](const auto& kind) {
            if (kind.spring.enabled) notes.add("spring in a " + std::string(toString(def.kind)) + " joint");
        };
        std::visit(
            [&](const auto& kind) {
                using Kind = std::remove_cvref_t<decltype(kind)>;
                if constexpr (std::is_same_v<Kind, DistanceJoint>) {
                    auto made = anchored(b2DistanceJointDef());
                    if (kind.rigid) {
                        made.length = made.minLength = made.maxLength = kind.length;
                    } else {
                        if (kind.limit.enabled) {
                            made.minLength = kind.limit.lower;
                            made.maxLength = kind.limit.upper;
                        }
                        if (kind.spring.enabled) {
                            made.length = kind.spring.target;
                            b2LinearStiffness(made.stiffness, made.damping, kind.spring.frequency,
                                              kind.spring.dampingRatio, a, b);
                        }
                        if (kind.motor.enabled) notes.add("motor in a distance joint");
                    }
                    add(made);
                } else if constexpr (std::is_same_v<Kind, RevoluteJoint>) {
                    auto made = anchored(b2RevoluteJointDef());
                    made.referenceAngle = referenceAngle;
                    made.enableLimit = kind.limit.enabled;
                    made.lowerAngle = kind.limit.lower;
                    made.upperAngle = kind.limit.upper;
                    made.enableMotor = kind.motor.enabled;
                    made.motorSpeed = kind.motor.speed;
                    made.maxMotorTorque = kind.motor.maxForce;
                    noteSpring(kind);
                    noteSoftHold(kind);
                    add(made);
                } else if constexpr (std::is_same_v<Kind, PrismaticJoint>) {
                    auto made = anchored(b2PrismaticJointDef());
                    made.referenceAngle = referenceAngle;
                    made.localAxisA = axisAt(def.angleA);
                    made.enableLimit = kind.limit.enabled;
                    made.lowerTranslation = kind.limit.lower;
                    made.upperTranslation = kind.limit.upper;
                    made.enableMotor = kind.motor.enabled;
                    made.motorSpeed = kind.motor.speed;
                    made.maxMotorForce = kind.motor.maxForce;
                    noteSpring(kind);
                    noteSoftHold(kind);
                    add(made);
                } else if constexpr (std::is_same_v<Kind, WeldJoint>) {
                    auto made = anchored(b2WeldJointDef());
                    made.referenceAngle = referenceAngle;
                    if (kind.angularFrequency > 0.0f)
                        b2AngularStiffness(made.stiffness, made.damping, kind.angularFrequency,
                                           kind.angularDampingRatio, a, b);
                    if (kind.linearFrequency > 0.0f) notes.add("weld that is soft in length");
                    add(made);
                } else if constexpr (std::is_same_v<Kind, WheelJoint>) {
                    auto made = anchored(b2WheelJointDef());
                    made.localAxisA = axisAt(def.angleA);
                    made.enableLimit = kind.limit.enabled;
                    made.lowerTranslation = kind.limit.lower;
                    made.upperTranslation = kind.limit.upper;
                    made.enableMotor = kind.motor.enabled;
                    made.motorSpeed = kind.motor.speed;
                    made.maxMotorTorque = kind.motor.maxForce;
                    if (kind.spring.enabled) {
                        b2LinearStiffness(made.stiffness, made.damping, kind.spring.frequency,
                                          kind.spring.dampingRatio, a, b);
                        if (kind.spring.target != 0.0f) notes.add("suspension with a target other than 0");
                    }
                    noteSoftHold(kind);
                    add(made);
                } else if constexpr (std::is_same_v<Kind, MotorJoint>) {
                    auto made = begin(b2MotorJointDef());
                    // Its anchor on B is B's origin, its offset is in A's frame.
                    if (length(def.anchorB) > 0.0f)
                        notes.add("motor joint with an anchor off body B's origin");
                    made.linearOffset = toBox2d(def.anchorA);
                    made.angularOffset = referenceAngle;
                    made.maxForce = kind.maxForce;
                    made.maxTorque = kind.maxTorque;
                    add(made);
                } else if constexpr (std::is_same_v<Kind, PulleyJoint>) {
                    auto made = anchored(b2PulleyJointDef());
                    made.groundAnchorA = toBox2d(kind.groundA);
                    made.groundAnchorB = toBox2d(kind.groundB);
                    made.ratio = kind.ratio;
                    made.lengthA = (a->GetWorldPoint(made.localAnchorA) - made.groundAnchorA).Length();
                    made.lengthB = (kind.length - made.lengthA) / kind.ratio;
                    if (!(made.lengthB > 0.0f)) {
                        notes.add("pulley whose rope is shorter than its first part");
                        return;
                    }
                    noteSoftHold(kind);
                    add(made);
                } else if constexpr (std::is_same_v<Kind, GearJoint>) {
                    notes.add("gear joint between two bodies");
                } else {
                    static_assert(std::is_same_v<Kind, FilterJoint>); // PeerScene::shouldCollide
                }
            },
            def.kind);
    }

    PeerScene scene_;
    b2World world_;
    b2Body* ground_ = nullptr; // of mouse joints
    std::vector<b2Body*> bodies_;
    std::vector<HeldJoint> joints_;
    std::vector<PeerPull> pulls_;
    std::vector<b2MouseJoint*> pullJoints_; // of `pulls_`
    MouseSpring mouse_;
    int velocityIterations_ = 8, positionIterations_ = 3;
};

} // namespace

std::unique_ptr<PeerWorld> makeBox2dWorld(const World& world, PeerNotes& notes)
{
    return std::make_unique<Box2dWorld>(world, notes);
}

} // namespace satbox

#endif
