#pragma once

#include <satbox/lab/external_solver.h>
#include <satbox/world.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// Other physics engines, as further solvers of a comparison. CMake builds those that it finds.
enum class Peer : uint8_t { Box2d, Box2d3, Chipmunk };
inline constexpr std::array kPeers{Peer::Box2d, Peer::Box2d3, Peer::Chipmunk};

const char* toString(Peer peer); // "box2d", "box2d3", "chipmunk"
std::optional<Peer> findPeer(std::string_view key);
// Empty for a solver of satbox or a peer, built or not; else "solver: \"foo\" is not one of soft-step, ...,
// chipmunk".
std::string checkSolverName(std::string_view name);
// "Box2D 2.4.1"; "Box2D 2.4" if it is not in this build.
std::string peerName(Peer peer);
bool isBuilt(Peer peer);
// "Box2D 2.4 is not in this build: install libbox2d-dev, run cmake again, and build satbox again"
std::string whyNotBuilt(Peer peer);

// Keys of the world settings that the engine reads, beside gravity, sleep and the rules of materials. The
// first is the number of its iterations or substeps.
std::span<const std::string_view> peerSettings(Peer peer);

struct PeerSolver {
    std::unique_ptr<ExternalSolver> solver; // null on error
    std::vector<std::string> notes;         // what the engine has no counterpart for, a sentence each
    std::string error;                      // a sentence; empty on success
    bool ok() const { return solver != nullptr; }
};

// Builds the scene in another engine, and wakes the bodies of `world`. Each step first carries over what
// changed in the world: poses, velocities, forces and mouse joints as they are; after a change of settings,
// joints or bodies, the engine's world is built again. A changed material, filter or mass alone is not
// noticed. Precondition of step(): it gets the same world each time, or a copy of it.
PeerSolver makePeerSolver(Peer peer, World& world);

class PeerWorld;
class PeerNotes;

// The scene in another engine alone (engine/peers/peer_world.h), for benchmarks. Precondition: isBuilt(peer).
std::unique_ptr<PeerWorld> makePeerWorld(Peer peer, const World& world, PeerNotes& notes);

} // namespace satbox
