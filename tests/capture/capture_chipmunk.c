/* capture_chipmunk SCENE.json TRUTH.txt: a space of Chipmunk 7 in pixels, 50 of which are 1 m, run for a
 * third of a second, captured and stepped once more. */

#include "tests/capture/truth.h"
#include "tools/capture/chipmunk.h"

#define STEP_RATE 60.0
#define UNITS 50.0 /* per metre */
enum { MAX_BODIES = 64, STEPS = 20 };

typedef struct TestWorld {
    cpSpace* space;
    cpBody* bodies[MAX_BODIES];
    int count;
} TestWorld;

static cpVect at(double x, double y) { return cpv(UNITS * x, UNITS * y); } /* from metres */

static const char* name_of(cpBody* body) { return (const char*)cpBodyGetUserData(body); }

static cpBody* add(TestWorld* t, const char* name, cpBody* body, double x, double y)
{
    cpBodySetUserData(body, (cpDataPointer)(uintptr_t)name);
    cpBodySetPosition(body, at(x, y));
    t->bodies[t->count++] = body;
    return cpBodyGetType(body) == CP_BODY_TYPE_STATIC ? body : cpSpaceAddBody(t->space, body);
}

static cpShape* add_shape(TestWorld* t, cpShape* shape)
{
    cpShapeSetFriction(shape, 0.7);
    return cpSpaceAddShape(t->space, shape);
}

static cpBody* box(TestWorld* t, const char* name, double x, double y, double width, double height)
{
    const double mass = 2.0 * width * height;
    cpBody* body = add(t, name, cpBodyNew(mass, cpMomentForBox(mass, UNITS * width, UNITS * height)), x, y);
    add_shape(t, cpBoxShapeNew(body, UNITS * width, UNITS * height, 0.0));
    return body;
}

static cpBody* disc(TestWorld* t, const char* name, double x, double y, double radius, cpShapeFilter filter)
{
    cpBody* body = add(t, name, cpBodyNew(1.0, cpMomentForCircle(1.0, 0.0, UNITS * radius, cpvzero)), x, y);
    cpShapeSetFilter(add_shape(t, cpCircleShapeNew(body, UNITS * radius, cpvzero)), filter);
    return body;
}

static cpConstraint* join(TestWorld* t, cpConstraint* joint) { return cpSpaceAddConstraint(t->space, joint); }

static void add_free_bodies(TestWorld* t)
{
    const cpShapeFilter group = {1234567890123u, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES};
    const cpShapeFilter masked = {CP_NO_GROUP, 4u, ~4u};
    cpBody* compound = add(t, "free_compound", cpBodyNew(0.0, 0.0), -6.0, 30.0);
    const cpVect corners[] = {at(0.0, 0.0), at(1.5, 0.0), at(1.2, 0.6), at(0.0, 0.8)};
    cpBodySetVelocity(disc(t, "free_ball", -10.0, 30.0, 0.5, CP_SHAPE_FILTER_ALL), at(3.0, 2.0));
    cpShapeSetDensity(add_shape(t, cpPolyShapeNew(compound, 4, corners, cpTransformIdentity, UNITS * 0.1)),
                      3.0 / (UNITS * UNITS));
    cpShapeSetDensity(add_shape(t, cpCircleShapeNew(compound, UNITS * 0.3, at(-0.5, 1.0))),
                      0.5 / (UNITS * UNITS));
    cpBodySetAngularVelocity(compound, 2.5);
    cpBodySetAngularVelocity(box(t, "free_spinning", -2.0, 30.0, 1.0, 0.6), 4.0);
    cpBodySetVelocity(add(t, "free_kinematic", cpBodyNewKinematic(), 6.0, 30.0), at(1.0, 0.5));
    disc(t, "free_group_1", 10.0, 30.0, 0.5, group);
    disc(t, "free_group_2", 10.0, 30.2, 0.5, group);
    disc(t, "free_mask_1", 13.0, 30.0, 0.5, masked);
    disc(t, "free_mask_2", 13.0, 30.2, 0.5, masked);
    cpBody* sensor = add(t, "sensor", cpBodyNewStatic(), 16.0, 28.0);
    cpShapeSetSensor(add_shape(t, cpCircleShapeNew(sensor, UNITS * 2.0, cpvzero)), cpTrue);
    disc(t, "free_in_sensor", 16.0, 30.0, 0.5, CP_SHAPE_FILTER_ALL);
}

