#pragma once

#include <satbox/config.h>
#include <satbox/function_ref.h>
#include <satbox/math.h>
#include <satbox/world.h>

#include <string_view>

namespace satbox {

// The motion of a body as another physics engine computed it.
struct ExternalMotion {
    Position origin{};         // of the body's frame
    Rot rotation{};            // a unit complex number
    Vec2 velocity{0.0f, 0.0f}; // m/s, of the centre of mass
    float spin = 0.0f;         // rad/s
    friend bool operator==(const ExternalMotion&, const ExternalMotion&) = default;
};

// Another physics engine that steps a world in place of World::step(), so that both can be compared. The
// world keeps the definitions, which pictures and measurements read; the engine supplies the motion.
class SATBOX_API ExternalSolver {
  public:
    ExternalSolver() = default;
    virtual ~ExternalSolver();
    ExternalSolver(const ExternalSolver&) = delete;
    ExternalSolver& operator=(const ExternalSolver&) = delete;

    virtual std::string_view name() const = 0; // "Box2D 2.4.1"
    virtual void step(World& world,
                      float dt) = 0; // makes one step of `dt` s; ends with completeExternalStep()
};

// Ends a step that another engine has computed in `ms` of wall clock time, the total of the step's profile.
// Calls `read` for each awake body, in slot order, with the motion that it has; the world takes over what
// `read` leaves there. Then contacts and boxes are those of the new poses, all impulses are 0, the applied
// forces are used up, and time and step count have advanced. No body falls asleep. Bodies whose motion is not
// finite are frozen, as in World::step(). Does nothing if `dt` is NaN or outside kMinStep to kMaxStep.
SATBOX_API void completeExternalStep(World& world, float dt, float ms,
                                     FunctionRef<void(BodyId, ExternalMotion&)> read);

} // namespace satbox
