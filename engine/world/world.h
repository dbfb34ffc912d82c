#pragma once

#include "engine/collision/ray_cast.h"
#include "engine/core/isa.h"
#include "engine/dynamics/body.h"
#include "engine/dynamics/contact.h"
#include "engine/world/events.h"
#include "engine/world/settings.h"
#include "engine/world/step_profile.h"
#include "engine/world/world_state.h"

#include <optional>
#include <string>
#include <vector>

namespace satbox {

// s, what World::step accepts. Below kMinStep, 1/dt leaves the range in which floats are precise.
inline constexpr float kMinStep = 1e-6f;
inline constexpr float kMaxStep = 10.0f;
// s, the longest step that is solved at once: one at the lowest step rate. A longer one is made of equal
// parts of at most 1 / kLongStepRate, in which stacks still stand (docs/step.md, "Long steps").
inline constexpr float kMaxSolvedStep = 0.1f;
inline constexpr float kLongStepRate = 30.0f; // Hz
int partsOfStep(float dt);                    // 1 for an ordinary step

class TaskExecutor;
class StepObserver;

// A set of bodies under one gravity, and the rule that moves them. A value: copies are independent and equal,
// and the same steps take them to the same bits.
//
//   World world;
//   BodyId ground = world.createBody({.type = BodyType::Static});
//   world.addShape(ground, {.geometry = makeBox(10.0f, 0.5f)});
//   BodyId box = world.createBody({.position = {0.0f, 4.0f}});
//   world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
//   for (int i = 0; i < 600; ++i) world.step(1.0f / 60.0f);
//
// Functions that take an id refuse a stale or null one: they return false, a null id or an empty value, and
// change nothing. Definitions are checked (world/validate.h); a bad one is refused likewise, as is one body
// or shape more than a world holds (world/limits.h).
class World {
  public:
    explicit World(const WorldSettings& settings = {});

    // Advances by dt seconds (kMinStep to kMaxStep; else nothing happens). The observer is told of every
    // stage and changes nothing. Stages split their work into blocks for the executor (core/thread_pool.h is
    // one); without it all is done on the calling thread, with the same bits.
    //
    // A dt above kMaxSolvedStep, as after a hitch of a game, becomes the fewest equal parts of at most
    // 1 / kLongStepRate. The result is that of calling step() for each part, with the applied forces held
    // throughout: stepCount() grows by the number of parts, events() holds the events of all parts in order,
    // profile() their sum, and the observer sees every stage of every part. What else is said about "the last
    // step" is about the last part.
    void step(float dt, StepObserver* observer = nullptr, TaskExecutor* executor = nullptr);

    // --- settings ---
    const WorldSettings& settings() const { return state_.settings; }
    bool setSettings(
        const WorldSettings& settings); // false when out of range; wakes all when something changed

    // What steps are computed with: the best that the machine has, unless told otherwise. Changes no bits; a
    // copy of a world keeps it, == and hash do not see it. False, and nothing changes, where it is not
    // available.
    bool setInstructionSet(InstructionSet set);
    InstructionSet instructionSet() const;

    // --- bodies and shapes ---
    BodyId createBody(const BodyDef& def);
    bool destroyBody(BodyId id);
    bool setBodyDef(BodyId id, const BodyDef& def); // edits all of it at once, wakes what it touches
    BodyDef bodyDef(BodyId id) const;               // as it is now; a default one for a stale id
    ShapeId addShape(BodyId id, const ShapeDef& def);
    bool removeShape(ShapeId id);
    bool setShapeDef(ShapeId id, const ShapeDef& def);
    ShapeDef shapeDef(ShapeId id) const;

    bool isValid(BodyId id) const;
    bool isValid(ShapeId id) const;
    const Body& body(BodyId id) const;         // id must be valid
    const BodyMotion& motion(BodyId id) const; // id must be valid
    const BodyShape& shape(ShapeId id) const;  // id must be valid
    const ShapeBoxes& boxes(ShapeId id) const; // id must be valid
    BodyId bodyOf(ShapeId id) const;
    std::vector<ShapeId> shapesOf(BodyId id) const;

    // Ids from slots, as contacts hold them; null for a free slot.
    BodyId bodyAt(uint32_t slot) const;
    ShapeId shapeAt(uint32_t slot) const;

    // fn(BodyId, const Body&, const BodyMotion&) in slot order.
    template<class Fn>
    void forEachBody(Fn&& fn) const;
    // fn(ShapeId, const BodyShape&) in slot order.
    template<class Fn>
    void forEachShape(Fn&& fn) const;
    // fn(const Contact&): awake ones, then those of sleeping islands.
    template<class Fn>
    void forEachContact(Fn&& fn) const;

