// Box2D 3, which has a C interface. It steps on the calling thread.

#if defined(SATBOX_HAVE_BOX2D3)

#include "engine/peers/box2d3_versions.h"
#include "engine/peers/peer_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <variant>

namespace satbox {
namespace {

constexpr float kStandardGravity = 9.81f; // m/s^2, to which the mouse's force limit refers

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

// Its callbacks for materials know nothing of their world, so there is one for each rule, in the order of
// CombineRule.
template<CombineRule kRule>
float mixBy(float a, Box2d3Material, float b, Box2d3Material)
{
    return combine(kRule, a, b);
}
constexpr std::array kMixers{mixBy<CombineRule::GeometricMean>, mixBy<CombineRule::Product>,
                             mixBy<CombineRule::Average>, mixBy<CombineRule::Minimum>,
                             mixBy<CombineRule::Maximum>};

b2WorldDef worldDefOf(const WorldSettings& settings)
{
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = toBox2d(settings.gravity);
    def.restitutionThreshold = settings.restitutionThreshold;
    def.enableSleep = settings.sleeping;
    def.enableContinuous = settings.continuous;
    // With an override, all shapes have its value.
    def.frictionCallback = kMixers[static_cast<size_t>(settings.frictionRule)];
    def.restitutionCallback = kMixers[static_cast<size_t>(settings.restitutionRule)];
    if (settings.overrideFriction) def.frictionCallback = mixBy<CombineRule::Maximum>;
    if (settings.overrideRestitution) def.restitutionCallback = mixBy<CombineRule::Maximum>;
    return def;
}

struct ShapeMaker {
    b2BodyId body;
    b2ShapeDef def;
    PeerNotes& notes;

    void operator()(const Circle& circle)
    {
        const b2Circle shape{toBox2d(circle.center), circle.radius};
        b2CreateCircleShape(body, &def, &shape);
    }
    void operator()(const Capsule& capsule)
    {
        const b2Capsule shape{toBox2d(capsule.p1), toBox2d(capsule.p2), capsule.radius};
        b2CreateCapsuleShape(body, &def, &shape);
    }
    void operator()(const Polygon& polygon)
    {
        static_assert(kMaxPolygonVertices <= B2_MAX_POLYGON_VERTICES);
        std::array<b2Vec2, B2_MAX_POLYGON_VERTICES> points;
        for (size_t i = 0; i < polygon.points().size(); ++i) points[i] = toBox2d(polygon.vertices[i]);
        const b2Hull hull = b2ComputeHull(points.data(), polygon.count);
        if (hull.count != polygon.count)
            return notes.add("polygons with vertices that it merges: they are left out");
        const b2Polygon shape = b2MakePolygon(&hull, polygon.radius);
        b2CreatePolygonShape(body, &def, &shape);
    }
    void operator()(const Segment& segment)
    {
        if (segment.oneSided) notes.add("single one-sided segments");
        const b2Segment shape{toBox2d(segment.p1), toBox2d(segment.p2)};
        b2CreateSegmentShape(body, &def, &shape);
    }
};

class Box2d3World final : public PeerWorld {
  public:
    Box2d3World(const World& world, PeerNotes& notes)

        : scene_(world, notes, {.rollingResistance = true, .axisLocks = kBox2d3LocksAxes}),
          settings_(world.settings())
    {
        const b2WorldDef def = worldDefOf(settings_);
        world_ = b2CreateWorld(&def);
        b2World_EnableWarmStarting(world_, settings_.warmStarting);
        b2BodyDef ground = b2DefaultBodyDef();
        ground_ = b2CreateBody(world_, &ground);
        for (size_t i = 0; i < scene_.bodies().size(); ++i) addBody(world, i, notes);
        for (size_t i = 0; i < scene_.joints().size(); ++i) addJoint(world, i, notes);
    }
    ~Box2d3World() override { b2DestroyWorld(world_); }

