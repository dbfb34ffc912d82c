#pragma once

#include <satbox/body.h>

#include <optional>
#include <string>
#include <vector>

namespace satbox {

// Names the materials that several shapes share, so that a file lists each of them once.
class MaterialNames {
  public:
    void addUse(const Material& material);
    // JSON: a name or an object; empty for the default material.
    std::string reference(const Material& material) const;
    std::string text() const; // JSON of the scene's "materials"; empty if there are none

  private:
    struct Entry {
        Material material;
        int uses = 0;
    };
    std::vector<Entry> entries_; // in order of first use
};

// JSON of an entry of a body's "shapes". Reading it gives the same bits.
std::string shapeText(const ShapeDef& def, const MaterialNames& materials);

// The arguments of the makeBox() that gives the polygon bit for bit, if there are any.
std::optional<Vec2> halfSizeOfBox(const Polygon& polygon);

// ("angle", radians) if that reproduces the rotation's bits, else ("rotation", [cos, sin]); an empty key for
// no rotation.
std::pair<std::string, std::string> orientationText(Rot rotation);

} // namespace satbox
