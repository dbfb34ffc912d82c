/* capture_box2d_3 SCENE.json TRUTH.txt: a world of Box2D 3, run for a third of a second, captured and stepped
 * once more. */

#include "tests/capture/truth.h"
#include "tools/capture/box2d_3.h"

#define STEP_RATE 60.0f
#define SUBSTEPS 4
enum { MAX_BODIES = 64 };

typedef struct TestWorld {
    b2WorldId world;
    b2BodyId ground;
    b2BodyId bodies[MAX_BODIES];
    int count;
} TestWorld;

static b2Vec2 vec(float x, float y)
{
    b2Vec2 v = {x, y};
    return v;
}

static b2BodyId make(TestWorld* t, const char* name, b2BodyType type, float x, float y)
{
    b2BodyDef def = b2DefaultBodyDef();
    def.type = type;
    def.position.x = x;
    def.position.y = y;
    def.userData = (void*)(uintptr_t)name;
    const b2BodyId body = b2CreateBody(t->world, &def);
    t->bodies[t->count++] = body;
    return body;
}

static const char* name_of(b2BodyId body) { return (const char*)b2Body_GetUserData(body); }

static b2ShapeDef shape_def(float density)
{
    b2ShapeDef def = b2DefaultShapeDef();
    def.density = density;
    def.material.friction = 0.4f;
    return def;
}

static b2BodyId box(TestWorld* t, const char* name, float x, float y, float half_width, float half_height)
{
    const b2BodyId body = make(t, name, b2_dynamicBody, x, y);
    const b2Polygon polygon = b2MakeBox(half_width, half_height);
    const b2ShapeDef def = shape_def(2.0f);
    b2CreatePolygonShape(body, &def, &polygon);
    return body;
}

static b2BodyId filtered_disc(TestWorld* t, const char* name, float x, float y, float radius,
                              uint64_t category, uint64_t mask, int group)
{
    const b2BodyId body = make(t, name, b2_dynamicBody, x, y);
    const b2Circle circle = {{0.0f, 0.0f}, radius};
    b2ShapeDef def = shape_def(1.0f);
    def.filter.categoryBits = category;
    def.filter.maskBits = mask;
    def.filter.groupIndex = group;
    b2CreateCircleShape(body, &def, &circle);
    return body;
}

static b2BodyId disc(TestWorld* t, const char* name, float x, float y, float radius)
{
    const b2Filter usual = b2DefaultFilter();
    return filtered_disc(t, name, x, y, radius, usual.categoryBits, usual.maskBits, 0);
}

static void add_free_bodies(TestWorld* t)
{
    b2Body_SetLinearVelocity(disc(t, "free_ball", -10.0f, 30.0f, 0.5f), vec(3.0f, 2.0f));
    const b2BodyId compound = make(t, "free_compound", b2_dynamicBody, -6.0f, 30.0f);
    const b2Vec2 corners[] = {{0.0f, 0.0f}, {1.5f, 0.0f}, {0.0f, 0.8f}};
    const b2Hull hull = b2ComputeHull(corners, 3);
    const b2Polygon triangle = b2MakePolygon(&hull, 0.1f);
    const b2Capsule capsule = {{-0.5f, 1.0f}, {-0.2f, 1.4f}, 0.2f};
    const b2ShapeDef heavy = shape_def(3.0f), light = shape_def(0.5f);
    b2CreatePolygonShape(compound, &heavy, &triangle);
    b2CreateCapsuleShape(compound, &light, &capsule);
    b2Body_SetAngularVelocity(compound, 2.5f);
    const b2BodyId damped = box(t, "free_damped", -2.0f, 30.0f, 0.5f, 0.5f);
    b2Body_SetLinearDamping(damped, 0.8f);
    b2Body_SetAngularDamping(damped, 1.5f);
    b2Body_SetAngularVelocity(damped, 4.0f);
    b2Body_SetGravityScale(damped, 0.25f);
    const b2BodyId weighted = box(t, "free_own_mass", 2.0f, 30.0f, 0.5f, 0.5f);
    b2MassData mass = {5.0f, {0.2f, 0.1f}, 3.8f};
    b2Body_SetMassData(weighted, mass);
    b2Body_SetAngularVelocity(weighted, -1.0f);
    const b2BodyId kinematic = make(t, "free_kinematic", b2_kinematicBody, 6.0f, 30.0f);
    b2Body_SetLinearVelocity(kinematic, vec(1.0f, 0.5f));
    filtered_disc(t, "free_group_1", 10.0f, 30.0f, 0.5f, 1, B2_DEFAULT_MASK_BITS, -3);
    filtered_disc(t, "free_group_2", 10.0f, 30.2f, 0.5f, 1, B2_DEFAULT_MASK_BITS, -3);
    /* A category above 32 bits. */
    filtered_disc(t, "free_mask_1", 13.0f, 30.0f, 0.5f, 1ull << 40, ~(1ull << 40), 0);
    filtered_disc(t, "free_mask_2", 13.0f, 30.2f, 0.5f, 1ull << 40, ~(1ull << 40), 0);
    const b2BodyId sensor = make(t, "sensor", b2_staticBody, 16.0f, 28.0f);
    const b2Circle circle = {{0.0f, 0.0f}, 2.0f};
    b2ShapeDef def = shape_def(0.0f);
    def.isSensor = true;
    b2CreateCircleShape(sensor, &def, &circle);
    disc(t, "free_in_sensor", 16.0f, 30.0f, 0.5f);
    b2Body_Disable(disc(t, "disabled", 20.0f, 30.0f, 0.5f));
}

