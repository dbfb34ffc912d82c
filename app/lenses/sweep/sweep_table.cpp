#include "app/lenses/sweep/sweep_table.h"

#include "app/sweep/sweep_results.h"
#include "engine/core/quoted.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace satbox::app {
namespace {

constexpr std::string_view kMagic{"SQLite format 3"}; // SQLite's file format, "Database File Format", 1.3

} // namespace

std::vector<size_t> SweepTable::variedInputs() const
{
    std::vector<size_t> varied;
    for (size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].kind != SweepColumn::Kind::Input || rows.empty()) continue;
        if (std::ranges::any_of(rows,
                                [&](const Row& row) { return row.values[i] != rows.front().values[i]; }))
            varied.push_back(i);
    }
    return varied;
}

std::vector<size_t> SweepTable::results() const
{
    std::vector<size_t> found;
    for (size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].kind != SweepColumn::Kind::Result) continue;
        if (std::ranges::any_of(rows, [&](const Row& row) { return isNumber(row.values[i]); }))
            found.push_back(i);
    }
    return found;
}

int64_t SweepTable::stepsOf(const Row& row) const
{
    for (size_t i = 0; i < columns.size(); ++i)
        if (columns[i].name == kLastStep && isNumber(row.values[i]))
            return static_cast<int64_t>(numberOf(row.values[i]));
    return sweep->stepsOf(sweep->inputsOf(row.run));
}

std::string readSweepTable(const std::filesystem::path& path, SweepTable& table)
{
    SweepTable read;
    read.path = path;
    SweepResults results;
    if (std::string sentence = results.open(path); !sentence.empty()) return sentence;
    SweepSource source;
    if (std::string sentence = results.readSource(source); !sentence.empty()) return sentence;
    auto sweep = std::make_shared<Sweep>();
    if (std::string sentence = sweep->load(std::move(source), printablePath(path)); !sentence.empty())
        return sentence;
    read.sweep = std::move(sweep);
    if (std::string sentence = results.readVersion(read.version); !sentence.empty()) return sentence;
    if (std::string sentence = results.readColumns(read.columns); !sentence.empty()) return sentence;

    std::vector<std::string> names;
    for (const SweepColumn& column : read.columns) names.push_back(column.name);
    names.emplace_back("failure");
    const auto add = [&](size_t run, std::span<const SweepValue> values) {
        SweepTable::Row& row = read.rows.emplace_back();
        row.run = run;
        row.values.assign(values.begin(), values.end() - 1);
        if (const auto* failure = std::get_if<std::string>(&values.back())) row.failure = *failure;
    };
    if (std::string sentence = results.readRows(names, add); !sentence.empty()) return sentence;
    if (read.rows.empty()) return printablePath(path) + ": has no runs yet; wait until some are finished";
    table = std::move(read);
    return {};
}

bool isSweepFile(const std::filesystem::path& path)
{
    std::error_code none; // then it is no regular file
    if (!std::filesystem::is_regular_file(path, none)) return false;
    std::array<char, kMagic.size()> begin{};
    std::ifstream file(path, std::ios::binary);
    file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    return file.good() && std::string_view(begin.data(), begin.size()) == kMagic;
}

} // namespace satbox::app
