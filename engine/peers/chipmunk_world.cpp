// Chipmunk 7.

#if defined(SATBOX_HAVE_CHIPMUNK)

#include "engine/peers/peer_scene.h"

#include <chipmunk/chipmunk.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <type_traits>
#include <variant>

namespace satbox {
namespace {

constexpr double kStandardGravity = 9.81; // m/s^2, to which the mouse's force limit refers
constexpr double kUnlimited = 1e6;        // m, half the travel of a slider without limit

cpVect toChipmunk(Vec2 v) { return {v.x, v.y}; }
cpVect toChipmunk(Position p) { return {p.x, p.y}; }
cpVect axisAt(float angle) { return {makeRot(angle).c, makeRot(angle).s}; }

struct ShapeMaker {
    cpBody* body;

    cpShape* operator()(const Circle& circle) const
    {
        return cpCircleShapeNew(body, circle.radius, toChipmunk(circle.center));
    }
    cpShape* operator()(const Capsule& capsule) const
    {
        return cpSegmentShapeNew(body, toChipmunk(capsule.p1), toChipmunk(capsule.p2), capsule.radius);
    }
    cpShape* operator()(const Segment& segment) const
    {
        return cpSegmentShapeNew(body, toChipmunk(segment.p1), toChipmunk(segment.p2), 0.0);
    }
    cpShape* operator()(const Polygon& polygon) const
    {
        std::vector<cpVect> points;
        for (const Vec2& v : polygon.points()) points.push_back(toChipmunk(v));
        return cpPolyShapeNew(body, polygon.count, points.data(), cpTransformIdentity, polygon.radius);
    }
};

cpBody* makeBody(BodyType type, const BodyMotion& motion)
{
    switch (type) {
    case BodyType::Static:
        return cpBodyNewStatic();
    case BodyType::Kinematic:
        return cpBodyNewKinematic();
    case BodyType::Dynamic:
        break;
    }
    const auto infinity = static_cast<double>(INFINITY);
    return cpBodyNew(motion.invMass > 0.0f ? 1.0 / double{motion.invMass} : infinity,
                     motion.invInertia > 0.0f ? 1.0 / double{motion.invInertia} : infinity);
}

// What Chipmunk has no field of a body for.
struct MotionRules {
    double gravityScale = 1.0;
    double linearDamping = 0.0, angularDamping = 0.0; // 1/s
};

void updateVelocity(cpBody* body, cpVect gravity, cpFloat damping, cpFloat dt)
{
    const auto& rules = *static_cast<const MotionRules*>(cpBodyGetUserData(body));
    cpBodyUpdateVelocity(body, cpvmult(gravity, rules.gravityScale), damping, dt);
    cpBodySetVelocity(body, cpvmult(cpBodyGetVelocity(body), 1.0 / (1.0 + dt * rules.linearDamping)));
    cpBodySetAngularVelocity(body, cpBodyGetAngularVelocity(body) / (1.0 + dt * rules.angularDamping));
}

struct SpringRates {
    double stiffness = 0.0; // N/m, or N m/rad
    double damping = 0.0;   // N s/m, or N m s/rad
};
// `mass`: reduced, of both bodies, kg or kg m^2.
SpringRates ratesOf(double frequency, double dampingRatio, double mass)
{
    const double omega = 2.0 * CP_PI * frequency;
    return {mass * omega * omega, 2.0 * mass * dampingRatio * omega};
}
double reduced(double a, double b)
{
    if (!std::isfinite(a)) return std::isfinite(b) ? b : 0.0;
    return std::isfinite(b) ? a * b / (a + b) : a;
}

class ChipmunkWorld final : public PeerWorld {
  public:
    ChipmunkWorld(const World& world, PeerNotes& notes) : scene_(world, notes), space_(cpSpaceNew())
    {
        const WorldSettings& settings = world.settings();
        mouseForceLimit_ = double{settings.mouseForceLimit};
        cpSpaceSetIterations(space_, settings.velocityIterations);
        cpSpaceSetGravity(space_, toChipmunk(settings.gravity));
        cpSpaceSetCollisionSlop(space_, double{tolerancesOf(settings).linearSlop});
        if (settings.sleeping) {
            cpSpaceSetSleepTimeThreshold(space_, double{settings.timeToSleep});
            cpSpaceSetIdleSpeedThreshold(space_, double{tolerancesOf(settings).sleepSpeed});
        }
        setCallbacks();
        for (size_t i = 0; i < scene_.bodies().size(); ++i) addBody(world, i, notes);
        for (size_t i = 0; i < scene_.joints().size(); ++i) addJoint(world, i, notes);
    }
    ~ChipmunkWorld() override
    {
        // Sleeping bodies own copies of their contacts, which only waking frees.
        for (cpBody* body : bodies_)
            if (cpBodyIsSleeping(body)) cpBodyActivate(body);
        // Then the space: removing a single shape from it iterates over all contacts.
        cpSpaceFree(space_);
        for (const HeldJoint& held : joints_)
            for (cpConstraint* part : held.parts) cpConstraintFree(part);
        for (const Hand& hand : hands_) {
            cpConstraintFree(hand.joint);
            cpBodyFree(hand.body);
        }
        for (cpShape* shape : shapes_) cpShapeFree(shape);
        for (cpBody* body : bodies_) cpBodyFree(body);
    }

