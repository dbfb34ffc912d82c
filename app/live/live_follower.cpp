#include "app/live/live_follower.h"

#include "engine/core/assert.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace satbox::app {

namespace {

std::vector<ShapeDef> shapesOf(const World& world, BodyId body)
{
    std::vector<ShapeDef> defs;
    for (const ShapeId shape : world.shapesOf(body)) defs.push_back(world.shapeDef(shape));
    return defs;
}

// The definition with the pose and motion of a body that steps move, so that only the rest is compared and
// changed.
BodyDef withMotionOf(BodyDef def, const BodyDef& moving)
{
    if (def.type == BodyType::Static || moving.type == BodyType::Static) return def;
    def.position = moving.position;
    def.rotation = moving.rotation;
    def.linearVelocity = moving.linearVelocity;
    def.angularVelocity = moving.angularVelocity;
    def.awake = moving.awake;
    return def;
}

} // namespace

std::string LiveFollower::read(const LiveScene& live, Scene& scene, std::vector<TrackedBody>& bodies)
{
    SceneResult result = readScene(live.text, "the scene of the program");
    if (!result.ok()) return std::move(result.error);
    scene = std::move(result.scene);
    if (static_cast<size_t>(scene.world.counters().bodies) != live.keys.size())
        return fmt::format("the scene of the program: {} bodies, but {} keys of bodies",
                           scene.world.counters().bodies, live.keys.size());
    bodies.clear();
    scene.world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        bodies.push_back({.key = live.keys[bodies.size()], .inScene = id, .body = id});
    });
    return {};
}

std::shared_ptr<Scene> LiveFollower::open(const LiveScene& live, std::string& error)
{
    error = read(live, scene_, bodies_);
    motions_.assign(bodies_.size(), std::nullopt);
    return error.empty() ? std::make_shared<Scene>(scene_) : nullptr;
}

std::shared_ptr<Scene> LiveFollower::reopen()
{
    auto scene = std::make_shared<Scene>(scene_);
    for (size_t i = 0; i < bodies_.size(); ++i) {
        bodies_[i].body = bodies_[i].inScene;
        if (!motions_[i]) continue;
        const ExternalMotion& motion = *motions_[i];
        scene->world.setTransform(bodies_[i].body, {motion.origin, motion.rotation});
        scene->world.setVelocity(bodies_[i].body, motion.velocity, motion.spin);
    }
    return scene;
}

// Precondition: the body is in the scene of the list.
const LiveFollower::TrackedBody& LiveFollower::trackedBody(const std::vector<TrackedBody>& bodies,
                                                           BodyId inScene)
{
    return *std::ranges::lower_bound(bodies, inScene.index, {},
                                     [](const TrackedBody& one) { return one.inScene.index; });
}

LiveFollower::KeyIndex LiveFollower::indexOf(const std::vector<TrackedBody>& bodies)
{
    KeyIndex index;
    for (const TrackedBody& one : bodies) index.push_back(&one);
    std::ranges::sort(index, {}, [](const TrackedBody* one) { return one->key; });
    return index;
}

const LiveFollower::TrackedBody* LiveFollower::find(const KeyIndex& index, uint64_t key)
{
    const auto one =
        std::ranges::lower_bound(index, key, {}, [](const TrackedBody* body) { return body->key; });
    return one != index.end() && (*one)->key == key ? *one : nullptr;
}

// With places in `order` in place of the bodies' ids, which differ between scenes.
std::vector<JointDef> LiveFollower::jointsOf(const Scene& scene, const std::vector<TrackedBody>& bodies,
                                             std::span<const uint64_t> order)
{
    std::vector<JointDef> joints;
    for (const JointId id : scene.world.joints()) {
        JointDef& joint = joints.emplace_back(scene.world.jointDef(id));
        for (BodyId* body : {&joint.bodyA, &joint.bodyB}) {
            const uint64_t key = trackedBody(bodies, *body).key;
            *body = {static_cast<uint32_t>(std::ranges::lower_bound(order, key) - order.begin()), 0};
        }
    }
    return joints;
}

