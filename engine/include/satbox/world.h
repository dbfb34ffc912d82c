#pragma once

#include <satbox/config.h>
#include <satbox/contact_callbacks.h>
#include <satbox/contacts.h>
#include <satbox/events.h>
#include <satbox/function_ref.h>
#include <satbox/instruction_set.h>
#include <satbox/joints.h>
#include <satbox/observe.h>
#include <satbox/op.h>
#include <satbox/queries.h>
#include <satbox/version.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

namespace satbox {

// Range of dt that World::step accepts, s. Below kMinStep, 1/dt is too large for accurate float arithmetic.
inline constexpr float kMinStep = 1e-6f;
inline constexpr float kMaxStep = 10.0f;
// Longest dt that is solved in one piece, s: one step at the lowest step rate, 10 Hz. A longer dt is divided
// into the fewest equal slices of at most 1 / kLongStepRate, with which stacks still stand (docs/step.md,
// "Long steps").
inline constexpr float kMaxSolvedStep = 0.1f;
inline constexpr float kLongStepRate = 30.0f; // Hz
SATBOX_API int stepSliceCount(float dt);      // 1 if dt is at most kMaxSolvedStep

class TaskExecutor;
class StepObserver;

// A set of bodies with their contacts, and the solver that moves them. World has value semantics: a copy is
// independent of the original and equal to it. The same calls give the same bits in both.
//
//   World world;
//   BodyId ground = world.createBody({.type = BodyType::Static});
//   world.addShape(ground, {.geometry = makeBox(10.0f, 0.5f)});
//   BodyId box = world.createBody({.position = {0.0f, 4.0f}});
//   world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
//   for (int i = 0; i < 600; ++i) world.step(1.0f / 60.0f);
//
// Units: m, kg, s, rad, and N for forces. Positions are in world coordinates. Angles are counter-clockwise.
//
// Errors: a function changes nothing and returns false, a null id or a default value if
// - an id is stale or null,
// - a definition is invalid (validate() in satbox/validate.h),
// - the world is full (satbox/limits.h), or
// - the comment on the function names another reason.
// apply() also returns the reason as text.
class SATBOX_API World {
  public:
    // Precondition: validate(settings) reports no error.
    explicit World(const WorldSettings& settings = {});
    World(const World& other);
    World& operator=(const World& other);
    // A world that was moved from may only be destroyed or assigned to.
    World(World&& other) noexcept;
    World& operator=(World&& other) noexcept;
    ~World();

    // The version of the library that the program runs with. That of its headers is kHeaderVersion.
    static Version version();

    // --- operations (satbox/op.h) ---
    // Each named function below that changes the world applies one operation, except setInstructionSet(). A
    // refused operation changes nothing, and OpResult::refusal has the reason. `observer` and `executor` are
    // used by op::Step only, see step().
    //
    //   world.apply(op::SetVelocity{body, {2.0f, 0.0f}, 0.0f});
    OpResult apply(const Op& op, StepObserver* observer = nullptr, TaskExecutor* executor = nullptr);
    // From now on, `sink` is called after each accepted operation; nullptr removes the sink. Copied and moved
    // worlds have no sink; assignment to a world keeps its sink. Precondition: the sink outlives its use.
    void setOpSink(OpSink* sink);
    // From now on, the world asks `callbacks` about single contacts (satbox/contact_callbacks.h); nullptr
    // removes them. Like a sink, they stay with this world: copies and moved worlds have none, and assignment
    // to a world keeps its own. Precondition: the callbacks outlive their use.
    void setContactCallbacks(ContactCallbacks* callbacks);