static void add_stacks(TestWorld* t)
{
    box(t, "stack_1", -20.0f, 0.5f, 0.5f, 0.5f);
    box(t, "stack_2", -20.0f, 1.5f, 0.5f, 0.5f);
    box(t, "stack_3", -20.0f, 2.5f, 0.5f, 0.5f);
    b2Body_SetLinearVelocity(box(t, "slide_box", -15.0f, 0.5f, 0.5f, 0.5f), vec(6.0f, 0.0f));
    /* Rolls, and is slowed down by that. */
    const b2BodyId rolling = make(t, "slide_roller", b2_dynamicBody, -8.0f, 0.5f);
    const b2Circle circle = {{0.0f, 0.0f}, 0.5f};
    b2ShapeDef tired = shape_def(1.0f);
    tired.material.rollingResistance = 0.5f;
    b2CreateCircleShape(rolling, &tired, &circle);
    b2Body_SetLinearVelocity(rolling, vec(2.0f, 0.0f));
    b2Body_SetAngularVelocity(rolling, -4.0f);
    /* Only a category above 32 bits holds this one. */
    const b2BodyId shelf = make(t, "belt_shelf", b2_staticBody, 26.0f, 8.0f);
    const b2Polygon board = b2MakeBox(1.0f, 0.1f);
    b2ShapeDef high = shape_def(1.0f);
    high.filter.categoryBits = 1ull << 41;
    b2CreatePolygonShape(shelf, &high, &board);
    filtered_disc(t, "stack_on_shelf", 26.0f, 8.6f, 0.5f, 1, 1ull << 41, 0);
    const b2BodyId belt = make(t, "belt", b2_staticBody, 2.0f, 1.0f);
    const b2Polygon plank = b2MakeBox(3.0f, 0.2f);
    b2ShapeDef moving = shape_def(1.0f);
    moving.material.tangentSpeed = 2.0f;
    b2CreatePolygonShape(belt, &moving, &plank);
    box(t, "slide_cargo", 2.0f, 1.6f, 0.4f, 0.4f);
    const b2BodyId bowl = make(t, "chain", b2_staticBody, -26.0f, 0.0f);
    const b2Vec2 points[] = {{3.0f, 3.0f},  {2.0f, 2.0f},  {0.5f, 1.0f},
                             {-0.5f, 1.0f}, {-2.0f, 2.0f}, {-3.0f, 3.0f}};
    b2ChainDef chain = b2DefaultChainDef();
    chain.points = points;
    chain.count = 6;
    b2CreateChain(bowl, &chain);
    disc(t, "chain_ball", -26.0f, 1.5f, 0.5f);
}

/* Frames of a joint: in 3.1 anchors, and an axis and a reference angle where the kind of joint has them. */
#if SATBOX_BOX2D_HAS_FRAMES
#define SET_BODIES(def, a, b, pointA, pointB)                                                                \
    (def.base.bodyIdA = (a), def.base.bodyIdB = (b), def.base.localFrameA.p = (pointA),                      \
     def.base.localFrameB.p = (pointB))
