/* Writes a space of Chipmunk 7 as a scene of satbox. C99 and C++11; needs Chipmunk, scene_text.h beside this
 * file and the standard library. docs/capture.md says what is carried over.
 *
 *   #include "chipmunk.h" // of this folder: the path of Chipmunk's own header is chipmunk/chipmunk.h
 *   satbox_capture_chipmunk_file(space, NULL, "bug.json"); // returns 0, or an errno
 *   satbox_stream_chipmunk(space, NULL);                    // after each step: to satbox --listen
 *
 * The space is not changed. Call it between two steps, best right before the step that goes wrong.
 *
 * One file of over 600 lines, so that programs have one header to include. */
#ifndef SATBOX_CAPTURE_CHIPMUNK_H
#define SATBOX_CAPTURE_CHIPMUNK_H

#include "live.h"
#include "scene_text.h"

#include <chipmunk/chipmunk.h>

typedef struct SatboxChipmunkOptions {
    double stepRate;      /* Hz, of the program: 1 / the time step that it passes to cpSpaceStep; 0: 60 */
    double unitsPerMetre; /* lengths of the space that are 1 m in satbox, such as 100 of a world in pixels; 0:
                             1 */
    const char* title;    /* null: "Chipmunk 7" */
    const char* (*nameOf)(cpBody* body); /* the name of a body; null: bodies have none */
    int port;                            /* of satbox_stream_chipmunk; 0: SATBOX_LIVE_PORT */
} SatboxChipmunkOptions;

enum { SATBOX_CHIPMUNK_CIRCLE = 1, SATBOX_CHIPMUNK_SEGMENT, SATBOX_CHIPMUNK_POLYGON };

/* A body, shape or constraint, by its address, with a number. */
typedef struct SatboxPointer {
    void* pointer;
    int number;
} SatboxPointer;

typedef struct SatboxPointers {
    SatboxPointer* items;
    int count, capacity;
} SatboxPointers;

typedef struct SatboxChipmunk {
    SatboxCapture* out;
    SatboxPointers bodies;  /* by address; the number is the place in the scene */
    SatboxPointers ordered; /* the same in order of their numbers */
    SatboxPointers shapes;  /* of all bodies, by address; the number is the kind */
    SatboxPointers ofBody;  /* shapes of one body */
    SatboxPointers joints;  /* constraints; the number is 1 if another one carries it */
    cpGroup groups[256];    /* of filters, as numbers from -1 downwards */
    int groupCount;
    int jointsWritten;
    double scale; /* m per unit */
    double dt;
} SatboxChipmunk;

static inline void satbox_chipmunk_push(SatboxCapture* c, SatboxPointers* list, void* pointer, int number)
{
    if (list->count == list->capacity) {
        const int capacity = 2 * list->capacity + 256;
        SatboxPointer* larger =
            (SatboxPointer*)realloc(list->items, (size_t)capacity * sizeof(SatboxPointer));
        if (!larger) {
            c->isFull = 1;
            return;
        }
        list->items = larger;
        list->capacity = capacity;
    }
    list->items[list->count].pointer = pointer;
    list->items[list->count++].number = number;
}

static inline int satbox_chipmunk_by_address(const void* a, const void* b)
{
    const SatboxPointer *x = (const SatboxPointer*)a, *y = (const SatboxPointer*)b;
    const uintptr_t p = (uintptr_t)x->pointer, q = (uintptr_t)y->pointer;
    return p != q ? (p < q ? -1 : 1) : (x->number > y->number) - (x->number < y->number);
}
static inline int satbox_chipmunk_by_number(const void* a, const void* b)
{
    const SatboxPointer *x = (const SatboxPointer*)a, *y = (const SatboxPointer*)b;
    return (x->number > y->number) - (x->number < y->number);
}
static inline void satbox_chipmunk_sort(SatboxPointers* list, int (*order)(const void*, const void*))
{
    if (list->count > 1) qsort(list->items, (size_t)list->count, sizeof(SatboxPointer), order);
}

/* The number of a pointer in a list that is sorted by address, -1 if it is not there. */
static inline int satbox_chipmunk_find(const SatboxPointers* list, const void* pointer)
{
    int lower = 0, upper = list->count;
    while (lower < upper) {
        const int middle = (lower + upper) / 2;
        if ((uintptr_t)list->items[middle].pointer < (uintptr_t)pointer)
            lower = middle + 1;
        else
            upper = middle;
    }
    return lower < list->count && list->items[lower].pointer == pointer ? list->items[lower].number : -1;
}