    // Advances by dt seconds. Does nothing if dt is NaN or outside kMinStep to kMaxStep. The observer is
    // called after every stage and cannot change the result. With an executor (for example
    // satbox/thread_pool.h) stages run on several threads; without one, everything runs on the calling
    // thread. The bits are the same.
    //
    // A dt above kMaxSolvedStep, for example after a frame hitch, is divided into the fewest equal slices of
    // at most 1 / kLongStepRate. The result is that of one call of step() per slice, with the applied forces
    // acting in all of them: stepCount() grows by the number of slices, events() has the events of all slices
    // in order, profile() is their sum, and the observer sees every stage of every slice. Everything else
    // that is documented for "the last step" refers to the last slice.
    void step(float dt, StepObserver* observer = nullptr, TaskExecutor* executor = nullptr);

    // --- settings ---
    const WorldSettings& settings() const;
    // Returns false and changes nothing if validate(settings) (satbox/settings_table.h) reports an error.
    // Wakes all bodies if any setting changes.
    bool setSettings(const WorldSettings& settings);

    // Instruction set of the wide kernels: by default the best one that the machine has. It affects speed
    // only, never the bits. Copies keep it; == and hash() ignore it. Returns false and changes nothing if
    // `set` is not available.
    bool setInstructionSet(InstructionSet set);
    InstructionSet instructionSet() const;

    // --- bodies and shapes ---
    BodyId createBody(const BodyDef& def);
    // Also destroys its shapes and joints, and wakes the bodies that touched it.
    bool destroyBody(BodyId id);
    // Replaces the whole definition. Clears applied forces and the quarantine, removes the body's contacts
    // until the next step, destroys its mouse joints unless it is dynamic, and wakes the bodies that touched
    // it. A change of nothing but name, group, colour and user value does none of that. Nor does a change of
    // damping, gravity scale, locks, sleep and bullet fields, which wakes the body; a frozen body needs the
    // whole of it.
    bool setBodyDef(BodyId id, const BodyDef& def);
    BodyDef bodyDef(BodyId id) const; // the current state as a definition; the default one for a stale id
    // These three recompute the body's mass and wake it with the bodies that touch it.
    ShapeId addShape(BodyId id, const ShapeDef& def);
    bool removeShape(ShapeId id);
    bool setShapeDef(ShapeId id, const ShapeDef& def);
    ShapeDef shapeDef(ShapeId id) const; // the default one for a stale id

    bool isValid(BodyId id) const; // false for a stale or null id
    bool isValid(ShapeId id) const;
    // Precondition of these four: isValid(id). References are valid until the next change of the world.
    const Body& body(BodyId id) const;
    const BodyMotion& motion(BodyId id) const;
    const BodyShape& shape(ShapeId id) const;
    const ShapeBoxes& boxes(ShapeId id) const;
    BodyId bodyOf(ShapeId id) const;
    std::vector<ShapeId> shapesOf(BodyId id) const; // in the order in which they were added

    // A slot is the index at which the world stores a body or a shape; contacts refer to slots. Null id if
    // the slot is free or out of range.
    BodyId bodyAt(uint32_t slot) const;
    ShapeId shapeAt(uint32_t slot) const;

    // These four call `fn` for each object. It must not create or destroy bodies and shapes.
    //
    // fn(BodyId, const Body&, const BodyMotion&) in slot order.
    template<class Fn>
    void forEachBody(Fn&& fn) const;
    // fn(ShapeId, const BodyShape&) in slot order.
    template<class Fn>
    void forEachShape(Fn&& fn) const;
    // fn(const Contact&): awake contacts first, then those of sleeping islands.
    template<class Fn>
    void forEachContact(Fn&& fn) const;

    // fn(const ContactView&): the same contacts, with the points that the solver works on. For
    // SolverType::VertexContact these are the penetrating vertices: any number of them, possibly none.
    template<class Fn>
    void forEachContactView(Fn&& fn) const;
    ContactView contactView(ShapeId a, ShapeId b) const; // empty if the shapes have no contact

    // Contacts of one body or shape, without a walk over all of them: awake ones first. The first call after
    // a change of the world takes time in proportion to all contacts, further ones do not.
    std::vector<ContactView> contactsOf(BodyId id) const;
    std::vector<ContactView> contactsOf(ShapeId id) const;
    // Shapes that overlap a sensor as of the last step, in slot order, whatever events they cause. Empty for
    // other shapes.
    std::vector<ShapeId> visitorsOf(ShapeId sensor) const;

