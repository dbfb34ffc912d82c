#pragma once

#include "engine/collision/ray_cast.h"
#include "engine/core/isa.h"
#include "engine/dynamics/body.h"
#include "engine/dynamics/contact.h"
#include "engine/world/events.h"
#include "engine/world/op.h"
#include "engine/world/settings.h"
#include "engine/world/step_profile.h"
#include "engine/world/world_state.h"

#include <optional>
#include <string>
#include <vector>

namespace satbox {

// Range of dt that World::step accepts, s. Below kMinStep, 1/dt exceeds the range in which float is precise
// enough.
inline constexpr float kMinStep = 1e-6f;
inline constexpr float kMaxStep = 10.0f;
// Longest dt that is solved in one piece, s: one step at the lowest step rate. A longer dt is divided into
// equal slices of at most 1 / kLongStepRate, at which stacks still stand (docs/step.md, "Long steps").
inline constexpr float kMaxSolvedStep = 0.1f;
inline constexpr float kLongStepRate = 30.0f; // Hz
int stepSliceCount(float dt);                 // 1 if dt is at most kMaxSolvedStep

class TaskExecutor;
class StepObserver;

// A set of bodies with their contacts, and the solver that moves them. World has value semantics: a copy is
// independent of the original and equal to it, and the same calls take both to the same bits.
//
//   World world;
//   BodyId ground = world.createBody({.type = BodyType::Static});
//   world.addShape(ground, {.geometry = makeBox(10.0f, 0.5f)});
//   BodyId box = world.createBody({.position = {0.0f, 4.0f}});
//   world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
//   for (int i = 0; i < 600; ++i) world.step(1.0f / 60.0f);
//
// Errors: a function that gets a stale or null id changes nothing and returns false, a null id or an empty
// value. The same holds for a definition that validate() rejects (world/validate.h), and for a body or shape
// beyond the limits of a world (world/limits.h).
class World {
  public:
    explicit World(const WorldSettings& settings = {});

    // --- operations: the only way in; each named function below that changes the world applies one ---
    // A refused operation changes nothing. `observer` and `executor` are for op::Step, see step().
    OpResult apply(const Op& op, StepObserver* observer = nullptr, TaskExecutor* executor = nullptr);
    // `sink` sees each operation that is accepted from now on; nullptr: none does. A copy of a world has
    // none.
    void setOpSink(OpSink* sink) { sink_.pointer = sink; }

    // Advances by dt seconds, kMinStep to kMaxStep; outside that range (or for NaN) nothing happens. The
    // observer is called after every stage and cannot change the result. With an executor (for example
    // core/thread_pool.h) stages run on several threads; without one, everything runs on the calling thread.
    // The bits are the same.
    //
    // A dt above kMaxSolvedStep, as after a hitch of a game, is divided into the fewest equal slices of at
    // most 1 / kLongStepRate. The result is that of calling step() for each slice while the applied forces
    // keep acting: stepCount() grows by the number of slices, events() has the events of all slices in order,
    // profile() is their sum, and the observer sees every stage of every slice. Everything else that is
    // documented for "the last step" is about the last slice.
    void step(float dt, StepObserver* observer = nullptr, TaskExecutor* executor = nullptr);

    // --- settings ---
    const WorldSettings& settings() const { return state_.settings; }
    // Returns false and changes nothing if validate(settings) reports an error. Any change wakes all bodies.
    bool setSettings(const WorldSettings& settings);

    // Instruction set of the wide kernels: by default the best one that the machine has. It affects speed
    // only, never the bits. Copies keep it; == and hash() ignore it. Returns false and changes nothing if
    // `set` is not available.
    bool setInstructionSet(InstructionSet set);
    InstructionSet instructionSet() const;

    // --- bodies and shapes ---
    BodyId createBody(const BodyDef& def);
    bool destroyBody(BodyId id);
    bool setBodyDef(BodyId id, const BodyDef& def); // replaces the whole definition; wakes touching bodies
    BodyDef bodyDef(BodyId id) const;               // current state as a definition; default for a stale id
    ShapeId addShape(BodyId id, const ShapeDef& def);
    bool removeShape(ShapeId id);
    bool setShapeDef(ShapeId id, const ShapeDef& def);
    ShapeDef shapeDef(ShapeId id) const;