static inline void satbox_chipmunk_add_body(SatboxChipmunk* w, cpBody* body)
{
    satbox_chipmunk_push(w->out, &w->bodies, body, w->bodies.count);
}
static inline void satbox_chipmunk_visit_body(cpBody* body, void* data)
{
    satbox_chipmunk_add_body((SatboxChipmunk*)data, body);
}
static inline void satbox_chipmunk_visit_constraint(cpConstraint* constraint, void* data)
{
    SatboxChipmunk* w = (SatboxChipmunk*)data;
    satbox_chipmunk_push(w->out, &w->joints, constraint, 0);
    satbox_chipmunk_add_body(w, cpConstraintGetBodyA(constraint));
    satbox_chipmunk_add_body(w, cpConstraintGetBodyB(constraint));
}

/* Chipmunk tells the kind of a shape only when it draws it: its colour is asked for first, then it is drawn.
 */
static inline cpSpaceDebugColor satbox_chipmunk_color(cpShape* shape, cpDataPointer data)
{
    const cpSpaceDebugColor none = {0.0f, 0.0f, 0.0f, 0.0f};
    SatboxChipmunk* w = (SatboxChipmunk*)data;
    satbox_chipmunk_push(w->out, &w->shapes, shape, 0);
    satbox_chipmunk_add_body(w, cpShapeGetBody(shape));
    return none;
}
static inline void satbox_chipmunk_kind(cpDataPointer data, int kind)
{
    SatboxChipmunk* w = (SatboxChipmunk*)data;
    if (!w->out->isFull) w->shapes.items[w->shapes.count - 1].number = kind;
}
static inline void satbox_chipmunk_circle(cpVect p, cpFloat angle, cpFloat radius, cpSpaceDebugColor outline,
                                          cpSpaceDebugColor fill, cpDataPointer data)
{
    (void)p, (void)angle, (void)radius, (void)outline, (void)fill;
    satbox_chipmunk_kind(data, SATBOX_CHIPMUNK_CIRCLE);
}
static inline void satbox_chipmunk_segment(cpVect a, cpVect b, cpFloat radius, cpSpaceDebugColor outline,
                                           cpSpaceDebugColor fill, cpDataPointer data)
{
    (void)a, (void)b, (void)radius, (void)outline, (void)fill;
    satbox_chipmunk_kind(data, SATBOX_CHIPMUNK_SEGMENT);
}
static inline void satbox_chipmunk_polygon(int count, const cpVect* points, cpFloat radius,
                                           cpSpaceDebugColor outline, cpSpaceDebugColor fill,
                                           cpDataPointer data)
{
    (void)count, (void)points, (void)radius, (void)outline, (void)fill;
    satbox_chipmunk_kind(data, SATBOX_CHIPMUNK_POLYGON);
}
static inline void satbox_chipmunk_no_line(cpVect a, cpVect b, cpSpaceDebugColor color, cpDataPointer data)
{
    (void)a, (void)b, (void)color, (void)data;
}
static inline void satbox_chipmunk_no_dot(cpFloat size, cpVect p, cpSpaceDebugColor color, cpDataPointer data)
{
    (void)size, (void)p, (void)color, (void)data;
}

static inline void satbox_chipmunk_collect(SatboxChipmunk* w, cpSpace* space)
{
    cpSpaceDebugDrawOptions draw;
    int count = 0;
    memset(&draw, 0, sizeof draw);
    draw.drawCircle = satbox_chipmunk_circle;
    draw.drawSegment = satbox_chipmunk_no_line;
    draw.drawFatSegment = satbox_chipmunk_segment;
    draw.drawPolygon = satbox_chipmunk_polygon;
    draw.drawDot = satbox_chipmunk_no_dot;
    draw.flags = CP_SPACE_DEBUG_DRAW_SHAPES;
    draw.colorForShape = satbox_chipmunk_color;
    draw.data = w;
    cpSpaceEachBody(space, satbox_chipmunk_visit_body, w);
    cpSpaceEachConstraint(space, satbox_chipmunk_visit_constraint, w);
    cpSpaceDebugDraw(space, &draw);
    satbox_chipmunk_sort(&w->shapes, satbox_chipmunk_by_address);
    /* Each body once, at its first place. */
    satbox_chipmunk_sort(&w->bodies, satbox_chipmunk_by_address);
    for (int i = 0; i < w->bodies.count; ++i)
        if (count == 0 || w->bodies.items[i].pointer != w->bodies.items[count - 1].pointer)
            w->bodies.items[count++] = w->bodies.items[i];
    w->bodies.count = count;
    satbox_chipmunk_sort(&w->bodies, satbox_chipmunk_by_number);
    for (int i = 0; i < count; ++i) {
        w->bodies.items[i].number = i;
        satbox_chipmunk_push(w->out, &w->ordered, w->bodies.items[i].pointer, i);
    }
    satbox_chipmunk_sort(&w->bodies, satbox_chipmunk_by_address);
}