#define SET_REFERENCE(def, angle) (def.base.localFrameA.q = b2MakeRot(angle))
#define SET_AXIS(def, axis)                                                                                  \
    (def.base.localFrameA.q.c = (axis).x, def.base.localFrameA.q.s = (axis).y,                               \
     def.base.localFrameB.q = def.base.localFrameA.q)
#else
#define SET_BODIES(def, a, b, pointA, pointB)                                                                \
    (def.bodyIdA = (a), def.bodyIdB = (b), def.localAnchorA = (pointA), def.localAnchorB = (pointB))
#define SET_REFERENCE(def, angle) (def.referenceAngle = (angle))
#define SET_AXIS(def, axis) (def.localAxisA = (axis))
#endif

static void add_distances(TestWorld* t)
{
    b2DistanceJointDef rod = b2DefaultDistanceJointDef();
    SET_BODIES(rod, t->ground, box(t, "joint_rod", -12.0f, 18.0f, 0.3f, 0.3f), vec(-14.0f, 20.0f),
               vec(0.1f, 0.2f));
    rod.length = 2.759f;
    b2CreateDistanceJoint(t->world, &rod);
    b2DistanceJointDef spring = b2DefaultDistanceJointDef();
    SET_BODIES(spring, t->ground, box(t, "joint_spring", -9.0f, 18.0f, 0.3f, 0.3f), vec(-9.0f, 20.0f),
               vec(0.2f, 0.3f));
    spring.length = 1.5f;
    spring.enableSpring = true;
    spring.hertz = 1.2f;
    spring.dampingRatio = 0.3f;
    spring.enableLimit = true;
    spring.minLength = 0.2f;
    spring.maxLength = 4.0f;
    b2CreateDistanceJoint(t->world, &spring);
}

static void add_hinges(TestWorld* t)
{
    b2RevoluteJointDef pendulum = b2DefaultRevoluteJointDef();
    SET_BODIES(pendulum, t->ground, box(t, "joint_pendulum", 1.0f, 20.0f, 1.0f, 0.1f), vec(0.0f, 20.0f),
               vec(-1.0f, 0.0f));
    b2CreateRevoluteJoint(t->world, &pendulum);
    /* A body that cannot turn hangs still on a pin beside its centre. */
    b2RevoluteJointDef held = b2DefaultRevoluteJointDef();
    const b2BodyId upright = box(t, "joint_upright", 22.0f, 20.0f, 1.0f, 0.1f);
#if SATBOX_BOX2D_HAS_FRAMES
    const b2MotionLocks locks = {false, false, true};
    b2Body_SetMotionLocks(upright, locks);
    const b2MotionLocks line = {true, false, false};
    const b2BodyId sliding = box(t, "joint_on_a_line", 25.0f, 18.0f, 0.3f, 0.3f);
    b2Body_SetMotionLocks(sliding, line);
    b2DistanceJointDef sideways = b2DefaultDistanceJointDef();
    SET_BODIES(sideways, t->ground, sliding, vec(24.0f, 19.0f), vec(0.0f, 0.0f));
    sideways.enableSpring = true;
    sideways.hertz = 1.0f;
    sideways.length = 0.3f;
    b2CreateDistanceJoint(t->world, &sideways);
#else
    b2Body_SetFixedRotation(upright, true);
#endif
    SET_BODIES(held, t->ground, upright, vec(21.0f, 20.0f), vec(-1.0f, 0.0f));
    b2CreateRevoluteJoint(t->world, &held);
    b2RevoluteJointDef motor = b2DefaultRevoluteJointDef();
    SET_BODIES(motor, t->ground, box(t, "joint_motor", 4.0f, 20.0f, 0.5f, 0.5f), vec(4.0f, 20.0f),
               vec(0.0f, 0.0f));
    motor.enableMotor = true;
    motor.motorSpeed = 3.0f;
    motor.maxMotorTorque = 100.0f;
    b2CreateRevoluteJoint(t->world, &motor);
    b2RevoluteJointDef limited = b2DefaultRevoluteJointDef();
    SET_BODIES(limited, t->ground, box(t, "joint_limited", 9.0f, 20.0f, 1.0f, 0.1f), vec(8.0f, 20.0f),
               vec(-1.0f, 0.0f));
    SET_REFERENCE(limited, 0.2f);
    limited.enableLimit = true;
    limited.lowerAngle = -0.6f;
    limited.upperAngle = 0.4f;
    b2CreateRevoluteJoint(t->world, &limited);
    b2RevoluteJointDef door = b2DefaultRevoluteJointDef();
    SET_BODIES(door, t->ground, box(t, "joint_hinge_spring", 18.0f, 20.0f, 1.0f, 0.1f), vec(17.0f, 20.0f),
               vec(-1.0f, 0.0f));
    SET_REFERENCE(door, 0.3f);
    door.enableSpring = true;
    door.hertz = 1.5f;
    door.dampingRatio = 0.4f;
    b2CreateRevoluteJoint(t->world, &door);
    b2WeldJointDef rigid = b2DefaultWeldJointDef();
    const b2BodyId first = box(t, "joint_weld_1", 11.0f, 20.0f, 0.5f, 0.2f);
    SET_BODIES(rigid, first, box(t, "joint_weld_2", 12.0f, 20.0f, 0.5f, 0.2f), vec(0.5f, 0.0f),
               vec(-0.5f, 0.0f));
    b2Body_SetAngularVelocity(first, 2.0f);
    b2CreateWeldJoint(t->world, &rigid);
    b2WeldJointDef soft = b2DefaultWeldJointDef();
    SET_BODIES(soft, t->ground, box(t, "joint_soft_weld", 15.0f, 20.0f, 0.5f, 0.2f), vec(14.5f, 20.0f),
               vec(-0.5f, 0.0f));
    SET_REFERENCE(soft, 0.2f);
    soft.angularHertz = 2.0f;
    soft.angularDampingRatio = 0.5f;
    soft.linearHertz = 3.0f;
    soft.linearDampingRatio = 0.8f;
    b2CreateWeldJoint(t->world, &soft);
}

