#pragma once

#include "engine/scene/file_io.h"
#include <satbox/lab/energy_ledger.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace satbox::app {

// Writes a CSV file with a header line and one line per step. The file appears at its path on close().
// Numbers have the fewest digits that read back exactly; step_ms has four decimals.
class MetricsFile {
  public:
    // open, add and close return an empty string, or an error message if writing failed. `labelled`: each
    // line begins with the label of its world. `withEnergy`: each line ends with the energy ledger of its
    // step.
    std::string open(const std::filesystem::path& path, bool labelled = false, bool withEnergy = false);
    bool isOpen() const { return file_.isOpen(); }
    std::string add(const World& world, double stepMs, std::string_view label = {},
                    const EnergyAccount& energy = {});
    std::string close() { return file_.commit(); }

  private:
    FileWriter file_;
    std::string line_; // reused buffer
    bool labelled_ = false;
    bool withEnergy_ = false;
};

} // namespace satbox::app