static inline void satbox_chipmunk_settings(SatboxChipmunk* w, cpSpace* space)
{
    SatboxCapture* c = w->out;
    const cpVect gravity = cpSpaceGetGravity(space);
    const double idle = cpSpaceGetIdleSpeedThreshold(space), time = cpSpaceGetSleepTimeThreshold(space);
    const double sleepSpeed = idle > 0.0 ? idle : cpvlength(gravity) * w->dt;
    satbox_vector(c, "gravity", gravity.x * w->scale, gravity.y * w->scale, 1000.0);
    satbox_string(c, "solver", "sequential-impulse");
    satbox_number(c, "velocityIterations", cpSpaceGetIterations(space), 1.0, 100.0);
    /* Chipmunk removes this share of an overlap once in a step. */
    satbox_integer(c, "positionIterations", 1);
    satbox_number(c, "baumgarte", 1.0 - pow(cpSpaceGetCollisionBias(space), w->dt), 0.0, 1.0);
    satbox_number(c, "linearSlop", cpSpaceGetCollisionSlop(space) * w->scale, 0.0, 0.1);
    satbox_bool(c, "exactJoints", 0); /* Chipmunk solves joints one after the other */
    satbox_bool(c, "continuous", 0);
    satbox_number(c, "maxSpeed", 10000.0, 1.0, 10000.0);
    satbox_number(c, "restitutionThreshold", 0.0, 0.0, 1000.0);
    satbox_string(c, "frictionRule", "product");
    satbox_string(c, "restitutionRule", "product");
    satbox_bool(c, "sleeping", time < 1e9);
    if (time < 1e9) {
        satbox_number(c, "timeToSleep", time, 0.0, 100.0);
        satbox_number(c, "sleepSpeed", sleepSpeed * w->scale, 0.0, 10.0);
    }
    satbox_close(c, '}');
}

static inline void satbox_chipmunk_point(SatboxChipmunk* w, const char* key, cpVect p)
{
    satbox_vector(w->out, key, p.x * w->scale, p.y * w->scale, SATBOX_MAX_COORDINATE);
}

/* Shapes of a group ignore each other. */
static inline int satbox_chipmunk_group(SatboxChipmunk* w, cpGroup group)
{
    const int most = (int)(sizeof w->groups / sizeof w->groups[0]);
    if (group == CP_NO_GROUP) return 0;
    if (group < 0x7FFFFFFF) return -(int)group;
    for (int i = 0; i < w->groupCount; ++i)
        if (w->groups[i] == group) return -0x7FFFFFFF + i;
    if (w->groupCount == most) {
        satbox_note(w->out, "not carried over: group of a filter, after %d that are no small numbers", most);
        return 0;
    }
    w->groups[w->groupCount] = group;
    return -0x7FFFFFFF + w->groupCount++;
}

static inline void satbox_chipmunk_end_shape(SatboxChipmunk* w, cpShape* shape)
{
    SatboxCapture* c = w->out;
    const cpShapeFilter filter = cpShapeGetFilter(shape);
    const cpVect surface = cpShapeGetSurfaceVelocity(shape);
    const double density =
        cpShapeGetDensity(shape) / (w->scale * w->scale); /* not a number without an area */
    satbox_key(c, "material");
    satbox_open(c, '{');
    satbox_number(c, "density", density >= 0.0 ? density : 0.0, 0.0, 1e6);
    satbox_number(c, "friction", fmin(cpShapeGetFriction(shape), 100.0), 0.0, 100.0);
    satbox_number(c, "restitution", cpShapeGetElasticity(shape), 0.0, 1.0);
    if (surface.x != 0.0) {
        satbox_number(c, "surfaceSpeed", surface.x * w->scale, -SATBOX_MAX_VELOCITY, SATBOX_MAX_VELOCITY);
        satbox_note(c, "approximate: surface velocity, as the speed along the outline of what lies on top");
    } else if (surface.y != 0.0) {
        satbox_note(c, "not carried over: vertical surface velocity");
    }
    satbox_close(c, '}');
    if (cpShapeGetSensor(shape)) satbox_bool(c, "sensor", 1);
    satbox_key(c, "filter");
    satbox_open(c, '{');
    satbox_unsigned(c, "category", filter.categories);
    satbox_unsigned(c, "mask", filter.mask);
    satbox_integer(c, "group", satbox_chipmunk_group(w, filter.group));
    satbox_close(c, '}');
    satbox_close(c, '}');
}

static inline void satbox_chipmunk_poly(SatboxChipmunk* w, cpShape* shape)
{
    enum { MOST = 64 };
    SatboxCapture* c = w->out;
    double x[MOST], y[MOST];
    const int count = cpPolyShapeGetCount(shape);
    const double radius = cpPolyShapeGetRadius(shape) * w->scale;
    if (count > MOST) {
        satbox_note(c, "not carried over: polygon with more than %d corners", (int)MOST);
        return;
    }
    for (int i = 0; i < count; ++i) {
        x[i] = cpPolyShapeGetVert(shape, i).x * w->scale;
        y[i] = cpPolyShapeGetVert(shape, i).y * w->scale;
    }
    if (satbox_is_thin(x, y, count)) {
        satbox_note(c, "not carried over: polygon thinner than 0.25 mm");
        return;
    }
    satbox_open(c, '{');
    satbox_string(c, "type", "polygon");
    satbox_points(c, x, y, count);
    if (radius >= SATBOX_MIN_SIZE && count <= 8)
        satbox_number(c, "radius", radius, 0.0, SATBOX_MAX_COORDINATE);
    else if (radius >= SATBOX_MIN_SIZE)
        satbox_note(c, "not carried over: radius of a polygon with more than 8 corners");
    satbox_chipmunk_end_shape(w, shape);
}

