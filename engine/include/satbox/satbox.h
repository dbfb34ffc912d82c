#pragma once

// Over 600 lines: C programs include one header.
//
// The engine for C99, and for other languages that call C: satbox::c. It is a thin layer over satbox/world.h,
// which documents everything in full. Link C programs that use the static library with the C++ linker or with
// -lstdc++. Debug drawing is in satbox/draw/satbox_draw.h.
//
//   SatboxWorld* world = satbox_world_create(NULL, NULL);
//   SatboxBodyDef body = satbox_body_def_default();
//   SatboxShapeDef shape = satbox_shape_def_default();
//   body.position.y = 4.0;
//   shape.geometry = satbox_box(0.5f, 0.5f);
//   SatboxBodyId box = satbox_world_create_body(world, &body);
//   satbox_world_add_shape(world, box, &shape);
//   for (int i = 0; i < 600; ++i) satbox_world_step(world, 1.0f / 60.0f, NULL);
//   satbox_world_destroy(world);
//
// Names: World::castRayAll is satbox_world_cast_ray_all, BodyDef is SatboxBodyDef, and BodyType::Dynamic is
// SATBOX_BODY_TYPE_DYNAMIC. Members have the names that they have in C++ and in scene files.
//
// Units: m, kg, s, rad, N. Start every definition from its ..._default() function: a definition of zeros is
// not a useful one.
//
// Errors: a function that is refused changes nothing and returns false or a null id. For functions that
// change a world, satbox_world_last_error() has the reason as a sentence; others fill a SatboxError, which
// may be NULL. A stale or null id is refused. Pointers must be valid, and NULL only where the comment allows
// it. If memory runs out, a function is refused with "memory ran out"; a world that was being changed may
// then only be destroyed.
//
// Threads: a world belongs to one thread at a time. Functions with a const world may be called from several
// threads together while nothing changes it.
//
// Lists: a function with `capacity` writes at most so many elements and returns how many there are. With
// capacity 0 the array may be NULL. A function with `fn` calls it for one result after the other, each valid
// during the call, until fn returns false; fn must not change the world. It returns false only if memory ran
// out, and satbox_decompose() also if it refuses the outline.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(SATBOX_SHARED)
#define SATBOX_C_API __attribute__((visibility("default")))
#else
#define SATBOX_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// --- values ---

typedef struct SatboxVersion {
    int majorVersion, minorVersion, patchVersion;
} SatboxVersion;
SATBOX_C_API SatboxVersion satbox_version(void); // of the library that the program runs with

// Is called if a precondition of the library is violated, in builds that check them. `condition`: as in the
// source. When it returns, the program aborts.
typedef void (*SatboxAssertHandler)(const char* condition, const char* message, const char* file, int line);
// Replaces the handler for all threads and returns the one before. NULL: the default, which prints to
// standard error.
SATBOX_C_API SatboxAssertHandler satbox_set_assert_handler(SatboxAssertHandler handler);

// Receives the reason of a refusal, cut if it is longer.
typedef struct SatboxError {
    char text[256];
} SatboxError;

typedef struct SatboxVec2 {
    float x, y;
} SatboxVec2;
typedef struct SatboxPosition { // in the world, m
    double x, y;
} SatboxPosition;
typedef struct SatboxRot { // cosine and sine of an angle
    float c, s;
} SatboxRot;
typedef struct SatboxTransform {
    SatboxVec2 p;
    SatboxRot q;
} SatboxTransform;
typedef struct SatboxWorldTransform {
    SatboxPosition p;
    SatboxRot q;
} SatboxWorldTransform;
typedef struct SatboxWorldBox {
    SatboxPosition lower, upper;
} SatboxWorldBox;
SATBOX_C_API SatboxRot
satbox_make_rot(float radians);                  // not with sinf and cosf, which differ between machines
SATBOX_C_API float satbox_angle_of(SatboxRot q); // rad, in (-pi, pi]

// Ids of a world. An id of zeros is null, and so is every id with generation 0.
typedef struct SatboxBodyId {
    uint32_t index, generation;
} SatboxBodyId;
typedef struct SatboxShapeId {
    uint32_t index, generation;
} SatboxShapeId;
typedef struct SatboxJointId {
    uint32_t index, generation;
} SatboxJointId;
typedef struct SatboxMouseJointId {
    uint32_t index, generation;
} SatboxMouseJointId;

// --- settings ---

typedef int32_t SatboxSolverType;
enum {
    SATBOX_SOLVER_TYPE_SOFT_STEP,
    SATBOX_SOLVER_TYPE_SEQUENTIAL_IMPULSE,
    SATBOX_SOLVER_TYPE_MANIFOLD_IMPULSE,
    SATBOX_SOLVER_TYPE_VERTEX_CONTACT
};

typedef int32_t SatboxCombineRule;
enum {
    SATBOX_COMBINE_RULE_GEOMETRIC_MEAN,
    SATBOX_COMBINE_RULE_PRODUCT,
    SATBOX_COMBINE_RULE_AVERAGE,
    SATBOX_COMBINE_RULE_MINIMUM,
    SATBOX_COMBINE_RULE_MAXIMUM
};