static void add_sliders(TestWorld* t)
{
    b2PrismaticJointDef slider = b2DefaultPrismaticJointDef();
    SET_BODIES(slider, t->ground, box(t, "joint_slider", -12.0f, 12.0f, 0.4f, 0.4f), vec(-12.0f, 12.0f),
               vec(0.0f, 0.0f));
    SET_AXIS(slider, vec(0.8f, 0.6f));
    slider.enableMotor = true;
    slider.motorSpeed = 0.5f;
    slider.maxMotorForce = 30.0f;
    slider.enableLimit = true;
    slider.lowerTranslation = -3.0f;
    slider.upperTranslation = 3.0f;
    b2CreatePrismaticJoint(t->world, &slider);
    b2WheelJointDef wheel = b2DefaultWheelJointDef();
    const b2BodyId car = box(t, "joint_car", -7.0f, 12.0f, 1.0f, 0.3f);
    b2Body_SetGravityScale(car, 0.2f);
    SET_BODIES(wheel, car, disc(t, "joint_wheel", -6.5f, 11.4f, 0.3f), vec(0.5f, -0.6f), vec(0.0f, 0.0f));
    SET_AXIS(wheel, vec(0.0f, 1.0f));
    wheel.enableSpring = true;
    wheel.hertz = 3.0f;
    wheel.dampingRatio = 0.6f;
    wheel.enableMotor = true;
    wheel.motorSpeed = -8.0f;
    wheel.maxMotorTorque = 2.0f;
    wheel.enableLimit = true;
    wheel.lowerTranslation = -0.3f;
    wheel.upperTranslation = 0.3f;
    b2CreateWheelJoint(t->world, &wheel);
    b2FilterJointDef filter = b2DefaultFilterJointDef();
    const b2BodyId one = disc(t, "free_filter_1", 20.0f, 24.0f, 0.5f);
    const b2BodyId two = disc(t, "free_filter_2", 20.0f, 24.3f, 0.5f);
#if SATBOX_BOX2D_HAS_FRAMES
    filter.base.bodyIdA = one;
    filter.base.bodyIdB = two;
#else
    filter.bodyIdA = one;
    filter.bodyIdB = two;
#endif
    b2CreateFilterJoint(t->world, &filter);
}