static inline void satbox_chipmunk_shape(SatboxChipmunk* w, cpShape* shape)
{
    SatboxCapture* c = w->out;
    const int kind = satbox_chipmunk_find(&w->shapes, shape);
    if (kind == SATBOX_CHIPMUNK_CIRCLE) {
        satbox_open(c, '{');
        satbox_string(c, "type", "circle");
        satbox_number(c, "radius", cpCircleShapeGetRadius(shape) * w->scale, SATBOX_MIN_SIZE,
                      SATBOX_MAX_COORDINATE);
        satbox_chipmunk_point(w, "center", cpCircleShapeGetOffset(shape));
        satbox_chipmunk_end_shape(w, shape);
    } else if (kind == SATBOX_CHIPMUNK_SEGMENT) {
        const double radius = cpSegmentShapeGetRadius(shape) * w->scale;
        const double length = cpvdist(cpSegmentShapeGetA(shape), cpSegmentShapeGetB(shape)) * w->scale;
        if (length < SATBOX_MIN_SIZE) {
            satbox_note(c, "not carried over: segment shorter than 0.1 mm");
            return;
        }
        satbox_open(c, '{');
        satbox_string(c, "type", radius >= SATBOX_MIN_SIZE ? "capsule" : "segment");
        satbox_chipmunk_point(w, "p1", cpSegmentShapeGetA(shape));
        satbox_chipmunk_point(w, "p2", cpSegmentShapeGetB(shape));
        if (radius >= SATBOX_MIN_SIZE) satbox_number(c, "radius", radius, 0.0, SATBOX_MAX_COORDINATE);
        satbox_chipmunk_end_shape(w, shape);
    } else if (kind == SATBOX_CHIPMUNK_POLYGON) {
        satbox_chipmunk_poly(w, shape);
    } else {
        satbox_note(c, "not carried over: shape that is not in the space");
    }
}

static inline void satbox_chipmunk_visit_shape(cpBody* body, cpShape* shape, void* data)
{
    SatboxChipmunk* w = (SatboxChipmunk*)data;
    (void)body;
    satbox_chipmunk_push(w->out, &w->ofBody, shape, 0);
}

static inline void satbox_chipmunk_motion(SatboxChipmunk* w, cpSpace* space, cpBody* body)
{
    SatboxCapture* c = w->out;
    const cpVect v = cpBodyGetVelocity(body), force = cpBodyGetForce(body);
    const double mass = cpBodyGetMass(body), moment = cpBodyGetMoment(body);
    /* A step multiplies velocities by `factor`; those of satbox by 1 / (1 + dt damping). */
    const double factor = pow(cpSpaceGetDamping(space), w->dt);
    const double damping = factor > 0.0 ? (1.0 / factor - 1.0) / w->dt : 10000.0;
    satbox_velocity(c, v.x * w->scale, v.y * w->scale, cpBodyGetAngularVelocity(body));
    if (cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC) return;
    if (cpSpaceGetDamping(space) != 1.0) {
        satbox_number(c, "linearDamping", damping, 0.0, 10000.0);
        satbox_number(c, "angularDamping", damping, 0.0, 10000.0);
    }
    if (cpBodyIsSleeping(body)) satbox_asleep(c);
    satbox_number(c, "mass", fmin(mass, 1e15), 0.0, 1e15);
    if (moment < 1e15)
        satbox_number(c, "inertia", moment * w->scale * w->scale, 0.0, 1e15);
    else
        satbox_bool(c, "fixedRotation", 1);
    satbox_bool(c, "ownCenter", 1);
    satbox_chipmunk_point(w, "center", cpBodyGetCenterOfGravity(body));
    if (force.x != 0.0 || force.y != 0.0 || cpBodyGetTorque(body) != 0.0)
        satbox_note(c, "not carried over: force that acts in the next step");
}

