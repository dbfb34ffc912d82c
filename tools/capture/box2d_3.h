/* Writes a world of Box2D 3 as a scene of satbox. C99 and C++11; needs Box2D 3.1.1 or newer, scene_text.h
 * beside this file and the standard library. docs/capture.md says what is carried over.
 *
 *   #include "box2d_3.h"
 *   satbox_capture_box2d_3_file(worldId, NULL, "bug.json"); // returns 0, or an errno
 *   satbox_stream_box2d_3(worldId, NULL);                    // after each step: to satbox --listen
 *
 * The world is not changed. Call it between two steps, best right before the step that goes wrong.
 *
 * One file of over 600 lines, so that programs have one header to include. */
#ifndef SATBOX_CAPTURE_BOX2D_3_H
#define SATBOX_CAPTURE_BOX2D_3_H

#include "live.h"
#include "scene_text.h"

#include <box2d/box2d.h>
#include <float.h>
#include <stdbool.h>

#ifndef B2_MAX_POLYGON_VERTICES
#error "box2d_3.h needs Box2D 3.1.1 or newer; for 2.4 include box2d_2.h"
#endif

/* Box2D 3.2 has frames of joints in place of anchors, and constants.h. */
#ifdef B2_NULL_INDEX
#define SATBOX_BOX2D_HAS_FRAMES 1
#else
#define SATBOX_BOX2D_HAS_FRAMES 0
#endif

typedef struct SatboxBox2dOptions {
    double stepRate;   /* Hz, of the program: 1 / the time step that it passes to b2World_Step; 0: 60 */
    int substeps;      /* that it passes; 0: 4 */
    const char* title; /* null: "Box2D 3" */
    /* The values of b2WorldDef or b2World_SetContactTuning, which Box2D does not give back; 0: its defaults.
     */
    double contactHertz, contactDampingRatio, contactPushSpeed;
    /* Bodies that Box2D does not list: disabled, or without shapes and at rest, unless a joint leads there.
     */
    const b2BodyId* bodies;
    int bodyCount;
    /* The name of a body; null: b2Body_GetName, which Box2D 3.2 cuts after 9 characters. */
    const char* (*nameOf)(b2BodyId body);
    int port; /* of satbox_stream_box2d_3; 0: SATBOX_LIVE_PORT */
} SatboxBox2dOptions;

typedef struct SatboxBox2d {
    SatboxCapture* out;
    const SatboxBox2dOptions* options;
    b2BodyId* bodies;
    b2JointId* joints;
    int bodyCount, bodyCapacity, jointCount, jointCapacity, jointsWritten;
} SatboxBox2d;

static inline void satbox_box2d_add_body(SatboxBox2d* w, b2BodyId id)
{
    if (w->bodyCount == w->bodyCapacity) {
        const int capacity = 2 * w->bodyCapacity + 256;
        b2BodyId* larger = (b2BodyId*)realloc(w->bodies, (size_t)capacity * sizeof(b2BodyId));
        if (!larger) {
            w->out->isFull = 1;
            return;
        }
        w->bodies = larger;
        w->bodyCapacity = capacity;
    }
    w->bodies[w->bodyCount++] = id;
}

static inline bool satbox_box2d_visit(b2ShapeId shape, void* context)
{
    satbox_box2d_add_body((SatboxBox2d*)context, b2Shape_GetBody(shape));
    return true;
}

static inline int satbox_box2d_compare(const void* a, const void* b)
{
    const b2BodyId *x = (const b2BodyId*)a, *y = (const b2BodyId*)b;
    return x->index1 < y->index1 ? -1 : x->index1 > y->index1;
}

/* Sorts the bodies, each once. */
static inline void satbox_box2d_sort(SatboxBox2d* w)
{
    int count = 0;
    if (w->bodyCount > 0) qsort(w->bodies, (size_t)w->bodyCount, sizeof(b2BodyId), satbox_box2d_compare);
    for (int i = 0; i < w->bodyCount; ++i)
        if (count == 0 || w->bodies[i].index1 != w->bodies[count - 1].index1)
            w->bodies[count++] = w->bodies[i];
    w->bodyCount = count;
}

/* The place of a body in the scene, -1 if it is not there. */
static inline int satbox_box2d_index(const SatboxBox2d* w, b2BodyId id)
{
    if (w->bodyCount == 0) return -1;
    const b2BodyId* found = (const b2BodyId*)bsearch(&id, w->bodies, (size_t)w->bodyCount, sizeof(b2BodyId),
                                                     satbox_box2d_compare);
    return found ? (int)(found - w->bodies) : -1;
}

/* The joints of a body: all, or only those of which it is body A. The caller frees the list. */
static inline b2JointId* satbox_box2d_joints(SatboxBox2d* w, b2BodyId body, int* count)
{
    const int capacity = b2Body_GetJointCount(body);
    b2JointId* joints = capacity > 0 ? (b2JointId*)malloc((size_t)capacity * sizeof(b2JointId)) : NULL;
    if (capacity > 0 && !joints) w->out->isFull = 1;
    *count = joints ? b2Body_GetJoints(body, joints, capacity) : 0;
    return joints;
}