static void add_pulls(TestWorld* t)
{
    b2MotorJointDef motor = b2DefaultMotorJointDef();
    const b2BodyId driven = box(t, "pull_motor", 8.0f, 6.0f, 0.4f, 0.4f);
#if SATBOX_BOX2D_HAS_FRAMES
    SET_BODIES(motor, t->ground, driven, vec(8.5f, 6.5f), vec(0.0f, 0.0f));
    motor.linearHertz = 4.0f;
    motor.linearDampingRatio = 0.8f;
    motor.maxSpringForce = 500.0f;
    motor.angularHertz = 4.0f;
    motor.angularDampingRatio = 0.8f;
    motor.maxSpringTorque = 100.0f;
    b2CreateMotorJoint(t->world, &motor);
    b2MotorJointDef brake = b2DefaultMotorJointDef();
    const b2BodyId rubbed = box(t, "pull_brake", 12.0f, 6.0f, 0.4f, 0.4f);
    b2Body_SetGravityScale(rubbed, 0.0f);
    b2Body_SetLinearVelocity(rubbed, vec(4.0f, 0.0f));
    SET_BODIES(brake, t->ground, rubbed, vec(12.0f, 6.0f), vec(0.0f, 0.0f));
    brake.maxVelocityForce = 3.0f;
    brake.maxVelocityTorque = 1.0f;
    b2CreateMotorJoint(t->world, &brake);
#else
    motor.bodyIdA = t->ground;
    motor.bodyIdB = driven;
    motor.linearOffset = vec(8.5f, 6.5f);
    motor.angularOffset = 0.3f;
    motor.maxForce = 500.0f;
    motor.maxTorque = 100.0f;
    b2CreateMotorJoint(t->world, &motor);
    b2MouseJointDef mouse = b2DefaultMouseJointDef();
    mouse.bodyIdA = t->ground;
    mouse.bodyIdB = box(t, "pull_mouse", 12.0f, 6.0f, 0.4f, 0.4f);
    mouse.target = vec(12.0f, 6.0f);
    mouse.hertz = 4.0f;
    mouse.dampingRatio = 0.8f;
    mouse.maxForce = 500.0f;
    b2MouseJoint_SetTarget(b2CreateMouseJoint(t->world, &mouse), vec(12.5f, 6.5f));
#endif
}

static void write_points(FILE* out, b2BodyId body, const b2Vec2* points, int count, float radius)
{
    double corners[2 * B2_MAX_POLYGON_VERTICES];
    for (int i = 0; i < count; ++i) {
        corners[2 * i] = b2Body_GetWorldPoint(body, points[i]).x;
        corners[2 * i + 1] = b2Body_GetWorldPoint(body, points[i]).y;
    }
    truth_polygon(out, radius, count, corners);
}

static void write_shapes(FILE* out, const TestWorld* t)
{
    for (int i = 0; i < t->count; ++i) {
        b2ShapeId shapes[16];
        const int count = b2Body_GetShapes(t->bodies[i], shapes, 16);
        fprintf(out, "body %s\n", name_of(t->bodies[i]));
        for (int k = 0; k < count; ++k) {
            const b2ShapeType type = b2Shape_GetType(shapes[k]);
            if (type == b2_circleShape) {
                const b2Circle circle = b2Shape_GetCircle(shapes[k]);
                truth_circle(out, b2Body_GetWorldPoint(t->bodies[i], circle.center).x,
                             b2Body_GetWorldPoint(t->bodies[i], circle.center).y, circle.radius);
            } else if (type == b2_polygonShape) {
                const b2Polygon polygon = b2Shape_GetPolygon(shapes[k]);
                write_points(out, t->bodies[i], polygon.vertices, polygon.count, polygon.radius);
            } else if (type == b2_capsuleShape) {
                const b2Capsule capsule = b2Shape_GetCapsule(shapes[k]);
                write_points(out, t->bodies[i], &capsule.center1, 2, capsule.radius);
            } else {
                const b2Segment segment = type == b2_segmentShape
                                              ? b2Shape_GetSegment(shapes[k])
                                              : b2Shape_GetChainSegment(shapes[k]).segment;
                write_points(out, t->bodies[i], &segment.point1, 2, 0.0f);
            }
        }
    }
}

/* b2Rot_GetAngle is off by up to 1e-4. */
static double angle_of(b2Rot q) { return atan2(q.s, q.c); }