static inline void satbox_chipmunk_body(SatboxChipmunk* w, cpSpace* space,
                                        const SatboxChipmunkOptions* options, int index)
{
    SatboxCapture* c = w->out;
    cpBody* body = (cpBody*)w->ordered.items[index].pointer;
    const cpBodyType type = cpBodyGetType(body);
    const cpVect p = cpBodyGetPosition(body), q = cpBodyGetRotation(body);
    const char* name = options->nameOf ? options->nameOf(body) : NULL;
    satbox_open_body(c, index, (uint64_t)(uintptr_t)body);
    if (name) satbox_string(c, "name", name);
    satbox_string(c, "type",
                  type == CP_BODY_TYPE_STATIC      ? "static"
                  : type == CP_BODY_TYPE_KINEMATIC ? "kinematic"
                                                   : "dynamic");
    satbox_pose(c, p.x * w->scale, p.y * w->scale, q.x, q.y);
    if (type != CP_BODY_TYPE_STATIC) satbox_chipmunk_motion(w, space, body);
    satbox_key(c, "shapes");
    satbox_open(c, '[');
    w->ofBody.count = 0;
    cpBodyEachShape(body, satbox_chipmunk_visit_shape, w);
    for (int i = w->ofBody.count - 1; i >= 0; --i) /* the last one is listed first */
        satbox_chipmunk_shape(w, (cpShape*)w->ofBody.items[i].pointer);
    satbox_close(c, ']');
    satbox_close(c, '}');
}

static inline void satbox_chipmunk_begin_joint(SatboxChipmunk* w, const char* kind, cpConstraint* joint)
{
    SatboxCapture* c = w->out;
    satbox_open_line(c, w->jointsWritten++ == 0);
    satbox_string(c, "kind", kind);
    satbox_integer(c, "bodyA", satbox_chipmunk_find(&w->bodies, cpConstraintGetBodyA(joint)));
    satbox_integer(c, "bodyB", satbox_chipmunk_find(&w->bodies, cpConstraintGetBodyB(joint)));
    if (cpConstraintGetCollideBodies(joint)) satbox_bool(c, "collideConnected", 1);
}

static inline void satbox_chipmunk_anchors(SatboxChipmunk* w, cpVect a, cpVect b)
{
    satbox_chipmunk_point(w, "anchorA", a);
    satbox_chipmunk_point(w, "anchorB", b);
}

static inline double satbox_chipmunk_inverse(double value)
{
    return value > 0.0 && value < 1e300 ? 1.0 / value : 0.0;
}

/* 1 / kg or 1 / (kg m^2), 0 of a body that no force moves. */
static inline double satbox_chipmunk_inverse_mass(cpBody* body)
{
    return cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC ? satbox_chipmunk_inverse(cpBodyGetMass(body)) : 0.0;
}
static inline double satbox_chipmunk_inverse_moment(const SatboxChipmunk* w, cpBody* body)
{
    return cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC
               ? satbox_chipmunk_inverse(cpBodyGetMoment(body)) / (w->scale * w->scale)
               : 0.0;
}

/* How much faster a force along the line between two anchors draws them together, 1 / kg. */
static inline double satbox_chipmunk_mobility(const SatboxChipmunk* w, cpBody* body, cpVect anchor,
                                              cpVect along)
{
    const cpVect center = cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body));
    const double lever = cpvcross(cpvsub(cpBodyLocalToWorld(body, anchor), center), along) * w->scale;
    return satbox_chipmunk_inverse_mass(body) + lever * lever * satbox_chipmunk_inverse_moment(w, body);
}

/* Whether a joint connects the same bodies as another: 1, in the opposite order -1, 0 if not. */
static inline int satbox_chipmunk_same_bodies(cpConstraint* a, cpConstraint* b)
{
    if (cpConstraintGetBodyA(a) == cpConstraintGetBodyA(b) &&
        cpConstraintGetBodyB(a) == cpConstraintGetBodyB(b))
        return 1;
    if (cpConstraintGetBodyA(a) == cpConstraintGetBodyB(b) &&
        cpConstraintGetBodyB(a) == cpConstraintGetBodyA(b))
        return -1;
    return 0;
}

/* A motor or a limit of the angle between two bodies is a constraint of its own in Chipmunk, in satbox a part
 * of a hinge; a motor also of a groove. */
static inline void satbox_chipmunk_drives(SatboxChipmunk* w, cpConstraint* joint, int hasLimit)
{
    SatboxCapture* c = w->out;
    int motor = 0, limit = 0;
    for (int i = 0; i < w->joints.count; ++i) {
        cpConstraint* other = (cpConstraint*)w->joints.items[i].pointer;
        const int order = satbox_chipmunk_same_bodies(joint, other);
        if (order == 0 || w->joints.items[i].number) continue;
        if (!motor && cpConstraintIsSimpleMotor(other)) {
            /* Chipmunk's rate is that of body A. */
            satbox_motor(c, -order * cpSimpleMotorGetRate(other),
                         cpConstraintGetMaxForce(other) * w->scale * w->scale);
            motor = w->joints.items[i].number = 1;
        } else if (hasLimit && !limit && cpConstraintIsRotaryLimitJoint(other)) {
            const double lower = cpRotaryLimitJointGetMin(other), upper = cpRotaryLimitJointGetMax(other);
            const double angle =
                cpBodyGetAngle(cpConstraintGetBodyB(joint)) - cpBodyGetAngle(cpConstraintGetBodyA(joint));
            const double turns = angle - remainder(angle, 2.0 * SATBOX_PI);
            satbox_limit_after_turns(c, order > 0 ? lower : -upper, order > 0 ? upper : -lower, turns);
            limit = w->joints.items[i].number = 1;
        }
    }
}

