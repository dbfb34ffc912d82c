/* satbox/satbox.h as a C program uses it. Compiled as C99 with -pedantic; ctest runs it. Prints each check that fails. */
#include "check.h"

#include <satbox/satbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

int failures = 0;

static const float kStep = 1.0f / 60.0f;

static SatboxPosition at(double x, double y)
{
    SatboxPosition position;
    position.x = x;
    position.y = y;
    return position;
}
static SatboxVec2 vec(float x, float y)
{
    SatboxVec2 v;
    v.x = x;
    v.y = y;
    return v;
}

static SatboxBodyId add_body(SatboxWorld* world, SatboxBodyType type, SatboxPosition position, SatboxShape geometry)
{
    SatboxBodyDef body = satbox_body_def_default();
    SatboxShapeDef shape = satbox_shape_def_default();
    SatboxBodyId id;
    body.type = type;
    body.position = position;
    shape.geometry = geometry;
    id = satbox_world_create_body(world, &body);
    CHECK(satbox_world_is_shape_valid(world, satbox_world_add_shape(world, id, &shape)));
    return id;
}

static void step(SatboxWorld* world, int count)
{
    int i;
    for (i = 0; i < count; ++i) CHECK(satbox_world_step(world, kStep, NULL));
}

static double height_of(const SatboxWorld* world, SatboxBodyId body)
{
    SatboxBodyState state;
    CHECK(satbox_world_body_state(world, body, &state));
    return state.transform.p.y;
}

static bool count_contacts(const SatboxContact* contact, void* context)
{
    CHECK(contact->pointCount <= 2 && contact->points != NULL);
    if (contact->touching) *(size_t*)context += contact->pointCount;
    return true;
}

static void a_box_falls_and_rests(void)
{
    SatboxWorld* world = satbox_world_create(NULL, NULL);
    SatboxBodyId box;
    SatboxContactBeginEvent begin;
    SatboxContactHitEvent hit;
    size_t points = 0, begins = 0, hits = 0;
    int i;
    add_body(world, SATBOX_BODY_TYPE_STATIC, at(0.0, 0.0), satbox_box(10.0f, 0.5f));
    box = add_body(world, SATBOX_BODY_TYPE_DYNAMIC, at(0.0, 5.0), satbox_box(0.5f, 0.5f));

    for (i = 0; i < 60; ++i) {
        CHECK(satbox_world_step(world, kStep, NULL));
        begins += satbox_world_begins(world, &begin, 1);
        hits += satbox_world_hits(world, &hit, 1);
    }
    CHECK(begins == 1 && begin.bodyB.index == box.index && begin.bodyB.generation == box.generation);
    CHECK(begin.normal.y > 0.99f);
    CHECK(hits == 1 && fabs((double)hit.speed - sqrt(2 * 9.81 * 4)) < 0.2);

    step(world, 240);
    CHECK(fabs(height_of(world, box) - 1.0) < 0.01);
    CHECK(satbox_world_for_each_contact(world, count_contacts, &points) && points == 2);
    CHECK(satbox_world_step_count(world) == 300 && fabs(satbox_world_time(world) - 5.0) < 1e-3);
    CHECK(satbox_world_counters(world).bodies == 2 && satbox_world_counters(world).awakeBodies == 0);
    CHECK(satbox_world_total_mass(world) == 1.0f);
    satbox_world_destroy(world);
}

