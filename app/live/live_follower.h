#pragma once

#include "app/document/document_op.h"
#include "app/live/live_frame.h"
#include <satbox/function_ref.h>
#include <satbox/scene/scene.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// Turns what a program sends into operations on a document. The first scene is opened; what differs in
// later ones is changed in the world, so that the bodies that stay keep their ids, and time goes on.
class LiveFollower {
  public:
    using Play = FunctionRef<OpResult(const DocumentOp&)>;

    // Reads a scene that is to be opened, and forgets the one before. Null if it cannot be read: `error` says
    // why.
    std::shared_ptr<Scene> open(const LiveScene& live, std::string& error);
    // Plays the operations that turn the last scene into this one. Precondition: open() gave a scene. Returns
    // an error, or an empty string.
    std::string follow(const LiveScene& live, const World& world, Play play);
    // Plays a step. Precondition: open() gave a scene. Returns an error, or an empty string.
    std::string follow(const LiveStep& step, Play play);
    // The last scene with the motion of the last step, for a document that follows from there: as open()
    // does, forgets what bodies the document before had. Precondition: open() gave a scene.
    std::shared_ptr<Scene> reopen();

  private:
    struct TrackedBody {
        uint64_t key = 0;
        BodyId inScene{}; // of scene_
        BodyId body{};    // of the document
    };
    static std::string read(const LiveScene& live, Scene& scene, std::vector<TrackedBody>& bodies);
    static const TrackedBody& trackedBody(const std::vector<TrackedBody>& bodies, BodyId inScene);
    // Pointers into a list, ascending by key. Valid while the list does not change its length.
    using KeyIndex = std::vector<const TrackedBody*>;
    static KeyIndex indexOf(const std::vector<TrackedBody>& bodies);
    static const TrackedBody* find(const KeyIndex& index, uint64_t key); // null: none
    static std::vector<JointDef> jointsOf(const Scene& scene, const std::vector<TrackedBody>& bodies,
                                          std::span<const uint64_t> order);
    // These play operations, and return an error or an empty string. `next`: the bodies of the scene that
    // follows, whose ids in the document are set.
    std::string removeMissing(const std::vector<TrackedBody>& next, Play play) const;
    std::string changeOrCreate(std::vector<TrackedBody>& next, const World& nextWorld, const World& world,
                               Play play) const;
    static std::string create(TrackedBody& body, const World& next, Play play);
    std::string change(const TrackedBody& from, const TrackedBody& to, const World& next, const World& world,
                       Play play) const;

    Scene scene_;                                        // the last one
    std::vector<std::optional<ExternalMotion>> motions_; // of its bodies, since it arrived
    std::vector<TrackedBody> bodies_;                    // in its order, so ascending by inScene
};

} // namespace satbox::app