    void step(float dt) override { cpSpaceStep(space_, double{dt}); }

    PeerBodyState state(size_t index) const override
    {
        const cpBody* body = bodies_[index];
        const cpVect p = cpBodyGetPosition(body), q = cpBodyGetRotation(body), v = cpBodyGetVelocity(body);
        const cpVect center = cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body));
        const double mass = cpBodyGetMass(body), inertia = cpBodyGetMoment(body); // infinite where static
        return {.x = p.x,
                .y = p.y,
                .cos = q.x,
                .sin = q.y,
                .centerX = center.x,
                .centerY = center.y,
                .velocityX = v.x,
                .velocityY = v.y,
                .spin = cpBodyGetAngularVelocity(body),
                .mass = std::isfinite(mass) ? mass : 0.0,
                .inertia = std::isfinite(inertia) ? inertia : 0.0};
    }

    void setVelocity(size_t body, Vec2 velocity, float spin) override
    {
        cpBodySetVelocity(bodies_[body], toChipmunk(velocity)); // wakes it
        cpBodySetAngularVelocity(bodies_[body], double{spin});
    }
    void setPose(size_t body, const WorldTransform& pose) override
    {
        // In this order: turning keeps the centre of gravity where it is.
        cpBodySetAngle(bodies_[body], double{angleOf(pose.q)});
        cpBodySetPosition(bodies_[body], toChipmunk(pose.p));
        if (cpBodyGetType(bodies_[body]) == CP_BODY_TYPE_STATIC)
            cpSpaceReindexShapesForBody(space_, bodies_[body]);
    }
    void applyForce(size_t body, Vec2 force, float torque) override
    {
        cpBodyActivate(bodies_[body]);
        cpBodySetForce(bodies_[body], cpvadd(cpBodyGetForce(bodies_[body]), toChipmunk(force)));
        cpBodySetTorque(bodies_[body], cpBodyGetTorque(bodies_[body]) + double{torque});
    }

    // Chipmunk has no mouse joint; its demos pull by a hinge of limited force on a kinematic body, which
    // corrects 15 % of its error in each step at 60 Hz.
    void setPulls(std::span<const PeerPull> pulls) override
    {
        while (hands_.size() > pulls.size()) dropHand();
        for (size_t i = 0; i < pulls.size(); ++i) {
            if (i < hands_.size() &&
                (hands_[i].pull.body != pulls[i].body || hands_[i].pull.localAnchor != pulls[i].localAnchor))
                while (hands_.size() > i) dropHand();
            if (i == hands_.size()) addHand(pulls[i]);
            hands_[i].pull = pulls[i];
            cpBodySetPosition(hands_[i].body, toChipmunk(pulls[i].target));
            cpBodyActivate(bodies_[pulls[i].body]);
        }
    }

    std::vector<size_t> takeBrokenJoints(float dt) override
    {
        std::vector<size_t> broken;
        for (size_t i = 0; i < joints_.size(); ++i) {
            HeldJoint& held = joints_[i];
            if (held.parts.empty() || held.breakForce <= 0.0) continue;
            if (cpConstraintGetImpulse(held.parts.front()) <= held.breakForce * double{dt}) continue;
            for (cpConstraint* part : held.parts) {
                cpSpaceRemoveConstraint(space_, part);
                cpConstraintFree(part);
            }
            held.parts.clear();
            broken.push_back(i);
        }
        return broken;
    }

  private:
    struct HeldJoint {
        std::vector<cpConstraint*> parts; // the first holds the anchors; empty: no counterpart, or broken
        double breakForce = 0.0;          // N; 0: never
    };
    struct Hand {
        PeerPull pull;
        cpBody* body = nullptr; // kinematic, at the target
        cpConstraint* joint = nullptr;
    };