static void a_pendulum_swings_with_its_period(void)
{
    SatboxWorld* world = satbox_world_create(NULL, NULL);
    SatboxBodyId pivot = add_body(world, SATBOX_BODY_TYPE_STATIC, at(0.0, 0.0), satbox_circle(vec(0.0f, 0.0f), 0.1f));
    SatboxBodyId bob = add_body(world, SATBOX_BODY_TYPE_DYNAMIC, at(0.05, -0.9987), satbox_circle(vec(0.0f, 0.0f), 0.01f));
    SatboxJointDef def = satbox_joint_def_default(), read;
    SatboxJointView view;
    SatboxJointId joint;
    SatboxBodyState state;
    double last = 1.0;
    int i, turns = 0;
    def.bodyA = pivot;
    def.bodyB = bob;
    def.name = "rod";
    def.forwardKey = "D";
    def.kind = SATBOX_JOINT_KIND_DISTANCE;
    def.distance.length = 1.0f;
    joint = satbox_world_create_joint(world, &def);
    CHECK(satbox_world_is_joint_valid(world, joint));
    CHECK(satbox_world_joint_def(world, joint, &read));
    CHECK(read.kind == SATBOX_JOINT_KIND_DISTANCE && read.distance.length == 1.0f && strcmp(read.name, "rod") == 0);
    CHECK(strcmp(read.forwardKey, "D") == 0 && strcmp(read.backwardKey, "") == 0);
    CHECK(read.revolute.motor.enabled == false && read.wheel.spring.enabled == true); /* defaults */

    for (i = 0; i < 20 * 60; ++i) { /* 2 pi sqrt(1 / 9.81) = 2.006 s: 19.9 passages of the lowest point in 20 s */
        step(world, 1);
        satbox_world_body_state(world, bob, &state);
        if ((state.center.x < 0.0) != (last < 0.0)) ++turns;
        last = state.center.x;
    }
    CHECK(turns == 19 || turns == 20);
    CHECK(satbox_world_joint_view(world, joint, &view) && fabsf(view.length - 1.0f) < 1e-4f);

    CHECK(satbox_world_joints_of(world, bob, NULL, 0) == 1);
    read.breakForce = 1e-3f;
    CHECK(satbox_world_set_joint_def(world, joint, &read)); /* `read.name` points into the world */
    step(world, 1);
    CHECK(satbox_world_broken_joints(world, NULL, 0) == 1);
    CHECK(!satbox_world_is_joint_valid(world, joint));
    satbox_world_destroy(world);
}

struct Found {
    SatboxShapeId shapes[8];
    float fractions[8];
    size_t count, limit;
};
static bool add_hit(const SatboxWorldRayHit* hit, void* context)
{
    struct Found* found = (struct Found*)context;
    found->shapes[found->count] = hit->shape;
    found->fractions[found->count++] = hit->fraction;
    return found->count < found->limit;
}
static bool add_shape_hit(const SatboxWorldShapeHit* hit, void* context)
{
    struct Found* found = (struct Found*)context;
    found->shapes[found->count] = hit->shape;
    found->fractions[found->count++] = hit->fraction;
    return found->count < found->limit;
}
static bool add_shape(SatboxShapeId shape, void* context)
{
    struct Found* found = (struct Found*)context;
    found->shapes[found->count++] = shape;
    return found->count < found->limit;
}
static struct Found up_to(size_t limit)
{
    struct Found found;
    memset(&found, 0, sizeof found);
    found.limit = limit;
    return found;
}