/* Box2D has no list of its bodies: those of all shapes, those that moved, and those that joints connect to
 * them. */
static inline void satbox_box2d_find_bodies(SatboxBox2d* w, b2WorldId world,
                                            const SatboxBox2dOptions* options)
{
    const b2AABB everywhere = {{-1e5f, -1e5f}, {1e5f, 1e5f}};
    b2QueryFilter filter = b2DefaultQueryFilter();
    filter.categoryBits = filter.maskBits = UINT64_MAX;
    const b2BodyEvents moved = b2World_GetBodyEvents(world);
#if SATBOX_BOX2D_HAS_FRAMES
    const b2Pos origin = {0, 0};
    b2World_OverlapAABB(world, origin, everywhere, filter, satbox_box2d_visit, w);
#else
    b2World_OverlapAABB(world, everywhere, filter, satbox_box2d_visit, w);
#endif
    for (int i = 0; i < moved.moveCount; ++i)
        if (b2Body_IsValid(moved.moveEvents[i].bodyId)) satbox_box2d_add_body(w, moved.moveEvents[i].bodyId);
    for (int i = 0; i < options->bodyCount; ++i)
        if (b2Body_IsValid(options->bodies[i])) satbox_box2d_add_body(w, options->bodies[i]);
    satbox_box2d_sort(w);
    for (int before = 0; before != w->bodyCount && !w->out->isFull;) {
        before = w->bodyCount;
        for (int i = 0; i < before; ++i) {
            int count;
            b2JointId* joints = satbox_box2d_joints(w, w->bodies[i], &count);
            for (int k = 0; k < count; ++k) {
                const b2BodyId a = b2Joint_GetBodyA(joints[k]), b = b2Joint_GetBodyB(joints[k]);
                /* The first `before` are sorted. */
                const int all = w->bodyCount;
                w->bodyCount = before;
                const int hasA = satbox_box2d_index(w, a) >= 0, hasB = satbox_box2d_index(w, b) >= 0;
                w->bodyCount = all;
                if (!hasA) satbox_box2d_add_body(w, a);
                if (!hasB) satbox_box2d_add_body(w, b);
            }
            free(joints);
        }
        satbox_box2d_sort(w);
    }
}

static inline void satbox_box2d_settings(SatboxBox2d* w, b2WorldId world, const SatboxBox2dOptions* options)
{
    SatboxCapture* c = w->out;
    const b2Vec2 gravity = b2World_GetGravity(world);
    const double unit = b2GetLengthUnitsPerMeter(), speedUnit = sqrt(unit);
    satbox_vector(c, "gravity", gravity.x, gravity.y, 1000.0);
    satbox_string(c, "solver", "soft-step");
    satbox_integer(c, "substeps", options->substeps > 0 ? options->substeps : 4);
    satbox_bool(c, "exactJoints", 0); /* Box2D solves joints one after the other */
    satbox_bool(c, "warmStarting", b2World_IsWarmStartingEnabled(world));
    satbox_bool(c, "continuous", b2World_IsContinuousEnabled(world));
    satbox_bool(c, "sleeping", b2World_IsSleepingEnabled(world));
    satbox_number(c, "contactFrequency", options->contactHertz > 0.0 ? options->contactHertz : 30.0, 1.0,
                  1000.0);
    satbox_number(c, "contactDampingRatio",
                  options->contactDampingRatio > 0.0 ? options->contactDampingRatio : 10.0, 0.0, 100.0);
    satbox_number(c, "pushSpeed",
                  (options->contactPushSpeed > 0.0 ? options->contactPushSpeed : 3.0 * unit) / speedUnit, 0.0,
                  1000.0);
    satbox_number(c, "contactStiffening", 1.0, 1.0, 10.0); /* Box2D's contacts do not become stiffer */
    satbox_number(c, "lengthUnit", unit, 0.001, 1000.0);
    satbox_number(c, "maxSpeed", b2World_GetMaximumLinearSpeed(world), 1.0, 10000.0);
    satbox_number(c, "restitutionThreshold", b2World_GetRestitutionThreshold(world) / speedUnit, 0.0, 1000.0);
    satbox_number(c, "hitThreshold", b2World_GetHitEventThreshold(world) / speedUnit, 0.0, 1000.0);
    satbox_close(c, '}');
}

static inline void satbox_box2d_point(SatboxCapture* c, const char* key, b2Vec2 p)
{
    satbox_vector(c, key, p.x, p.y, SATBOX_MAX_COORDINATE);
}

