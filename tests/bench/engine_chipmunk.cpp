#if defined(SATBOX_HAVE_CHIPMUNK)

#include "tests/bench/engine.h"

#include <chipmunk/chipmunk.h>
#include <cmath>
#include <stdexcept>

namespace satbox::bench {
namespace {

// Default settings: 10 iterations, collision slop 0.1 m, collision bias (0.9^60 of an overlap remains after a
// second). The slop is meant for worlds in pixels: overlap up to 0.1 m is not corrected, so its penetrations
// are that large.
cpVect toChipmunk(Vec2 v) { return {v.x, v.y}; }

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

cpBody* makeBody(BodyType type)
{
    switch (type) {
    case BodyType::Static:
        return cpBodyNewStatic();
    case BodyType::Kinematic:
        return cpBodyNewKinematic();
    case BodyType::Dynamic:
        break;
    }
    return cpBodyNew(0.0, 0.0); // mass and inertia come from the shapes' densities
}

class ChipmunkBench final : public BenchEngine {
  public:
    explicit ChipmunkBench(const BenchScene& scene) : space_(cpSpaceNew())
    {
        cpSpaceSetIterations(space_, 10);
        cpSpaceSetGravity(space_, toChipmunk(scene.settings.gravity));
        for (const BenchBody& body : scene.bodies) addBody(body);
        for (const BenchJoint& joint : scene.joints) addJoint(joint);
    }
    ~ChipmunkBench() override
    {
        // The space first: removing a single shape from it iterates over all contacts.
        cpSpaceFree(space_);
        for (cpConstraint* joint : joints_) cpConstraintFree(joint);
        for (cpShape* shape : shapes_) cpShapeFree(shape);
        for (cpBody* body : bodies_) cpBodyFree(body);
    }
    ChipmunkBench(const ChipmunkBench&) = delete;
    ChipmunkBench& operator=(const ChipmunkBench&) = delete;

    void step(float dt) override { cpSpaceStep(space_, double{dt}); }

    void setVelocity(size_t body, Vec2 velocity) override
    {
        cpBodySetVelocity(bodies_[body], toChipmunk(velocity));
        cpBodySetAngularVelocity(bodies_[body], 0.0);
    }
    void setPosition(size_t body, Vec2 position) override
    {
        cpBodySetPosition(bodies_[body], toChipmunk(position));
    }

    std::vector<BodySnapshot> states() const override
    {
        std::vector<BodySnapshot> states;
        for (const cpBody* body : bodies_) {
            const cpVect p = cpBodyGetPosition(body);
            const cpVect q = cpBodyGetRotation(body);
            const cpVect center = cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body));
            const cpVect v = cpBodyGetVelocity(body);
            const double mass = cpBodyGetMass(body), inertia = cpBodyGetMoment(body); // infinite where static
            states.push_back({.pose = {{p.x, p.y}, q.x, q.y},
                              .center = {center.x, center.y},
                              .velocity = {v.x, v.y},
                              .spin = cpBodyGetAngularVelocity(body),
                              .mass = std::isfinite(mass) ? mass : 0.0,
                              .inertia = std::isfinite(inertia) ? inertia : 0.0});
        }
        return states;
    }

