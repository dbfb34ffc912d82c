#include "tests/app/gfx/contrast_table.h"

#include <array>
#include <fmt/format.h>
#include <functional>
#include <stdexcept>
#include <string_view>

namespace satbox::test {

using namespace app;

namespace {

using Pick = std::function<Color(const Palette&)>;
struct Named {
    std::string_view name;
    Pick pick;
};

const Named kWorld{"world, legend", &Palette::background};
const Named kPanel{"panel", &Palette::panel};
const Named kMenu{"menu, card, tooltip", &Palette::menu};
const Named kRaised{"field, button", &Palette::raised};
const Named kHovered{"hovered field, button", &Palette::hovered};
const Named kPressed{"pressed field, button", &Palette::pressed};
const Named kHoveredRow{"hovered row", &Palette::hoveredRow};
const Named kChosenRow{"chosen row", &Palette::chosenRow};
const Named kAccent{"chosen button", &Palette::accent};
const Named kLabel{"label on a body", labelGround};

struct Row {
    Named text;
    std::vector<Named> grounds;
};

std::vector<Row> interfaceRows()
{
    return {
        {{"text", &Palette::text},
         {kWorld, kPanel, kMenu, kRaised, kHovered, kPressed, kHoveredRow, kChosenRow}},
        {{"muted text", &Palette::muted}, {kWorld, kPanel, kMenu, kRaised, kHoveredRow}},
        {{"accent", &Palette::accent}, {kWorld, kPanel, kMenu, kHoveredRow}},
        {{"text on the accent", &Palette::background}, {kAccent}},
        {{"warning", &Palette::warning}, {kPanel, kMenu}},
        {{"error", &Palette::error}, {kPanel, kMenu}},
        {{"shape A, world 1", &Palette::pairA}, {kWorld, kPanel}},
        {{"shape B, world 2", &Palette::pairB}, {kWorld, kPanel}},
        {{"separating axis, world 3", &Palette::pairSeparating}, {kWorld, kPanel}},
        {{"penetration, world 4", &Palette::penetration}, {kWorld, kPanel}},
        {{"winner of a pair", &Palette::pairWinner}, {kWorld, kPanel}},
    };
}

// Labels have the hue of their marks.
std::vector<Row> labelRows()
{
    constexpr std::array<std::pair<std::string_view, Color Palette::*>, 14> kHues{{
        {"text", &Palette::text},
        {"contact point", &Palette::contactPoint},
        {"normal", &Palette::normal},
        {"depth", &Palette::penetration},
        {"normal impulse", &Palette::normalImpulse},
        {"friction impulse", &Palette::frictionImpulse},
        {"velocity", &Palette::velocity},
        {"broad phase, islands", &Palette::broadPhase},
        {"shape A", &Palette::pairA},
        {"shape B", &Palette::pairB},
        {"winner of a pair", &Palette::pairWinner},
        {"separating axis", &Palette::pairSeparating},
        {"frozen body", &Palette::quarantined},
        {"error", &Palette::error},
    }};
    std::vector<Row> rows;
    for (const auto& [name, hue] : kHues) {
        const auto text = [member = hue](const Palette& palette) {
            return labelText(palette, palette.*member);
        };
        rows.push_back({{name, text}, {kLabel}});
    }
    return rows;
}

} // namespace

std::vector<TextOnGround> contrastTable()
{
    const Palette dark = makePalette(Theme::Dark);
    const Palette light = makePalette(Theme::Light);
    std::vector<Row> rows = interfaceRows();
    for (Row& row : labelRows()) rows.push_back(std::move(row));
    std::vector<TextOnGround> table;
    for (const Row& row : rows)
        for (const Named& ground : row.grounds) {
            const auto ratio = [&](const Palette& p) {
                return contrastRatio(row.text.pick(p), ground.pick(p));
            };
            table.push_back(
                {std::string(row.text.name), std::string(ground.name), ratio(dark), ratio(light)});
        }
    return table;
}

std::string withContrastTable(const std::string& markdown)
{
    constexpr std::string_view kBegin = "<!-- contrast -->\n";
    constexpr std::string_view kEnd = "<!-- end of contrast -->";
    const size_t begin = markdown.find(kBegin);
    const size_t end = markdown.find(kEnd);
    if (begin == std::string::npos || end == std::string::npos)
        throw std::runtime_error("the document has no place for the table of contrasts");
    std::string table = "\n| Text | Ground | Dark | Light |\n|---|---|---|---|\n";
    for (const TextOnGround& row : contrastTable())
        table += fmt::format("| {} | {} | {:.1f} | {:.1f} |\n", row.text, row.ground, row.dark, row.light);
    return markdown.substr(0, begin + kBegin.size()) + table + "\n" + markdown.substr(end);
}

} // namespace satbox::test
