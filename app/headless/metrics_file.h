#pragma once

#include "engine/world/world.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace satbox::app {

// A CSV file with a heading and a line for each step. Numbers are as short as they can be and exact.
class MetricsFile {
  public:
    std::string open(const std::filesystem::path& path); // empty, or a sentence
    bool isOpen() const { return file_.is_open(); }
    void add(const World& world, double stepMs);
    std::string close(); // empty, or a sentence when something could not be written

  private:
    std::filesystem::path path_;
    std::ofstream file_;
};

} // namespace satbox::app