static void queries_call_back_until_told_to_stop(void)
{
    SatboxWorld* world = satbox_world_create(NULL, NULL);
    SatboxBodyId bodies[3];
    SatboxShapeId shapes[3];
    SatboxWorldRayHit hit;
    SatboxWorldShapeHit shapeHit;
    SatboxClosestPoint closest;
    SatboxFilter nothing = satbox_filter_default();
    SatboxShape disc = satbox_circle(vec(0.0f, 0.0f), 0.25f);
    SatboxWorldTransform pose;
    SatboxWorldBox box;
    struct Found found;
    int i;
    nothing.mask = 0;
    pose.p = at(-2.0, 0.0);
    pose.q = satbox_make_rot(0.0f);
    for (i = 0; i < 3; ++i) {
        bodies[i] = add_body(world, SATBOX_BODY_TYPE_STATIC, at(2.0 * i, 0.0), satbox_box(0.5f, 0.5f));
        CHECK(satbox_world_shapes_of(world, bodies[i], &shapes[i], 1) == 1);
        CHECK(satbox_world_body_of(world, shapes[i]).index == bodies[i].index);
    }

    CHECK(satbox_world_cast_ray(world, at(-2.0, 0.0), vec(8.0f, 0.0f), NULL, &hit));
    CHECK(hit.shape.index == shapes[0].index && hit.point.x == -0.5 && hit.normal.x == -1.0f);
    CHECK(!satbox_world_cast_ray(world, at(-2.0, 0.0), vec(8.0f, 0.0f), &nothing, NULL));
    found = up_to(8);
    CHECK(satbox_world_cast_ray_all(world, at(-2.0, 0.0), vec(8.0f, 0.0f), NULL, add_hit, &found));
    CHECK(found.count == 3 && found.fractions[0] < found.fractions[1] && found.shapes[2].index == shapes[2].index);
    found = up_to(2);
    CHECK(satbox_world_cast_ray_all(world, at(-2.0, 0.0), vec(8.0f, 0.0f), NULL, add_hit, &found) && found.count == 2);

    box.lower = at(1.0, -1.0);
    box.upper = at(5.0, 1.0);
    found = up_to(8);
    CHECK(satbox_world_query_box(world, box, NULL, add_shape, &found) && found.count == 2);
    found = up_to(8);
    CHECK(satbox_world_query_point(world, at(2.1, 0.1), NULL, add_shape, &found) && found.count == 1);
    CHECK(satbox_world_query_closest(world, at(0.0, 2.0), 3.0f, NULL, &closest) && closest.distance == 1.5f);
    CHECK(!satbox_world_query_closest(world, at(0.0, 2.0), 1.0f, NULL, &closest));

    CHECK(satbox_world_cast_shape(world, &disc, pose, vec(8.0f, 0.0f), NULL, &shapeHit));
    CHECK(fabsf(shapeHit.fraction - 1.25f / 8.0f) < 1e-6f && shapeHit.moving.generation == 0);
    found = up_to(8);
    CHECK(satbox_world_cast_shape_all(world, &disc, pose, vec(8.0f, 0.0f), NULL, add_shape_hit, &found) && found.count == 3);
    pose.p = at(0.6, 0.0);
    found = up_to(8);
    CHECK(satbox_world_overlap_shape(world, &disc, pose, NULL, add_shape, &found) && found.count == 1);
    disc.kind = 17;
    found = up_to(8);
    CHECK(satbox_world_overlap_shape(world, &disc, pose, NULL, add_shape, &found) && found.count == 0);
    CHECK(satbox_world_cast_body(world, bodies[0], vec(4.0f, 0.0f), &shapeHit));
    CHECK(shapeHit.shape.index == shapes[1].index && shapeHit.moving.index == shapes[0].index);
    satbox_world_destroy(world);
}

static bool refused_with(const SatboxWorld* world, const char* part)
{
    if (strstr(satbox_world_last_error(world), part)) return true;
    printf("  last error: \"%s\", expected \"%s\"\n", satbox_world_last_error(world), part);
    return false;
}

static bool count_pieces(const SatboxShape* piece, void* context)
{
    CHECK(piece->kind == SATBOX_SHAPE_KIND_SEGMENT && piece->segment.oneSided);
    ++*(int*)context;
    return true;
}

