#pragma once

#include <satbox/config.h>
#include <satbox/ids.h>
#include <satbox/math.h>

namespace satbox {

// Friction and restitution of a contact. Values that are negative or not finite are ignored.
struct MixedMaterial {
    float staticFriction = 0.0f;
    float dynamicFriction = 0.0f;
    float restitution = 0.0f;
};

// A contact before it is solved.
struct PreSolveContact {
    ShapeId shapeA, shapeB;
    Vec2 normal{0.0f, 0.0f}; // unit, from A to B
    int count = 0;           // points, 1 or 2
    Position points[2]{};
    float separations[2]{};   // m, negative: overlap
    MixedMaterial material{}; // may be changed, for this step
};

// What a program decides about single contacts, see World::setContactCallbacks. For one-way platforms, shapes
// that only some others collide with, and materials that no rule combines.
//
// All functions are called on the thread that calls the world, with or without an executor; those about the
// same contact in the order of its stages, preSolve() in the order of contacts. They may read the world but
// must neither change nor copy it. As long as they decide by the world's value, a step gives the same bits
// with any number of threads; what else they read is not in the world's hash, nor in recordings. A function
// that is not overridden decides as if there were no callbacks.
class SATBOX_API ContactCallbacks {
  public:
    virtual ~ContactCallbacks() = default;

    // Whether two shapes may have a contact. Called for pairs that all other rules let collide, when their
    // fat boxes begin to overlap; `a` and `b` may come in either order. A refused pair is asked about again
    // whenever either shape leaves its fat box; a contact that exists stays until the fat boxes part.
    // Continuous collision asks too, and SolverType::VertexContact in every substep.
    virtual bool shouldCollide(ShapeId a, ShapeId b);

    // Replaces the combine rules of the settings. `usual`: what they give. Called when a contact is made or
    // one of its shapes changes, and before each preSolve(). Not for SolverType::VertexContact, which
    // multiplies materials as published. A world that was read from a file has the usual mix in its contacts
    // until then.
    virtual MixedMaterial mix(ShapeId a, ShapeId b, const MixedMaterial& usual);

    // Whether the contact is solved in this step. Called in every step for contacts with points, unless both
    // shapes have ShapeDef::preSolve off or one is a sensor. A refused contact has no points in this step:
    // it counts as not touching and carries no impulse over to the next. Contacts between sleeping bodies are
    // not asked about, nor are those of SolverType::VertexContact, which finds its contacts while it solves.
    virtual bool preSolve(PreSolveContact& contact);

    // Whether continuous collision keeps the fast shape from passing through the other.
    virtual bool preContinuous(ShapeId fast, ShapeId other);
};

} // namespace satbox
