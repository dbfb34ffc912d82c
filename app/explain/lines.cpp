#include "app/explain/lines.h"

#include "engine/core/quoted.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

constexpr size_t kMaxLine = 1200; // characters: two names of kMaxNameBytes and more

} // namespace

void Lines::heading(std::string_view text)
{
    if (!text_.empty()) text_ += '\n';
    add(text, 0);
}

void Lines::add(std::string_view text, int indent)
{
    text_.append(2 * static_cast<size_t>(indent), ' ');
    text_ += printable(text, kMaxLine);
    text_ += '\n';
}

void Lines::row(std::string_view name, std::string_view value)
{
    add(fmt::format("{:<28}{}", name, value), 2);
}

} // namespace satbox::app
