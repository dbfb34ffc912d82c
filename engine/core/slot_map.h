#pragma once

#include "engine/core/assert.h"
#include <satbox/ids.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace satbox {

// The slots of a map without their objects, as files store them.
struct SlotHistory {
    std::vector<uint32_t> generations; // by slot
    std::vector<uint32_t> free;        // slots without an object, in the order in which they were freed

    // True for the slots of a map from which nothing was ever erased.
    bool isDense() const
    {
        for (const uint32_t generation : generations)
            if (generation != 1) return false;
        return free.empty();
    }
    friend bool operator==(const SlotHistory&, const SlotHistory&) = default;
};

// Objects at stable slots, referenced by handles with generations. Free slots are reused last in, first out,
// so that the same calls give the same handles. A copy contains everything, generations and free slots too.
template<class T, class Tag>
class SlotMap {
  public:
    using Value = T;
    using Id = Handle<Tag>;

    Id insert(T value)
    {
        ++size_;
        if (!freeSlots_.empty()) {
            const uint32_t slot = freeSlots_.back();
            freeSlots_.pop_back();
            items_[slot] = std::move(value);
            live_[slot] = 1;
            return {slot, generations_[slot]};
        }
        items_.push_back(std::move(value));
        generations_.push_back(1);
        live_.push_back(1);
        return {static_cast<uint32_t>(items_.size() - 1), 1};
    }

    void reserve(size_t count)
    {
        items_.reserve(count);
        generations_.reserve(count);
        live_.reserve(count);
    }

    bool erase(Id id)
    {
        if (!contains(id)) return false;
        items_[id.index] = T{};
        ++generations_[id.index];
        live_[id.index] = 0;
        freeSlots_.push_back(id.index);
        --size_;
        return true;
    }

    SlotHistory slotHistory() const { return {generations_, freeSlots_}; }
    // Reproduces the slots of another map: the next insertions fill those that had an object, in ascending
    // order; after them, ids are the same as in the other map. Precondition: nothing was ever inserted;
    // history.free has distinct slots.
    void restoreSlots(const SlotHistory& history)
    {
        const auto count = static_cast<uint32_t>(history.generations.size());
        generations_ = history.generations;
        freeSlots_ = history.free;
        items_ = std::vector<T>(count);
        live_.assign(count, 0);
        std::vector<bool> isFree(count, false);
        for (const uint32_t slot : history.free) isFree[slot] = true;
        for (uint32_t slot = count; slot-- > 0;)
            if (!isFree[slot]) freeSlots_.push_back(slot);
    }

    bool contains(Id id) const
    {
        // live_ grows last: after an insertion that ran out of memory it is the shortest of the three.
        return id.index < live_.size() && live_[id.index] && generations_[id.index] == id.generation;
    }
    T* find(Id id) { return contains(id) ? &items_[id.index] : nullptr; }
    const T* find(Id id) const { return contains(id) ? &items_[id.index] : nullptr; }

    // By slot, for stages that process all objects. Precondition: the slot is live.
    T& at(uint32_t slot) { return items_[slot]; }
    const T& at(uint32_t slot) const { return items_[slot]; }
    // fn(slot, object) for each live slot, ascending. fn may erase the object.
    template<class Fn>
    void forEach(Fn&& fn)
    {
        for (uint32_t slot = 0; slot < slotCount(); ++slot)
            if (isLive(slot)) fn(slot, items_[slot]);
    }
    template<class Fn>
    void forEach(Fn&& fn) const
    {
        for (uint32_t slot = 0; slot < slotCount(); ++slot)
            if (isLive(slot)) fn(slot, items_[slot]);
    }
    bool isLive(uint32_t slot) const { return slot < live_.size() && live_[slot] != 0; }
    Id handleAt(uint32_t slot) const { return isLive(slot) ? Id{slot, generations_[slot]} : Id{}; }
    uint32_t slotCount() const { return static_cast<uint32_t>(items_.size()); } // live and free
    uint32_t size() const { return size_; }                                     // live
    // By slot: objects, generations, and whether the slot is live. For loops outside the engine.
    const T* items() const { return items_.data(); }
    const uint32_t* generations() const { return generations_.data(); }
    const uint8_t* live() const { return live_.data(); }
    size_t bytes() const { return items_.capacity() * (sizeof(T) + sizeof(uint32_t) + 1); }

  private:
    std::vector<T> items_;
    std::vector<uint32_t> generations_;
    std::vector<uint8_t> live_;
    std::vector<uint32_t> freeSlots_;
    uint32_t size_ = 0;
};

} // namespace satbox