// See WorldSettings in satbox/settings.h for units and ranges.
typedef struct SatboxWorldSettings {
    SatboxVec2 gravity;
    float stepRate;
    SatboxSolverType solver;
    int substeps;
    int velocityIterations;
    int positionIterations;
    float contactFrequency;
    float contactDampingRatio;
    float contactStiffening;
    float pushSpeed;
    float baumgarte;
    float projection;
    float pushOut;
    float linearSlop;
    float speculativeMargin;
    float restitutionThreshold;
    float hitThreshold;
    float fatMargin;
    float lengthUnit;
    bool warmStarting;
    bool exactJoints;
    bool sleeping;
    bool continuous;
    float sleepSpeed;
    float timeToSleep;
    float maxSpeed;
    SatboxCombineRule frictionRule;
    SatboxCombineRule restitutionRule;
    bool overrideFriction;
    float frictionOverride;
    bool overrideRestitution;
    float restitutionOverride;
    float mouseFrequency;
    float mouseDampingRatio;
    float mouseForceLimit;
} SatboxWorldSettings;
SATBOX_C_API SatboxWorldSettings satbox_world_settings_default(void);
// Sets one of them by its name and a value as text, as in scene files: ("gravity", "0,-1.6"). Settings that a
// world would refuse stay unchanged.
SATBOX_C_API bool satbox_world_settings_set(SatboxWorldSettings* settings, const char* key, const char* value,
                                            SatboxError* error);

// --- shapes ---

#define SATBOX_MAX_POLYGON_VERTICES 8

typedef struct SatboxCircle {
    SatboxVec2 center;
    float radius;
} SatboxCircle;
typedef struct SatboxCapsule {
    SatboxVec2 p1, p2;
    float radius;
} SatboxCapsule;
// With oneSided, a piece of a chain, which collides on its right, seen from p1 to p2; before and after are
// the neighbouring points of the chain.
typedef struct SatboxSegment {
    SatboxVec2 p1, p2;
    bool oneSided;
    SatboxVec2 before, after;
} SatboxSegment;
// Every point within `radius` of a convex, counter-clockwise polygon with the outward normals of its edges:
// satbox_polygon() and satbox_rounded_polygon() make one.
typedef struct SatboxPolygon {
    SatboxVec2 vertices[SATBOX_MAX_POLYGON_VERTICES];
    SatboxVec2 normals[SATBOX_MAX_POLYGON_VERTICES];
    SatboxVec2 centroid; // of the vertices' polygon, without its radius
    float radius;        // 0: sharp corners
    int count;
} SatboxPolygon;

typedef int32_t SatboxShapeKind;
enum {
    SATBOX_SHAPE_KIND_CIRCLE,
    SATBOX_SHAPE_KIND_CAPSULE,
    SATBOX_SHAPE_KIND_SEGMENT,
    SATBOX_SHAPE_KIND_POLYGON
};

// `kind` says which one of the members is used.
typedef struct SatboxShape {
    SatboxShapeKind kind;
    SatboxCircle circle;
    SatboxCapsule capsule;
    SatboxSegment segment;
    SatboxPolygon polygon;
} SatboxShape;
// Sizes that a world does not accept are refused when the shape is added.
SATBOX_C_API SatboxShape satbox_circle(SatboxVec2 center, float radius);
SATBOX_C_API SatboxShape satbox_capsule(SatboxVec2 p1, SatboxVec2 p2, float radius);
SATBOX_C_API SatboxShape satbox_segment(SatboxVec2 p1, SatboxVec2 p2);
SATBOX_C_API SatboxShape satbox_box(float halfWidth, float halfHeight);
SATBOX_C_API SatboxShape satbox_box_at(float halfWidth, float halfHeight, SatboxVec2 center,
                                       SatboxRot rotation);
// Every point within `radius` of the box: its whole width is 2 (halfWidth + radius).
SATBOX_C_API SatboxShape satbox_rounded_box(float halfWidth, float halfHeight, float radius);
// 3 to SATBOX_MAX_POLYGON_VERTICES sides; the first vertex is at angle 0.
SATBOX_C_API bool satbox_regular_polygon(int sides, float circumradius, SatboxShape* shape,
                                         SatboxError* error);
// The convex hull of any number of points, if it has at most SATBOX_MAX_POLYGON_VERTICES vertices.
SATBOX_C_API bool satbox_polygon(const SatboxVec2* points, size_t count, SatboxShape* shape,
                                 SatboxError* error);
// The same with round corners: every point within `radius`, m, of the hull.
SATBOX_C_API bool satbox_rounded_polygon(const SatboxVec2* points, size_t count, float radius,
                                         SatboxShape* shape, SatboxError* error);
// The pieces of a chain through the points: one-sided segments with smooth joints, which collide on the right
// of the line, seen in the order of the points. fn gets them one after the other.
SATBOX_C_API bool satbox_chain(const SatboxVec2* points, size_t count, bool closed,
                               bool (*fn)(const SatboxShape* piece, void* context), void* context,
                               SatboxError* error);
// Cuts an outline, which may be concave, into convex polygons; fn gets them one after the other.
SATBOX_C_API bool satbox_decompose(const SatboxVec2* outline, size_t count,
                                   bool (*fn)(const SatboxShape* piece, void* context), void* context,
                                   SatboxError* error);