  private:
    void addBody(const BenchBody& from)
    {
        if (from.def.gravityScale != 1.0f || from.def.linearDamping != 0.0f ||
            from.def.angularDamping != 0.0f)
            throw std::runtime_error("Chipmunk has no damping or gravity scale per body");
        cpBody* body = cpSpaceAddBody(space_, makeBody(from.def.type));
        bodies_.push_back(body);
        // Before the shapes are added: all shapes at one position would form pairs and take minutes.
        cpBodySetPosition(body, toChipmunk(toVec2(from.def.position)));
        cpBodySetAngle(body, double{angleOf(from.def.rotation)});
        for (const ShapeDef& def : from.shapes) {
            cpShape* shape = std::visit(ShapeMaker{body}, transformed(def.geometry, def.local));
            shapes_.push_back(cpSpaceAddShape(space_, shape));
            // Chipmunk multiplies frictions and elasticities of a pair; with square roots the product is the
            // geometric mean.
            cpShapeSetFriction(shape, std::sqrt(double{def.material.dynamicFriction}));
            cpShapeSetElasticity(shape, std::sqrt(double{def.material.restitution}));
            cpShapeSetSensor(shape, def.sensor ? cpTrue : cpFalse);
            cpShapeSetFilter(shape,
                             {def.filter.group < 0 ? static_cast<cpGroup>(-def.filter.group) : CP_NO_GROUP,
                              CP_ALL_CATEGORIES, CP_ALL_CATEGORIES});
            if (from.def.type == BodyType::Dynamic) cpShapeSetDensity(shape, def.material.density);
        }
        if (from.def.type == BodyType::Dynamic && from.def.fixedRotation)
            cpBodySetMoment(body, static_cast<double>(INFINITY));
        cpBodySetVelocity(body, toChipmunk(from.def.linearVelocity));
        cpBodySetAngularVelocity(body, double{from.def.angularVelocity});
        if (from.def.type == BodyType::Static) cpSpaceReindexShapesForBody(space_, body);
    }

    void add(cpConstraint* joint, const BenchJoint& from)
    {
        cpConstraintSetCollideBodies(joint, from.def.collideConnected ? cpTrue : cpFalse);
        joints_.push_back(cpSpaceAddConstraint(space_, joint));
    }
    void addMotor(cpBody* a, cpBody* b, const JointMotor& motor, const BenchJoint& from)
    {
        if (!motor.enabled) return;
        add(cpSimpleMotorNew(a, b, double{-motor.speed}), from); // it turns B against A the other way round
        cpConstraintSetMaxForce(joints_.back(), double{motor.maxForce});
    }
    void addJoint(const BenchJoint& joint)
    {
        cpBody *a = bodies_[joint.bodyA], *b = bodies_[joint.bodyB];
        const cpVect anchorA = toChipmunk(joint.def.anchorA), anchorB = toChipmunk(joint.def.anchorB);
        if (const auto* hinge = std::get_if<RevoluteJoint>(&joint.def.kind)) {
            add(cpPivotJointNew2(a, b, anchorA, anchorB), joint);
            const double zero = double{joint.def.angleA} - double{joint.def.angleB};
            if (hinge->limit.enabled)
                add(cpRotaryLimitJointNew(a, b, zero + double{hinge->limit.lower},
                                          zero + double{hinge->limit.upper}),
                    joint);
            addMotor(a, b, hinge->motor, joint);
        } else if (const auto* wheel = std::get_if<WheelJoint>(&joint.def.kind)) {
            // A groove of the suspension's travel, and a spring from 1 m above the hub's rest.
            const cpVect axis = cpvforangle(double{joint.def.angleA});
            add(cpGrooveJointNew(a, b, cpvadd(anchorA, cpvmult(axis, double{wheel->limit.lower})),
                                 cpvadd(anchorA, cpvmult(axis, double{wheel->limit.upper})), anchorB),
                joint);
            const double massA = cpBodyGetMass(a), massB = cpBodyGetMass(b),
                         mass = massA * massB / (massA + massB);
            const double omega = 2.0 * CP_PI * double{wheel->spring.frequency};
            add(cpDampedSpringNew(a, b, cpvadd(anchorA, axis), anchorB, 1.0, mass * omega * omega,
                                  2.0 * mass * double{wheel->spring.dampingRatio} * omega),
                joint);
            addMotor(a, b, wheel->motor, joint);
        } else {
            throw std::runtime_error(kUntranslatedJoint);
        }
    }

    cpSpace* space_;
    std::vector<cpConstraint*> joints_;
    std::vector<cpBody*> bodies_;
    std::vector<cpShape*> shapes_;
};

} // namespace

EngineKind chipmunkEngine()
{
    // In a build with assertions, such as Debian's, the first space prints a notice: trigger it here, not
    // within a table.
    cpSpaceFree(cpSpaceNew());
    return {std::string("Chipmunk ") + cpVersionString, 1,
            [](const BenchScene& scene, int) -> std::unique_ptr<BenchEngine> {
                return std::make_unique<ChipmunkBench>(scene);
            }};
}

} // namespace satbox::bench

#endif