static inline void satbox_box2d_surface(SatboxCapture* c, b2ShapeId shape)
{
    const b2SurfaceMaterial surface = b2Shape_GetSurfaceMaterial(shape);
    const b2Filter filter = b2Shape_GetFilter(shape);
    satbox_key(c, "material");
    satbox_open(c, '{');
    satbox_number(c, "density", b2Shape_GetDensity(shape), 0.0, 1e6);
    satbox_number(c, "friction", surface.friction, 0.0, 100.0);
    satbox_number(c, "restitution", surface.restitution, 0.0, 1.0);
    if (surface.rollingResistance != 0.0f)
        satbox_number(c, "rollingResistance", surface.rollingResistance, 0.0, 10.0);
    if (surface.tangentSpeed != 0.0f)
        satbox_number(c, "surfaceSpeed", surface.tangentSpeed, -SATBOX_MAX_VELOCITY, SATBOX_MAX_VELOCITY);
    satbox_close(c, '}');
    if (b2Shape_IsSensor(shape)) satbox_bool(c, "sensor", 1);
    satbox_key(c, "filter");
    satbox_open(c, '{');
    satbox_unsigned(c, "category", filter.categoryBits);
    satbox_unsigned(c, "mask", filter.maskBits);
    satbox_integer(c, "group", filter.groupIndex);
    satbox_close(c, '}');
    if (b2Shape_ArePreSolveEventsEnabled(shape))
        satbox_note(c, "not carried over: pre-solve callback of a shape");
}

static inline void satbox_box2d_shape(SatboxCapture* c, b2ShapeId shape)
{
    const b2ShapeType type = b2Shape_GetType(shape);
    if (type == b2_circleShape) {
        const b2Circle circle = b2Shape_GetCircle(shape);
        satbox_open(c, '{');
        satbox_string(c, "type", "circle");
        satbox_number(c, "radius", circle.radius, SATBOX_MIN_SIZE, SATBOX_MAX_COORDINATE);
        satbox_box2d_point(c, "center", circle.center);
    } else if (type == b2_capsuleShape) {
        const b2Capsule capsule = b2Shape_GetCapsule(shape);
        satbox_open(c, '{');
        satbox_string(c, "type", "capsule");
        satbox_box2d_point(c, "p1", capsule.center1);
        satbox_box2d_point(c, "p2", capsule.center2);
        satbox_number(c, "radius", capsule.radius, SATBOX_MIN_SIZE, SATBOX_MAX_COORDINATE);
    } else if (type == b2_polygonShape) {
        const b2Polygon polygon = b2Shape_GetPolygon(shape);
        double x[B2_MAX_POLYGON_VERTICES], y[B2_MAX_POLYGON_VERTICES];
        for (int i = 0; i < polygon.count; ++i) {
            x[i] = polygon.vertices[i].x;
            y[i] = polygon.vertices[i].y;
        }
        if (satbox_is_thin(x, y, polygon.count)) {
            satbox_note(c, "not carried over: polygon thinner than 0.25 mm");
            return;
        }
        satbox_open(c, '{');
        satbox_string(c, "type", "polygon");
        satbox_points(c, x, y, polygon.count);
        if (polygon.radius >= SATBOX_MIN_SIZE)
            satbox_number(c, "radius", polygon.radius, 0.0, SATBOX_MAX_COORDINATE);
    } else if (type == b2_segmentShape || type == b2_chainSegmentShape) {
        const int isChain = type == b2_chainSegmentShape;
        b2ChainSegment piece;
        memset(&piece, 0, sizeof piece);
        if (isChain)
            piece = b2Shape_GetChainSegment(shape);
        else
            piece.segment = b2Shape_GetSegment(shape);
        if (b2Distance(piece.segment.point1, piece.segment.point2) < SATBOX_MIN_SIZE) {
            satbox_note(c, "not carried over: segment shorter than 0.1 mm");
            return;
        }
        satbox_open(c, '{');
        satbox_string(c, "type", "segment");
        satbox_box2d_point(c, "p1", piece.segment.point1);
        satbox_box2d_point(c, "p2", piece.segment.point2);
        if (isChain) {
            satbox_box2d_point(c, "before", piece.ghost1);
            satbox_box2d_point(c, "after", piece.ghost2);
        }
    } else {
        satbox_note(c, "not carried over: shape of the unknown type %d", (int)type);
        return;
    }
    satbox_box2d_surface(c, shape);
    satbox_close(c, '}');
}

