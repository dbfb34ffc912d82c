#include "app/headless/metrics_file.h"

#include "engine/world/metrics.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

namespace satbox::app {

std::string MetricsFile::open(const std::filesystem::path& path, bool labelled)
{
    path_ = path;
    labelled_ = labelled;
    file_.open(path, std::ios::trunc);
    if (!file_)
        return fmt::format("{}: cannot be written, is the folder there and open to you?", path.string());
    if (labelled_) file_ << "world,";
    file_ << "step,time_s,kinetic_J,potential_J,total_J,momentum_x_Ns,momentum_y_Ns,angular_momentum_Nms,"
             "contacts,"
             "max_penetration_m,p99_penetration_m,awake_bodies,step_ms\n";
    return {};
}

void MetricsFile::add(const World& world, double stepMs, std::string_view label)
{
    if (labelled_) file_ << label << ',';
    const WorldMetrics m = measure(world);
    fmt::print(file_, "{},{},{},{},{},{},{},{},{},{},{},{},{:.4f}\n", world.stepCount(), m.time, m.kinetic,
               m.potential, m.total, m.momentumX, m.momentumY, m.angularMomentum, m.contacts,
               m.maxPenetration, m.p99Penetration, m.awakeBodies, stepMs);
}

std::string MetricsFile::close()
{
    file_.close();
    return file_ ? std::string() : fmt::format("{}: writing failed, is the disk full?", path_.string());
}

} // namespace satbox::app