    void step(float dt) override { b2World_Step(world_, dt, settings_.substeps); }

    PeerBodyState state(size_t index) const override
    {
        const b2BodyId body = bodies_[index];
        const auto p = b2Body_GetPosition(body), center = worldCenter(body);
        const b2Vec2 v = b2Body_GetLinearVelocity(body);
        const b2Rot q = b2Body_GetRotation(body);
        const bool moves = b2Body_GetType(body) == b2_dynamicBody;
        return {.x = p.x,
                .y = p.y,
                .cos = q.c,
                .sin = q.s,
                .centerX = center.x,
                .centerY = center.y,
                .velocityX = v.x,
                .velocityY = v.y,
                .spin = b2Body_GetAngularVelocity(body),
                .mass = moves ? double{b2Body_GetMass(body)} : 0.0,
                .inertia = moves && rotates(body) ? double{b2Body_GetRotationalInertia(body)} : 0.0};
    }

    void setVelocity(size_t body, Vec2 velocity, float spin) override
    {
        b2Body_SetAwake(bodies_[body], true);
        b2Body_SetLinearVelocity(bodies_[body], toBox2d(velocity));
        b2Body_SetAngularVelocity(bodies_[body], spin);
    }
    void setPose(size_t body, const WorldTransform& pose) override
    {
        b2Body_SetAwake(bodies_[body], true);
        b2Body_SetTransform(bodies_[body], toBox2d(pose.p), {pose.q.c, pose.q.s});
    }
    void applyForce(size_t body, Vec2 force, float torque) override
    {
        b2Body_ApplyForceToCenter(bodies_[body], toBox2d(force), true);
        b2Body_ApplyTorque(bodies_[body], torque, true);
    }

    void setPulls(std::span<const PeerPull> pulls) override
    {
        if (!haveSameGrips(pulls, pulls_)) {
            for (const b2JointId joint : pullJoints_) b2DestroyJoint(joint);
            pullJoints_.clear();
            for (const PeerPull& pull : pulls) pullJoints_.push_back(makePullJoint(pull));
        }
        pulls_.assign(pulls.begin(), pulls.end());
        for (size_t i = 0; i < pulls.size(); ++i) setTarget(pullJoints_[i], pulls[i].target);
    }

    std::vector<size_t> takeBrokenJoints(float) override
    {
        std::vector<size_t> broken;
        for (size_t i = 0; i < joints_.size(); ++i) {
            HeldJoint& held = joints_[i];
            if (!held.exists || (held.breakForce <= 0.0f && held.breakTorque <= 0.0f)) continue;
            const b2Vec2 force = b2Joint_GetConstraintForce(held.joint);
            const bool breaks = (held.breakForce > 0.0f && b2Length(force) > held.breakForce) ||
                                (held.breakTorque > 0.0f &&
                                 std::fabs(b2Joint_GetConstraintTorque(held.joint)) > held.breakTorque);
            if (!breaks) continue;
            b2DestroyJoint(held.joint);
            held.exists = false;
            broken.push_back(i);
        }
        return broken;
    }

  private:
    struct HeldJoint {
        b2JointId joint{};
        bool exists = false; // false: without counterpart, or broken
        float breakForce = 0.0f, breakTorque = 0.0f;
    };