static inline void satbox_box2d_motion(SatboxCapture* c, b2BodyId body)
{
    const b2Vec2 v = b2Body_GetLinearVelocity(body);
    const b2MassData mass = b2Body_GetMassData(body);
    int isRotationFixed = 0;
    satbox_velocity(c, v.x, v.y, b2Body_GetAngularVelocity(body));
    satbox_number(c, "linearDamping", b2Body_GetLinearDamping(body), 0.0, 10000.0);
    satbox_number(c, "angularDamping", b2Body_GetAngularDamping(body), 0.0, 10000.0);
    satbox_number(c, "gravityScale", b2Body_GetGravityScale(body), -1000.0, 1000.0);
    if (b2Body_GetSleepThreshold(body) > 0.0f)
        satbox_number(c, "sleepSpeed", b2Body_GetSleepThreshold(body), 0.0, 10.0);
    if (!b2Body_IsSleepEnabled(body)) satbox_bool(c, "sleepAllowed", 0);
    if (!b2Body_IsAwake(body)) satbox_asleep(c);
    if (b2Body_IsBullet(body)) satbox_bool(c, "bullet", 1);
    if (b2Body_GetType(body) != b2_dynamicBody) return;
#if SATBOX_BOX2D_HAS_FRAMES
    const b2MotionLocks locks = b2Body_GetMotionLocks(body);
    if (locks.linearX) satbox_bool(c, "lockX", 1);
    if (locks.linearY) satbox_bool(c, "lockY", 1);
    isRotationFixed = locks.angularZ;
#else
    isRotationFixed = b2Body_IsFixedRotation(body);
#endif
    /* Mass, inertia and centre are Box2D's own, whatever the shapes weigh in satbox. */
    satbox_number(c, "mass", mass.mass, 0.0, 1e15);
    if (isRotationFixed || !(mass.rotationalInertia > 0.0f))
        satbox_bool(c, "fixedRotation", 1);
    else
        satbox_number(c, "inertia", mass.rotationalInertia, 0.0, 1e15);
    satbox_bool(c, "ownCenter", 1);
    satbox_box2d_point(c, "center", mass.center);
}

static inline void satbox_box2d_body(SatboxBox2d* w, int index)
{
    SatboxCapture* c = w->out;
    const b2BodyId body = w->bodies[index];
    const b2BodyType type = b2Body_GetType(body);
    const b2Rot q = b2Body_GetRotation(body);
    const char* name = w->options->nameOf ? w->options->nameOf(body) : b2Body_GetName(body);
    satbox_open_body(c, index, (uint64_t)body.index1 | (uint64_t)body.generation << 32);
    if (name && name[0]) satbox_string(c, "name", name);
    satbox_string(c, "type",
                  type == b2_staticBody      ? "static"
                  : type == b2_kinematicBody ? "kinematic"
                                             : "dynamic");
    satbox_pose(c, b2Body_GetPosition(body).x, b2Body_GetPosition(body).y, q.c, q.s);
    if (type != b2_staticBody) satbox_box2d_motion(c, body);
    if (!b2Body_IsEnabled(body)) satbox_bool(c, "enabled", 0);
    satbox_key(c, "shapes");
    satbox_open(c, '[');
    const int count = b2Body_GetShapeCount(body);
    b2ShapeId* shapes = count > 0 ? (b2ShapeId*)malloc((size_t)count * sizeof(b2ShapeId)) : NULL;
    if (count > 0 && !shapes) c->isFull = 1;
    const int found = shapes ? b2Body_GetShapes(body, shapes, count) : 0;
    for (int i = found - 1; i >= 0; --i) satbox_box2d_shape(c, shapes[i]); /* the last one is listed first */
    free(shapes);
    satbox_close(c, ']');
    satbox_close(c, '}');
}

static inline int satbox_box2d_begin_joint(SatboxBox2d* w, const char* kind, b2JointId joint)
{
    SatboxCapture* c = w->out;
    const int a = satbox_box2d_index(w, b2Joint_GetBodyA(joint)),
              b = satbox_box2d_index(w, b2Joint_GetBodyB(joint));
    if (a < 0 || b < 0) return 0; /* memory ran out while they were collected */
    satbox_open_line(c, w->jointsWritten++ == 0);
    satbox_string(c, "kind", kind);
    satbox_integer(c, "bodyA", a);
    satbox_integer(c, "bodyB", b);
    if (b2Joint_GetCollideConnected(joint)) satbox_bool(c, "collideConnected", 1);
    return 1;
}

static inline void satbox_box2d_frames(SatboxCapture* c, b2Vec2 anchorA, double angleA, b2Vec2 anchorB,
                                       double angleB)
{
    satbox_box2d_point(c, "anchorA", anchorA);
    satbox_box2d_point(c, "anchorB", anchorB);
    satbox_number(c, "angleA", angleA, -10000.0, 10000.0);
    satbox_number(c, "angleB", angleB, -10000.0, 10000.0);
}