typedef struct SatboxMaterial {
    float density; // kg/m^2
    float staticFriction;
    float dynamicFriction;
    float restitution;
    float rollingResistance;
    float surfaceSpeed; // m/s; positive: what lies on top is carried to the right
    uint64_t userValue;
} SatboxMaterial;
typedef struct SatboxFilter {
    uint64_t category, mask;
    int32_t group;
} SatboxFilter;
SATBOX_C_API SatboxFilter satbox_filter_default(void); // collides with everything
typedef struct SatboxShapeDef {
    SatboxShape geometry;  // in its own frame
    SatboxTransform local; // shape frame in the body's frame
    SatboxMaterial material;
    SatboxFilter filter;
    bool sensor;
    // Which events contacts of the shape cause.
    bool contactEvents; // begin and end
    bool hitEvents;
    bool sensorEvents;
    bool preSolve; // SatboxContactCallbacks::preSolve is called for contacts of the shape
    uint64_t userValue;
} SatboxShapeDef;
SATBOX_C_API SatboxShapeDef satbox_shape_def_default(void);

// --- bodies ---

typedef int32_t SatboxBodyType;
enum { SATBOX_BODY_TYPE_STATIC, SATBOX_BODY_TYPE_KINEMATIC, SATBOX_BODY_TYPE_DYNAMIC };

typedef struct SatboxDisplayColor {
    uint32_t rgb; // 0xRRGGBB
    bool isSet;
} SatboxDisplayColor;

typedef struct SatboxBodyDef {
    SatboxBodyType type;
    SatboxPosition position;
    SatboxRot rotation; // satbox_make_rot(radians)
    SatboxVec2 linearVelocity;
    float angularVelocity;
    float linearDamping, angularDamping;
    float gravityScale;
    bool fixedRotation;
    bool lockX, lockY; // the centre of mass does not move along this axis of the world
    bool sleepAllowed;
    float sleepSpeed; // m/s; 0: that of the settings
    bool awake;
    bool bullet;
    bool enabled;
    float mass;        // kg; 0: from the shapes
    float inertia;     // kg m^2, about the centre of mass; 0: from the shapes, scaled as the mass is
    bool ownCenter;    // the centre of mass is `center`
    SatboxVec2 center; // m, in the body's frame
    // Up to 200 bytes of UTF-8, copied by the world; NULL is "". A definition that was read from a world
    // points into it: valid until the world changes.
    const char* name;
    uint64_t userValue;
    uint32_t group;
    SatboxDisplayColor color;
    const char *leftKey, *rightKey, *jumpKey; // these six are for programs with a keyboard, see satbox/body.h
    float walkSpeed, jumpSpeed;               // m/s
    float pushForce;                          // N
} SatboxBodyDef;
SATBOX_C_API SatboxBodyDef satbox_body_def_default(void);

// What most programs read of a body after each step: less to copy than its definition.
typedef struct SatboxBodyState {
    SatboxWorldTransform transform; // of the body's origin
    SatboxPosition center;          // centre of mass
    SatboxVec2 linearVelocity;      // of the centre of mass, m/s
    float angularVelocity;          // rad/s
    float mass;                     // kg
    float inertia;                  // kg m^2, about the centre of mass
    SatboxBodyType type;
    bool awake;
    bool frozen; // it became non-finite or left the world, and no longer collides
    uint64_t userValue;
} SatboxBodyState;

// --- joints ---

typedef int32_t SatboxJointKind;
enum {
    SATBOX_JOINT_KIND_DISTANCE,
    SATBOX_JOINT_KIND_REVOLUTE,
    SATBOX_JOINT_KIND_PRISMATIC,
    SATBOX_JOINT_KIND_WELD,
    SATBOX_JOINT_KIND_WHEEL,
    SATBOX_JOINT_KIND_MOTOR,
    SATBOX_JOINT_KIND_PULLEY,
    SATBOX_JOINT_KIND_FILTER,
    SATBOX_JOINT_KIND_GEAR
};

typedef struct SatboxJointSpring {
    bool enabled;
    float target;    // m or rad
    float frequency; // Hz
    float dampingRatio;
} SatboxJointSpring;
typedef struct SatboxJointLimit {
    bool enabled;
    float lower, upper; // m or rad
} SatboxJointLimit;
typedef struct SatboxJointMotor {
    bool enabled;
    float speed;    // m/s or rad/s
    float maxForce; // N or N m
    float maxPower; // W; 0: not limited
} SatboxJointMotor;
typedef struct SatboxDistanceJoint {
    bool rigid;
    float length; // m
    SatboxJointSpring spring;
    SatboxJointLimit limit;
    SatboxJointMotor motor;
} SatboxDistanceJoint;
typedef struct SatboxRevoluteJoint {
    SatboxJointSpring spring;
    SatboxJointLimit limit;
    SatboxJointMotor motor;
    float holdFrequency, holdDampingRatio; // Hz; 0: rigid
} SatboxRevoluteJoint;
typedef struct SatboxPrismaticJoint {
    SatboxJointSpring spring;
    SatboxJointLimit limit;
    SatboxJointMotor motor;
    float holdFrequency, holdDampingRatio; // Hz; 0: rigid
} SatboxPrismaticJoint;
typedef struct SatboxWeldJoint {
    float linearFrequency, linearDampingRatio; // Hz; 0: rigid
    float angularFrequency, angularDampingRatio;
} SatboxWeldJoint;
typedef struct SatboxWheelJoint {
    SatboxJointSpring spring;
    SatboxJointLimit limit;
    SatboxJointMotor motor;
    float holdFrequency, holdDampingRatio; // Hz; 0: rigid
} SatboxWheelJoint;
typedef struct SatboxMotorJoint {
    float maxForce, maxTorque; // N, N m
    float frequency, dampingRatio;
} SatboxMotorJoint;
typedef struct SatboxPulleyJoint {
    SatboxVec2 groundA, groundB; // m, in the world
    float length;                // m
    float ratio;
    float holdFrequency, holdDampingRatio; // Hz; 0: rigid
} SatboxPulleyJoint;
typedef struct SatboxGearJoint {
    int32_t teethA, teethB;                // 1 to 1000
    bool ring;                             // the body with more teeth is a ring around the other one
    bool rack;                             // A is a rack along the x-axis of its frame
    float pitch;                           // m, of a rack
    float holdFrequency, holdDampingRatio; // Hz; 0: rigid
} SatboxGearJoint;