    void addBody(const World& world, size_t index, PeerNotes& notes)
    {
        const BodyId id = scene_.bodies()[index];
        const BodyDef def = world.bodyDef(id);
        const BodyMotion& motion = world.motion(id);
        b2BodyDef made = b2DefaultBodyDef();
        made.type = typeOf(def.type);
        made.position = toBox2d(motion.origin());
        made.rotation = {motion.q.c, motion.q.s};
        made.linearVelocity = toBox2d(def.linearVelocity);
        made.angularVelocity = def.angularVelocity;
        made.linearDamping = def.linearDamping;
        made.angularDamping = def.angularDamping;
        made.gravityScale = def.gravityScale;
        setLocks(made, def);
        made.isBullet = def.bullet;
        made.enableSleep = def.sleepAllowed;
        made.isEnabled = def.enabled && !world.body(id).quarantined;
        const b2BodyId body = b2CreateBody(world_, &made);
        bodies_.push_back(body);
        for (const ShapeId shapeId : world.shapesOf(id)) {
            const BodyShape& from = world.shape(shapeId);
            const Material& material = from.def.material;
            b2ShapeDef shape = b2DefaultShapeDef();
            shape.density = 0.0f;
            shape.updateBodyMass = false;
            shape.material.friction =
                settings_.overrideFriction ? settings_.frictionOverride : material.dynamicFriction;
            shape.material.restitution =
                settings_.overrideRestitution ? settings_.restitutionOverride : material.restitution;
            shape.material.rollingResistance = material.rollingResistance;
            shape.material.tangentSpeed = material.surfaceSpeed;
            shape.isSensor = from.def.sensor;
            shape.filter = {from.def.filter.category, from.def.filter.mask, from.def.filter.group};
            std::visit(ShapeMaker{body, shape, notes}, from.shape);
        }
        // Box2D measures the size of a body together with its mass. A kinematic body without a size has no
        // speed at its rim: it falls asleep while it spins.
        if (def.type == BodyType::Kinematic) b2Body_ApplyMassFromShapes(body);
        if (def.type != BodyType::Dynamic || motion.invMass <= 0.0f) return;
        b2Body_SetMassData(body, {1.0f / motion.invMass, toBox2d(motion.localCenter),
                                  motion.invInertia > 0.0f ? 1.0f / motion.invInertia : 0.0f});
    }

    b2JointId makePullJoint(const PeerPull& pull)
    {
        const b2BodyId body = bodies_[pull.body];
        b2Body_SetAwake(body, true);
        return makePull(world_,
                        {.ground = ground_,
                         .body = body,
                         .localAnchor = pull.localAnchor,
                         .frequency = settings_.mouseFrequency,
                         .dampingRatio = settings_.mouseDampingRatio,
                         .maxForce = settings_.mouseForceLimit * kStandardGravity * b2Body_GetMass(body)});
    }

