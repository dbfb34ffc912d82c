#include "app/headless/metrics_file.h"

#include <satbox/lab/metrics.h>

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

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
    labelled_ = labelled;
    if (std::string sentence = file_.open(path); !sentence.empty()) return sentence;
    line_ = labelled_ ? "world," : "";
    line_ += "step,time_s,kinetic_J,potential_J,total_J,momentum_x_Ns,momentum_y_Ns,angular_momentum_Nms,"
             "contacts,max_penetration_m,p99_penetration_m,awake_bodies,step_ms";
    for (size_t i = 0; withEnergy && i < static_cast<size_t>(EnergyEntry::Count); ++i)
        line_ += ',' + columnName(static_cast<EnergyEntry>(i));
    line_ += withEnergy ? ",unaccounted_J,turnover_J\n" : "\n";
    return file_.append(line_);
}

std::string MetricsFile::add(const World& world, double stepMs, std::string_view label,
                             const EnergyAccount& energy)
{
    line_ = labelled_ ? std::string(label) + ',' : std::string();
    const auto end = std::back_inserter(line_);
    const WorldMetrics m = measure(world);
    fmt::format_to(end, "{},{},{},{},{},{},{},{},{},{},{},{},{:.4f}", world.stepCount(), m.time, m.kinetic,
                   m.potential, m.total, m.momentumX, m.momentumY, m.angularMomentum, m.contacts,
                   m.maxPenetration, m.p99Penetration, m.awakeBodies, stepMs);
    if (withEnergy_) {
        for (const Energy& entry : energy.entries) fmt::format_to(end, ",{}", entry.total());
        fmt::format_to(end, ",{},{}", energy.unaccounted().total(), energy.turnover());
    }
    line_ += '\n';
    return file_.append(line_);
}

} // namespace satbox::app