    // fn(BodyId, const BodyMotion&, bool fellAsleep) for each body that the last step may have moved, in slot
    // order: those that are awake, then those that fell asleep in it. For games that move their pictures.
    template<class Fn>
    void forEachMovedBody(Fn&& fn) const;

    // --- single fields of definitions ---
    // Replace one field: the definition is read back and set again, with the same effects and errors; nothing
    // happens if it has that value already. With damping, gravity scale, locks, sleep and bullet fields, a
    // body keeps its contacts.
    //
    //   world.set(body, &BodyDef::gravityScale, 0.5f);
    //   world.set(shape, &ShapeDef::sensor, true);
    //   world.set(joint, &JointDef::breakForce, 100.0f);
    //   world.set(joint, &RevoluteJoint::motor, JointMotor{.enabled = true, .speed = 3.0f});
    //   world.set(&WorldSettings::gravity, {0.0f, -1.62f});
    template<class T>
    bool set(BodyId id, T BodyDef::*field, const std::type_identity_t<T>& value);
    template<class T>
    bool set(ShapeId id, T ShapeDef::*field, const std::type_identity_t<T>& value);
    template<class T>
    bool set(JointId id, T JointDef::*field, const std::type_identity_t<T>& value);
    // Of the joint's kind; false if it is of another kind.
    template<class Kind, class T>
    bool set(JointId id, T Kind::*field, const std::type_identity_t<T>& value);
    template<class T>
    bool set(T WorldSettings::*field, const std::type_identity_t<T>& value);

    // --- motion and forces ---
    // Changes wake the body. Non-finite arguments are refused.
    //
    // Like setBodyDef() with another pose; the velocity stays.
    bool setTransform(BodyId id, const WorldTransform& transform);
    // m/s, of the centre of mass, and rad/s. False for a static body, and beyond kMaxVelocity
    // (satbox/validate.h).
    bool setVelocity(BodyId id, Vec2 linear, float angular);
    // Sets the velocity with which the body reaches a pose of its origin after `dt` seconds (kMinStep to
    // kMaxStep) if nothing pushes it: for kinematic bodies that follow an animation. It turns the shorter
    // way.
    bool setTargetTransform(BodyId id, const WorldTransform& target, float dt);
    // The next four return false unless the body is dynamic and not frozen. They also return false if the sum
    // of the applied forces or the new velocity overflows float.
    bool applyForce(BodyId id, Vec2 force, Position worldPoint); // N, acts during the whole next step
    bool applyTorque(BodyId id, float torque);                   // N m, acts during the whole next step
    // Impulses change the velocity immediately, clamped to kMaxVelocity.
    bool applyImpulse(BodyId id, Vec2 impulse, Position worldPoint); // N s
    bool applyAngularImpulse(BodyId id, float impulse);              // N m s
    // Pushes shapes of dynamic bodies away from `center`, each at its nearest point, by `impulse`, N s, for
    // each metre of its width as seen from there: in full within `radius`, m, and falling to 0 over the
    // `falloff`, m, beyond it. A negative impulse pulls. `mask`: categories of the shapes (Filter).
    bool explode(Position center, float radius, float falloff, float impulse, uint64_t mask = ~uint64_t{0});
    // Air of `density`, kg/m^2, that moves at `velocity`, m/s, pushes awake dynamic bodies during the whole
    // next step, of `dt` seconds: a pressure of 1/2 density speed^2 on what faces it, speed being the part of
    // the relative velocity along the surface's normal. A flat body 1 m wide falls in still air at
    // sqrt(2 m g / density). In that step, it makes no body faster than the air. What stands in the lee of
    // something else is pushed too.
    bool applyWind(Vec2 velocity, float density, float dt, uint64_t mask = ~uint64_t{0});
    bool wake(BodyId id);
    Vec2 velocityAt(BodyId id, Position worldPoint) const; // m/s, of the body's point there; 0 for a stale id