/* The frames of a joint; in 3.1 made of anchors, axis and reference angle. */
static inline void satbox_box2d_joint_frames(SatboxCapture* c, b2JointId joint, int hasAxis)
{
#if SATBOX_BOX2D_HAS_FRAMES
    const b2Transform a = b2Joint_GetLocalFrameA(joint), b = b2Joint_GetLocalFrameB(joint);
    (void)hasAxis;
    satbox_box2d_frames(c, a.p, atan2(a.q.s, a.q.c), b.p, atan2(b.q.s, b.q.c));
#else
    const b2JointType type = b2Joint_GetType(joint);
    const int hasReference = type == b2_revoluteJoint || type == b2_prismaticJoint || type == b2_weldJoint;
    const double reference = hasReference ? b2Joint_GetReferenceAngle(joint) : 0.0;
    const b2Vec2 axis = hasAxis ? b2Joint_GetLocalAxisA(joint) : b2Vec2_zero;
    const double angle = hasAxis ? atan2(axis.y, axis.x) : reference;
    satbox_box2d_frames(c, b2Joint_GetLocalAnchorA(joint), angle, b2Joint_GetLocalAnchorB(joint),
                        hasAxis ? angle - reference : 0.0);
#endif
}

static inline void satbox_box2d_spring(SatboxCapture* c, int isEnabled, double target, double hertz,
                                       double ratio)
{
    satbox_key(c, "spring");
    satbox_open(c, '{');
    satbox_bool(c, "enabled", isEnabled);
    if (isEnabled) {
        satbox_number(c, "target", target, -SATBOX_MAX_COORDINATE, SATBOX_MAX_COORDINATE);
        satbox_number(c, "frequency", hertz, 0.0, SATBOX_MAX_FREQUENCY);
        satbox_number(c, "dampingRatio", ratio, 0.0, SATBOX_MAX_DAMPING_RATIO);
    }
    satbox_close(c, '}');
}

static inline void satbox_box2d_distance(SatboxBox2d* w, b2JointId joint)
{
    SatboxCapture* c = w->out;
    const double lower = b2DistanceJoint_GetMinLength(joint), upper = b2DistanceJoint_GetMaxLength(joint);
    const int hasLimit = b2DistanceJoint_IsLimitEnabled(joint);
    const int isSoft = b2DistanceJoint_IsSpringEnabled(joint) && (lower < upper || !hasLimit);
    satbox_box2d_joint_frames(c, joint, 0);
    if (!isSoft) {
        satbox_number(c, "length", b2DistanceJoint_GetLength(joint), 0.0, SATBOX_MAX_COORDINATE);
        if (hasLimit && lower < upper) satbox_note(c, "not carried over: limits of a rigid distance joint");
        return;
    }
    satbox_bool(c, "rigid", 0);
    satbox_box2d_spring(c, b2DistanceJoint_GetSpringHertz(joint) > 0.0f, b2DistanceJoint_GetLength(joint),
                        b2DistanceJoint_GetSpringHertz(joint), b2DistanceJoint_GetSpringDampingRatio(joint));
    if (hasLimit) satbox_limit(c, lower, upper);
    if (b2DistanceJoint_IsMotorEnabled(joint))
        satbox_motor(c, b2DistanceJoint_GetMotorSpeed(joint), b2DistanceJoint_GetMaxMotorForce(joint));
}

static inline void satbox_box2d_revolute(SatboxCapture* c, b2JointId joint)
{
    satbox_box2d_joint_frames(c, joint, 0);
#if SATBOX_BOX2D_HAS_FRAMES
    const double target = b2RevoluteJoint_GetTargetAngle(joint);
#else
    /* The spring of Box2D 3.1 ignores the reference angle. */
    const double target = b2RevoluteJoint_GetTargetAngle(joint) - b2Joint_GetReferenceAngle(joint);
#endif
    if (b2RevoluteJoint_IsSpringEnabled(joint))
        satbox_box2d_spring(c, 1, target, b2RevoluteJoint_GetSpringHertz(joint),
                            b2RevoluteJoint_GetSpringDampingRatio(joint));
    if (b2RevoluteJoint_IsLimitEnabled(joint))
        satbox_limit(c, b2RevoluteJoint_GetLowerLimit(joint), b2RevoluteJoint_GetUpperLimit(joint));
    if (b2RevoluteJoint_IsMotorEnabled(joint))
        satbox_motor(c, b2RevoluteJoint_GetMotorSpeed(joint), b2RevoluteJoint_GetMaxMotorTorque(joint));
}

static inline void satbox_box2d_prismatic(SatboxCapture* c, b2JointId joint)
{
    satbox_box2d_joint_frames(c, joint, 1);
    if (b2PrismaticJoint_IsSpringEnabled(joint))
        satbox_box2d_spring(c, 1, b2PrismaticJoint_GetTargetTranslation(joint),
                            b2PrismaticJoint_GetSpringHertz(joint),
                            b2PrismaticJoint_GetSpringDampingRatio(joint));
    if (b2PrismaticJoint_IsLimitEnabled(joint))
        satbox_limit(c, b2PrismaticJoint_GetLowerLimit(joint), b2PrismaticJoint_GetUpperLimit(joint));
    if (b2PrismaticJoint_IsMotorEnabled(joint))
        satbox_motor(c, b2PrismaticJoint_GetMotorSpeed(joint), b2PrismaticJoint_GetMaxMotorForce(joint));
}

