#include "engine/peers/peers.h"

#include "engine/peers/peer_world.h"
#include "engine/world/world_access.h"
#include <satbox/settings_table.h>

#include <chrono>
#include <utility>

#if defined(SATBOX_HAVE_CHIPMUNK)
#include <chipmunk/chipmunk.h>
#endif

namespace satbox {
namespace {

#if defined(SATBOX_BOX2D_VERSION)
std::string versionOfBox2d() { return SATBOX_BOX2D_VERSION; }
#else
std::string versionOfBox2d() { return {}; }
#endif
#if defined(SATBOX_HAVE_BOX2D3)
std::string versionOfBox2d3() { return box2d3Version(); }
#else
std::string versionOfBox2d3() { return {}; }
#endif
#if defined(SATBOX_HAVE_CHIPMUNK)
std::string versionOfChipmunk() { return cpVersionString; }
#else
std::string versionOfChipmunk() { return {}; }
#endif

struct PeerKind {
    const char* key;
    const char* name;
    std::string (*version)(); // empty if it is not built
    const char* missing;      // which version is not in the build
    const char* remedy;
    std::span<const std::string_view> settings;
};
constexpr std::array<std::string_view, 4> kBox2dSettings{"velocityIterations", "positionIterations",
                                                         "warmStarting", "continuous"};
constexpr std::array<std::string_view, 3> kBox2d3Settings{"substeps", "warmStarting", "continuous"};
constexpr std::array<std::string_view, 2> kChipmunkSettings{"velocityIterations", "linearSlop"};
// In the order of Peer.
constexpr std::array<PeerKind, kPeers.size()> kKinds{
    PeerKind{"box2d", "Box2D", versionOfBox2d, "2.4", "install libbox2d-dev", kBox2dSettings},
    PeerKind{"box2d3", "Box2D", versionOfBox2d3, "3", "add its folder to CMAKE_PREFIX_PATH", kBox2d3Settings},
    PeerKind{"chipmunk", "Chipmunk", versionOfChipmunk, "7", "install libchipmunk-dev", kChipmunkSettings}};
const PeerKind& kindOf(Peer peer) { return kKinds[static_cast<size_t>(peer)]; }

// What a peer's world was built from. If any of it changes, that world is built again.
struct SceneKey {
    struct BodyKey {
        BodyId id;
        BodyType type = BodyType::Dynamic;
        bool enabled = true;
        bool quarantined = false;
        size_t shapes = 0;
        friend bool operator==(const BodyKey&, const BodyKey&) = default;
    };
    WorldSettings settings;
    std::vector<BodyKey> bodies;
    uint64_t jointRevision = 0;

    friend bool operator==(const SceneKey&, const SceneKey&) = default;
};

SceneKey keyOf(const World& world)
{
    SceneKey key{.settings = world.settings(), .bodies = {}, .jointRevision = stateOf(world).joints.revision};
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        key.bodies.push_back({id, body.type, body.enabled, body.quarantined, body.shapes.size()});
    });
    return key;
}

class PeerStepper final : public ExternalSolver {
  public:
    PeerStepper(Peer peer, World& world, PeerNotes& notes) : peer_(peer), name_(peerName(peer))
    {
        build(world, notes);
        for (const SceneKey::BodyKey& body : key_.bodies) world.wake(body.id);
    }

    std::string_view name() const override { return name_; }

    void step(World& world, float dt) override
    {
        carryChanges(world);
        const auto start = std::chrono::steady_clock::now();
        scene_->step(dt);
        const std::chrono::duration<float, std::milli> taken = std::chrono::steady_clock::now() - start;
        readMotion(world, dt, taken.count());
    }

  private:
    // What the peer knows of a body: a difference is an edit.
    struct KnownMotion {
        Position center{};
        Rot rotation{};
        Vec2 velocity{0.0f, 0.0f};
        float spin = 0.0f;
    };
    static KnownMotion knownOf(const BodyMotion& motion)
    {
        return {motion.center, motion.q, motion.v, motion.w};
    }

    void build(const World& world, PeerNotes& notes)
    {
        key_ = keyOf(world);
        scene_ = makePeerWorld(peer_, world, notes);
        joints_ = world.joints();
        known_.clear();
        indices_.clear();
        for (const SceneKey::BodyKey& body : key_.bodies) {
            indices_.resize(body.id.index + 1);
            indices_[body.id.index] = known_.size();
            known_.push_back(knownOf(world.motion(body.id)));
        }
    }

