#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace satbox::app {

// Index of the item `by` positions after `from` (before it, if negative) in a list that wraps around its
// ends. Precondition: count > 0.
size_t wrapped(int from, int by, size_t count);

// Goes through the items of a list one at a time: on request, or in real time while it plays.
struct Stepper {
    enum class AtEnd : uint8_t {
        Stop,          // stops as soon as the last item is shown
        StopAfterItem, // shows the last item for `itemSeconds`, then stops
        Repeat         // continues with the first item
    };

    double itemSeconds = 0.5; // > 0; how long each item is shown while playing
    AtEnd atEnd = AtEnd::Stop;
    std::optional<size_t> index{}; // of the item shown; none: no item is chosen
    bool playing = false;
    double clock = 0.0; // s since the item was shown

    // Moves `by` items and wraps around the ends. Without an index, 1 shows the first item and -1 the last.
    void step(int by, size_t count);

    // Advances by real time while playing. Without an index, the first item is shown at once. Returns true if
    // another item is shown.
    bool advance(double seconds, size_t count);
};

} // namespace satbox::app
