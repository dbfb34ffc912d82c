#pragma once

#include "engine/core/isa.h"
#include "engine/dynamics/body.h"
#include "engine/world/settings.h"
#include "engine/world/step_profile.h"
#include "tests/bench/penetration.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace satbox::bench {

struct BenchBody {
    BodyDef def;
    std::vector<ShapeDef> shapes;
};

// A kinematic body that follows a path, in every engine: before each step it gets the velocity that takes it
// to where the path is after the step.
struct DrivenBody {
    size_t body = 0;                         // its place in the scene's list
    Point (*placeAt)(double time) = nullptr; // m at seconds after the start; at 0 where the body begins
};

// What a scene holds, and the one description from which every engine's world is built.
struct BenchScene {
    std::string name;
    WorldSettings
        settings; // gravity for all, restitutionThreshold for those that have one; the rest for satbox
    InstructionSet instructionSet = bestInstructionSet(); // for satbox alone
    std::vector<BenchBody> bodies;
    std::vector<DrivenBody> driven;
    bool sleeps = false; // satbox alone: as its settings say
    int steps =
        500; // of a round, and how many rounds: what is measured unless the command line says otherwise
    int rounds = 3;
};

struct BodyState {
    Pose pose;            // of the body's origin
    Point center;         // of mass, m
    Point velocity;       // m/s, of the centre of mass
    double spin = 0.0;    // rad/s
    double mass = 0.0;    // kg; 0 for a body that is not dynamic
    double inertia = 0.0; // kg m^2 about the centre of mass; 0 for a body that does not turn
    bool frozen = false;  // taken out of the simulation by the engine, since its motion became non-finite

    double speed() const; // m/s
    bool isFinite() const;
};

// What a world holds in memory, bytes.
struct WorldMemory {
    size_t bodies = 0;   // with their shapes and boxes
    size_t contacts = 0; // with the set of pairs
    size_t scratch = 0;  // of the last step
    int contactCount = 0;
};

// One engine with one world in it, which sleeps nothing.
class BenchEngine {
  public:
    virtual ~BenchEngine() = default;
    virtual void step(float dt) = 0;
    // Bodies are named by their index in the scene's list.
    virtual void setVelocity(size_t body, Vec2 velocity) = 0; // m/s; the body spins no more
    virtual void setPosition(size_t body, Vec2 position) = 0; // m, of the origin; angle and velocity are kept
    virtual std::vector<BodyState> states() const = 0;        // in the scene's order of bodies
    virtual const StepProfile* profile() const
    {
        return nullptr;
    } // of the last step, where the engine tells it
    virtual std::optional<WorldMemory> memory() const { return {}; } // where the engine tells it
};

// An engine that can be measured. `build` throws std::runtime_error, with a sentence, for what the engine has
// not got.
struct EngineKind {
    std::string name; // with its version: "Box2D 2.4.1"
    int threads = 1;  // that it is to use; the peers have one
    std::unique_ptr<BenchEngine> (*build)(const BenchScene& scene, int threads);
    bool readsSettings = false; // all of the scene's settings act on it
    float polygonGap = 0.0f;    // m, at which two polygons rest apart from each other
};

EngineKind satboxEngine(int threads);
// What being looked at costs, on one thread: satbox twice, so that one sees what chance does; with one lane,
// as it is and with the hooks for a recorder compiled in and told to somebody who does nothing; and with an
// observer of the stages. All make the same steps.
std::vector<EngineKind> hookEngines();
// Those that were found when this was built, Box2D first; `missing` gets the names of the others.
std::vector<EngineKind> peerEngines(std::vector<std::string>& missing);

#if defined(SATBOX_BOX2D_VERSION)
EngineKind box2dEngine();
#endif
#if defined(SATBOX_HAVE_CHIPMUNK)
EngineKind chipmunkEngine();
#endif

} // namespace satbox::bench