// `kind` says which one of the members at the end is used; a filter joint has none.
typedef struct SatboxJointDef {
    SatboxBodyId bodyA, bodyB;
    SatboxVec2 anchorA, anchorB; // m, in the body's frame
    float angleA, angleB;        // rad
    bool collideConnected;
    float breakForce, breakTorque; // N, N m; 0: never breaks
    const char* name;              // as in SatboxBodyDef
    uint64_t userValue;
    const char *forwardKey, *backwardKey; // these four are for programs with a keyboard, see satbox/joints.h
    float keySpeed;                       // m/s or rad/s
    bool keyBrake;
    SatboxJointKind kind;
    SatboxDistanceJoint distance;
    SatboxRevoluteJoint revolute;
    SatboxPrismaticJoint prismatic;
    SatboxWeldJoint weld;
    SatboxWheelJoint wheel;
    SatboxMotorJoint motor;
    SatboxPulleyJoint pulley;
    SatboxGearJoint gear;
} SatboxJointDef;
SATBOX_C_API SatboxJointDef satbox_joint_def_default(void); // a revolute joint without bodies

typedef struct SatboxJointView {
    SatboxPosition anchorA, anchorB;
    float translation, length; // m
    float angle;               // rad
    SatboxVec2 force;          // N, on body B, mean over the last step
    float torque;              // N m
} SatboxJointView;
typedef struct SatboxMouseJointView {
    SatboxBodyId body;
    SatboxPosition anchor, target;
    SatboxVec2 force; // N
} SatboxMouseJointView;

// --- threads ---

// Runs the blocks of a step on several threads: an adapter to your job system, or
// satbox_thread_pool_executor().
typedef struct SatboxExecutor {
    // Calls run(runContext, block) once for each block in [0, blockCount), on any thread, and returns when
    // all are done.
    void (*forEachBlock)(void* context, int blockCount, void (*run)(void* runContext, int block),
                         void* runContext);
    void* context;
    int threadCount; // threads that may run blocks together, the calling one included; 1 to 64
} SatboxExecutor;

typedef struct SatboxThreadPool SatboxThreadPool;
SATBOX_C_API int satbox_default_thread_count(void); // one per processor, at most 8
// 1 to 64 threads. NULL for another number, or if memory runs out.
SATBOX_C_API SatboxThreadPool* satbox_thread_pool_create(int threadCount);
SATBOX_C_API void satbox_thread_pool_destroy(SatboxThreadPool* pool); // NULL is allowed
SATBOX_C_API SatboxExecutor satbox_thread_pool_executor(SatboxThreadPool* pool);

// --- world ---

typedef struct SatboxWorld SatboxWorld;
// NULL settings: the default ones. NULL if the settings are invalid.
SATBOX_C_API SatboxWorld* satbox_world_create(const SatboxWorldSettings* settings, SatboxError* error);
SATBOX_C_API void satbox_world_destroy(SatboxWorld* world); // NULL is allowed
// Snapshots: a copy is equal to the original, has the same ids, and continues with the same bits. Assigning
// it back restores the world. NULL or false only if memory runs out.
SATBOX_C_API SatboxWorld* satbox_world_copy(const SatboxWorld* world);
SATBOX_C_API bool satbox_world_assign(SatboxWorld* world, const SatboxWorld* source);
SATBOX_C_API bool satbox_world_equals(const SatboxWorld* a, const SatboxWorld* b);
SATBOX_C_API uint64_t
satbox_world_hash(const SatboxWorld* world); // World::hash() of C++; 0 if memory runs out
// A number or pointer of your program, copied with the world; not part of its value.
SATBOX_C_API void satbox_world_set_user_value(SatboxWorld* world, uint64_t value);
SATBOX_C_API uint64_t satbox_world_user_value(const SatboxWorld* world);
// Numbers of objects for which to allocate memory beforehand; never needed.
typedef struct SatboxCapacity {
    size_t bodies, shapes;
    size_t contacts; // about three for each body of a pile
} SatboxCapacity;
SATBOX_C_API bool satbox_world_reserve(SatboxWorld* world, const SatboxCapacity* capacity);
// Why the last function that could change the world was refused; "" if it was accepted. Valid until the next
// one.
SATBOX_C_API const char* satbox_world_last_error(const SatboxWorld* world);

