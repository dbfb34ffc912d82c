#include "app/widgets/stepper.h"

#include <algorithm>

namespace satbox::app {

size_t wrapped(int from, int by, size_t count)
{
    const auto all = static_cast<int>(count);
    return static_cast<size_t>(((from + by) % all + all) % all);
}

void Stepper::step(int by, size_t count)
{
    if (count == 0) return;
    const int from = index    ? static_cast<int>(std::min(*index, count - 1))
                     : by > 0 ? -1
                              : static_cast<int>(count);
    index = wrapped(from, by, count);
    clock = 0.0;
}

bool Stepper::advance(double seconds, size_t count)
{
    if (!playing) return false;
    const bool isLast = index && *index + 1 >= count;
    if (atEnd == AtEnd::Stop && (count == 0 || isLast)) playing = false;
    if (!playing || count == 0) return false;
    clock += seconds;
    if (index && clock < itemSeconds) return false;
    if (atEnd == AtEnd::StopAfterItem && isLast) {
        playing = false;
        return false;
    }
    do {
        const double rest = clock - itemSeconds;
        step(1, count);
        if (atEnd == AtEnd::Repeat) clock = rest;
    } while (clock >= itemSeconds);
    return true;
}

} // namespace satbox::app