static void write_states(FILE* out, const char* when, const TestWorld* t)
{
    for (int i = 0; i < t->count; ++i) {
        const b2BodyId body = t->bodies[i];
        const b2Vec2 v = b2Body_GetLinearVelocity(body);
        truth_state(out, when, name_of(body), b2Body_GetPosition(body).x, b2Body_GetPosition(body).y,
                    angle_of(b2Body_GetRotation(body)), v.x, v.y, b2Body_GetAngularVelocity(body));
    }
}

static b2BodyId named(const TestWorld* t, const char* name)
{
    int i = 0;
    while (strcmp(name_of(t->bodies[i]), name) != 0) ++i;
    return t->bodies[i];
}

/* Goes on with changes now and then, see check_stream.py. */
static void stream(TestWorld* t, const SatboxBox2dOptions* options)
{
    for (int i = 0; i < TRUTH_STREAMED_STEPS; ++i) {
        if (i == TRUTH_STREAM_ADDS) {
            disc(t, "late_2", 24.0f, 30.0f, 0.5f);
            disc(t, "late_1", 22.0f, 30.0f, 0.5f);
        }
        if (i == TRUTH_STREAM_CHANGES) {
            b2ShapeId shape;
            b2DestroyBody(t->bodies[--t->count]);
            b2Body_GetShapes(named(t, "slide_box"), &shape, 1);
            b2Shape_SetFriction(shape, 0.9f);
        }
        b2World_Step(t->world, 1.0f / STEP_RATE, SUBSTEPS);
        satbox_stream_box2d_3(t->world, options);
        poll(NULL, 0, TRUTH_STREAM_MS);
    }
}

int main(int argc, char** argv)
{
    TestWorld t;
    b2WorldDef def = b2DefaultWorldDef();
    SatboxBox2dOptions options;
    b2BodyId unlisted[MAX_BODIES];
    if (argc != 3 && argc != 4) return 2;
    memset(&t, 0, sizeof t);
    memset(&options, 0, sizeof options);
    def.gravity = vec(0.0f, -9.81f);
    t.world = b2CreateWorld(&def);
    t.ground = make(&t, "ground", b2_staticBody, 0.0f, 0.0f);
    const b2Segment floor = {{-30.0f, 0.0f}, {30.0f, 0.0f}};
    const b2ShapeDef rough = shape_def(0.0f);
    b2CreateSegmentShape(t.ground, &rough, &floor);
    add_free_bodies(&t);
    add_stacks(&t);
    add_distances(&t);
    add_hinges(&t);
    add_sliders(&t);
    add_pulls(&t);
    for (int i = 0; i < 20; ++i) b2World_Step(t.world, 1.0f / STEP_RATE, SUBSTEPS);

    options.stepRate = STEP_RATE;
    options.substeps = SUBSTEPS;
    options.nameOf = name_of;
    /* Only what Box2D does not list. */
    for (int i = 0; i < t.count; ++i)
        if (!b2Body_IsEnabled(t.bodies[i])) unlisted[options.bodyCount++] = t.bodies[i];
    options.bodies = unlisted;
    if (satbox_capture_box2d_3_file(t.world, &options, argv[1]) != 0) return 1;
    FILE* out = fopen(argv[2], "w");
    if (!out) return 1;
    write_shapes(out, &t);
    write_states(out, "before", &t);
    b2World_Step(t.world, 1.0f / STEP_RATE, SUBSTEPS);
    write_states(out, "after", &t);
    truth_note(out, "not carried over: impulse of a joint, with which the next step of Box2D begins: ");
    truth_note(
        out,
        "not carried over: impulses of 8 contacts, with which the next step of Box2D begins: the contacts");
#if SATBOX_BOX2D_HAS_FRAMES
    truth_note(out, "approximate: motor joint without a spring as a brake: joint ");
#else
    truth_note(out, "approximate: correction factor of a motor joint as a motor joint: joint ");
    truth_note(out, "approximate: mouse joint as a motor joint: joint ");
#endif
    if (argc == 4) {
        options.port = atoi(argv[3]);
        stream(&t, &options);
        write_states(out, "streamed", &t);
    }
    const int failed = fclose(out);
    b2DestroyWorld(t.world);
    return failed == 0 ? 0 : 1;
}