    void addJoint(const World& world, size_t index, PeerNotes& notes)
    {
        const JointDef def = world.jointDef(scene_.joints()[index]);
        joints_.push_back({{}, false, def.breakForce, def.breakTorque});
        const auto begin = [&](auto made) {
            setFrames(made, bodies_[scene_.indexOf(def.bodyA)], bodies_[scene_.indexOf(def.bodyB)], def);
            return made;
        };
        const auto add = [&](b2JointId joint) {
            joints_.back().joint = joint;
            joints_.back().exists = true;
        };
        const auto springOf = [](const JointSpring& spring, auto& made) {
            made.enableSpring = spring.enabled;
            made.hertz = spring.frequency;
            made.dampingRatio = spring.dampingRatio;
        };
        const auto motorOf = [](const JointMotor& motor, auto& made) {
            made.enableMotor = motor.enabled;
            made.motorSpeed = motor.speed;
        };
        const auto noteSoftHold = [&](const auto& kind) {
            if (kind.holdFrequency > 0.0f)
                notes.add("soft hold of a " + std::string(toString(def.kind)) + " joint");
        };
        std::visit(
            [&](const auto& kind) {
                using Kind = std::remove_cvref_t<decltype(kind)>;
                if constexpr (std::is_same_v<Kind, DistanceJoint>) {
                    auto made = begin(b2DefaultDistanceJointDef());
                    if (kind.rigid) {
                        made.length = kind.length;
                    } else {
                        made.length = kind.spring.enabled ? kind.spring.target : kind.limit.upper;
                        springOf(kind.spring, made);
                        motorOf(kind.motor, made);
                        made.maxMotorForce = kind.motor.maxForce;
                        made.enableLimit = kind.limit.enabled;
                        made.minLength = kind.limit.lower;
                        made.maxLength = kind.limit.upper;
                        if (!kind.spring.enabled) { // else the length would be rigid
                            made.enableSpring = true;
                            made.hertz = 0.0f;
                        }
                    }
                    add(b2CreateDistanceJoint(world_, &made));
                } else if constexpr (std::is_same_v<Kind, RevoluteJoint>) {
                    auto made = begin(b2DefaultRevoluteJointDef());
                    springOf(kind.spring, made);
                    made.targetAngle = springTarget(kind, def);
                    made.enableLimit = kind.limit.enabled;
                    made.lowerAngle = kind.limit.lower;
                    made.upperAngle = kind.limit.upper;
                    motorOf(kind.motor, made);
                    made.maxMotorTorque = kind.motor.maxForce;
                    noteSoftHold(kind);
                    add(b2CreateRevoluteJoint(world_, &made));
                } else if constexpr (std::is_same_v<Kind, PrismaticJoint>) {
                    auto made = begin(b2DefaultPrismaticJointDef());
                    springOf(kind.spring, made);
                    made.targetTranslation = kind.spring.target;
                    made.enableLimit = kind.limit.enabled;
                    made.lowerTranslation = kind.limit.lower;
                    made.upperTranslation = kind.limit.upper;
                    motorOf(kind.motor, made);
                    made.maxMotorForce = kind.motor.maxForce;
                    noteSoftHold(kind);
                    add(b2CreatePrismaticJoint(world_, &made));
                } else if constexpr (std::is_same_v<Kind, WeldJoint>) {
                    auto made = begin(b2DefaultWeldJointDef());
                    made.linearHertz = kind.linearFrequency;
                    made.linearDampingRatio = kind.linearDampingRatio;
                    made.angularHertz = kind.angularFrequency;
                    made.angularDampingRatio = kind.angularDampingRatio;
                    add(b2CreateWeldJoint(world_, &made));
                } else if constexpr (std::is_same_v<Kind, WheelJoint>) {
                    auto made = begin(b2DefaultWheelJointDef());
                    springOf(kind.spring, made);
                    if (kind.spring.enabled && kind.spring.target != 0.0f)
                        notes.add("suspension with a target other than 0");
                    made.enableLimit = kind.limit.enabled;
                    made.lowerTranslation = kind.limit.lower;
                    made.upperTranslation = kind.limit.upper;
                    motorOf(kind.motor, made);
                    made.maxMotorTorque = kind.motor.maxForce;
                    noteSoftHold(kind);
                    add(b2CreateWheelJoint(world_, &made));
                } else if constexpr (std::is_same_v<Kind, MotorJoint>) {
                    auto made = begin(b2DefaultMotorJointDef());
                    setMotorJoint(made, kind, def, notes);
                    add(b2CreateMotorJoint(world_, &made));
                } else if constexpr (std::is_same_v<Kind, FilterJoint>) {
                    const auto made = begin(b2DefaultFilterJointDef());
                    add(b2CreateFilterJoint(world_, &made));
                } else {
                    notes.add(std::string(toString(def.kind)) + " joint");
                }
            },
            def.kind);
    }

    PeerScene scene_;
    WorldSettings settings_;
    b2WorldId world_{};
    b2BodyId ground_{}; // of mouse joints
    std::vector<b2BodyId> bodies_;
    std::vector<HeldJoint> joints_;
    std::vector<PeerPull> pulls_;
    std::vector<b2JointId> pullJoints_; // of `pulls_`
};

} // namespace

std::string box2d3Version()
{
    const b2Version version = b2GetVersion();
    return std::to_string(version.major) + '.' + std::to_string(version.minor) + '.' +
           std::to_string(version.revision);
}

std::unique_ptr<PeerWorld> makeBox2d3World(const World& world, PeerNotes& notes)
{
    return std::make_unique<Box2d3World>(world, notes);
}

} // namespace satbox

#endif