    // fn(const ContactView&): the same contacts with the points that the solver works on. With
    // SolverType::VertexContact these are vertices, as many as there are, and none where no vertex was
    // inside.
    template<class Fn>
    void forEachContactView(Fn&& fn) const;
    ContactView contactView(ShapeId a, ShapeId b) const; // without a contact where there is none

    // --- pushing things (wakes the body). Refused where the sum is too large for a number ---
    bool setTransform(BodyId id, const WorldTransform& transform);
    bool setVelocity(BodyId id, Vec2 linear, float angular);
    bool applyForce(BodyId id, Vec2 force, Position worldPoint); // N, acts in the next step, for all of it
    bool applyTorque(BodyId id, float torque);                   // N m, acts in the next step, for all of it
    // At once; velocities stay within a definition's bounds.
    bool applyImpulse(BodyId id, Vec2 impulse, Position worldPoint); // N s
    bool applyAngularImpulse(BodyId id, float impulse);              // N m s
    bool wake(BodyId id);
    Vec2 velocityAt(BodyId id, Position worldPoint) const; // m/s

    // --- mouse joints: a spring from a point of a dynamic body to a target, both within kMaxReach ---
    MouseJointId createMouseJoint(BodyId id, Position worldPoint);
    bool setMouseTarget(MouseJointId id, Position target);
    bool destroyMouseJoint(MouseJointId id);
    bool isValid(MouseJointId id) const;
    struct MouseJointView {
        BodyId body;
        Position anchor{}; // on the body
        Position target{};
        Vec2 force{0.0f, 0.0f}; // N, that the spring gave in the last step
    };
    MouseJointView mouseJoint(MouseJointId id) const;

    // Contacts at the present poses without stepping, for a paused world that is being edited: pairs,
    // manifolds and touching state are found afresh, impulses of persisting points kept, nothing moves
    // or grows older. What begins and ends is told with the next step's events.
    void refreshContacts();

    // --- queries; a filter with category and mask as a shape's would be ---
    struct WorldRayHit {
        ShapeId shape;
        Position point{};
        Vec2 normal{0.0f, 0.0f}; // unit, out of the shape, against the ray
        float fraction = 0.0f;   // of the translation, [0, 1]
    };
    // Largest coordinate of a ray's origin and translation, m: more than the width of the world. A ray with a
    // larger one, or one that is not finite, hits nothing.
    static constexpr double kMaxRay = 1e7;
    std::optional<WorldRayHit> castRay(const WorldRay& ray, const Filter& filter = {}) const;  // the nearest
    std::vector<WorldRayHit> castRayAll(const WorldRay& ray, const Filter& filter = {}) const; // by fraction
    std::vector<ShapeId> queryBox(const WorldBox& box,
                                  const Filter& filter = {}) const; // tight boxes that overlap it
    std::vector<ShapeId> queryPoint(Position point, const Filter& filter = {}) const; // that contain it
    struct ClosestPoint {
        ShapeId shape;
        Position point{};
        float distance = 0.0f; // m, 0 inside
    };
    std::optional<ClosestPoint> queryClosest(Position point, float maxDistance,
                                             const Filter& filter = {}) const;

    // --- looking at it ---
    double time() const { return state_.time; } // s, simulated
    uint64_t stepCount() const { return state_.stepCount; }
    const WorldEvents& events() const { return state_.events; }
    // Whether shapes overlap without a contact, since the last step reached the limit (world/limits.h). They
    // get theirs when there is room; until then they may pass through each other.
    bool lacksContacts() const { return state_.lacksContacts; }
    const StepProfile& profile() const
    {
        return state_.profile;
    } // wall clock of the last step; not part of ==
    WorldCounters counters() const;
    WorldBox bounds() const; // of all shapes; an empty box at the origin without any
    float totalMass() const; // kg, dynamic bodies

    // Equality and hash cover everything that later steps depend on: settings, bodies, shapes, contacts with
    // impulses, sleep, time; not names, events, profile, nor where in memory or in which slot a thing lies.
    bool operator==(const World& other) const;
    uint64_t hash() const;

    // The value itself, for the stages, the snapshot reader and writer, and whoever draws the insides.
    const WorldState& state() const { return state_; }
    // For scene/snapshot and tests: keeps no invariants for you, but for looking at all bodies in the next
    // step: take it anew after that.
    WorldState& mutableState()
    {
        state_.needsFiniteCheck = true;
        return state_;
    }

  private:
    ContactView viewOf(const Contact& contact) const;
    void solveStep(float dt, StepObserver* observer, TaskExecutor* executor); // at most kMaxSolvedStep

    WorldState state_;
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
