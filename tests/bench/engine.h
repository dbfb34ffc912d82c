#pragma once

#include "tests/bench/penetration.h"
#include <satbox/body.h>
#include <satbox/instruction_set.h>
#include <satbox/joints.h>
#include <satbox/observe.h>
#include <satbox/settings.h>
#include <satbox/world.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace satbox::bench {

struct BenchBody {
    BodyDef def;
    std::vector<ShapeDef> shapes;
};

struct BenchJoint {
    JointDef def;                // its body ids are those of another world
    size_t bodyA = 0, bodyB = 0; // index in BenchScene::bodies
};

// A kinematic body that follows a path, in every engine: before each step it gets the velocity that takes it
// to the position of the path after the step.
struct DrivenBody {
    size_t body = 0;                            // index in BenchScene::bodies
    Point (*positionAt)(double time) = nullptr; // m, at a time in s; at 0 the body's initial position
};

// The description from which every engine's world is built.
struct BenchScene {
    std::string name;
    // Engines other than satbox use only gravity and, if they have it, restitutionThreshold.
    WorldSettings settings;
    std::string changedSettings; // "exactJoints=false substeps=8"; empty: those of the scene
    InstructionSet instructionSet = bestInstructionSet(); // for satbox only
    std::vector<BenchBody> bodies;
    std::vector<BenchJoint> joints;
    std::vector<DrivenBody> driven;
    bool sleeps = false; // satbox only: true if WorldSettings::sleeping decides, false for no sleep
    int steps = 500;     // per round; default if the command line has none
    int rounds = 3;      // likewise
};

struct BodySnapshot {
    Pose pose;            // of the body's origin
    Point center;         // of mass, m
    Point velocity;       // m/s, of the centre of mass
    double spin = 0.0;    // rad/s
    double mass = 0.0;    // kg; 0 if not dynamic
    double inertia = 0.0; // kg m^2 about the centre of mass; 0 if it cannot rotate
    bool frozen = false;  // quarantined by the engine, since its motion became non-finite

    double speed() const; // m/s
    bool isFinite() const;
};

// Memory of a world, bytes.
struct WorldMemory {
    size_t bodies = 0;   // with their shapes and boxes
    size_t contacts = 0; // with the pair set
    size_t scratch = 0;  // of the last step
    int contactCount = 0;
};

// One engine with one world, in which nothing sleeps.
class BenchEngine {
  public:
    virtual ~BenchEngine() = default;
    virtual void step(float dt) = 0;
    // `body`: index in BenchScene::bodies.
    virtual void setVelocity(size_t body, Vec2 velocity) = 0; // m/s; sets the spin to 0
    virtual void setPosition(size_t body, Vec2 position) = 0; // m, of the origin; angle and velocity are kept
    virtual std::vector<BodySnapshot> states() const = 0;     // by index in BenchScene::bodies
    // Of the last step; nullptr if the engine has none.
    virtual const StepProfile* profile() const { return nullptr; }
    virtual std::optional<WorldMemory> memory() const { return {}; } // if the engine reports it
};

// An engine that can be measured. `build` throws std::runtime_error, with a message, if the engine lacks a
// feature of the scene.
struct EngineKind {
    std::string name; // with its version: "Box2D 2.4.1"
    int threads = 1;  // to use; the peers have one
    std::unique_ptr<BenchEngine> (*build)(const BenchScene& scene, int threads);
    bool readsSettings = false; // true if it uses all of BenchScene::settings
    float polygonGap = 0.0f;    // m, between two polygons at rest
};

EngineKind satboxEngine(int threads);
// Variants of satbox that show the cost of observers, on one thread: as it is, twice, which shows the noise;
// with an observer of the stages; with one lane; with one lane and a recorder of contacts that ignores its
// calls. All make the same steps.
std::vector<EngineKind> hookEngines();
// The scene as a world, with bodies and joints in the scene's order.
World worldOf(const BenchScene& scene, const WorldSettings& settings);
// The peers that were found by CMake, Box2D first; appends the names of the others to `missing`.
std::vector<EngineKind> peerEngines(std::vector<std::string>& missing);

} // namespace satbox::bench