static void bad_input_is_refused_with_a_sentence(void)
{
    int pieces = 0;
    SatboxError error;
    SatboxWorldSettings settings = satbox_world_settings_default();
    SatboxWorld* world = satbox_world_create(&settings, &error);
    SatboxBodyDef body = satbox_body_def_default();
    SatboxShapeDef shape = satbox_shape_def_default();
    SatboxJointDef joint = satbox_joint_def_default();
    SatboxBodyId id, null_id;
    SatboxShape polygon;
    SatboxVec2 points[12];
    uint64_t hash;
    int i;
    memset(&null_id, 0, sizeof null_id);
    CHECK(world && error.text[0] == '\0');
    id = satbox_world_create_body(world, &body);
    CHECK(satbox_world_last_error(world)[0] == '\0');
    hash = satbox_world_hash(world);

    body.linearDamping = -1.0f;
    CHECK(satbox_world_create_body(world, &body).generation == 0 && refused_with(world, "linearDamping: "));
    body = satbox_body_def_default();
    body.leftKey = "A";
    body.walkSpeed = 4.0f;
    CHECK(satbox_world_set_body_def(world, id, &body) && satbox_world_body_def(world, id, &body));
    CHECK(strcmp(body.leftKey, "A") == 0 && strcmp(body.jumpKey, "") == 0 && body.walkSpeed == 4.0f);
    CHECK(satbox_world_set_body_def(world, id, &body)); /* `body.leftKey` points into the world */
    body = satbox_body_def_default();
    CHECK(body.leftKey == NULL && satbox_world_set_body_def(world, id, &body));
    body.type = 3;
    CHECK(satbox_world_create_body(world, &body).generation == 0);
    CHECK(refused_with(world, "SatboxBodyType: 3 is not one of 0 to 2"));
    shape.geometry = satbox_box(0.0f, 1.0f);
    CHECK(satbox_world_add_shape(world, id, &shape).generation == 0 && refused_with(world, "vertices: "));
    shape.geometry = satbox_circle(vec(0.0f, 0.0f), NAN);
    CHECK(satbox_world_add_shape(world, id, &shape).generation == 0 && refused_with(world, "radius: not a finite number"));
    shape.geometry.kind = -1;
    CHECK(satbox_world_add_shape(world, id, &shape).generation == 0 && refused_with(world, "SatboxShapeKind: -1"));
    joint.bodyA = joint.bodyB = id;
    CHECK(satbox_world_create_joint(world, &joint).generation == 0 && refused_with(world, "bod"));
    joint.kind = 9;
    CHECK(satbox_world_create_joint(world, &joint).generation == 0 && refused_with(world, "SatboxJointKind: 9 is not"));
    CHECK(!satbox_world_destroy_body(world, null_id) && refused_with(world, "stale or null"));
    CHECK(!satbox_world_step(world, 0.0f, NULL) && refused_with(world, "dt"));
    CHECK(!satbox_world_set_instruction_set(world, 9) && refused_with(world, "SatboxInstructionSet: 9"));
    settings.substeps = 0;
    CHECK(!satbox_world_set_settings(world, &settings) && refused_with(world, "substeps: "));
    CHECK(satbox_world_hash(world) == hash);
    CHECK(satbox_world_wake(world, id) && satbox_world_last_error(world)[0] == '\0');

    CHECK(satbox_world_create(&settings, &error) == NULL && strstr(error.text, "substeps: "));
    CHECK(satbox_world_create(&settings, NULL) == NULL);
    settings = satbox_world_settings_default();
    CHECK(satbox_world_settings_set(&settings, "gravity", "0,-1.6", &error) && settings.gravity.y == -1.6f);
    CHECK(!satbox_world_settings_set(&settings, "gravitas", "1", &error) && strstr(error.text, "gravitas"));
    CHECK(!satbox_world_settings_set(&settings, "substeps", "65", &error) && settings.substeps == 4);

    for (i = 0; i < 12; ++i) points[i] = vec(cosf(0.5f * (float)i), sinf(0.5f * (float)i));
    CHECK(!satbox_polygon(points, 12, &polygon, &error) && strstr(error.text, "12 vertices"));
    CHECK(!satbox_polygon(points, 2, &polygon, &error) && error.text[0] != '\0');
    CHECK(satbox_polygon(points, 7, &polygon, NULL) && polygon.polygon.count == 7);
    CHECK(satbox_chain(points, 7, false, count_pieces, &pieces, NULL) && pieces == 6);
    CHECK(!satbox_chain(points, 1, false, count_pieces, &pieces, &error) && strstr(error.text, "at least 2"));
    CHECK(polygon.polygon.radius == 0.0f);
    CHECK(satbox_rounded_polygon(points, 7, 0.25f, &polygon, NULL) && polygon.polygon.radius == 0.25f);
    CHECK(!satbox_rounded_polygon(points, 7, -1.0f, &polygon, &error) && strstr(error.text, "radius: "));
    CHECK(satbox_rounded_box(1.0f, 2.0f, 0.25f).polygon.radius == 0.25f);
    CHECK(!satbox_regular_polygon(9, 1.0f, &polygon, &error) && strstr(error.text, "9 sides"));
    CHECK(satbox_thread_pool_create(0) == NULL && satbox_thread_pool_create(65) == NULL);

    CHECK(satbox_world_destroy_body(world, id) && !satbox_world_is_body_valid(world, id));
    CHECK(!satbox_world_body_def(world, id, &body) && satbox_world_shapes_of(world, id, NULL, 0) == 0);
    satbox_world_destroy(world);
}