static inline void satbox_chipmunk_pivot(SatboxChipmunk* w, cpConstraint* joint)
{
    SatboxCapture* c = w->out;
    const double maxForce = cpConstraintGetMaxForce(joint);
    const int isWeak = maxForce < 1e15;
    satbox_chipmunk_begin_joint(w, isWeak ? "motor" : "revolute", joint);
    satbox_chipmunk_anchors(w, cpPivotJointGetAnchorA(joint), cpPivotJointGetAnchorB(joint));
    if (isWeak) {
        /* In a step, Chipmunk removes the share `factor` of the error, a critically damped spring h w / (2 +
         * h w). */
        const double factor = fmin(1.0 - pow(cpConstraintGetErrorBias(joint), w->dt), 0.99);
        satbox_number(c, "frequency", 2.0 * factor / (1.0 - factor) / w->dt / (2.0 * SATBOX_PI), 0.0,
                      SATBOX_MAX_FREQUENCY);
        satbox_force(c, "maxForce", maxForce * w->scale);
        satbox_number(c, "maxTorque", 0.0, 0.0, 0.0);
        satbox_note(c, "approximate: pivot joint with a greatest force, as a motor joint");
    } else {
        satbox_chipmunk_drives(w, joint, 1);
    }
    satbox_close(c, '}');
}

static inline void satbox_chipmunk_groove(SatboxChipmunk* w, cpConstraint* joint)
{
    SatboxCapture* c = w->out;
    const cpVect a = cpGrooveJointGetGrooveA(joint), b = cpGrooveJointGetGrooveB(joint);
    satbox_chipmunk_begin_joint(w, "wheel", joint);
    satbox_chipmunk_anchors(w, a, cpGrooveJointGetAnchorB(joint));
    satbox_number(c, "angleA", atan2(b.y - a.y, b.x - a.x), -10000.0, 10000.0);
    satbox_key(c, "spring");
    satbox_open(c, '{');
    satbox_bool(c, "enabled", 0);
    satbox_close(c, '}');
    satbox_limit(c, 0.0, cpvdist(a, b) * w->scale);
    satbox_chipmunk_drives(w, joint, 0);
    satbox_close(c, '}');
}

static inline void satbox_chipmunk_spring(SatboxChipmunk* w, cpConstraint* joint)
{
    SatboxCapture* c = w->out;
    cpBody *a = cpConstraintGetBodyA(joint), *b = cpConstraintGetBodyB(joint);
    const cpVect anchorA = cpDampedSpringGetAnchorA(joint), anchorB = cpDampedSpringGetAnchorB(joint);
    const cpVect along = cpvnormalize(cpvsub(cpBodyLocalToWorld(b, anchorB), cpBodyLocalToWorld(a, anchorA)));
    const double inverse =
        satbox_chipmunk_mobility(w, a, anchorA, along) + satbox_chipmunk_mobility(w, b, anchorB, along);
    satbox_chipmunk_begin_joint(w, "distance", joint);
    satbox_chipmunk_anchors(w, anchorA, anchorB);
    satbox_bool(c, "rigid", 0);
    satbox_key(c, "spring");
    satbox_open(c, '{');
    satbox_bool(c, "enabled", 1);
    satbox_number(c, "target", cpDampedSpringGetRestLength(joint) * w->scale, 0.0, SATBOX_MAX_COORDINATE);
    satbox_spring(c, "frequency", "dampingRatio", cpDampedSpringGetStiffness(joint),
                  cpDampedSpringGetDamping(joint), satbox_chipmunk_inverse(inverse));
    satbox_close(c, '}');
    satbox_close(c, '}');
}

static inline void satbox_chipmunk_rotary_spring(SatboxChipmunk* w, cpConstraint* joint)
{
    SatboxCapture* c = w->out;
    const double perScale = w->scale * w->scale;
    const double inverse = satbox_chipmunk_inverse_moment(w, cpConstraintGetBodyA(joint)) +
                           satbox_chipmunk_inverse_moment(w, cpConstraintGetBodyB(joint));
    satbox_chipmunk_begin_joint(w, "motor", joint);
    satbox_number(c, "angleA", -cpDampedRotarySpringGetRestAngle(joint), -10000.0, 10000.0);
    satbox_spring(c, "frequency", "dampingRatio", cpDampedRotarySpringGetStiffness(joint) * perScale,
                  cpDampedRotarySpringGetDamping(joint) * perScale, satbox_chipmunk_inverse(inverse));
    satbox_number(c, "maxForce", 0.0, 0.0, 0.0);
    satbox_force(c, "maxTorque", cpConstraintGetMaxForce(joint) * perScale);
    satbox_close(c, '}');
}