static inline void satbox_box2d_wheel(SatboxCapture* c, b2JointId joint)
{
    satbox_box2d_joint_frames(c, joint, 1);
    satbox_box2d_spring(c, b2WheelJoint_IsSpringEnabled(joint), 0.0, b2WheelJoint_GetSpringHertz(joint),
                        b2WheelJoint_GetSpringDampingRatio(joint));
    if (b2WheelJoint_IsLimitEnabled(joint))
        satbox_limit(c, b2WheelJoint_GetLowerLimit(joint), b2WheelJoint_GetUpperLimit(joint));
    if (b2WheelJoint_IsMotorEnabled(joint))
        satbox_motor(c, b2WheelJoint_GetMotorSpeed(joint), b2WheelJoint_GetMaxMotorTorque(joint));
}

static inline void satbox_box2d_weld(SatboxCapture* c, b2JointId joint)
{
    satbox_box2d_joint_frames(c, joint, 0);
    satbox_number(c, "linearFrequency", b2WeldJoint_GetLinearHertz(joint), 0.0, SATBOX_MAX_FREQUENCY);
    satbox_number(c, "linearDampingRatio", b2WeldJoint_GetLinearDampingRatio(joint), 0.0,
                  SATBOX_MAX_DAMPING_RATIO);
    satbox_number(c, "angularFrequency", b2WeldJoint_GetAngularHertz(joint), 0.0, SATBOX_MAX_FREQUENCY);
    satbox_number(c, "angularDampingRatio", b2WeldJoint_GetAngularDampingRatio(joint), 0.0,
                  SATBOX_MAX_DAMPING_RATIO);
}

static inline void satbox_box2d_pull(SatboxCapture* c, double frequency, double ratio, double force,
                                     double torque)
{
    satbox_number(c, "frequency", frequency, 0.0, SATBOX_MAX_FREQUENCY);
    satbox_number(c, "dampingRatio", ratio, 0.0, SATBOX_MAX_DAMPING_RATIO);
    satbox_force(c, "maxForce", force);
    satbox_force(c, "maxTorque", torque);
}

#if SATBOX_BOX2D_HAS_FRAMES
/* A spring or a brake; satbox's motor joint has one frequency and no velocity. */
static inline void satbox_box2d_motor_joint(SatboxCapture* c, b2JointId joint)
{
    const double linear = b2MotorJoint_GetLinearHertz(joint), angular = b2MotorJoint_GetAngularHertz(joint);
    const b2Vec2 velocity = b2MotorJoint_GetLinearVelocity(joint);
    const double force = b2MotorJoint_GetMaxVelocityForce(joint),
                 torque = b2MotorJoint_GetMaxVelocityTorque(joint);
    const int moves = (force > 0.0 && (velocity.x != 0.0f || velocity.y != 0.0f)) ||
                      (torque > 0.0 && b2MotorJoint_GetAngularVelocity(joint) != 0.0f);
    if (moves) satbox_note(c, "not carried over: velocity of a motor joint");
    if (linear > 0.0 || angular > 0.0) {
        satbox_box2d_joint_frames(c, joint, 0);
        satbox_box2d_pull(c, linear > 0.0 ? linear : angular,
                          linear > 0.0 ? b2MotorJoint_GetLinearDampingRatio(joint)
                                       : b2MotorJoint_GetAngularDampingRatio(joint),
                          linear > 0.0 ? b2MotorJoint_GetMaxSpringForce(joint) : 0.0,
                          angular > 0.0 ? b2MotorJoint_GetMaxSpringTorque(joint) : 0.0);
        if (linear > 0.0 && angular > 0.0 && linear != angular)
            satbox_note(c, "changed: angular frequency of a motor joint to its linear one");
        if (force > 0.0 || torque > 0.0)
            satbox_note(c, "not carried over: brake of a motor joint with a spring");
        return;
    }
    /* A slow spring with much damping, towards the pose of now. */
    const b2BodyId a = b2Joint_GetBodyA(joint), b = b2Joint_GetBodyB(joint);
    const b2Vec2 anchorB = b2Joint_GetLocalFrameB(joint).p;
    c->isTransient = 1;
    satbox_box2d_frames(c, b2Body_GetLocalPoint(a, b2Body_GetWorldPoint(b, anchorB)),
                        b2RelativeAngle(b2Body_GetRotation(a), b2Body_GetRotation(b)), anchorB, 0.0);
    c->isTransient = 0;
    satbox_box2d_pull(c, 1.0, SATBOX_MAX_DAMPING_RATIO, moves ? 0.0 : force, moves ? 0.0 : torque);
    satbox_note(c, "approximate: motor joint without a spring as a brake");
}
#else
static inline void satbox_box2d_motor_joint(SatboxCapture* c, b2JointId joint, double stepRate)
{
    /* In a step, Box2D removes the share `factor` of the error, a critically damped spring h w / (2 + h w) of
     * it. */
    const double factor = fmin(b2MotorJoint_GetCorrectionFactor(joint), 0.99);
    satbox_box2d_frames(c, b2MotorJoint_GetLinearOffset(joint), b2MotorJoint_GetAngularOffset(joint),
                        b2Vec2_zero, 0.0);
    satbox_box2d_pull(c, 2.0 * factor / (1.0 - factor) * stepRate / (2.0 * SATBOX_PI), 1.0,
                      b2MotorJoint_GetMaxForce(joint), b2MotorJoint_GetMaxTorque(joint));
    satbox_note(c, "approximate: correction factor of a motor joint as a motor joint");
}