static bool add_area(const SatboxShape* piece, void* context)
{
    const SatboxPolygon* polygon = &piece->polygon;
    int i;
    CHECK(piece->kind == SATBOX_SHAPE_KIND_POLYGON && polygon->count >= 3);
    for (i = 0; i < polygon->count; ++i) {
        const SatboxVec2 v = polygon->vertices[i], w = polygon->vertices[(i + 1) % polygon->count];
        *(float*)context += 0.5f * (v.x * w.y - v.y * w.x);
    }
    return true;
}

static void a_concave_outline_is_cut_into_pieces(void)
{
    const SatboxVec2 outline[6] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    float area = 0.0f;
    SatboxError error;
    CHECK(satbox_decompose(outline, 6, add_area, &area, &error) && area == 3.0f);
    area = 0.0f;
    CHECK(!satbox_decompose(outline, 2, add_area, &area, &error) && area == 0.0f && error.text[0] != '\0');
}

static void run_backwards(void* context, int blockCount, void (*run)(void* runContext, int block), void* runContext)
{
    int block;
    ++*(int*)context;
    for (block = blockCount - 1; block >= 0; --block) run(runContext, block);
}

static void copies_and_threads_give_the_same_bits(void)
{
    SatboxWorld *world = satbox_world_create(NULL, NULL), *start, *threaded, *adapted;
    SatboxThreadPool* pool = satbox_thread_pool_create(2);
    SatboxExecutor threads = satbox_thread_pool_executor(pool), backwards;
    int i, calls = 0;
    backwards.forEachBlock = run_backwards;
    backwards.context = &calls;
    backwards.threadCount = 2;
    add_body(world, SATBOX_BODY_TYPE_STATIC, at(0.0, -0.5), satbox_box(100.0f, 0.5f));
    for (i = 0; i < 400; ++i)
        add_body(world, SATBOX_BODY_TYPE_DYNAMIC, at(1.1 * (i % 40) - 22.0, 0.5 + 1.05 * (i / 40)), satbox_box(0.5f, 0.5f));
    start = satbox_world_copy(world);
    threaded = satbox_world_copy(world);
    adapted = satbox_world_copy(world);
    CHECK(satbox_world_equals(world, start));
    for (i = 0; i < 30; ++i) {
        step(world, 1);
        CHECK(satbox_world_step(threaded, kStep, &threads));
        CHECK(satbox_world_step(adapted, kStep, &backwards));
    }
    CHECK(calls > 0);
    CHECK(satbox_world_hash(world) == satbox_world_hash(threaded) && satbox_world_hash(world) == satbox_world_hash(adapted));
    CHECK(!satbox_world_equals(world, start));
    CHECK(satbox_world_assign(threaded, start) && satbox_world_hash(threaded) == satbox_world_hash(start));
    step(threaded, 30);
    CHECK(satbox_world_equals(world, threaded));
    backwards.threadCount = 0;
    CHECK(!satbox_world_step(world, kStep, &backwards) && refused_with(world, "threadCount is 0"));
    satbox_world_destroy(adapted);
    satbox_world_destroy(threaded);
    satbox_world_destroy(start);
    satbox_world_destroy(world);
    satbox_thread_pool_destroy(pool);
    satbox_world_destroy(NULL);
    satbox_thread_pool_destroy(NULL);
}