SATBOX_C_API SatboxWorldSettings satbox_world_settings(const SatboxWorld* world);
SATBOX_C_API bool satbox_world_set_settings(SatboxWorld* world, const SatboxWorldSettings* settings);
typedef int32_t SatboxInstructionSet; // of the kernels: affects speed, never the bits
enum {
    SATBOX_INSTRUCTION_SET_SCALAR,
    SATBOX_INSTRUCTION_SET_SSE2,
    SATBOX_INSTRUCTION_SET_AVX2,
    SATBOX_INSTRUCTION_SET_AVX512,
    SATBOX_INSTRUCTION_SET_NEON
};
SATBOX_C_API bool satbox_world_set_instruction_set(SatboxWorld* world, SatboxInstructionSet set);
SATBOX_C_API SatboxInstructionSet satbox_world_instruction_set(const SatboxWorld* world);

// Advances by dt seconds, 1e-6 to 10. NULL executor: on the calling thread. The bits are the same with any
// executor.
SATBOX_C_API bool satbox_world_step(SatboxWorld* world, float dt, const SatboxExecutor* executor);
SATBOX_C_API bool satbox_world_refresh_contacts(SatboxWorld* world);

// Bodies and shapes.
SATBOX_C_API SatboxBodyId satbox_world_create_body(SatboxWorld* world, const SatboxBodyDef* def);
SATBOX_C_API bool satbox_world_destroy_body(SatboxWorld* world, SatboxBodyId body);
SATBOX_C_API bool satbox_world_set_body_def(SatboxWorld* world, SatboxBodyId body, const SatboxBodyDef* def);
SATBOX_C_API bool satbox_world_body_def(const SatboxWorld* world, SatboxBodyId body, SatboxBodyDef* def);
SATBOX_C_API bool satbox_world_body_state(const SatboxWorld* world, SatboxBodyId body,
                                          SatboxBodyState* state);
SATBOX_C_API SatboxShapeId satbox_world_add_shape(SatboxWorld* world, SatboxBodyId body,
                                                  const SatboxShapeDef* def);
SATBOX_C_API bool satbox_world_remove_shape(SatboxWorld* world, SatboxShapeId shape);
SATBOX_C_API bool satbox_world_set_shape_def(SatboxWorld* world, SatboxShapeId shape,
                                             const SatboxShapeDef* def);
SATBOX_C_API bool satbox_world_shape_def(const SatboxWorld* world, SatboxShapeId shape, SatboxShapeDef* def);
// The geometry in the body's frame, and its bounding box in the world as of the last step or edit.
SATBOX_C_API bool satbox_world_shape(const SatboxWorld* world, SatboxShapeId shape, SatboxShape* geometry);
SATBOX_C_API bool satbox_world_shape_box(const SatboxWorld* world, SatboxShapeId shape, SatboxWorldBox* box);
SATBOX_C_API bool satbox_world_is_body_valid(const SatboxWorld* world, SatboxBodyId body);
SATBOX_C_API bool satbox_world_is_shape_valid(const SatboxWorld* world, SatboxShapeId shape);
SATBOX_C_API SatboxBodyId satbox_world_body_of(const SatboxWorld* world, SatboxShapeId shape);
SATBOX_C_API size_t satbox_world_shapes_of(const SatboxWorld* world, SatboxBodyId body, SatboxShapeId* shapes,
                                           size_t capacity);
SATBOX_C_API bool satbox_world_for_each_body(const SatboxWorld* world,
                                             bool (*fn)(SatboxBodyId body, const SatboxBodyState* state,
                                                        void* context),
                                             void* context);
SATBOX_C_API bool satbox_world_for_each_shape(const SatboxWorld* world,
                                              bool (*fn)(SatboxShapeId shape, void* context), void* context);
// Bodies that the last step may have moved: those that are awake, then those that fell asleep in it.
SATBOX_C_API bool satbox_world_for_each_moved_body(const SatboxWorld* world,
                                                   bool (*fn)(SatboxBodyId body, const SatboxBodyState* state,
                                                              bool fellAsleep, void* context),
                                                   void* context);

// Motion and forces. Points are in the world.
SATBOX_C_API bool satbox_world_set_transform(SatboxWorld* world, SatboxBodyId body,
                                             SatboxWorldTransform transform);
SATBOX_C_API bool satbox_world_set_velocity(SatboxWorld* world, SatboxBodyId body, SatboxVec2 linear,
                                            float angular);
// Sets the velocity with which the body reaches `target` after dt seconds: for kinematic bodies that follow
// an animation.
SATBOX_C_API bool satbox_world_set_target_transform(SatboxWorld* world, SatboxBodyId body,
                                                    SatboxWorldTransform target, float dt);
SATBOX_C_API bool satbox_world_apply_force(SatboxWorld* world, SatboxBodyId body, SatboxVec2 force,
                                           SatboxPosition point); // N, during the next step
SATBOX_C_API bool satbox_world_apply_torque(SatboxWorld* world, SatboxBodyId body,
                                            float torque); // N m, likewise