static void add_stacks(TestWorld* t, cpBody* ground)
{
    cpBody* belt = add(t, "belt", cpBodyNewStatic(), 2.0, 1.0);
    cpShape* plank = add_shape(t, cpBoxShapeNew(belt, UNITS * 6.0, UNITS * 0.4, 0.0));
    add_shape(t, cpSegmentShapeNew(ground, at(-30.0, 0.0), at(30.0, 0.0), 0.0));
    add_shape(t, cpSegmentShapeNew(ground, at(-30.0, 0.0), at(-30.0, 5.0), UNITS * 0.2));
    box(t, "stack_1", -20.0, 0.5, 1.0, 1.0);
    box(t, "stack_2", -20.0, 1.5, 1.0, 1.0);
    box(t, "stack_3", -20.0, 2.5, 1.0, 1.0);
    cpBodySetVelocity(box(t, "slide_box", -15.0, 0.5, 1.0, 1.0), at(6.0, 0.0));
    cpShapeSetSurfaceVelocity(plank, at(2.0, 0.0));
    box(t, "slide_cargo", 2.0, 1.6, 0.8, 0.8);
}

static void add_joints(TestWorld* t, cpBody* ground)
{
    join(t, cpPinJointNew(ground, box(t, "joint_rod", -12.0, 18.0, 0.6, 0.6), at(-14.0, 20.0), at(0.1, 0.2)));
    join(t, cpSlideJointNew(ground, disc(t, "joint_rope", -4.0, 19.0, 0.3, CP_SHAPE_FILTER_ALL),
                            at(-6.0, 20.0), cpvzero, 0.0, UNITS * 2.5));
    join(t, cpDampedSpringNew(ground, box(t, "joint_spring", -9.0, 18.0, 0.6, 0.6), at(-9.0, 20.0),
                              at(0.2, 0.3), UNITS * 1.5, 40.0, 2.0));
    join(t, cpPivotJointNew2(ground, box(t, "joint_pendulum", 1.0, 20.0, 2.0, 0.2), at(0.0, 20.0),
                             at(-1.0, 0.0)));
    cpBody* upright = box(t, "joint_upright", 19.0, 20.0, 2.0, 0.2);
    cpBodySetMoment(upright, (double)INFINITY);
    join(t, cpPivotJointNew2(ground, upright, at(18.0, 20.0), at(-1.0, 0.0)));
    cpBody* driven = box(t, "joint_motor", 4.0, 20.0, 1.0, 1.0);
    cpConstraintSetMaxForce(join(t, cpSimpleMotorNew(driven, ground, 5.0)),
                            1e6); /* in the opposite order of the hinge */
    join(t, cpPivotJointNew2(ground, driven, at(4.0, 20.0), cpvzero));
    cpBody* limited = box(t, "joint_limited", 9.0, 20.0, 2.0, 0.2);
    join(t, cpPivotJointNew2(ground, limited, at(8.0, 20.0), at(-1.0, 0.0)));
    join(t, cpRotaryLimitJointNew(ground, limited, -0.15, 0.4));
    cpBody* hub = disc(t, "joint_groove", -12.0, 12.0, 0.3, CP_SHAPE_FILTER_ALL);
    join(t, cpGrooveJointNew(ground, hub, at(-14.0, 11.0), at(-10.0, 13.0), cpvzero));
    cpConstraintSetMaxForce(join(t, cpSimpleMotorNew(ground, hub, -2.0)), 1e5);
    cpBody* twisted = box(t, "joint_rotary_spring", -5.0, 12.0, 1.0, 0.4);
    join(t, cpPivotJointNew2(ground, twisted, at(-5.0, 12.0), cpvzero));
    join(t, cpDampedRotarySpringNew(ground, twisted, -0.4, 3000.0, 200.0));
    cpBody* small = disc(t, "gear_small", 6.0, 12.0, 0.5, CP_SHAPE_FILTER_ALL);
    cpBody* large = disc(t, "gear_large", 7.6, 12.0, 1.0, CP_SHAPE_FILTER_ALL);
    cpBody* same = disc(t, "pull_same", 10.0, 12.0, 0.5, CP_SHAPE_FILTER_ALL);
    cpBodySetAngularVelocity(small, 6.0);
    join(t, cpPivotJointNew2(ground, small, at(6.0, 12.0), cpvzero));
    join(t, cpPivotJointNew2(ground, large, at(7.6, 12.0), cpvzero));
    join(t, cpPivotJointNew2(ground, same, at(10.0, 12.0), cpvzero));
    join(t, cpGearJointNew(small, large, 0.0, -2.0));
    join(t, cpGearJointNew(large, same, 0.0, 1.0));
    cpConstraintSetCollideBodies(join(t, cpGearJointNew(same, small, 0.0, -0.5)), cpFalse);
    cpConstraint* grab =
        cpPivotJointNew2(ground, box(t, "pull_mouse", 8.0, 6.0, 0.8, 0.8), at(8.0, 6.0), cpvzero);
    cpConstraintSetMaxForce(join(t, grab), 5e4);
    cpBody* ratchet = disc(t, "free_ratchet", 20.0, 24.0, 0.4, CP_SHAPE_FILTER_ALL);
    join(t, cpRatchetJointNew(ground, ratchet, 0.0, 0.5));
    join(t, cpRotaryLimitJointNew(ground, ratchet, -1.0, 1.0));
}