static void forces_and_the_mouse_move_a_body(void)
{
    SatboxWorldSettings settings = satbox_world_settings_default();
    SatboxWorld* world;
    SatboxBodyId body;
    SatboxBodyState state;
    SatboxMouseJointId mouse;
    SatboxMouseJointView view;
    SatboxWorldTransform pose;
    settings.gravity = vec(0.0f, 0.0f);
    world = satbox_world_create(&settings, NULL);
    body = add_body(world, SATBOX_BODY_TYPE_DYNAMIC, at(0.0, 0.0), satbox_box(0.5f, 0.5f)); /* 1 kg */

    CHECK(satbox_world_apply_impulse(world, body, vec(2.0f, 0.0f), at(0.0, 0.0)));
    CHECK(satbox_world_velocity_at(world, body, at(0.0, 0.0)).x == 2.0f);
    CHECK(satbox_world_apply_force(world, body, vec(0.0f, 60.0f), at(0.0, 0.0)));
    step(world, 1);
    CHECK(satbox_world_body_state(world, body, &state));
    CHECK(fabsf(state.linearVelocity.y - 1.0f) < 1e-5f && fabs(state.center.x - 2.0 / 60.0) < 1e-5);
    CHECK(satbox_world_set_velocity(world, body, vec(0.0f, 0.0f), 3.0f));
    CHECK(satbox_world_velocity_at(world, body, at(state.center.x, state.center.y + 1.0)).x == -3.0f);
    pose.p = at(5.0, 5.0);
    pose.q = satbox_make_rot(1.0f);
    CHECK(satbox_world_set_transform(world, body, pose) && satbox_world_set_velocity(world, body, vec(0.0f, 0.0f), 0.0f));
    CHECK(satbox_world_body_state(world, body, &state));
    CHECK(state.center.x == 5.0 && fabsf(satbox_angle_of(state.transform.q) - 1.0f) < 1e-6f);

    mouse = satbox_world_create_mouse_joint(world, body, at(5.0, 5.0));
    CHECK(satbox_world_set_mouse_target(world, mouse, at(8.0, 5.0)));
    step(world, 180);
    CHECK(satbox_world_mouse_joint(world, mouse, &view) && fabs(view.anchor.x - 8.0) < 0.01);
    CHECK(satbox_world_destroy_mouse_joint(world, mouse) && !satbox_world_is_mouse_joint_valid(world, mouse));
    satbox_world_destroy(world);
}

struct Platform {
    const SatboxWorld* world;
    SatboxShapeId shape;
    int asked;
};
static bool carries_from_above(SatboxPreSolveContact* contact, void* context)
{
    struct Platform* platform = (struct Platform*)context;
    const bool is_a = contact->shapeA.index == platform->shape.index;
    const SatboxShapeId other = is_a ? contact->shapeB : contact->shapeA;
    const float up = is_a ? contact->normal.y : -contact->normal.y;
    SatboxBodyState state;
    CHECK(contact->count == 1 || contact->count == 2);
    CHECK(satbox_world_body_state(platform->world, satbox_world_body_of(platform->world, other), &state));
    ++platform->asked;
    return up > 0.9f && state.linearVelocity.y < 0.1f;
}
static bool never(SatboxShapeId a, SatboxShapeId b, void* context)
{
    (void)a;
    (void)b;
    (void)context;
    return false;
}
static void bounce(SatboxShapeId a, SatboxShapeId b, SatboxMixedMaterial* material, void* context)
{
    (void)a;
    (void)b;
    *(float*)context = material->restitution; /* what the rules give */
    material->restitution = 1.0f;
}

static void a_platform_lets_through_what_comes_from_below(void)
{
    SatboxWorld* world = satbox_world_create(NULL, NULL);
    SatboxBodyId ground = add_body(world, SATBOX_BODY_TYPE_STATIC, at(0.0, 2.0), satbox_box(3.0f, 0.1f));
    SatboxBodyId box = add_body(world, SATBOX_BODY_TYPE_DYNAMIC, at(0.0, 0.0), satbox_box(0.25f, 0.25f));
    SatboxShapeDef def;
    struct Platform platform;
    SatboxContactCallbacks callbacks;
    platform.world = world;
    platform.asked = 0;
    CHECK(satbox_world_shapes_of(world, ground, &platform.shape, 1) == 1);
    CHECK(satbox_world_shape_def(world, platform.shape, &def));
    def.preSolve = true;
    CHECK(satbox_world_set_shape_def(world, platform.shape, &def));
    memset(&callbacks, 0, sizeof callbacks);
    callbacks.preSolve = carries_from_above;
    callbacks.preContinuous = never;
    callbacks.context = &platform;
    satbox_world_set_contact_callbacks(world, &callbacks);
    memset(&callbacks, 0, sizeof callbacks); /* the world has a copy */
    CHECK(satbox_world_set_velocity(world, box, vec(0.0f, 9.0f), 0.0f));
    step(world, 30);
    CHECK(height_of(world, box) > 2.5);
    step(world, 210);
    CHECK(fabs(height_of(world, box) - 2.35) < 0.02 && platform.asked > 10);
    satbox_world_destroy(world);
}