SATBOX_C_API bool satbox_world_apply_impulse(SatboxWorld* world, SatboxBodyId body, SatboxVec2 impulse,
                                             SatboxPosition point); // N s, at once
SATBOX_C_API bool satbox_world_apply_angular_impulse(SatboxWorld* world, SatboxBodyId body,
                                                     float impulse); // N m s
// Pushes shapes away from the centre by `impulse`, N s, for each metre of their width: in full within
// `radius`, m, and falling to 0 over the `falloff`, m, beyond it. mask: categories of shapes that it pushes,
// UINT64_MAX for all.
SATBOX_C_API bool satbox_world_explode(SatboxWorld* world, SatboxPosition center, float radius, float falloff,
                                       float impulse, uint64_t mask);
// Air of `density`, kg/m^2, that moves at `velocity`, m/s, during the next step, of dt seconds.
SATBOX_C_API bool satbox_world_apply_wind(SatboxWorld* world, SatboxVec2 velocity, float density, float dt,
                                          uint64_t mask);
SATBOX_C_API bool satbox_world_wake(SatboxWorld* world, SatboxBodyId body);
SATBOX_C_API SatboxVec2 satbox_world_velocity_at(const SatboxWorld* world, SatboxBodyId body,
                                                 SatboxPosition point);

// Joints.
SATBOX_C_API SatboxJointId satbox_world_create_joint(SatboxWorld* world, const SatboxJointDef* def);
SATBOX_C_API bool satbox_world_set_joint_def(SatboxWorld* world, SatboxJointId joint,
                                             const SatboxJointDef* def);
SATBOX_C_API bool satbox_world_destroy_joint(SatboxWorld* world, SatboxJointId joint);
SATBOX_C_API bool satbox_world_is_joint_valid(const SatboxWorld* world, SatboxJointId joint);
SATBOX_C_API bool satbox_world_joint_def(const SatboxWorld* world, SatboxJointId joint, SatboxJointDef* def);
SATBOX_C_API bool satbox_world_joint_view(const SatboxWorld* world, SatboxJointId joint,
                                          SatboxJointView* view);
SATBOX_C_API size_t satbox_world_joints(const SatboxWorld* world, SatboxJointId* joints, size_t capacity);
SATBOX_C_API size_t satbox_world_joints_of(const SatboxWorld* world, SatboxBodyId body, SatboxJointId* joints,
                                           size_t capacity);

// Mouse joints: a spring from a point of a body, in the world, to a target.
SATBOX_C_API SatboxMouseJointId satbox_world_create_mouse_joint(SatboxWorld* world, SatboxBodyId body,
                                                                SatboxPosition point);
SATBOX_C_API bool satbox_world_set_mouse_target(SatboxWorld* world, SatboxMouseJointId joint,
                                                SatboxPosition target);
SATBOX_C_API bool satbox_world_destroy_mouse_joint(SatboxWorld* world, SatboxMouseJointId joint);
SATBOX_C_API bool satbox_world_is_mouse_joint_valid(const SatboxWorld* world, SatboxMouseJointId joint);
SATBOX_C_API bool satbox_world_mouse_joint(const SatboxWorld* world, SatboxMouseJointId joint,
                                           SatboxMouseJointView* view);

// --- contacts and events ---

typedef struct SatboxContactPoint {
    SatboxVec2 anchorA, anchorB; // from the bodies' centres of mass, m, world axes
    float normalImpulse;         // N s, of the last substep
    float tangentImpulse;
    float totalImpulse;   // N s, normal, summed over the substeps of the last step
    float normalVelocity; // m/s; negative: approaching
    float separation;     // m; negative: overlap
    uint32_t age;         // steps
    uint16_t id;          // identifies the features that made the point
} SatboxContactPoint;

typedef struct SatboxContact {
    SatboxShapeId shapeA, shapeB;
    SatboxBodyId bodyA, bodyB;
    SatboxVec2 normal; // from A to B
    float staticFriction, dynamicFriction, restitution;
    uint32_t age; // steps since it began touching
    bool sliding, sensor, touching;
    const SatboxContactPoint* points; // those that the solver works on
    size_t pointCount;
} SatboxContact;
typedef bool (*SatboxContactFn)(const SatboxContact* contact, void* context);
// All contacts: pairs of shapes whose enlarged boxes overlap. Those that touch have `touching`.
SATBOX_C_API bool satbox_world_for_each_contact(const SatboxWorld* world, SatboxContactFn fn, void* context);
// Calls fn once, or never if the shapes have no contact.
SATBOX_C_API bool satbox_world_contact_view(const SatboxWorld* world, SatboxShapeId a, SatboxShapeId b,
                                            SatboxContactFn fn, void* context);
// Contacts of one body or shape; none for a stale id.
SATBOX_C_API bool satbox_world_contacts_of_body(const SatboxWorld* world, SatboxBodyId body,
                                                SatboxContactFn fn, void* context);
SATBOX_C_API bool satbox_world_contacts_of_shape(const SatboxWorld* world, SatboxShapeId shape,
                                                 SatboxContactFn fn, void* context);
// Shapes that overlap a sensor as of the last step.
SATBOX_C_API size_t satbox_world_visitors_of(const SatboxWorld* world, SatboxShapeId sensor,
                                             SatboxShapeId* visitors, size_t capacity);