    bool isValid(BodyId id) const;
    bool isValid(ShapeId id) const;
    // Precondition of these four: isValid(id).
    const Body& body(BodyId id) const;
    const BodyMotion& motion(BodyId id) const;
    const BodyShape& shape(ShapeId id) const;
    const ShapeBoxes& boxes(ShapeId id) const;
    BodyId bodyOf(ShapeId id) const;
    std::vector<ShapeId> shapesOf(BodyId id) const;

    // Ids from the slot indices that contacts store; a null id for a free slot.
    BodyId bodyAt(uint32_t slot) const;
    ShapeId shapeAt(uint32_t slot) const;

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
    // SolverType::VertexContact these are the penetrating vertices, in any number; none if no vertex was
    // inside.
    template<class Fn>
    void forEachContactView(Fn&& fn) const;
    ContactView contactView(ShapeId a, ShapeId b) const; // empty if the shapes have no contact

    // --- motion and forces; these wake the body. They return false if a sum overflows float ---
    bool setTransform(BodyId id, const WorldTransform& transform);
    bool setVelocity(BodyId id, Vec2 linear, float angular);
    bool applyForce(BodyId id, Vec2 force, Position worldPoint); // N, acts during the whole next step
    bool applyTorque(BodyId id, float torque);                   // N m, acts during the whole next step
    // Impulses change the velocity immediately, clamped to kMaxVelocity (world/validate.h).
    bool applyImpulse(BodyId id, Vec2 impulse, Position worldPoint); // N s
    bool applyAngularImpulse(BodyId id, float impulse);              // N m s
    bool wake(BodyId id);
    Vec2 velocityAt(BodyId id, Position worldPoint) const; // m/s

    // --- mouse joints: a spring from a point of a dynamic body to a target. Both points must be within
    // kMaxReach (world/validate.h) ---
    MouseJointId createMouseJoint(BodyId id, Position worldPoint);
    bool setMouseTarget(MouseJointId id, Position target);
    bool destroyMouseJoint(MouseJointId id);
    bool isValid(MouseJointId id) const;
    struct MouseJointView {
        BodyId body;
        Position anchor{}; // on the body
        Position target{};
        Vec2 force{0.0f, 0.0f}; // N, of the spring, mean over the last step
    };
    MouseJointView mouseJoint(MouseJointId id) const;

    // Updates contacts for the current poses without a step, for a paused world that is being edited. It
    // recomputes pairs, manifolds and touching flags and keeps the impulses of persisting points. Poses,
    // velocities and contact ages do not change. The next step reports the begin and end events.
    void refreshContacts();

    // --- queries: `filter` has category and mask as if the query were a shape ---
    struct WorldRayHit {
        ShapeId shape;
        Position point{};
        Vec2 normal{0.0f, 0.0f}; // unit, outward from the shape, against the ray
        float fraction = 0.0f;   // of the ray's translation, 0 to 1
    };
    // Largest absolute coordinate of a ray's origin and translation, m: more than the width of the world. A
    // ray with a larger or non-finite coordinate hits nothing.
    static constexpr double kMaxRayCoordinate = 1e7;
    std::optional<WorldRayHit> castRay(const WorldRay& ray, const Filter& filter = {}) const; // nearest hit
    std::vector<WorldRayHit> castRayAll(const WorldRay& ray,
                                        const Filter& filter = {}) const; // sorted by fraction
    // Shapes whose tight boxes overlap `box`.
    std::vector<ShapeId> queryBox(const WorldBox& box, const Filter& filter = {}) const;
    std::vector<ShapeId> queryPoint(Position point,
                                    const Filter& filter = {}) const; // shapes that contain it
    struct ClosestPoint {
        ShapeId shape;
        Position point{};
        float distance = 0.0f; // m; 0 if the queried point is inside the shape
    };
    // Empty if no shape is within maxDistance, m.
    std::optional<ClosestPoint> queryClosest(Position point, float maxDistance,
                                             const Filter& filter = {}) const;

