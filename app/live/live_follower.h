#pragma once

#include "app/document/document_op.h"
#include "app/live/live_frame.h"
#include <satbox/function_ref.h>
#include <satbox/scene/scene.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// Makes operations on a document out of what a program sends. The first scene is opened; what differs in
// later ones is changed in the world, so that the bodies that stay keep their ids, and time goes on.
class LiveFollower {
  public:
    using Play = FunctionRef<OpResult(const DocumentOp&)>;

    // Reads a scene that is to be opened, and forgets the one before. Null if it cannot be read: `error` says
    // why.
    std::shared_ptr<Scene> open(const LiveScene& live, std::string& error);
    // Plays what leads from the last scene to this one. Precondition: open() gave a scene. Returns an error,
    // or an empty string.
    std::string follow(const LiveScene& live, const World& world, Play play);
    // Plays a step. Likewise.
    std::string follow(const LiveStep& step, Play play) const;

  private:
    struct Known {
        uint64_t key = 0;
        BodyId inScene{}; // of scene_
        BodyId body{};    // of the document
    };
    static std::string read(const LiveScene& live, Scene& scene, std::vector<Known>& bodies);
    static const Known& knownOf(const std::vector<Known>& bodies, BodyId inScene);
    static std::vector<JointDef> jointsOf(const Scene& scene, const std::vector<Known>& bodies,
                                          std::span<const uint64_t> order);
    std::string change(const Known& from, const Known& to, const World& next, const World& world,
                       Play play) const;

    Scene scene_;               // the last one
    std::vector<Known> bodies_; // in its order, so ascending by inScene
};

} // namespace satbox::app