    // --- mouse joints: a spring from a point of a body to a target ---
    // Points with a coordinate beyond kMaxReach (satbox/validate.h) are refused.
    //
    // Null id unless the body is dynamic and not frozen. `worldPoint` is also the first target.
    MouseJointId createMouseJoint(BodyId id, Position worldPoint);
    bool setMouseTarget(MouseJointId id, Position target); // wakes the body if the target changes
    bool destroyMouseJoint(MouseJointId id);
    bool isValid(MouseJointId id) const;
    struct MouseJointView {
        BodyId body;
        Position anchor{}; // current position of the grabbed point of the body
        Position target{};
        Vec2 force{0.0f, 0.0f}; // N, of the spring, mean over the last step
    };
    MouseJointView mouseJoint(MouseJointId id) const; // with a null body for a stale id

    // --- joints (satbox/joints.h) ---
    // Refused if the bodies are stale or the same one. Each wakes the bodies; a new joint between two that
    // sleep lets them sleep.
    JointId createJoint(const JointDef& def);
    bool setJointDef(JointId id, const JointDef& def); // keeps the impulses if the kind stays the same
    bool destroyJoint(JointId id);
    bool isValid(JointId id) const;
    JointDef jointDef(JointId id) const;   // the default one for a stale id
    JointView jointView(JointId id) const; // all zero for a stale id
    std::vector<JointId> joints() const;   // in slot order
    std::vector<JointId> jointsOf(BodyId id) const;

    // Updates contacts for the current poses without a step, for a paused world that is being edited. It
    // recomputes pairs, manifolds and touching flags and keeps the impulses of persisting points. Poses,
    // velocities and contact ages do not change. The next step reports the begin and end events.
    void refreshContacts();

    // --- queries ---
    // `filter` has category, mask and group as if the query were a shape. Sensors are found like other
    // shapes; shapes of disabled and frozen bodies are not. Non-finite points, boxes and rays find nothing.
    //
    // The forms with `fn` allocate nothing. fn gets one result after the other and returns false to end the
    // query; it must not change the world. Results come in slot order, or the nearest first and in slot order
    // where two are equally near. So the order depends on the world's value alone, and a copy or a world read
    // back from a file gives the same. Since casts report the nearest hit first, "clip the cast here" is to
    // return false, and "ignore this shape" is to return true.

    // Largest absolute coordinate of a ray's origin and translation, m: more than the width of the world. A
    // ray with a larger coordinate hits nothing. The same holds for shapes that are cast.
    static constexpr double kMaxRayCoordinate = 1e7;
    // Nearest hit. A ray misses a shape in which it starts.
    //
    //   if (const auto hit = world.castRay(WorldRay({0.0, 9.0}, {0.0f, -20.0f}))) mark(hit->point);
    std::optional<WorldRayHit> castRay(const WorldRay& ray, const Filter& filter = {}) const;
    // All hits, sorted by fraction.
    std::vector<WorldRayHit> castRayAll(const WorldRay& ray, const Filter& filter = {}) const;
    void castRay(const WorldRay& ray, const Filter& filter, FunctionRef<bool(const WorldRayHit&)> fn) const;
    // Shapes whose tight boxes overlap `box`, in slot order.
    std::vector<ShapeId> queryBox(const WorldBox& box, const Filter& filter = {}) const;
    void queryBox(const WorldBox& box, const Filter& filter, FunctionRef<bool(ShapeId)> fn) const;
    // Shapes that contain `point`, in slot order.
    std::vector<ShapeId> queryPoint(Position point, const Filter& filter = {}) const;
    void queryPoint(Position point, const Filter& filter, FunctionRef<bool(ShapeId)> fn) const;
    // The nearest point of the nearest shape. Empty if no shape is within maxDistance, m, or if that is
    // negative. With `fn`, the nearest points of all shapes within maxDistance, the nearest first.
    std::optional<ClosestPoint> queryClosest(Position point, float maxDistance,
                                             const Filter& filter = {}) const;
    void queryClosest(Position point, float maxDistance, const Filter& filter,
                      FunctionRef<bool(const ClosestPoint&)> fn) const;