/* angle B * ratio - angle A = phase. Equal wheels that turn in the same direction are a spring of the angle,
 * others teeth between the centres of gravity. */
static inline void satbox_chipmunk_gear(SatboxChipmunk* w, cpConstraint* joint)
{
    SatboxCapture* c = w->out;
    cpBody *a = cpConstraintGetBodyA(joint), *b = cpConstraintGetBodyB(joint);
    const cpVect centerA = cpBodyGetCenterOfGravity(a), centerB = cpBodyGetCenterOfGravity(b);
    const cpVect line = cpvsub(cpBodyLocalToWorld(b, centerB), cpBodyLocalToWorld(a, centerA));
    const double ratio = cpGearJointGetRatio(joint);
    int teethA, teethB;
    satbox_teeth(fabs(ratio), &teethA, &teethB);
    if (ratio > 0.0 && teethA == teethB) {
        satbox_chipmunk_begin_joint(w, "motor", joint);
        satbox_number(c, "angleA", cpGearJointGetPhase(joint), -10000.0, 10000.0);
        satbox_number(c, "frequency", 30.0, 0.0, SATBOX_MAX_FREQUENCY);
        satbox_number(c, "maxForce", 0.0, 0.0, 0.0);
        satbox_force(c, "maxTorque", cpConstraintGetMaxForce(joint) * w->scale * w->scale);
        satbox_close(c, '}');
        satbox_note(c, "approximate: gear joint with ratio 1, as a motor joint");
    } else if (cpvlengthsq(line) > 0.0 && ratio != 0.0) {
        const double along = atan2(line.y, line.x), opposite = atan2(-line.y, -line.x);
        const int isRing = ratio > 0.0, isAInside = isRing && teethA < teethB;
        satbox_chipmunk_begin_joint(w, "gear", joint);
        satbox_chipmunk_anchors(w, centerA, centerB);
        c->isTransient = 1;
        satbox_number(c, "angleA", (isAInside ? opposite : along) - cpBodyGetAngle(a), -10000.0, 10000.0);
        satbox_number(c, "angleB", (!isRing || isAInside ? opposite : along) - cpBodyGetAngle(b), -10000.0,
                      10000.0);
        c->isTransient = 0;
        satbox_integer(c, "teethA", teethA);
        satbox_integer(c, "teethB", teethB);
        if (isRing) satbox_bool(c, "ring", 1);
        satbox_close(c, '}');
        satbox_note(c, "approximate: gear joint, as teeth between the centres of gravity");
    } else {
        satbox_note(c, "not carried over: gear joint of two bodies with one centre");
    }
}

static inline void satbox_chipmunk_joint(SatboxChipmunk* w, cpConstraint* joint)
{
    SatboxCapture* c = w->out;
    if (cpConstraintIsPivotJoint(joint)) {
        satbox_chipmunk_pivot(w, joint);
        return;
    }
    if (cpConstraintIsPinJoint(joint)) {
        satbox_chipmunk_begin_joint(w, "distance", joint);
        satbox_chipmunk_anchors(w, cpPinJointGetAnchorA(joint), cpPinJointGetAnchorB(joint));
        satbox_number(c, "length", cpPinJointGetDist(joint) * w->scale, 0.0, SATBOX_MAX_COORDINATE);
        satbox_close(c, '}');
    } else if (cpConstraintIsSlideJoint(joint)) {
        satbox_chipmunk_begin_joint(w, "distance", joint);
        satbox_chipmunk_anchors(w, cpSlideJointGetAnchorA(joint), cpSlideJointGetAnchorB(joint));
        satbox_bool(c, "rigid", 0);
        satbox_limit(c, cpSlideJointGetMin(joint) * w->scale, cpSlideJointGetMax(joint) * w->scale);
        satbox_close(c, '}');
    } else if (cpConstraintIsGrooveJoint(joint)) {
        satbox_chipmunk_groove(w, joint);
    } else if (cpConstraintIsDampedSpring(joint)) {
        satbox_chipmunk_spring(w, joint);
    } else if (cpConstraintIsDampedRotarySpring(joint)) {
        satbox_chipmunk_rotary_spring(w, joint);
        return;
    } else if (cpConstraintIsGearJoint(joint)) {
        satbox_chipmunk_gear(w, joint);
    } else if (cpConstraintIsRatchetJoint(joint)) {
        satbox_note(c, "not carried over: ratchet joint");
    } else if (cpConstraintIsRotaryLimitJoint(joint)) {
        satbox_note(c, "not carried over: rotary limit joint without a pivot joint of the same bodies");
    } else if (cpConstraintIsSimpleMotor(joint)) {
        satbox_note(c, "not carried over: simple motor without a pivot or groove joint of the same bodies");
    } else {
        satbox_note(c, "not carried over: constraint of an unknown kind");
    }
    if (!cpConstraintIsSimpleMotor(joint) && cpConstraintGetMaxForce(joint) < 1e15)
        satbox_note(c,
                    "not carried over: greatest force of a joint that is not a pivot joint or rotary spring");
}

