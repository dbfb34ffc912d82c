#pragma once

#include "engine/model/world_state.h"

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace satbox {

// The contacts of each body, so that one body's can be listed without walking all. Made when it is first
// asked for after a change of the world; not part of the world's value. Several threads may ask at once.
class ContactIndex {
  public:
    ContactIndex() = default;
    ContactIndex(const ContactIndex&) {} // the copy makes its own when it is asked
    ContactIndex& operator=(const ContactIndex&)
    {
        clear();
        return *this;
    }

    void clear() { isCurrent_ = false; }
    // While an operation changes the world, callbacks and observers may ask, too: nothing is kept then.
    void beginChange() { isChanging_ = true; }
    void endChange()
    {
        isChanging_ = false;
        isCurrent_ = false;
    }
    // The contacts of the body, awake ones first. Valid until the world changes.
    std::span<const Contact* const> of(const WorldState& world, uint32_t body);

  private:
    void make(const WorldState& world);

    std::mutex mutex_;
    bool isCurrent_ = false;
    bool isChanging_ = false;
    std::vector<uint32_t> first_;          // by body slot, and one past the last: its contacts in contacts_
    std::vector<const Contact*> contacts_; // by body
};

} // namespace satbox