    // The next functions take a shape that need not belong to the world, at a pose in the world. An invalid
    // shape (validate() in satbox/shapes.h) and a pose that is not finite find nothing.
    //
    // Shapes that touch or overlap `shape`, in slot order.
    std::vector<ShapeId> overlapShape(const Shape& shape, const WorldTransform& pose,
                                      const Filter& filter = {}) const;
    void overlapShape(const Shape& shape, const WorldTransform& pose, const Filter& filter,
                      FunctionRef<bool(ShapeId)> fn) const;
    // Moves `shape` by `translation`, m, without rotation: the first shape that it touches. Shapes that touch
    // it at the start are hit at fraction 0, also if it moves away from them; see castShape() in
    // satbox/queries.h.
    //
    //   const auto hit = world.castShape(Circle{}, Position{0.0, 9.0}, {0.0f, -20.0f});
    std::optional<WorldShapeHit> castShape(const Shape& shape, const WorldTransform& pose, Vec2 translation,
                                           const Filter& filter = {}) const;
    // All hits, sorted by fraction.
    std::vector<WorldShapeHit> castShapeAll(const Shape& shape, const WorldTransform& pose, Vec2 translation,
                                            const Filter& filter = {}) const;
    void castShape(const Shape& shape, const WorldTransform& pose, Vec2 translation, const Filter& filter,
                   FunctionRef<bool(const WorldShapeHit&)> fn) const;
    // The same with all shapes of a body from its current pose, each with its own filter. Finds only what
    // would block the body: no sensors, nor bodies that a joint keeps from colliding with it. The types of
    // the bodies do not matter. Nothing for a stale id. With `fn`, each pair of shapes that touch is a hit.
    std::optional<WorldShapeHit> castBody(BodyId id, Vec2 translation) const;
    void castBody(BodyId id, Vec2 translation, FunctionRef<bool(const WorldShapeHit&)> fn) const;

    // --- memory and identification ---
    // Numbers of objects for which to allocate memory beforehand; never needed.
    struct Capacity {
        size_t bodies = 0;
        size_t shapes = 0;
        size_t contacts = 0; // pairs of overlapping fat boxes: about three for each body of a pile
    };
    void reserve(const Capacity& capacity);
    // A number or pointer of the program that uses the engine, copied with the world; not part of its value.
    void setUserValue(uint64_t value);
    uint64_t userValue() const;

    // --- inspection ---
    double time() const; // simulated time, s
    uint64_t stepCount() const;
    const WorldEvents& events() const;
    // True if the last step reached the limit of contacts (satbox/limits.h), so that some overlapping shapes
    // have no contact and may pass through each other. They get one as soon as others end.
    bool hasReachedContactLimit() const;
    const StepProfile& profile() const; // wall-clock times of the last step
    WorldCounters counters() const;
    WorldBox bounds() const; // of all shapes; without shapes an empty box at the origin
    float totalMass() const; // kg, of dynamic bodies that are not frozen

    // Equality and hash cover everything that later steps depend on (settings, bodies, shapes, contacts with
    // impulses, joints, sleep state and time), user values, key speeds and key brakes. They ignore names,
    // names of keys, events, profile, slot indices and memory layout.
    bool operator==(const World& other) const;
    uint64_t hash() const;

  private:
    friend struct WorldAccess;
    struct Data;

