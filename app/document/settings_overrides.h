#pragma once

#include "engine/peers/peers.h"
#include <satbox/settings.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// The settings in which a compared world differs from the document's world: those with keys in
// `overriddenKeys`. All others follow the document's settings.
struct SettingsOverrides {
    std::optional<Peer> peer; // the engine that steps the world; none: its solver
    WorldSettings values;
    std::vector<std::string_view> overriddenKeys{"solver"}; // keys of settingFields()

    WorldSettings appliedTo(const WorldSettings& base) const;
    bool hasOverride(std::string_view key) const;
    // Overrides `key` with its value in `settings`.
    void setOverride(const WorldSettings& settings, std::string_view key);

    static SettingsOverrides sequentialImpulse(); // the solver only
    friend bool operator==(const SettingsOverrides&, const SettingsOverrides&) = default;
};

// Parses a solver for each world, optionally with settings; the first is the document's world:
// "soft-step,sequential-impulse:velocityIterations=20,baumgarte=0.1,vertex-contact". Worlds after the first
// may also name a peer, "box2d", that is in this build. Returns an error message, and then leaves `worlds`
// unchanged, or an empty string. The grammar: satbox/lab/compared_worlds.h. `scene`: the scene's settings.
// They supply the components of a vector that the text does not name: gravity.x for gravity.y=-3.
std::string parseComparedWorlds(std::string_view text, std::vector<SettingsOverrides>& worlds,
                                const WorldSettings& scene = {});

} // namespace satbox::app
