#pragma once

#include "engine/scene/file_io.h"
#include "engine/world/energy_ledger.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace satbox::app {

// A CSV file with a heading and a line for each step, there when it is closed. Numbers are as short as they
// can be and exact.
class MetricsFile {
  public:
    // Each gives an empty text or a sentence when something could not be written. `labelled`: each line
    // begins with the name of its world. `withEnergy`: it ends with the energy ledger of its step.
    std::string open(const std::filesystem::path& path, bool labelled = false, bool withEnergy = false);
    bool isOpen() const { return file_.isOpen(); }
    std::string add(const World& world, double stepMs, std::string_view label = {},
                    const EnergyAccount& energy = {});
    std::string close() { return file_.commit(); }

  private:
    FileWriter file_;
    std::string line_; // under construction
    bool labelled_ = false;
    bool withEnergy_ = false;
};

} // namespace satbox::app