static void callbacks_filter_and_mix_until_they_are_removed(void)
{
    SatboxWorld* world = satbox_world_create(NULL, NULL);
    SatboxBodyId box;
    SatboxContactCallbacks callbacks;
    SatboxBodyState state;
    float usual = -1.0f;
    add_body(world, SATBOX_BODY_TYPE_STATIC, at(0.0, 0.0), satbox_box(10.0f, 0.5f));
    box = add_body(world, SATBOX_BODY_TYPE_DYNAMIC, at(0.0, 3.0), satbox_circle(vec(0.0f, 0.0f), 0.5f));
    memset(&callbacks, 0, sizeof callbacks);
    callbacks.mix = bounce;
    callbacks.context = &usual;
    satbox_world_set_contact_callbacks(world, &callbacks);
    step(world, 45);
    CHECK(satbox_world_body_state(world, box, &state) && state.linearVelocity.y > 2.0f && usual == 0.0f);
    satbox_world_set_contact_callbacks(world, NULL);
    step(world, 300);
    CHECK(fabs(height_of(world, box) - 1.0) < 0.02);
    memset(&callbacks, 0, sizeof callbacks);
    callbacks.shouldCollide = never;
    satbox_world_set_contact_callbacks(world, &callbacks);
    CHECK(satbox_world_set_velocity(world, box, vec(0.0f, 5.0f), 0.0f)); /* leaves its contact first */
    step(world, 120);
    CHECK(height_of(world, box) < -0.5);
    satbox_world_destroy(world);
}

static bool count_moved(SatboxBodyId body, const SatboxBodyState* state, bool fellAsleep, void* context)
{
    CHECK(body.generation != 0 && state->awake != fellAsleep);
    ++*(int*)context;
    return true;
}

static void moved_bodies_visitors_and_contacts_are_listed(void)
{
    SatboxWorld* world = satbox_world_create(NULL, NULL);
    SatboxBodyId zone = add_body(world, SATBOX_BODY_TYPE_STATIC, at(0.0, 1.0), satbox_box(2.0f, 0.4f));
    SatboxBodyId ground = add_body(world, SATBOX_BODY_TYPE_STATIC, at(0.0, 0.0), satbox_box(10.0f, 0.5f));
    SatboxBodyId box = add_body(world, SATBOX_BODY_TYPE_DYNAMIC, at(0.0, 1.0), satbox_box(0.5f, 0.5f));
    SatboxShapeId sensor, shape, visitor;
    SatboxShapeDef def;
    SatboxBodyAsleepEvent asleep;
    SatboxCapacity capacity;
    SatboxBodyId null_id;
    size_t points = 0;
    int moved = 0, i;
    memset(&null_id, 0, sizeof null_id);
    CHECK(satbox_world_shapes_of(world, zone, &sensor, 1) == 1 && satbox_world_shapes_of(world, box, &shape, 1) == 1);
    CHECK(satbox_world_shape_def(world, sensor, &def));
    def.sensor = true;
    def.sensorEvents = false;
    CHECK(satbox_world_set_shape_def(world, sensor, &def));
    step(world, 1);
    CHECK(satbox_world_visitors_of(world, sensor, &visitor, 1) >= 1 && satbox_world_sensors(world, NULL, 0) == 0);
    CHECK(satbox_world_visitors_of(world, shape, NULL, 0) == 0);
    CHECK(satbox_world_for_each_moved_body(world, count_moved, &moved) && moved == 1);
    CHECK(satbox_world_contacts_of_body(world, ground, count_contacts, &points) && points == 2);
    points = 0;
    CHECK(satbox_world_contacts_of_body(world, null_id, count_contacts, &points) && points == 0);
    CHECK(satbox_world_contacts_of_shape(world, shape, count_contacts, &points) && points >= 2);
    for (i = 0; i < 300 && satbox_world_fell_asleep(world, &asleep, 1) == 0; ++i) step(world, 1);
    CHECK(satbox_world_fell_asleep(world, &asleep, 1) == 1 && asleep.body.index == box.index);
    moved = 0;
    CHECK(satbox_world_for_each_moved_body(world, count_moved, &moved) && moved == 1);

    capacity.bodies = capacity.shapes = 100;
    capacity.contacts = 300;
    CHECK(satbox_world_reserve(world, &capacity));
    satbox_world_set_user_value(world, UINT64_MAX);
    CHECK(satbox_world_user_value(world) == UINT64_MAX);
    satbox_world_destroy(world);
}

