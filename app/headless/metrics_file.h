#pragma once

#include "engine/world/energy_ledger.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace satbox::app {

// A CSV file with a heading and a line for each step. Numbers are as short as they can be and exact.
class MetricsFile {
  public:
    // Empty, or a sentence. `labelled`: each line begins with the name of its world. `withEnergy`: it ends
    // with the energy ledger of its step.
    std::string open(const std::filesystem::path& path, bool labelled = false, bool withEnergy = false);
    bool isOpen() const { return file_.is_open(); }
    void add(const World& world, double stepMs, std::string_view label = {},
             const EnergyAccount& energy = {});
    std::string close(); // empty, or a sentence when something could not be written

  private:
    std::filesystem::path path_;
    std::ofstream file_;
    bool labelled_ = false;
    bool withEnergy_ = false;
};

} // namespace satbox::app