static inline void satbox_chipmunk_joints(SatboxChipmunk* w)
{
    int impulses = 0;
    /* Hinges and grooves first: they take motors and limits with them. */
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < w->joints.count; ++i) {
            cpConstraint* joint = (cpConstraint*)w->joints.items[i].pointer;
            const int isFirst = cpConstraintIsPivotJoint(joint) || cpConstraintIsGrooveJoint(joint);
            satbox_at(w->out, "constraint", i);
            if (isFirst == (pass == 0) && !w->joints.items[i].number) satbox_chipmunk_joint(w, joint);
            if (pass == 0 && cpConstraintGetImpulse(joint) != 0.0) ++impulses;
        }
    }
    satbox_at(w->out, "the constraints", -1);
    if (impulses > 0)
        satbox_note(
            w->out,
            "not carried over: impulses of %d constraints, with which the next step of Chipmunk begins",
            impulses);
}

static inline void satbox_chipmunk_visit_arbiter(cpBody* body, cpArbiter* arbiter, void* data)
{
    CP_ARBITER_GET_BODIES(arbiter, a, b)
    (void)b;
    if (a == body && cpArbiterGetCount(arbiter) > 0) ++*(int*)data;
}

static inline double satbox_chipmunk_step_rate(const SatboxChipmunkOptions* options)
{
    return options && options->stepRate > 0.0 ? options->stepRate : 60.0;
}

/* The text of the scene, which the caller frees with free(), or null after a survey, or if memory ran out. */
static inline char* satbox_chipmunk_pass(cpSpace* space, const SatboxChipmunkOptions* options,
                                         SatboxSurvey* survey)
{
    SatboxChipmunkOptions none;
    SatboxChipmunk* w = (SatboxChipmunk*)calloc(1, sizeof(SatboxChipmunk));
    char* text = NULL;
    memset(&none, 0, sizeof none);
    if (!w) return NULL;
    if (!options) options = &none;
    /* The length of a step is sent with it, and may differ from step to step. */
    const double stepRate = survey ? 60.0 : satbox_chipmunk_step_rate(options);
    w->dt = 1.0 / stepRate;
    w->scale = options->unitsPerMetre > 0.0 ? 1.0 / options->unitsPerMetre : 1.0;
    w->out = satbox_begin(options->title, "Chipmunk 7", stepRate, survey);
    if (w->out) {
        SatboxCapture* c = w->out;
        int contacts = 0;
        satbox_chipmunk_settings(w, space);
        satbox_chipmunk_collect(w, space);
        satbox_append(c, ",\n  ", 4);
        satbox_key(c, "bodies");
        satbox_open(c, '[');
        for (int i = 0; i < w->ordered.count; ++i) satbox_chipmunk_body(w, space, options, i);
        satbox_close(c, ']');
        satbox_append(c, ",\n  ", 4);
        satbox_key(c, "joints");
        satbox_open(c, '[');
        satbox_chipmunk_joints(w);
        satbox_close(c, ']');
        for (int i = 0; i < w->ordered.count; ++i)
            cpBodyEachArbiter((cpBody*)w->ordered.items[i].pointer, satbox_chipmunk_visit_arbiter, &contacts);
        satbox_at(c, "the contacts", -1);
        if (contacts > 0)
            satbox_note(
                c, "not carried over: impulses of %d contacts, with which the next step of Chipmunk begins",
                contacts);
        text = satbox_end(c);
    }
    free(w->bodies.items);
    free(w->ordered.items);
    free(w->shapes.items);
    free(w->ofBody.items);
    free(w->joints.items);
    free(w);
    return text;
}

/* The scene as JSON, which the caller frees with free(); null if memory ran out. `options` may be null. */
static inline char* satbox_capture_chipmunk(cpSpace* space, const SatboxChipmunkOptions* options)
{
    return satbox_chipmunk_pass(space, options, NULL);
}

/* Sends the space to a window of satbox that listens. Call it after each cpSpaceStep, with one space at a
 * time. */
static inline void satbox_stream_chipmunk(cpSpace* space, const SatboxChipmunkOptions* options)
{
    static SatboxLive live;
    if (!satbox_live_begin(&live, space, "Chipmunk 7", options ? options->port : 0)) return;
    satbox_chipmunk_pass(space, options, &live.survey);
    SATBOX_LIVE_SEND(&live, satbox_capture_chipmunk(space, options),
                     1.0 / satbox_chipmunk_step_rate(options));
}

/* Writes the scene to a file. Returns 0, or an errno. */
static inline int satbox_capture_chipmunk_file(cpSpace* space, const SatboxChipmunkOptions* options,
                                               const char* path)
{
    char* scene = satbox_capture_chipmunk(space, options);
    const int error = satbox_write_text(scene, path);
    free(scene);
    return error;
}

#endif