    // Data for the forEach loops below: arrays by slot (a slot is in use if `live` is not 0) and lists of
    // contacts. Each loop fetches its data in one call before it starts. With a call inside the loop, g++ 12
    // kept the caller's sum in memory, which took 3.7 times as long.
    struct BodyArrays {
        const Body* bodies = nullptr;
        const BodyMotion* motions = nullptr;
        const uint32_t* generations = nullptr;
        const uint8_t* live = nullptr;
        uint32_t count = 0;
    };
    struct ShapeArrays {
        const BodyShape* shapes = nullptr;
        const uint32_t* generations = nullptr;
        const uint8_t* live = nullptr;
        uint32_t count = 0;
    };
    struct ContactLists {
        std::span<const Contact> awake;
        std::span<const SleepingIsland> asleep;
    };
    BodyArrays bodyArrays() const;
    ShapeArrays shapeArrays() const;
    ContactLists contactLists() const;
    std::span<const uint32_t> awakeBodies() const; // slots, ascending
    ContactView viewOf(const Contact& contact) const;

    Data& data() { return *data_; }
    const Data& data() const { return *data_; }

    // Owned; null after a move. Including <memory> for std::unique_ptr would increase the compile time of
    // this header by half.
    Data* data_;
};

template<class Fn>
void World::forEachBody(Fn&& fn) const
{
    const BodyArrays all = bodyArrays();
    for (uint32_t i = 0; i < all.count; ++i)
        if (all.live[i] != 0) fn(BodyId{i, all.generations[i]}, all.bodies[i], all.motions[i]);
}

template<class Fn>
void World::forEachMovedBody(Fn&& fn) const
{
    const BodyArrays all = bodyArrays();
    for (const uint32_t slot : awakeBodies())
        fn(BodyId{slot, all.generations[slot]}, all.motions[slot], false);
    for (const BodyAsleepEvent& event : events().fellAsleep)
        if (isValid(event.body) && !body(event.body).awake)
            fn(event.body, all.motions[event.body.index], true);
}

template<class T>
bool World::set(BodyId id, T BodyDef::*field, const std::type_identity_t<T>& value)
{
    if (!isValid(id)) return false;
    BodyDef def = bodyDef(id);
    if (def.*field == value) return true;
    def.*field = value;
    return setBodyDef(id, def);
}
template<class T>
bool World::set(ShapeId id, T ShapeDef::*field, const std::type_identity_t<T>& value)
{
    if (!isValid(id)) return false;
    ShapeDef def = shapeDef(id);
    def.*field = value;
    return setShapeDef(id, def);
}
template<class T>
bool World::set(JointId id, T JointDef::*field, const std::type_identity_t<T>& value)
{
    if (!isValid(id)) return false;
    JointDef def = jointDef(id);
    def.*field = value;
    return setJointDef(id, def);
}
template<class Kind, class T>
bool World::set(JointId id, T Kind::*field, const std::type_identity_t<T>& value)
{
    if (!isValid(id)) return false;
    JointDef def = jointDef(id);
    Kind* const kind = std::get_if<Kind>(&def.kind);
    if (!kind) return false;
    kind->*field = value;
    return setJointDef(id, def);
}
template<class T>
bool World::set(T WorldSettings::*field, const std::type_identity_t<T>& value)
{
    WorldSettings changed = settings();
    changed.*field = value;
    return setSettings(changed);
}

template<class Fn>
void World::forEachShape(Fn&& fn) const
{
    const ShapeArrays all = shapeArrays();
    for (uint32_t i = 0; i < all.count; ++i)
        if (all.live[i] != 0) fn(ShapeId{i, all.generations[i]}, all.shapes[i]);
}

template<class Fn>
void World::forEachContact(Fn&& fn) const
{
    const ContactLists lists = contactLists();
    for (const Contact& c : lists.awake) fn(c);
    for (const SleepingIsland& island : lists.asleep)
        for (const Contact& c : island.contacts) fn(c);
}

template<class Fn>
void World::forEachContactView(Fn&& fn) const
{
    forEachContact([&](const Contact& c) { fn(viewOf(c)); });
}

} // namespace satbox
