#pragma once

#include "engine/dynamics/body.h"

#include <string>
#include <vector>

namespace satbox {

// Names for the materials that several shapes share, so that a file says each of them once.
class MaterialNames {
  public:
    void count(const Material& material);
    std::string reference(
        const Material& material) const; // JSON: a name or an object; empty for the default one
    std::string text() const;            // JSON of the scene's "materials"; empty without any

  private:
    struct Entry {
        Material material;
        int uses = 0;
    };
    std::vector<Entry> entries_; // in order of first use
};

// JSON of an entry of a body's "shapes", such that reading it gives the same bits.
std::string shapeText(const ShapeDef& def, const MaterialNames& materials);

// ("angle", radians) where that gives the rotation's very bits, else ("rotation", [cos, sin]); an empty key
// for no rotation.
std::pair<std::string, std::string> orientationText(Rot rotation);

} // namespace satbox