static inline void satbox_box2d_mouse_joint(SatboxCapture* c, b2JointId joint)
{
    c->isTransient = 1;
    satbox_box2d_frames(c, b2Body_GetLocalPoint(b2Joint_GetBodyA(joint), b2MouseJoint_GetTarget(joint)), 0.0,
                        b2Joint_GetLocalAnchorB(joint), 0.0);
    c->isTransient = 0;
    satbox_box2d_pull(c, b2MouseJoint_GetSpringHertz(joint), b2MouseJoint_GetSpringDampingRatio(joint),
                      b2MouseJoint_GetMaxForce(joint), 0.0);
    satbox_note(c, "approximate: mouse joint as a motor joint");
}
#endif

static inline const char* satbox_box2d_kind(b2JointType type)
{
    switch (type) {
    case b2_distanceJoint:
        return "distance";
    case b2_filterJoint:
        return "filter";
    case b2_prismaticJoint:
        return "prismatic";
    case b2_revoluteJoint:
        return "revolute";
    case b2_weldJoint:
        return "weld";
    case b2_wheelJoint:
        return "wheel";
    case b2_motorJoint:
#if !SATBOX_BOX2D_HAS_FRAMES
    case b2_mouseJoint:
#endif
        return "motor";
    default:
        return NULL;
    }
}

static inline void satbox_box2d_joint(SatboxBox2d* w, b2JointId joint, double stepRate)
{
    SatboxCapture* c = w->out;
    const b2JointType type = b2Joint_GetType(joint);
    const char* kind = satbox_box2d_kind(type);
    const b2Vec2 force = b2Joint_GetConstraintForce(joint);
    (void)stepRate;
    if (!kind) {
        satbox_note(c, "not carried over: %s joint",
                    (int)type == 3   ? "mover"
                    : (int)type == 4 ? "pogo"
                                     : "unknown");
        return;
    }
    if (!satbox_box2d_begin_joint(w, kind, joint)) return;
    if (type == b2_distanceJoint)
        satbox_box2d_distance(w, joint);
    else if (type == b2_revoluteJoint)
        satbox_box2d_revolute(c, joint);
    else if (type == b2_prismaticJoint)
        satbox_box2d_prismatic(c, joint);
    else if (type == b2_wheelJoint)
        satbox_box2d_wheel(c, joint);
    else if (type == b2_weldJoint)
        satbox_box2d_weld(c, joint);
#if SATBOX_BOX2D_HAS_FRAMES
    else if (type == b2_motorJoint)
        satbox_box2d_motor_joint(c, joint);
    if (b2Joint_GetForceThreshold(joint) < FLT_MAX || b2Joint_GetTorqueThreshold(joint) < FLT_MAX)
        satbox_note(c, "not carried over: force or torque threshold of a joint, which only makes an event");
#else
    else if (type == b2_motorJoint)
        satbox_box2d_motor_joint(c, joint, stepRate);
    else if (type == b2_mouseJoint)
        satbox_box2d_mouse_joint(c, joint);
#endif
    if (force.x != 0.0f || force.y != 0.0f || b2Joint_GetConstraintTorque(joint) != 0.0f)
        satbox_note(c, "not carried over: impulse of a joint, with which the next step of Box2D begins");
    satbox_close(c, '}');
}

static inline int satbox_box2d_compare_joints(const void* a, const void* b)
{
    const b2JointId *x = (const b2JointId*)a, *y = (const b2JointId*)b;
    return x->index1 < y->index1 ? -1 : x->index1 > y->index1;
}