    static const PeerShape& shapeOf(const cpShape* shape)
    {
        return *static_cast<const PeerShape*>(cpShapeGetUserData(shape));
    }

    void setCallbacks()
    {
        const bool mixes = scene_.mixesByCallback() || scene_.restitutionsDiffer();
        if (!mixes && !scene_.filtersByCallback()) return;
        cpCollisionHandler* handler = cpSpaceAddDefaultCollisionHandler(space_);
        handler->userData = this;
        if (scene_.filtersByCallback())
            handler->beginFunc = [](cpArbiter* arbiter, cpSpace*, cpDataPointer self) -> cpBool {
                cpShape *a = nullptr, *b = nullptr;
                cpArbiterGetShapes(arbiter, &a, &b);
                return static_cast<ChipmunkWorld*>(self)->scene_.shouldCollide(shapeOf(a), shapeOf(b))
                           ? cpTrue
                           : cpFalse;
            };
        if (mixes)
            handler->preSolveFunc = [](cpArbiter* arbiter, cpSpace*, cpDataPointer self) -> cpBool {
                static_cast<ChipmunkWorld*>(self)->mix(arbiter);
                return cpTrue;
            };
    }

    void mix(cpArbiter* arbiter) const
    {
        cpShape *shapeA = nullptr, *shapeB = nullptr;
        cpArbiterGetShapes(arbiter, &shapeA, &shapeB);
        const PeerShape &a = shapeOf(shapeA), &b = shapeOf(shapeB);
        const MixedMaterial mixed = scene_.mix(a, b);
        cpArbiterSetFriction(arbiter, double{mixed.dynamicFriction});
        cpArbiterSetRestitution(arbiter, double{mixed.restitution});
        const double speed = double{a.material.surfaceSpeed} + double{b.material.surfaceSpeed};
        if (speed == 0.0) return;
        // Friction drives the velocity of B relative to A to the opposite of the surface velocity.
        const cpVect n = cpArbiterGetNormal(arbiter);
        cpArbiterSetSurfaceVelocity(arbiter, cpvmult(cpv(n.y, -n.x), -speed));
    }

    void addBody(const World& world, size_t index, PeerNotes& notes)
    {
        const BodyId id = scene_.bodies()[index];
        const BodyDef def = world.bodyDef(id);
        const BodyMotion& motion = world.motion(id);
        cpBody* body = cpSpaceAddBody(space_, makeBody(def.type, motion));
        bodies_.push_back(body);
        if (def.type == BodyType::Dynamic) cpBodySetCenterOfGravity(body, toChipmunk(motion.localCenter));
        // Before the shapes are added: all shapes at one position would form pairs and take minutes. In this
        // order: turning keeps the centre of gravity where it is.
        cpBodySetAngle(body, double{angleOf(motion.q)});
        cpBodySetPosition(body, toChipmunk(motion.origin()));
        if (def.bullet) notes.add("bullets");
        if (def.gravityScale != 1.0f || def.linearDamping != 0.0f || def.angularDamping != 0.0f) {
            rules_.push_back(
                {double{def.gravityScale}, double{def.linearDamping}, double{def.angularDamping}});
            cpBodySetUserData(body, &rules_.back());
            cpBodySetVelocityUpdateFunc(body, updateVelocity);
        }
        PeerShape* shape = scene_.shapesOf(index);
        if (def.enabled && !world.body(id).quarantined)
            for (const ShapeId shapeId : world.shapesOf(id))
                addShape(body, world.shape(shapeId), *shape++, notes);
        cpBodySetVelocity(body, toChipmunk(def.linearVelocity));
        cpBodySetAngularVelocity(body, double{def.angularVelocity});
        if (def.type == BodyType::Static) cpSpaceReindexShapesForBody(space_, body);
    }

    void addShape(cpBody* body, const BodyShape& from, PeerShape& rules, PeerNotes& notes)
    {
        cpShape* shape = cpSpaceAddShape(space_, std::visit(ShapeMaker{body}, from.shape));
        shapes_.push_back(shape);
        if (const auto* segment = std::get_if<Segment>(&from.shape); segment && segment->oneSided)
            notes.add("one-sided segments");
        cpShapeSetUserData(shape, &rules);
        // Chipmunk multiplies frictions and elasticities of a pair; with square roots the product is the
        // geometric mean.
        cpShapeSetFriction(shape, std::sqrt(double{rules.material.dynamicFriction}));
        cpShapeSetElasticity(shape, std::sqrt(double{rules.material.restitution}));
        cpShapeSetSensor(shape, from.def.sensor ? cpTrue : cpFalse);
        if (scene_.filtersByCallback()) return; // then its own filter lets everything through
        const Filter& filter = rules.filter;
        cpShapeSetFilter(shape,
                         {filter.group < 0 ? static_cast<cpGroup>(-int64_t{filter.group}) : CP_NO_GROUP,
                          static_cast<cpBitmask>(filter.category), static_cast<cpBitmask>(filter.mask)});
    }