// Friction and restitution of a contact. Values that are negative or not finite are ignored.
typedef struct SatboxMixedMaterial {
    float staticFriction, dynamicFriction, restitution;
} SatboxMixedMaterial;
// A contact before it is solved.
typedef struct SatboxPreSolveContact {
    SatboxShapeId shapeA, shapeB;
    SatboxVec2 normal; // unit, from A to B
    int count;         // points, 1 or 2
    SatboxPosition points[2];
    float separations[2];         // m; negative: overlap
    SatboxMixedMaterial material; // may be changed, for this step
} SatboxPreSolveContact;
// What a program decides about single contacts: see satbox/contact_callbacks.h, which says when each function
// is called. Start from zeros: a function that is NULL decides as if there were no callbacks. They are called
// on the thread that calls the world; they may read the world but must neither change nor copy it.
typedef struct SatboxContactCallbacks {
    // Whether two shapes may have a contact.
    bool (*shouldCollide)(SatboxShapeId a, SatboxShapeId b, void* context);
    // Replaces the combine rules of the settings. *material has what they give.
    void (*mix)(SatboxShapeId a, SatboxShapeId b, SatboxMixedMaterial* material, void* context);
    // Whether the contact is solved in this step. Only for shapes with preSolve in their definition.
    bool (*preSolve)(SatboxPreSolveContact* contact, void* context);
    // Whether continuous collision keeps the fast shape from passing through the other.
    bool (*preContinuous)(SatboxShapeId fast, SatboxShapeId other, void* context);
    void* context;
} SatboxContactCallbacks;
// Copies the struct; NULL removes the callbacks. They stay with this world: a copy has none, and assignment
// to a world keeps its own.
SATBOX_C_API void satbox_world_set_contact_callbacks(SatboxWorld* world,
                                                     const SatboxContactCallbacks* callbacks);

typedef struct SatboxContactBeginEvent {
    SatboxShapeId shapeA, shapeB;
    SatboxBodyId bodyA, bodyB;
    SatboxPosition point;
    SatboxVec2 normal; // from A to B
} SatboxContactBeginEvent;
typedef struct SatboxContactEndEvent {
    SatboxShapeId shapeA, shapeB;
    SatboxBodyId bodyA, bodyB;
} SatboxContactEndEvent;
typedef struct SatboxContactHitEvent {
    SatboxShapeId shapeA, shapeB;
    SatboxBodyId bodyA, bodyB;
    SatboxPosition point;
    SatboxVec2 normal;
    float speed; // m/s
} SatboxContactHitEvent;
typedef struct SatboxSensorEvent {
    SatboxShapeId sensor, visitor;
    bool began;
} SatboxSensorEvent;
typedef int32_t SatboxQuarantineReason;
enum { SATBOX_QUARANTINE_REASON_NOT_FINITE, SATBOX_QUARANTINE_REASON_LEFT_WORLD };
typedef struct SatboxQuarantineEvent {
    SatboxBodyId body;
    SatboxQuarantineReason reason;
} SatboxQuarantineEvent;
typedef struct SatboxJointBrokenEvent {
    SatboxJointId joint;
    SatboxBodyId bodyA, bodyB;
    SatboxPosition point;
    float force, torque; // N, N m
} SatboxJointBrokenEvent;
typedef struct SatboxBodyAsleepEvent { // it came to rest with its island
    SatboxBodyId body;
} SatboxBodyAsleepEvent;
// Events of the last step.
SATBOX_C_API size_t satbox_world_begins(const SatboxWorld* world, SatboxContactBeginEvent* events,
                                        size_t capacity);
SATBOX_C_API size_t satbox_world_ends(const SatboxWorld* world, SatboxContactEndEvent* events,
                                      size_t capacity);
SATBOX_C_API size_t satbox_world_hits(const SatboxWorld* world, SatboxContactHitEvent* events,
                                      size_t capacity);
SATBOX_C_API size_t satbox_world_sensors(const SatboxWorld* world, SatboxSensorEvent* events,
                                         size_t capacity);
SATBOX_C_API size_t satbox_world_quarantines(const SatboxWorld* world, SatboxQuarantineEvent* events,
                                             size_t capacity);
SATBOX_C_API size_t satbox_world_broken_joints(const SatboxWorld* world, SatboxJointBrokenEvent* events,
                                               size_t capacity);
SATBOX_C_API size_t satbox_world_fell_asleep(const SatboxWorld* world, SatboxBodyAsleepEvent* events,
                                             size_t capacity);

// --- queries ---

// NULL filter: the default one, which finds everything. Results come nearest first, or in a fixed order.
typedef struct SatboxWorldRayHit {
    SatboxShapeId shape;
    SatboxPosition point;
    SatboxVec2 normal;
    float fraction; // of the translation, 0 to 1
} SatboxWorldRayHit;
typedef struct SatboxWorldShapeHit {
    SatboxShapeId shape;
    SatboxPosition point;
    SatboxVec2 normal;
    float fraction;
    SatboxShapeId moving; // of the body that is cast; else null
} SatboxWorldShapeHit;
typedef struct SatboxClosestPoint {
    SatboxShapeId shape;
    SatboxPosition point;
    float distance; // m
} SatboxClosestPoint;
typedef bool (*SatboxRayHitFn)(const SatboxWorldRayHit* hit, void* context);
typedef bool (*SatboxShapeHitFn)(const SatboxWorldShapeHit* hit, void* context);
typedef bool (*SatboxClosestPointFn)(const SatboxClosestPoint* point, void* context);
typedef bool (*SatboxShapeFn)(SatboxShapeId shape, void* context);

