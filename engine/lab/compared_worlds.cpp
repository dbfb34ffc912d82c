#include <satbox/lab/compared_worlds.h>

#include "engine/core/quoted.h"
#include <satbox/lab/comparison.h>

#include <algorithm>

namespace satbox {
namespace {

// Splits off the text up to `separator`, and removes both from `text`.
std::string_view takeUntil(std::string_view& text, char separator)
{
    const size_t end = std::min(text.find(separator), text.size());
    const std::string_view head = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return head;
}

std::string notASetting(std::string_view text)
{
    return quotedText(text) + " is not of the form setting=value, such as substeps=8";
}

// Error if the name has a colon: in a list, a colon must begin settings, since names of solvers have none.
std::string checkListedName(std::string_view name)
{
    const size_t colon = name.find(':');
    if (colon == std::string_view::npos) return {};
    if (colon + 1 == name.size())
        return quotedText(name) + " has no settings after the colon; remove the colon, or add settings";
    if (name.find('=') != std::string_view::npos)
        return quotedText(name) + " is followed by a second colon; put commas between settings";
    return notASetting(name.substr(colon + 1));
}

// The second number of a vector, as in gravity=0,-9.81: no world and no setting begins like a number.
bool continuesVector(std::string_view piece)
{
    return !piece.empty() &&
           std::string_view("+-.0123456789").find(piece.front()) != std::string_view::npos &&
           piece.find('=') == std::string_view::npos;
}

bool beginsWorld(std::string_view piece)
{
    if (continuesVector(piece)) return false;
    const size_t equals = piece.find('=');
    return equals == std::string_view::npos || piece.find(':') < equals;
}

} // namespace

std::string parseComparedWorld(std::string_view text, ComparedWorld& world)
{
    ComparedWorld read;
    const size_t colon = text.rfind(':');
    const bool hasSettings =
        colon != std::string_view::npos && text.find('=', colon) != std::string_view::npos;
    read.name = hasSettings ? text.substr(0, colon) : text;
    std::string_view rest = hasSettings ? text.substr(colon + 1) : std::string_view();
    if (hasSettings && rest.ends_with(','))
        return quotedText(text) + " ends with a comma; remove it, or add another setting";
    while (!rest.empty()) {
        const std::string_view setting = takeUntil(rest, ',');
        if (continuesVector(setting) && !read.settings.empty()) {
            read.settings.back().second.append(",").append(setting);
            continue;
        }
        const size_t equals = setting.find('=');
        if (equals == std::string_view::npos || equals == 0) return notASetting(setting);
        read.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    world = std::move(read);
    return {};
}

std::string parseComparedList(std::string_view text, std::vector<ComparedWorld>& worlds)
{
    if (text.ends_with(','))
        return quotedText(text) + " ends with a comma; remove it, or add another world or setting";
    std::vector<std::string> texts;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view piece = takeUntil(rest, ',');
        if (beginsWorld(piece))
            texts.emplace_back(piece);
        else if (texts.empty())
            return quotedText(piece) +
                   " comes before the first world; write a solver first, as in soft-step:substeps=4";
        else
            texts.back().append(texts.back().find('=') == std::string::npos ? ":" : ",").append(piece);
    }
    std::vector<ComparedWorld> read(texts.size());
    for (size_t i = 0; i < texts.size(); ++i) {
        if (std::string message = parseComparedWorld(texts[i], read[i]); !message.empty()) return message;
        if (std::string message = checkListedName(read[i].name); !message.empty()) return message;
    }
    if (read.size() < 2 || read.size() > Comparison::kMaxWorlds)
        return "2 to " + std::to_string(Comparison::kMaxWorlds) + " worlds can be compared, but " +
               std::to_string(read.size()) + (read.size() == 1 ? " is given" : " are given");
    worlds = std::move(read);
    return {};
}

} // namespace satbox