static void explosions_wind_and_targets_move_bodies(void)
{
    SatboxWorldSettings settings = satbox_world_settings_default();
    SatboxWorld* world;
    SatboxBodyId body, lift;
    SatboxBodyState state;
    SatboxWorldTransform target;
    settings.gravity = vec(0.0f, 0.0f);
    world = satbox_world_create(&settings, NULL);
    body = add_body(world, SATBOX_BODY_TYPE_DYNAMIC, at(2.0, 0.0), satbox_box(0.5f, 0.5f));
    CHECK(satbox_world_explode(world, at(0.0, 0.0), 5.0f, 0.0f, 1.0f, 2u)); /* another category */
    CHECK(satbox_world_velocity_at(world, body, at(2.0, 0.0)).x == 0.0f);
    CHECK(satbox_world_explode(world, at(0.0, 0.0), 5.0f, 0.0f, 1.0f, UINT64_MAX));
    CHECK(satbox_world_velocity_at(world, body, at(2.0, 0.0)).x > 0.5f);
    CHECK(satbox_world_set_velocity(world, body, vec(0.0f, 0.0f), 0.0f));
    CHECK(satbox_world_apply_wind(world, vec(0.0f, 3.0f), 1.0f, kStep, UINT64_MAX));
    step(world, 1);
    CHECK(satbox_world_body_state(world, body, &state));
    CHECK(state.linearVelocity.y > 0.0f && state.linearVelocity.y < 3.0f);

    lift = add_body(world, SATBOX_BODY_TYPE_KINEMATIC, at(10.0, 0.0), satbox_box(1.0f, 0.1f));
    target.p = at(10.0, 0.5);
    target.q = satbox_make_rot(0.0f);
    CHECK(satbox_world_set_target_transform(world, lift, target, kStep));
    step(world, 1);
    CHECK(fabs(height_of(world, lift) - 0.5) < 1e-5);
    CHECK(!satbox_world_set_target_transform(world, lift, target, 0.0f) && refused_with(world, "dt"));
    satbox_world_destroy(world);
}

static void stop(const char* condition, const char* message, const char* file, int line)
{
    (void)condition;
    (void)message;
    (void)file;
    (void)line;
}

static void the_assert_handler_is_replaced_and_returned(void)
{
    const SatboxAssertHandler before = satbox_set_assert_handler(stop);
    CHECK(satbox_set_assert_handler(before) == stop);
}

int main(void)
{
    CHECK(satbox_version().majorVersion >= 0);
    a_box_falls_and_rests();
    a_pendulum_swings_with_its_period();
    queries_call_back_until_told_to_stop();
    bad_input_is_refused_with_a_sentence();
    a_concave_outline_is_cut_into_pieces();
    copies_and_threads_give_the_same_bits();
    forces_and_the_mouse_move_a_body();
    a_platform_lets_through_what_comes_from_below();
    callbacks_filter_and_mix_until_they_are_removed();
    moved_bodies_visitors_and_contacts_are_listed();
    explosions_wind_and_targets_move_bodies();
    the_assert_handler_is_replaced_and_returned();
    test_drawing();
    printf(failures ? "%d checks failed\n" : "all checks passed\n", failures);
    return failures ? 1 : 0;
}