// What differs between a body of the last scene and the same one of the next.
std::string LiveFollower::change(const TrackedBody& from, const TrackedBody& to, const World& next,
                                 const World& world, Play play) const
{
    const std::vector<ShapeDef> shapes = shapesOf(next, to.inScene);
    if (shapes != shapesOf(scene_.world, from.inScene)) {
        for (const ShapeId shape : world.shapesOf(from.body))
            if (OpResult result = play(SceneOp{op::RemoveShape{shape}}); !result.ok()) return result.refusal;
        for (const ShapeDef& shape : shapes)
            if (OpResult result = play(SceneOp{op::AddShape{from.body, shape}}); !result.ok())
                return result.refusal;
    }
    const BodyDef before = scene_.world.bodyDef(from.inScene), after = next.bodyDef(to.inScene);
    if (withMotionOf(after, before) == before) return {};
    return play(SceneOp{op::SetBody{from.body, withMotionOf(after, world.bodyDef(from.body))}}).refusal;
}

std::string LiveFollower::removeMissing(const std::vector<TrackedBody>& next, Play play) const
{
    const KeyIndex index = indexOf(next);
    for (const TrackedBody& one : bodies_)
        if (!find(index, one.key))
            if (std::string refusal = play(SceneOp{op::DestroyBody{one.body}}).refusal; !refusal.empty())
                return refusal;
    return {};
}

std::string LiveFollower::create(TrackedBody& body, const World& next, Play play)
{
    const OpResult result = play(SceneOp{op::CreateBody{next.bodyDef(body.inScene)}});
    if (!result.ok()) return result.refusal;
    body.body = result.body;
    for (const ShapeDef& shape : shapesOf(next, body.inScene))
        if (std::string refusal = play(SceneOp{op::AddShape{body.body, shape}}).refusal; !refusal.empty())
            return refusal;
    return {};
}

std::string LiveFollower::changeOrCreate(std::vector<TrackedBody>& next, const World& nextWorld,
                                         const World& world, Play play) const
{
    const KeyIndex index = indexOf(bodies_);
    for (TrackedBody& one : next) {
        const TrackedBody* const known = find(index, one.key);
        if (known) one.body = known->body;
        std::string refusal =
            known ? change(*known, one, nextWorld, world, play) : create(one, nextWorld, play);
        if (!refusal.empty()) return refusal;
    }
    return {};
}

std::string LiveFollower::follow(const LiveScene& live, const World& world, Play play)
{
    Scene next;
    std::vector<TrackedBody> bodies;
    if (std::string error = read(live, next, bodies); !error.empty()) return error;
    std::vector<uint64_t> order; // the keys of both scenes
    for (const TrackedBody& one : bodies_) order.push_back(one.key);
    for (const TrackedBody& one : bodies) order.push_back(one.key);
    std::ranges::sort(order);
    const bool newJoints = jointsOf(next, bodies, order) != jointsOf(scene_, bodies_, order);
    std::string refusal;
    if (newJoints) {
        for (const JointId joint : world.joints())
            if (refusal = play(SceneOp{op::DestroyJoint{joint}}).refusal; !refusal.empty()) return refusal;
    }
    if (refusal = removeMissing(bodies, play); !refusal.empty()) return refusal;
    if (refusal = changeOrCreate(bodies, next.world, world, play); !refusal.empty()) return refusal;
    if (newJoints) {
        for (const JointId id : next.world.joints()) {
            JointDef joint = next.world.jointDef(id);
            for (BodyId* body : {&joint.bodyA, &joint.bodyB}) *body = trackedBody(bodies, *body).body;
            if (refusal = play(SceneOp{op::CreateJoint{joint}}).refusal; !refusal.empty()) return refusal;
        }
    }
    if (next.world.settings() != scene_.world.settings())
        refusal = play(WorldOp{op::SetSettings{next.world.settings()}}).refusal;
    scene_ = std::move(next);
    bodies_ = std::move(bodies);
    motions_.assign(bodies_.size(), std::nullopt);
    return refusal;
}

std::string LiveFollower::follow(const LiveStep& step, Play play)
{
    auto bodies = std::make_shared<std::vector<FollowedStep::Body>>();
    bodies->reserve(step.bodies.size());
    for (const LiveStep::Body& one : step.bodies) {
        SATBOX_ASSERT(one.index < bodies_.size(), "LiveFrameReader refuses indices beyond the scene");
        bodies->push_back({bodies_[one.index].body, one.motion});
        motions_[one.index] = one.motion;
    }
    // Bodies that came later may have taken the slots of others.
    std::ranges::sort(*bodies, {}, [](const FollowedStep::Body& one) { return one.body.index; });
    return play(FollowedStep{step.dt, std::move(bodies)}).refusal;
}

} // namespace satbox::app