    // --- inspection ---
    double time() const { return state_.time; } // simulated time, s
    uint64_t stepCount() const { return state_.stepCount; }
    const WorldEvents& events() const { return state_.events; }
    // True if the last step reached the limit of contacts (world/limits.h), so that some overlapping shapes
    // have no contact and may pass through each other. They get one as soon as others end.
    bool hasReachedContactLimit() const { return state_.hasReachedContactLimit; }
    const StepProfile& profile() const { return state_.profile; } // wall-clock times of the last step
    WorldCounters counters() const;
    WorldBox bounds() const; // of all shapes; without shapes an empty box at the origin
    float totalMass() const; // kg, of dynamic bodies

    // Equality and hash cover everything that later steps depend on: settings, bodies, shapes, contacts with
    // impulses, sleep state and time. They ignore names, events, profile, slot indices and memory layout.
    bool operator==(const World& other) const;
    uint64_t hash() const;

    // The data of the world, for the stages, the snapshot reader and writer, and debug drawing.
    const WorldState& state() const { return state_; }
    // For scene/snapshot and tests: the caller must keep all invariants. Call it again after every step: each
    // call schedules one check in the next step that all bodies are finite.
    WorldState& mutableState()
    {
        state_.needsFiniteCheck = true;
        return state_;
    }

  private:
    // A copy does not take it over, and assigning leaves it as it is.
    struct UncopiedSink {
        OpSink* pointer = nullptr;
        UncopiedSink() = default;
        UncopiedSink(const UncopiedSink&) {}
        UncopiedSink& operator=(const UncopiedSink&) { return *this; }
    };

    OpResult perform(const op::CreateBody& op);
    OpResult perform(const op::DestroyBody& op);
    OpResult perform(const op::SetBody& op);
    OpResult perform(const op::AddShape& op);
    OpResult perform(const op::RemoveShape& op);
    OpResult perform(const op::SetShape& op);
    OpResult perform(const op::SetTransform& op);
    OpResult perform(const op::SetVelocity& op);
    OpResult perform(const op::ApplyForce& op);
    OpResult perform(const op::ApplyTorque& op);
    OpResult perform(const op::ApplyImpulse& op);
    OpResult perform(const op::ApplyAngularImpulse& op);
    OpResult perform(const op::WakeBody& op);
    OpResult perform(const op::CreateMouseJoint& op);
    OpResult perform(const op::SetMouseTarget& op);
    OpResult perform(const op::DestroyMouseJoint& op);
    OpResult perform(const op::SetSettings& op);
    OpResult perform(const op::RefreshContacts& op);
    OpResult perform(const op::Step& op, StepObserver* observer, TaskExecutor* executor);

    ContactView viewOf(const Contact& contact) const;
    // Precondition: dt is at most kMaxSolvedStep.
    void solveStep(float dt, StepObserver* observer, TaskExecutor* executor);

    WorldState state_;
    UncopiedSink sink_;
};

template<class Fn>
void World::forEachBody(Fn&& fn) const
{
    const BodyStore& bodies = state_.bodies;
    for (uint32_t i = 0; i < bodies.slots.slotCount(); ++i)
        if (bodies.slots.isLive(i)) fn(bodies.slots.handleAt(i), bodies.slots.at(i), bodies.motions[i]);
}

template<class Fn>
void World::forEachShape(Fn&& fn) const
{
    for (uint32_t i = 0; i < state_.shapes.slotCount(); ++i)
        if (state_.shapes.isLive(i)) fn(state_.shapes.handleAt(i), state_.shapes.at(i));
}

template<class Fn>
void World::forEachContact(Fn&& fn) const
{
    for (const Contact& c : state_.contacts.awake) fn(c);
    for (const SleepingIsland& island : state_.islands.asleep)
        for (const Contact& c : island.contacts) fn(c);
}

template<class Fn>
void World::forEachContactView(Fn&& fn) const
{
    forEachContact([&](const Contact& c) { fn(viewOf(c)); });
}

} // namespace satbox
