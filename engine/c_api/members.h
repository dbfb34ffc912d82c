#pragma once

#include "engine/c_api/convert.h"
#include <satbox/world.h>

// The tables of members, see engine/c_api/convert.h. T is the C++ struct, C that of satbox/satbox.h. A member
// that is missing here is found by tests/architecture/check_c_api.py.
namespace satbox::c_api {

template<>
struct Enumeration<BodyType> {
    static constexpr const char* name = "SatboxBodyType";
    static constexpr size_t count = 3;
};
template<>
struct Enumeration<SolverType> {
    static constexpr const char* name = "SatboxSolverType";
    static constexpr size_t count = 4;
};
template<>
struct Enumeration<CombineRule> {
    static constexpr const char* name = "SatboxCombineRule";
    static constexpr size_t count = 5;
};
template<>
struct Enumeration<InstructionSet> {
    static constexpr const char* name = "SatboxInstructionSet";
    static constexpr size_t count = 5;
};

// --- values ---

template<>
struct Members<Vec2> {
    using T = Vec2;
    using C = SatboxVec2;
    static constexpr std::tuple rows{Row{&T::x, &C::x}, Row{&T::y, &C::y}};
};
template<>
struct Members<Position> {
    using T = Position;
    using C = SatboxPosition;
    static constexpr std::tuple rows{Row{&T::x, &C::x}, Row{&T::y, &C::y}};
};
template<>
struct Members<Rot> {
    using T = Rot;
    using C = SatboxRot;
    static constexpr std::tuple rows{Row{&T::c, &C::c}, Row{&T::s, &C::s}};
};
template<>
struct Members<Transform> {
    using T = Transform;
    using C = SatboxTransform;
    static constexpr std::tuple rows{Row{&T::p, &C::p}, Row{&T::q, &C::q}};
};
template<>
struct Members<WorldTransform> {
    using T = WorldTransform;
    using C = SatboxWorldTransform;
    static constexpr std::tuple rows{Row{&T::p, &C::p}, Row{&T::q, &C::q}};
};
template<>
struct Members<WorldBox> {
    using T = WorldBox;
    using C = SatboxWorldBox;
    static constexpr std::tuple rows{Row{&T::lower, &C::lower}, Row{&T::upper, &C::upper}};
};

// --- definitions ---

template<>
struct Members<WorldSettings> {
    using T = WorldSettings;
    using C = SatboxWorldSettings;
    static constexpr std::tuple rows{Row{&T::gravity, &C::gravity},
                                     Row{&T::stepRate, &C::stepRate},
                                     Row{&T::solver, &C::solver},
                                     Row{&T::substeps, &C::substeps},
                                     Row{&T::velocityIterations, &C::velocityIterations},
                                     Row{&T::positionIterations, &C::positionIterations},
                                     Row{&T::contactFrequency, &C::contactFrequency},
                                     Row{&T::contactDampingRatio, &C::contactDampingRatio},
                                     Row{&T::contactStiffening, &C::contactStiffening},
                                     Row{&T::pushSpeed, &C::pushSpeed},
                                     Row{&T::baumgarte, &C::baumgarte},
                                     Row{&T::projection, &C::projection},
                                     Row{&T::pushOut, &C::pushOut},
                                     Row{&T::linearSlop, &C::linearSlop},
                                     Row{&T::speculativeMargin, &C::speculativeMargin},
                                     Row{&T::restitutionThreshold, &C::restitutionThreshold},
                                     Row{&T::hitThreshold, &C::hitThreshold},
                                     Row{&T::fatMargin, &C::fatMargin},
                                     Row{&T::lengthUnit, &C::lengthUnit},
                                     Row{&T::warmStarting, &C::warmStarting},
                                     Row{&T::exactJoints, &C::exactJoints},
                                     Row{&T::sleeping, &C::sleeping},
                                     Row{&T::continuous, &C::continuous},
                                     Row{&T::sleepSpeed, &C::sleepSpeed},
                                     Row{&T::timeToSleep, &C::timeToSleep},
                                     Row{&T::maxSpeed, &C::maxSpeed},
                                     Row{&T::frictionRule, &C::frictionRule},
                                     Row{&T::restitutionRule, &C::restitutionRule},
                                     Row{&T::overrideFriction, &C::overrideFriction},
                                     Row{&T::frictionOverride, &C::frictionOverride},
                                     Row{&T::overrideRestitution, &C::overrideRestitution},
                                     Row{&T::restitutionOverride, &C::restitutionOverride},
                                     Row{&T::mouseFrequency, &C::mouseFrequency},
                                     Row{&T::mouseDampingRatio, &C::mouseDampingRatio},
                                     Row{&T::mouseForceLimit, &C::mouseForceLimit}};
};
template<>
struct Members<Circle> {
    using T = Circle;
    using C = SatboxCircle;
    static constexpr std::tuple rows{Row{&T::center, &C::center}, Row{&T::radius, &C::radius}};
};
template<>
struct Members<Capsule> {
    using T = Capsule;
    using C = SatboxCapsule;
    static constexpr std::tuple rows{Row{&T::p1, &C::p1}, Row{&T::p2, &C::p2}, Row{&T::radius, &C::radius}};
};
template<>
struct Members<Segment> {
    using T = Segment;
    using C = SatboxSegment;
    static constexpr std::tuple rows{Row{&T::p1, &C::p1}, Row{&T::p2, &C::p2},
                                     Row{&T::oneSided, &C::oneSided}, Row{&T::before, &C::before},
                                     Row{&T::after, &C::after}};
};
template<>
struct Members<Polygon> {
    using T = Polygon;
    using C = SatboxPolygon;
    static constexpr std::tuple rows{Row{&T::vertices, &C::vertices}, Row{&T::normals, &C::normals},
                                     Row{&T::centroid, &C::centroid}, Row{&T::radius, &C::radius},
                                     Row{&T::count, &C::count}};
};
template<>
struct Members<Material> {
    using T = Material;
    using C = SatboxMaterial;
    static constexpr std::tuple rows{Row{&T::density, &C::density},
                                     Row{&T::staticFriction, &C::staticFriction},
                                     Row{&T::dynamicFriction, &C::dynamicFriction},
                                     Row{&T::restitution, &C::restitution},
                                     Row{&T::rollingResistance, &C::rollingResistance},
                                     Row{&T::surfaceSpeed, &C::surfaceSpeed},
                                     Row{&T::userValue, &C::userValue}};
};
template<>
struct Members<Filter> {
    using T = Filter;
    using C = SatboxFilter;
    static constexpr std::tuple rows{Row{&T::category, &C::category}, Row{&T::mask, &C::mask},
                                     Row{&T::group, &C::group}};
};
template<>
struct Alternatives<Shape> {
    static constexpr auto kind = &SatboxShape::kind;
    static constexpr const char* name = "SatboxShapeKind";
    static constexpr std::tuple members{&SatboxShape::circle, &SatboxShape::capsule, &SatboxShape::segment,
                                        &SatboxShape::polygon};
};
template<>
struct Members<ShapeDef> {
    using T = ShapeDef;
    using C = SatboxShapeDef;
    static constexpr std::tuple rows{
        Row{&T::geometry, &C::geometry},   Row{&T::local, &C::local},
        Row{&T::material, &C::material},   Row{&T::filter, &C::filter},
        Row{&T::sensor, &C::sensor},       Row{&T::contactEvents, &C::contactEvents},
        Row{&T::hitEvents, &C::hitEvents}, Row{&T::sensorEvents, &C::sensorEvents},
        Row{&T::preSolve, &C::preSolve},   Row{&T::userValue, &C::userValue}};
};
template<>
struct Members<DisplayColor> {
    using T = DisplayColor;
    using C = SatboxDisplayColor;
    static constexpr std::tuple rows{Row{&T::rgb, &C::rgb}, Row{&T::isSet, &C::isSet}};
};
template<>
struct Members<BodyDef> {
    using T = BodyDef;
    using C = SatboxBodyDef;
    static constexpr std::tuple rows{Row{&T::type, &C::type},
                                     Row{&T::position, &C::position},
                                     Row{&T::rotation, &C::rotation},
                                     Row{&T::linearVelocity, &C::linearVelocity},
                                     Row{&T::angularVelocity, &C::angularVelocity},
                                     Row{&T::linearDamping, &C::linearDamping},
                                     Row{&T::angularDamping, &C::angularDamping},
                                     Row{&T::gravityScale, &C::gravityScale},
                                     Row{&T::fixedRotation, &C::fixedRotation},
                                     Row{&T::lockX, &C::lockX},
                                     Row{&T::lockY, &C::lockY},
                                     Row{&T::sleepAllowed, &C::sleepAllowed},
                                     Row{&T::sleepSpeed, &C::sleepSpeed},
                                     Row{&T::awake, &C::awake},
                                     Row{&T::bullet, &C::bullet},
                                     Row{&T::enabled, &C::enabled},
                                     Row{&T::mass, &C::mass},
                                     Row{&T::inertia, &C::inertia},
                                     Row{&T::ownCenter, &C::ownCenter},
                                     Row{&T::center, &C::center},
                                     Row{&T::name, &C::name},
                                     Row{&T::userValue, &C::userValue},
                                     Row{&T::group, &C::group},
                                     Row{&T::color, &C::color},
                                     Row{&T::leftKey, &C::leftKey},
                                     Row{&T::rightKey, &C::rightKey},
                                     Row{&T::jumpKey, &C::jumpKey},
                                     Row{&T::walkSpeed, &C::walkSpeed},
                                     Row{&T::jumpSpeed, &C::jumpSpeed},
                                     Row{&T::pushForce, &C::pushForce}};
};
template<>
struct Members<JointSpring> {
    using T = JointSpring;
    using C = SatboxJointSpring;
    static constexpr std::tuple rows{Row{&T::enabled, &C::enabled}, Row{&T::target, &C::target},
                                     Row{&T::frequency, &C::frequency},
                                     Row{&T::dampingRatio, &C::dampingRatio}};
};
template<>
struct Members<JointLimit> {
    using T = JointLimit;
    using C = SatboxJointLimit;
    static constexpr std::tuple rows{Row{&T::enabled, &C::enabled}, Row{&T::lower, &C::lower},
                                     Row{&T::upper, &C::upper}};
};
template<>
struct Members<JointMotor> {
    using T = JointMotor;
    using C = SatboxJointMotor;
    static constexpr std::tuple rows{Row{&T::enabled, &C::enabled}, Row{&T::speed, &C::speed},
                                     Row{&T::maxForce, &C::maxForce}, Row{&T::maxPower, &C::maxPower}};
};
template<>
struct Members<DistanceJoint> {
    using T = DistanceJoint;
    using C = SatboxDistanceJoint;
    static constexpr std::tuple rows{Row{&T::rigid, &C::rigid}, Row{&T::length, &C::length},
                                     Row{&T::spring, &C::spring}, Row{&T::limit, &C::limit},
                                     Row{&T::motor, &C::motor}};
};
template<>
struct Members<RevoluteJoint> {
    using T = RevoluteJoint;
    using C = SatboxRevoluteJoint;
    static constexpr std::tuple rows{Row{&T::spring, &C::spring}, Row{&T::limit, &C::limit},
                                     Row{&T::motor, &C::motor}, Row{&T::holdFrequency, &C::holdFrequency},
                                     Row{&T::holdDampingRatio, &C::holdDampingRatio}};
};
template<>
struct Members<PrismaticJoint> {
    using T = PrismaticJoint;
    using C = SatboxPrismaticJoint;
    static constexpr std::tuple rows{Row{&T::spring, &C::spring}, Row{&T::limit, &C::limit},
                                     Row{&T::motor, &C::motor}, Row{&T::holdFrequency, &C::holdFrequency},
                                     Row{&T::holdDampingRatio, &C::holdDampingRatio}};
};
template<>
struct Members<WeldJoint> {
    using T = WeldJoint;
    using C = SatboxWeldJoint;
    static constexpr std::tuple rows{Row{&T::linearFrequency, &C::linearFrequency},
                                     Row{&T::linearDampingRatio, &C::linearDampingRatio},
                                     Row{&T::angularFrequency, &C::angularFrequency},
                                     Row{&T::angularDampingRatio, &C::angularDampingRatio}};
};
template<>
struct Members<WheelJoint> {
    using T = WheelJoint;
    using C = SatboxWheelJoint;
    static constexpr std::tuple rows{Row{&T::spring, &C::spring}, Row{&T::limit, &C::limit},
                                     Row{&T::motor, &C::motor}, Row{&T::holdFrequency, &C::holdFrequency},
                                     Row{&T::holdDampingRatio, &C::holdDampingRatio}};
};
template<>
struct Members<MotorJoint> {
    using T = MotorJoint;
    using C = SatboxMotorJoint;
    static constexpr std::tuple rows{Row{&T::maxForce, &C::maxForce}, Row{&T::maxTorque, &C::maxTorque},
                                     Row{&T::frequency, &C::frequency},
                                     Row{&T::dampingRatio, &C::dampingRatio}};
};
template<>
struct Members<PulleyJoint> {
    using T = PulleyJoint;
    using C = SatboxPulleyJoint;
    static constexpr std::tuple rows{Row{&T::groundA, &C::groundA},
                                     Row{&T::groundB, &C::groundB},
                                     Row{&T::length, &C::length},
                                     Row{&T::ratio, &C::ratio},
                                     Row{&T::holdFrequency, &C::holdFrequency},
                                     Row{&T::holdDampingRatio, &C::holdDampingRatio}};
};
template<>
struct Members<GearJoint> {
    using T = GearJoint;
    using C = SatboxGearJoint;
    static constexpr std::tuple rows{Row{&T::teethA, &C::teethA},
                                     Row{&T::teethB, &C::teethB},
                                     Row{&T::ring, &C::ring},
                                     Row{&T::rack, &C::rack},
                                     Row{&T::pitch, &C::pitch},
                                     Row{&T::holdFrequency, &C::holdFrequency},
                                     Row{&T::holdDampingRatio, &C::holdDampingRatio}};
};
template<>
struct Alternatives<JointKind> {
    static constexpr auto kind = &SatboxJointDef::kind;
    static constexpr const char* name = "SatboxJointKind";
    static constexpr std::tuple members{&SatboxJointDef::distance,  &SatboxJointDef::revolute,
                                        &SatboxJointDef::prismatic, &SatboxJointDef::weld,
                                        &SatboxJointDef::wheel,     &SatboxJointDef::motor,
                                        &SatboxJointDef::pulley,    nullptr,
                                        &SatboxJointDef::gear};
};
template<>
struct Members<JointDef> {
    using T = JointDef;
    using C = SatboxJointDef;
    static constexpr std::tuple rows{Row{&T::bodyA, &C::bodyA},
                                     Row{&T::bodyB, &C::bodyB},
                                     Row{&T::anchorA, &C::anchorA},
                                     Row{&T::anchorB, &C::anchorB},
                                     Row{&T::angleA, &C::angleA},
                                     Row{&T::angleB, &C::angleB},
                                     Row{&T::collideConnected, &C::collideConnected},
                                     Row{&T::breakForce, &C::breakForce},
                                     Row{&T::breakTorque, &C::breakTorque},
                                     Row{&T::name, &C::name},
                                     Row{&T::userValue, &C::userValue},
                                     Row{&T::forwardKey, &C::forwardKey},
                                     Row{&T::backwardKey, &C::backwardKey},
                                     Row{&T::keySpeed, &C::keySpeed},
                                     Row{&T::keyBrake, &C::keyBrake}};
    static constexpr auto variant = &T::kind;
};
template<>
struct Members<World::Capacity> {
    using T = World::Capacity;
    using C = SatboxCapacity;
    static constexpr std::tuple rows{Row{&T::bodies, &C::bodies}, Row{&T::shapes, &C::shapes},
                                     Row{&T::contacts, &C::contacts}};
};

// --- results ---

template<>
struct Members<JointView> {
    using T = JointView;
    using C = SatboxJointView;
    static constexpr std::tuple rows{
        Row{&T::anchorA, &C::anchorA}, Row{&T::anchorB, &C::anchorB}, Row{&T::translation, &C::translation},
        Row{&T::length, &C::length},   Row{&T::angle, &C::angle},     Row{&T::force, &C::force},
        Row{&T::torque, &C::torque}};
};
template<>
struct Members<World::MouseJointView> {
    using T = World::MouseJointView;
    using C = SatboxMouseJointView;
    static constexpr std::tuple rows{Row{&T::body, &C::body}, Row{&T::anchor, &C::anchor},
                                     Row{&T::target, &C::target}, Row{&T::force, &C::force}};
};
template<>
struct Members<ContactPoint> {
    using T = ContactPoint;
    using C = SatboxContactPoint;
    static constexpr std::tuple rows{Row{&T::anchorA, &C::anchorA},
                                     Row{&T::anchorB, &C::anchorB},
                                     Row{&T::normalImpulse, &C::normalImpulse},
                                     Row{&T::tangentImpulse, &C::tangentImpulse},
                                     Row{&T::totalImpulse, &C::totalImpulse},
                                     Row{&T::normalVelocity, &C::normalVelocity},
                                     Row{&T::separation, &C::separation},
                                     Row{&T::age, &C::age},
                                     Row{&T::id, &C::id}};
};
template<>
struct Members<MixedMaterial> {
    using T = MixedMaterial;
    using C = SatboxMixedMaterial;
    static constexpr std::tuple rows{Row{&T::staticFriction, &C::staticFriction},
                                     Row{&T::dynamicFriction, &C::dynamicFriction},
                                     Row{&T::restitution, &C::restitution}};
};
template<>
struct Members<PreSolveContact> {
    using T = PreSolveContact;
    using C = SatboxPreSolveContact;
    static constexpr std::tuple rows{Row{&T::shapeA, &C::shapeA},    Row{&T::shapeB, &C::shapeB},
                                     Row{&T::normal, &C::normal},    Row{&T::count, &C::count},
                                     Row{&T::points, &C::points},    Row{&T::separations, &C::separations},
                                     Row{&T::material, &C::material}};
};
template<>
struct Members<ContactBeginEvent> {
    using T = ContactBeginEvent;
    using C = SatboxContactBeginEvent;
    static constexpr std::tuple rows{Row{&T::shapeA, &C::shapeA}, Row{&T::shapeB, &C::shapeB},
                                     Row{&T::bodyA, &C::bodyA},   Row{&T::bodyB, &C::bodyB},
                                     Row{&T::point, &C::point},   Row{&T::normal, &C::normal}};
};
template<>
struct Members<ContactEndEvent> {
    using T = ContactEndEvent;
    using C = SatboxContactEndEvent;
    static constexpr std::tuple rows{Row{&T::shapeA, &C::shapeA}, Row{&T::shapeB, &C::shapeB},
                                     Row{&T::bodyA, &C::bodyA}, Row{&T::bodyB, &C::bodyB}};
};
template<>
struct Members<ContactHitEvent> {
    using T = ContactHitEvent;
    using C = SatboxContactHitEvent;
    static constexpr std::tuple rows{Row{&T::shapeA, &C::shapeA}, Row{&T::shapeB, &C::shapeB},
                                     Row{&T::bodyA, &C::bodyA},   Row{&T::bodyB, &C::bodyB},
                                     Row{&T::point, &C::point},   Row{&T::normal, &C::normal},
                                     Row{&T::speed, &C::speed}};
};
template<>
struct Members<SensorEvent> {
    using T = SensorEvent;
    using C = SatboxSensorEvent;
    static constexpr std::tuple rows{Row{&T::sensor, &C::sensor}, Row{&T::visitor, &C::visitor},
                                     Row{&T::began, &C::began}};
};
template<>
struct Members<QuarantineEvent> {
    using T = QuarantineEvent;
    using C = SatboxQuarantineEvent;
    static constexpr std::tuple rows{Row{&T::body, &C::body}, Row{&T::reason, &C::reason}};
};
template<>
struct Members<JointBrokenEvent> {
    using T = JointBrokenEvent;
    using C = SatboxJointBrokenEvent;
    static constexpr std::tuple rows{Row{&T::joint, &C::joint}, Row{&T::bodyA, &C::bodyA},
                                     Row{&T::bodyB, &C::bodyB}, Row{&T::point, &C::point},
                                     Row{&T::force, &C::force}, Row{&T::torque, &C::torque}};
};
template<>
struct Members<BodyAsleepEvent> {
    using T = BodyAsleepEvent;
    using C = SatboxBodyAsleepEvent;
    static constexpr std::tuple rows{Row{&T::body, &C::body}};
};
template<>
struct Members<WorldRayHit> {
    using T = WorldRayHit;
    using C = SatboxWorldRayHit;
    static constexpr std::tuple rows{Row{&T::shape, &C::shape}, Row{&T::point, &C::point},
                                     Row{&T::normal, &C::normal}, Row{&T::fraction, &C::fraction}};
};
template<>
struct Members<WorldShapeHit> {
    using T = WorldShapeHit;
    using C = SatboxWorldShapeHit;
    static constexpr std::tuple rows{Row{&T::shape, &C::shape}, Row{&T::point, &C::point},
                                     Row{&T::normal, &C::normal}, Row{&T::fraction, &C::fraction},
                                     Row{&T::moving, &C::moving}};
};
template<>
struct Members<ClosestPoint> {
    using T = ClosestPoint;
    using C = SatboxClosestPoint;
    static constexpr std::tuple rows{Row{&T::shape, &C::shape}, Row{&T::point, &C::point},
                                     Row{&T::distance, &C::distance}};
};
template<>
struct Members<StepProfile> {
    using T = StepProfile;
    using C = SatboxStepProfile;
    static constexpr std::tuple rows{Row{&T::ms, &C::ms}, Row{&T::totalMs, &C::totalMs},
                                     Row{&T::shares, &C::shares}};
};
template<>
struct Members<WorldCounters> {
    using T = WorldCounters;
    using C = SatboxWorldCounters;
    static constexpr std::tuple rows{Row{&T::bodies, &C::bodies},
                                     Row{&T::awakeBodies, &C::awakeBodies},
                                     Row{&T::shapes, &C::shapes},
                                     Row{&T::contacts, &C::contacts},
                                     Row{&T::contactsWithPoints, &C::contactsWithPoints},
                                     Row{&T::contactPoints, &C::contactPoints},
                                     Row{&T::sleepingIslands, &C::sleepingIslands},
                                     Row{&T::colours, &C::colours},
                                     Row{&T::overflowContacts, &C::overflowContacts},
                                     Row{&T::treeHeight, &C::treeHeight},
                                     Row{&T::bytes, &C::bytes},
                                     Row{&T::contactBytes, &C::contactBytes},
                                     Row{&T::arenaBytes, &C::arenaBytes}};
};

} // namespace satbox::c_api