/* What is drawn is where the shapes are. */
static void draw_circle(cpVect p, cpFloat angle, cpFloat radius, cpSpaceDebugColor outline,
                        cpSpaceDebugColor fill, cpDataPointer data)
{
    (void)angle, (void)outline, (void)fill;
    truth_circle((FILE*)data, p.x / UNITS, p.y / UNITS, radius / UNITS);
}
static void draw_polygon(int count, const cpVect* points, cpFloat radius, cpSpaceDebugColor outline,
                         cpSpaceDebugColor fill, cpDataPointer data)
{
    double corners[32];
    (void)outline, (void)fill;
    for (int i = 0; i < count; ++i) {
        corners[2 * i] = points[i].x / UNITS;
        corners[2 * i + 1] = points[i].y / UNITS;
    }
    truth_polygon((FILE*)data, radius / UNITS, count, corners);
}
static void draw_segment(cpVect a, cpVect b, cpFloat radius, cpSpaceDebugColor outline,
                         cpSpaceDebugColor fill, cpDataPointer data)
{
    const cpVect ends[] = {a, b};
    draw_polygon(2, ends, radius, outline, fill, data);
}
static cpSpaceDebugColor draw_color(cpShape* shape, cpDataPointer data)
{
    const cpSpaceDebugColor none = {0.0f, 0.0f, 0.0f, 0.0f};
    fprintf((FILE*)data, "body %s\n", name_of(cpShapeGetBody(shape)));
    return none;
}

static void write_states(FILE* out, const char* when, const TestWorld* t)
{
    for (int i = 0; i < t->count; ++i) {
        cpBody* body = t->bodies[i];
        const cpVect p = cpBodyGetPosition(body), v = cpBodyGetVelocity(body);
        truth_state(out, when, name_of(body), p.x / UNITS, p.y / UNITS, cpBodyGetAngle(body), v.x / UNITS,
                    v.y / UNITS, cpBodyGetAngularVelocity(body));
    }
}

static void free_shape(cpBody* body, cpShape* shape, void* data)
{
    (void)body, (void)data;
    cpSpaceRemoveShape(cpShapeGetSpace(shape), shape);
    cpShapeFree(shape);
}
static void free_joint(cpBody* body, cpConstraint* joint, void* data)
{
    (void)body, (void)data;
    cpSpaceRemoveConstraint(cpConstraintGetSpace(joint), joint);
    cpConstraintFree(joint);
}

static void set_friction(cpBody* body, cpShape* shape, void* data)
{
    (void)body;
    cpShapeSetFriction(shape, *(double*)data);
}

