#include "app/headless/metrics_file.h"

#include "engine/world/metrics.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ostream.h>

namespace satbox::app {

namespace {

std::string columnName(EnergyEntry entry)
{
    std::string name = toString(entry);
    std::replace(name.begin(), name.end(), ' ', '_');
    return name + "_J";
}

} // namespace

std::string MetricsFile::open(const std::filesystem::path& path, bool labelled, bool withEnergy)
{
    withEnergy_ = withEnergy;
    path_ = path;
    labelled_ = labelled;
    file_.open(path, std::ios::trunc);
    if (!file_)
        return fmt::format("{}: cannot be written, is the folder there and open to you?", path.string());
    if (labelled_) file_ << "world,";
    file_ << "step,time_s,kinetic_J,potential_J,total_J,momentum_x_Ns,momentum_y_Ns,angular_momentum_Nms,"
             "contacts,"
             "max_penetration_m,p99_penetration_m,awake_bodies,step_ms";
    for (size_t i = 0; withEnergy && i < static_cast<size_t>(EnergyEntry::Count); ++i)
        file_ << ',' << columnName(static_cast<EnergyEntry>(i));
    file_ << (withEnergy ? ",unaccounted_J,turnover_J\n" : "\n");
    return {};
}

void MetricsFile::add(const World& world, double stepMs, std::string_view label, const EnergyAccount& energy)
{
    if (labelled_) file_ << label << ',';
    const WorldMetrics m = measure(world);
    fmt::print(file_, "{},{},{},{},{},{},{},{},{},{},{},{},{:.4f}", world.stepCount(), m.time, m.kinetic,
               m.potential, m.total, m.momentumX, m.momentumY, m.angularMomentum, m.contacts,
               m.maxPenetration, m.p99Penetration, m.awakeBodies, stepMs);
    if (withEnergy_) {
        for (const Energy& entry : energy.entries) fmt::print(file_, ",{}", entry.total());
        fmt::print(file_, ",{},{}", energy.unaccounted().total(), energy.turnover());
    }
    file_ << '\n';
}

std::string MetricsFile::close()
{
    file_.close();
    return file_ ? std::string() : fmt::format("{}: writing failed, is the disk full?", path_.string());
}

} // namespace satbox::app