/* Each joint once, in the order of creation as far as the ids tell it. */
static inline void satbox_box2d_all_joints(SatboxBox2d* w, double stepRate)
{
    for (int i = 0; i < w->bodyCount; ++i) {
        int count;
        b2JointId* joints = satbox_box2d_joints(w, w->bodies[i], &count);
        for (int k = 0; k < count; ++k) {
            if (b2Joint_GetBodyA(joints[k]).index1 != w->bodies[i].index1) continue;
            if (w->jointCount == w->jointCapacity) {
                const int capacity = 2 * w->jointCapacity + 64;
                b2JointId* larger = (b2JointId*)realloc(w->joints, (size_t)capacity * sizeof(b2JointId));
                if (!larger) {
                    w->out->isFull = 1;
                    break;
                }
                w->joints = larger;
                w->jointCapacity = capacity;
            }
            w->joints[w->jointCount++] = joints[k];
        }
        free(joints);
    }
    if (w->jointCount > 0)
        qsort(w->joints, (size_t)w->jointCount, sizeof(b2JointId), satbox_box2d_compare_joints);
    for (int i = 0; i < w->jointCount; ++i) {
        satbox_at(w->out, "joint", i);
        satbox_box2d_joint(w, w->joints[i], stepRate);
    }
}

static inline void satbox_box2d_contacts(SatboxBox2d* w)
{
    int touching = 0;
    for (int i = 0; i < w->bodyCount; ++i) {
        const int capacity = b2Body_IsEnabled(w->bodies[i]) ? b2Body_GetContactCapacity(w->bodies[i]) : 0;
        b2ContactData* data =
            capacity > 0 ? (b2ContactData*)malloc((size_t)capacity * sizeof(b2ContactData)) : NULL;
        const int count = data ? b2Body_GetContactData(w->bodies[i], data, capacity) : 0;
        for (int k = 0; k < count; ++k)
            if (b2Shape_GetBody(data[k].shapeIdA).index1 == w->bodies[i].index1 &&
                data[k].manifold.pointCount > 0)
                ++touching;
        free(data);
    }
    satbox_at(w->out, "the contacts", -1);
    if (touching > 0)
        satbox_note(w->out,
                    "not carried over: impulses of %d contacts, with which the next step of Box2D begins",
                    touching);
}

static inline double satbox_box2d_step_rate(const SatboxBox2dOptions* options)
{
    return options && options->stepRate > 0.0 ? options->stepRate : 60.0;
}

/* The text of the scene, which the caller frees with free(), or null after a survey, or if memory ran out. */
static inline char* satbox_box2d_pass(b2WorldId world, const SatboxBox2dOptions* options,
                                      SatboxSurvey* survey)
{
    SatboxBox2dOptions none;
    SatboxBox2d w;
    memset(&none, 0, sizeof none);
    memset(&w, 0, sizeof w);
    if (!options) options = &none;
    w.options = options;
    /* The length of a step is sent with it, and may differ from step to step. */
    const double stepRate = survey ? 60.0 : satbox_box2d_step_rate(options);
    w.out = satbox_begin(options->title, "Box2D 3", stepRate, survey);
    if (!w.out) return NULL;
    satbox_box2d_settings(&w, world, options);
    satbox_box2d_find_bodies(&w, world, options);
    const int missing = b2World_GetCounters(world).bodyCount - w.bodyCount;
    if (missing > 0)
        satbox_note(w.out,
                    "not carried over: bodies that Box2D does not list (%d); pass them in SatboxBox2dOptions",
                    missing);
    satbox_append(w.out, ",\n  ", 4);
    satbox_key(w.out, "bodies");
    satbox_open(w.out, '[');
    for (int i = 0; i < w.bodyCount; ++i) satbox_box2d_body(&w, i);
    satbox_close(w.out, ']');
    satbox_append(w.out, ",\n  ", 4);
    satbox_key(w.out, "joints");
    satbox_open(w.out, '[');
    satbox_box2d_all_joints(&w, stepRate);
    satbox_close(w.out, ']');
    satbox_box2d_contacts(&w);
    free(w.bodies);
    free(w.joints);
    return satbox_end(w.out);
}

/* The scene as JSON, which the caller frees with free(); null if memory ran out. `options` may be null. */
static inline char* satbox_capture_box2d_3(b2WorldId world, const SatboxBox2dOptions* options)
{
    return satbox_box2d_pass(world, options, NULL);
}

/* Sends the world to a window of satbox that listens. Call it after each b2World_Step, with one world at a
 * time.
 */
static inline void satbox_stream_box2d_3(b2WorldId world, const SatboxBox2dOptions* options)
{
    static SatboxLive live;
    const void* which = (const void*)(uintptr_t)(1u + world.index1 + ((uint32_t)world.generation << 16));
    if (!satbox_live_begin(&live, which, "Box2D 3", options ? options->port : 0)) return;
    satbox_box2d_pass(world, options, &live.survey);
    SATBOX_LIVE_SEND(&live, satbox_capture_box2d_3(world, options), 1.0 / satbox_box2d_step_rate(options));
}

/* Writes the scene to a file. Returns 0, or an errno. */
static inline int satbox_capture_box2d_3_file(b2WorldId world, const SatboxBox2dOptions* options,
                                              const char* path)
{
    char* scene = satbox_capture_box2d_3(world, options);
    const int error = satbox_write_text(scene, path);
    free(scene);
    return error;
}

#endif