    cpConstraint* add(cpConstraint* part, const JointDef& def)
    {
        cpConstraintSetCollideBodies(part, def.collideConnected ? cpTrue : cpFalse);
        joints_.back().parts.push_back(cpSpaceAddConstraint(space_, part));
        return part;
    }
    void addMotor(cpBody* a, cpBody* b, const JointMotor& motor, const JointDef& def)
    {
        if (!motor.enabled) return;
        cpConstraint* part = add(cpSimpleMotorNew(a, b, double{-motor.speed}), def); // it turns B against A
        cpConstraintSetMaxForce(part, double{motor.maxForce});
    }
    // The angle of B against A stays the same.
    void addFixedAngle(cpBody* a, cpBody* b, const JointDef& def)
    {
        add(cpGearJointNew(a, b, double{def.angleA} - double{def.angleB}, 1.0), def);
    }
    void addGroove(cpBody* a, cpBody* b, const JointLimit& limit, const JointDef& def)
    {
        const double lower = limit.enabled ? double{limit.lower} : -kUnlimited;
        const double upper = limit.enabled ? double{limit.upper} : kUnlimited;
        const cpVect axis = axisAt(def.angleA), anchor = toChipmunk(def.anchorA);
        add(cpGrooveJointNew(a, b, cpvadd(anchor, cpvmult(axis, lower)), cpvadd(anchor, cpvmult(axis, upper)),
                             toChipmunk(def.anchorB)),
            def);
    }