    void carryChanges(const World& world)
    {
        if (keyOf(world) != key_) {
            PeerNotes notes; // those of the start are shown
            build(world, notes);
        }
        for (size_t i = 0; i < known_.size(); ++i) {
            const BodyMotion& motion = world.motion(key_.bodies[i].id);
            const KnownMotion& known = known_[i];
            if (motion.center != known.center || motion.q != known.rotation)
                scene_->setPose(i, motion.transform());
            if (motion.v != known.velocity || motion.w != known.spin)
                scene_->setVelocity(i, motion.v, motion.w);
            if (motion.force != Vec2{0.0f, 0.0f} || motion.torque != 0.0f)
                scene_->applyForce(i, motion.force, motion.torque);
        }
        std::vector<PeerPull> pulls;
        stateOf(world).joints.of<MouseJoint>().forEach([&](uint32_t, const MouseJoint& joint) {
            pulls.push_back({indices_[joint.body], joint.localAnchor, joint.target});
        });
        scene_->setPulls(pulls);
    }

    void readMotion(World& world, float dt, float ms)
    {
        completeExternalStep(world, dt, ms, [&](BodyId id, ExternalMotion& motion) {
            const PeerBodyState state = scene_->state(indices_[id.index]);
            motion.origin = {state.x, state.y};
            motion.rotation = {static_cast<float>(state.cos), static_cast<float>(state.sin)};
            motion.velocity = {static_cast<float>(state.velocityX), static_cast<float>(state.velocityY)};
            motion.spin = static_cast<float>(state.spin);
        });
        for (size_t i = 0; i < known_.size(); ++i) known_[i] = knownOf(world.motion(key_.bodies[i].id));
        for (const size_t joint : scene_->takeBrokenJoints(dt)) world.destroyJoint(joints_[joint]);
        key_.jointRevision = stateOf(world).joints.revision;
    }

    Peer peer_;
    std::string name_;
    SceneKey key_;
    std::unique_ptr<PeerWorld> scene_;
    std::vector<JointId> joints_;
    std::vector<KnownMotion> known_; // by body of the peer
    std::vector<size_t> indices_;    // of bodies of the peer, by slot
};

} // namespace

const char* toString(Peer peer) { return kindOf(peer).key; }

std::optional<Peer> findPeer(std::string_view key)
{
    for (const Peer peer : kPeers)
        if (key == kindOf(peer).key) return peer;
    return std::nullopt;
}

std::string checkSolverName(std::string_view name)
{
    WorldSettings scratch;
    std::string wrong = findPeer(name) ? std::string() : setSetting(scratch, "solver", name);
    if (!wrong.empty())
        for (const Peer peer : kPeers) wrong += std::string(", ") + toString(peer);
    return wrong;
}

bool isBuilt(Peer peer) { return !kindOf(peer).version().empty(); }

std::string peerName(Peer peer)
{
    const PeerKind& kind = kindOf(peer);
    return std::string(kind.name) + ' ' + (isBuilt(peer) ? kind.version() : kind.missing);
}

std::string whyNotBuilt(Peer peer)
{
    const PeerKind& kind = kindOf(peer);
    return peerName(peer) + " is not in this build: " + kind.remedy +
           ", run cmake again, and build satbox again";
}

std::unique_ptr<PeerWorld> makePeerWorld([[maybe_unused]] Peer peer, [[maybe_unused]] const World& world,
                                         [[maybe_unused]] PeerNotes& notes)
{
#if defined(SATBOX_BOX2D_VERSION)
    if (peer == Peer::Box2d) return makeBox2dWorld(world, notes);
#endif
#if defined(SATBOX_HAVE_BOX2D3)
    if (peer == Peer::Box2d3) return makeBox2d3World(world, notes);
#endif
#if defined(SATBOX_HAVE_CHIPMUNK)
    if (peer == Peer::Chipmunk) return makeChipmunkWorld(world, notes);
#endif
    return nullptr;
}

std::span<const std::string_view> peerSettings(Peer peer) { return kindOf(peer).settings; }

PeerSolver makePeerSolver(Peer peer, World& world)
{
    if (!isBuilt(peer)) return {.solver = nullptr, .notes = {}, .error = whyNotBuilt(peer)};
    PeerNotes notes;
    auto solver = std::make_unique<PeerStepper>(peer, world, notes);
    return {.solver = std::move(solver), .notes = notes.sentences(kindOf(peer).name), .error = {}};
}

} // namespace satbox