// True, and the hit in *hit unless that is NULL, if there is one.
SATBOX_C_API bool satbox_world_cast_ray(const SatboxWorld* world, SatboxPosition origin,
                                        SatboxVec2 translation, const SatboxFilter* filter,
                                        SatboxWorldRayHit* hit);
SATBOX_C_API bool satbox_world_cast_ray_all(const SatboxWorld* world, SatboxPosition origin,
                                            SatboxVec2 translation, const SatboxFilter* filter,
                                            SatboxRayHitFn fn, void* context);
SATBOX_C_API bool satbox_world_query_box(const SatboxWorld* world, SatboxWorldBox box,
                                         const SatboxFilter* filter, SatboxShapeFn fn, void* context);
SATBOX_C_API bool satbox_world_query_point(const SatboxWorld* world, SatboxPosition point,
                                           const SatboxFilter* filter, SatboxShapeFn fn, void* context);
SATBOX_C_API bool satbox_world_query_closest(const SatboxWorld* world, SatboxPosition point,
                                             float maxDistance, const SatboxFilter* filter,
                                             SatboxClosestPoint* closest);
SATBOX_C_API bool satbox_world_query_closest_all(const SatboxWorld* world, SatboxPosition point,
                                                 float maxDistance, const SatboxFilter* filter,
                                                 SatboxClosestPointFn fn, void* context);
SATBOX_C_API bool satbox_world_overlap_shape(const SatboxWorld* world, const SatboxShape* shape,
                                             SatboxWorldTransform pose, const SatboxFilter* filter,
                                             SatboxShapeFn fn, void* context);
SATBOX_C_API bool satbox_world_cast_shape(const SatboxWorld* world, const SatboxShape* shape,
                                          SatboxWorldTransform pose, SatboxVec2 translation,
                                          const SatboxFilter* filter, SatboxWorldShapeHit* hit);
SATBOX_C_API bool satbox_world_cast_shape_all(const SatboxWorld* world, const SatboxShape* shape,
                                              SatboxWorldTransform pose, SatboxVec2 translation,
                                              const SatboxFilter* filter, SatboxShapeHitFn fn, void* context);
SATBOX_C_API bool satbox_world_cast_body(const SatboxWorld* world, SatboxBodyId body, SatboxVec2 translation,
                                         SatboxWorldShapeHit* hit);
SATBOX_C_API bool satbox_world_cast_body_all(const SatboxWorld* world, SatboxBodyId body,
                                             SatboxVec2 translation, SatboxShapeHitFn fn, void* context);

// --- inspection ---

typedef int32_t SatboxStage;
enum {
    SATBOX_STAGE_UPDATE_PAIRS,
    SATBOX_STAGE_UPDATE_CONTACTS,
    SATBOX_STAGE_UPDATE_ISLANDS,
    SATBOX_STAGE_BUILD_GRAPH,
    SATBOX_STAGE_PREPARE_CONSTRAINTS,
    SATBOX_STAGE_INTEGRATE_VELOCITIES,
    SATBOX_STAGE_WARM_START,
    SATBOX_STAGE_APPLY_RESTITUTION,
    SATBOX_STAGE_SOLVE,
    SATBOX_STAGE_INTEGRATE_POSITIONS,
    SATBOX_STAGE_RELAX,
    SATBOX_STAGE_STORE_IMPULSES,
    SATBOX_STAGE_CONTINUOUS,
    SATBOX_STAGE_FINALIZE_BODIES,
    SATBOX_STAGE_UPDATE_SLEEP,
    SATBOX_STAGE_COUNT
};
typedef struct SatboxStepProfile {
    float ms[SATBOX_STAGE_COUNT]; // by stage
    float totalMs;
    uint32_t shares; // bit 1 << stage: the time of the stage is an estimate
} SatboxStepProfile;
typedef struct SatboxWorldCounters {
    int bodies, awakeBodies, shapes, contacts, contactsWithPoints, contactPoints, sleepingIslands;
    int colours, overflowContacts, treeHeight;
    size_t bytes, contactBytes, arenaBytes;
} SatboxWorldCounters;
SATBOX_C_API double satbox_world_time(const SatboxWorld* world); // s
SATBOX_C_API uint64_t satbox_world_step_count(const SatboxWorld* world);
SATBOX_C_API bool satbox_world_has_reached_contact_limit(const SatboxWorld* world);
SATBOX_C_API SatboxStepProfile satbox_world_profile(const SatboxWorld* world); // of the last step
SATBOX_C_API SatboxWorldCounters satbox_world_counters(const SatboxWorld* world);
SATBOX_C_API SatboxWorldBox satbox_world_bounds(const SatboxWorld* world);
SATBOX_C_API float satbox_world_total_mass(const SatboxWorld* world); // kg

#ifdef __cplusplus
}
#endif