    void addJoint(const World& world, size_t index, PeerNotes& notes)
    {
        const JointDef def = world.jointDef(scene_.joints()[index]);
        joints_.push_back({{}, double{def.breakForce}});
        if (def.breakTorque > 0.0f) notes.add("torque above which a joint breaks");
        cpBody *a = bodies_[scene_.indexOf(def.bodyA)], *b = bodies_[scene_.indexOf(def.bodyB)];
        const cpVect anchorA = toChipmunk(def.anchorA), anchorB = toChipmunk(def.anchorB);
        const double mass = reduced(cpBodyGetMass(a), cpBodyGetMass(b));
        const double inertia = reduced(cpBodyGetMoment(a), cpBodyGetMoment(b));
        const double zeroAngle = double{def.angleA} - double{def.angleB};
        const auto noteSoftHold = [&](const auto& kind) {
            if (kind.holdFrequency > 0.0f)
                notes.add("soft hold of a " + std::string(toString(def.kind)) + " joint");
        };
        std::visit(
            [&](const auto& kind) {
                using Kind = std::remove_cvref_t<decltype(kind)>;
                if constexpr (std::is_same_v<Kind, DistanceJoint>) {
                    if (kind.rigid)
                        cpPinJointSetDist(add(cpPinJointNew(a, b, anchorA, anchorB), def),
                                          double{kind.length});
                    else if (kind.limit.enabled)
                        add(cpSlideJointNew(a, b, anchorA, anchorB, double{kind.limit.lower},
                                            double{kind.limit.upper}),
                            def);
                    if (!kind.rigid && kind.spring.enabled) {
                        const SpringRates rates =
                            ratesOf(double{kind.spring.frequency}, double{kind.spring.dampingRatio}, mass);
                        add(cpDampedSpringNew(a, b, anchorA, anchorB, double{kind.spring.target},
                                              rates.stiffness, rates.damping),
                            def);
                    }
                    if (kind.motor.enabled) notes.add("motor in a distance joint");
                } else if constexpr (std::is_same_v<Kind, RevoluteJoint>) {
                    add(cpPivotJointNew2(a, b, anchorA, anchorB), def);
                    if (kind.limit.enabled)
                        add(cpRotaryLimitJointNew(a, b, zeroAngle + double{kind.limit.lower},
                                                  zeroAngle + double{kind.limit.upper}),
                            def);
                    if (kind.spring.enabled) {
                        const SpringRates rates =
                            ratesOf(double{kind.spring.frequency}, double{kind.spring.dampingRatio}, inertia);
                        // Its angle is that of A against B.
                        add(cpDampedRotarySpringNew(a, b, -(zeroAngle + double{kind.spring.target}),
                                                    rates.stiffness, rates.damping),
                            def);
                    }
                    addMotor(a, b, kind.motor, def);
                    noteSoftHold(kind);
                } else if constexpr (std::is_same_v<Kind, PrismaticJoint>) {
                    addGroove(a, b, kind.limit, def);
                    addFixedAngle(a, b, def);
                    if (kind.motor.enabled) notes.add("motor in a prismatic joint");
                    if (kind.spring.enabled) notes.add("spring in a prismatic joint");
                    noteSoftHold(kind);
                } else if constexpr (std::is_same_v<Kind, WeldJoint>) {
                    add(cpPivotJointNew2(a, b, anchorA, anchorB), def);
                    if (kind.angularFrequency > 0.0f) {
                        const SpringRates rates =
                            ratesOf(double{kind.angularFrequency}, double{kind.angularDampingRatio}, inertia);
                        add(cpDampedRotarySpringNew(a, b, -zeroAngle, rates.stiffness, rates.damping), def);
                    } else {
                        addFixedAngle(a, b, def);
                    }
                    if (kind.linearFrequency > 0.0f) notes.add("weld that is soft in length");
                } else if constexpr (std::is_same_v<Kind, WheelJoint>) {
                    addGroove(a, b, kind.limit, def);
                    if (kind.spring.enabled) {
                        // From 1 m along the axis, with that rest length.
                        const SpringRates rates =
                            ratesOf(double{kind.spring.frequency}, double{kind.spring.dampingRatio}, mass);
                        const cpVect from =
                            cpvadd(anchorA, cpvmult(axisAt(def.angleA), 1.0 + double{kind.spring.target}));
                        add(cpDampedSpringNew(a, b, from, anchorB, 1.0, rates.stiffness, rates.damping), def);
                    }
                    addMotor(a, b, kind.motor, def);
                    noteSoftHold(kind);
                } else if constexpr (std::is_same_v<Kind, MotorJoint>) {
                    cpConstraintSetMaxForce(add(cpPivotJointNew2(a, b, anchorA, anchorB), def),
                                            double{kind.maxForce});
                    addFixedAngle(a, b, def);
                    cpConstraintSetMaxForce(joints_.back().parts.back(), double{kind.maxTorque});
                } else if constexpr (std::is_same_v<Kind, PulleyJoint>) {
                    notes.add("pulley joint");
                } else if constexpr (std::is_same_v<Kind, GearJoint>) {
                    if (kind.rack) {
                        notes.add("rack");
                        return;
                    }
                    // ratio * angle of B - angle of A = phase; outside, the wheels turn against each other.
                    const double ratio = (kind.ring ? 1.0 : -1.0) * double(kind.teethB) / double(kind.teethA);
                    add(cpGearJointNew(a, b, ratio * cpBodyGetAngle(b) - cpBodyGetAngle(a), ratio), def);
                } else {
                    static_assert(std::is_same_v<Kind, FilterJoint>); // PeerScene::shouldCollide
                }
            },
            def.kind);
    }

    void addHand(const PeerPull& pull)
    {
        cpBody* body = bodies_[pull.body];
        Hand hand{pull, cpBodyNewKinematic(), nullptr};
        cpBodySetPosition(hand.body, toChipmunk(pull.target));
        hand.joint = cpPivotJointNew2(hand.body, body, cpvzero, toChipmunk(pull.localAnchor));
        cpConstraintSetMaxForce(hand.joint, mouseForceLimit_ * kStandardGravity * cpBodyGetMass(body));
        cpConstraintSetErrorBias(hand.joint, cpfpow(1.0 - 0.15, 60.0));
        cpSpaceAddConstraint(space_, hand.joint);
        hands_.push_back(hand);
    }
    void dropHand()
    {
        cpSpaceRemoveConstraint(space_, hands_.back().joint);
        cpConstraintFree(hands_.back().joint);
        cpBodyFree(hands_.back().body);
        hands_.pop_back();
    }

    PeerScene scene_;
    cpSpace* space_;
    std::vector<HeldJoint> joints_;
    std::vector<cpBody*> bodies_;
    std::vector<cpShape*> shapes_;
    std::deque<MotionRules> rules_; // elements do not move
    std::vector<Hand> hands_;
    double mouseForceLimit_ = 0.0; // multiple of the body's weight
};

} // namespace

std::unique_ptr<PeerWorld> makeChipmunkWorld(const World& world, PeerNotes& notes)
{
    return std::make_unique<ChipmunkWorld>(world, notes);
}

} // namespace satbox

#endif
