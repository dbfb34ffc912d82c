#pragma once

#include <satbox/lab/external_solver.h>
#include <satbox/world.h>

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// A body of another engine, in the precision of that engine.
struct PeerBodyState {
    double x = 0.0, y = 0.0;                 // m, of the origin
    double cos = 1.0, sin = 0.0;             // of the angle
    double centerX = 0.0, centerY = 0.0;     // m, of mass
    double velocityX = 0.0, velocityY = 0.0; // m/s, of the centre of mass
    double spin = 0.0;                       // rad/s
    double mass = 0.0;                       // kg; 0 if not dynamic
    double inertia = 0.0;                    // kg m^2 about the centre of mass; 0 if it cannot rotate
};

// A mouse joint, as every engine gets it.
struct PeerPull {
    size_t body = 0;
    Vec2 localAnchor{0.0f, 0.0f}; // m, relative to the body's origin
    Position target{};
};

// True if the same points of the same bodies are pulled.
bool haveSameGrips(std::span<const PeerPull> a, std::span<const PeerPull> b);

// What an engine has no counterpart for: texts with the number of objects that have it.
class PeerNotes {
  public:
    void add(std::string text) { ++counts_[std::move(text)]; }
    std::vector<std::string> sentences(std::string_view engine) const;

  private:
    std::map<std::string, int> counts_;
};

// The scene of a satbox world in another engine. Bodies are numbered as World::forEachBody visits them,
// joints as World::joints() lists them.
class PeerWorld {
  public:
    PeerWorld() = default;
    virtual ~PeerWorld() = default;
    PeerWorld(const PeerWorld&) = delete;
    PeerWorld& operator=(const PeerWorld&) = delete;

    virtual void step(float dt) = 0; // s
    virtual PeerBodyState state(size_t body) const = 0;
    // These three wake the body.
    virtual void setVelocity(size_t body, Vec2 velocity, float spin) = 0; // m/s of the centre of mass, rad/s
    virtual void setPose(size_t body, const WorldTransform& pose) = 0;    // keeps the velocity
    virtual void applyForce(size_t body, Vec2 force, float torque) = 0;   // N, N m; acts during the next step
    virtual void setPulls(std::span<const PeerPull> pulls) = 0;
    // Joints whose force or torque exceeded their limit in the last step of dt s; each is reported once and
    // is gone.
    virtual std::vector<size_t> takeBrokenJoints(float dt) = 0;
    virtual float polygonGap() const { return 0.0f; } // m, between two polygons at rest
};

// Only those that CMake found are defined. What an engine cannot hold is left out, with a note.
std::unique_ptr<PeerWorld> makeBox2dWorld(const World& world, PeerNotes& notes);
std::unique_ptr<PeerWorld> makeBox2d3World(const World& world, PeerNotes& notes);
std::string box2d3Version(); // "3.2.0"
std::unique_ptr<PeerWorld> makeChipmunkWorld(const World& world, PeerNotes& notes);

} // namespace satbox