/* Goes on with changes now and then, see check_stream.py. */
static void stream(TestWorld* t, const SatboxChipmunkOptions* options)
{
    double friction = 0.9;
    for (int i = 0; i < TRUTH_STREAMED_STEPS; ++i) {
        if (i == TRUTH_STREAM_ADDS) {
            disc(t, "late_2", 24.0, 30.0, 0.5, CP_SHAPE_FILTER_ALL);
            disc(t, "late_1", 22.0, 30.0, 0.5, CP_SHAPE_FILTER_ALL);
        }
        if (i == TRUTH_STREAM_CHANGES) {
            cpBody* gone = t->bodies[--t->count];
            cpBodyEachShape(gone, free_shape, NULL);
            cpSpaceRemoveBody(t->space, gone);
            cpBodyFree(gone);
            for (int k = 0; k < t->count; ++k)
                if (strcmp(name_of(t->bodies[k]), "slide_box") == 0)
                    cpBodyEachShape(t->bodies[k], set_friction, &friction);
        }
        cpSpaceStep(t->space, 1.0 / STEP_RATE);
        satbox_stream_chipmunk(t->space, options);
        poll(NULL, 0, TRUTH_STREAM_MS);
    }
}

int main(int argc, char** argv)
{
    TestWorld t;
    SatboxChipmunkOptions options;
    cpSpaceDebugDrawOptions draw;
    if (argc != 3 && argc != 4) return 2;
    memset(&t, 0, sizeof t);
    memset(&options, 0, sizeof options);
    memset(&draw, 0, sizeof draw);
    t.space = cpSpaceNew();
    cpSpaceSetGravity(t.space, at(0.0, -9.81));
    cpSpaceSetDamping(t.space, 0.8);
    cpSpaceSetIterations(t.space, 15);
    cpBody* ground = cpSpaceGetStaticBody(t.space);
    cpBodySetUserData(ground, (cpDataPointer)(uintptr_t) "ground");
    t.bodies[t.count++] = ground;
    add_free_bodies(&t);
    add_stacks(&t, ground);
    add_joints(&t, ground);
    for (int i = 0; i < STEPS; ++i) cpSpaceStep(t.space, 1.0 / STEP_RATE);

    options.stepRate = STEP_RATE;
    options.unitsPerMetre = UNITS;
    options.nameOf = name_of;
    if (satbox_capture_chipmunk_file(t.space, &options, argv[1]) != 0) return 1;
    FILE* out = fopen(argv[2], "w");
    if (!out) return 1;
    draw.drawCircle = draw_circle;
    draw.drawFatSegment = draw_segment;
    draw.drawPolygon = draw_polygon;
    draw.flags = CP_SPACE_DEBUG_DRAW_SHAPES;
    draw.colorForShape = draw_color;
    draw.data = out;
    cpSpaceDebugDraw(t.space, &draw);
    write_states(out, "before", &t);
    cpSpaceStep(t.space, 1.0 / STEP_RATE);
    write_states(out, "after", &t);
    truth_note(out,
               "approximate: surface velocity, as the speed along the outline of what lies on top: body ");
    truth_note(out, "approximate: pivot joint with a greatest force, as a motor joint: constraint ");
    truth_note(out, "approximate: gear joint, as teeth between the centres of gravity: 2 times");
    truth_note(out, "approximate: gear joint with ratio 1, as a motor joint: constraint ");
    truth_note(out, "not carried over: ratchet joint: constraint ");
    truth_note(out,
               "not carried over: rotary limit joint without a pivot joint of the same bodies: constraint ");
    truth_note(out, "not carried over: impulses of 20 constraints, with which the next step of Chipmunk "
                    "begins: the constraints");
    truth_note(out, "not carried over: impulses of 10 contacts, with which the next step of Chipmunk begins: "
                    "the contacts");
    if (argc == 4) {
        options.port = atoi(argv[3]);
        stream(&t, &options);
        write_states(out, "streamed", &t);
    }
    const int failed = fclose(out);
    for (int i = 0; i < t.count; ++i) {
        cpBodyEachConstraint(t.bodies[i], free_joint, NULL);
        cpBodyEachShape(t.bodies[i], free_shape, NULL);
    }
    for (int i = 1; i < t.count; ++i) {
        if (cpSpaceContainsBody(t.space, t.bodies[i])) cpSpaceRemoveBody(t.space, t.bodies[i]);
        cpBodyFree(t.bodies[i]);
    }
    cpSpaceFree(t.space);
    return failed == 0 ? 0 : 1;
}
