#pragma once

#include <satbox/queries.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace satbox {

// Orders of results that do not depend on the trees: by slot, or the nearest first and then by slot.
struct ResultOrder {
    bool operator()(uint32_t slotA, uint32_t slotB) const { return slotA < slotB; }
    bool operator()(const WorldRayHit& a, const WorldRayHit& b) const
    {
        return a.fraction != b.fraction ? a.fraction < b.fraction : a.shape < b.shape;
    }
    bool operator()(const WorldShapeHit& a, const WorldShapeHit& b) const
    {
        if (a.fraction != b.fraction) return a.fraction < b.fraction;
        return a.shape != b.shape ? a.shape < b.shape : a.moving < b.moving;
    }
    bool operator()(const ClosestPoint& a, const ClosestPoint& b) const
    {
        return a.distance != b.distance ? a.distance < b.distance : a.shape < b.shape;
    }
};

// Gives the results of a search in ResultOrder, without allocation. The search runs once for each batch of
// results: it finds the first ones that were not reported yet. Batches grow, since many callers need only the
// first results.
//
// search(keep) calls keep(result) -> const Result* for each result, in any order, and for the same ones at
// every call. If keep returns a pointer, results after *pointer are not needed. fn(result) -> bool: false
// ends everything.
template<class Result, size_t kMaxBatch, class Search, class Fn>
void forEachInOrder(size_t firstBatch, Search&& search, Fn&& fn)
{
    const ResultOrder before;
    std::array<Result, kMaxBatch> batch; // during a search a heap, the last one at the front
    std::optional<Result> reported;      // the last one
    for (size_t size = firstBatch;; size = std::min(4 * size, kMaxBatch)) {
        size_t count = 0;
        const auto begin = batch.begin();
        const auto end = [&] { return begin + static_cast<std::ptrdiff_t>(count); };
        search([&](const Result& result) -> const Result* {
            const bool isNew = !reported || before(*reported, result);
            if (isNew && count < size) {
                batch[count++] = result;
                std::push_heap(begin, end(), before);
            } else if (isNew && before(result, batch[0])) {
                std::pop_heap(begin, end(), before);
                batch[count - 1] = result;
                std::push_heap(begin, end(), before);
            }
            return count == size ? &batch[0] : nullptr;
        });
        std::sort_heap(begin, end(), before);
        for (size_t i = 0; i < count; ++i)
            if (!fn(batch[i])) return;
        if (count < size) return;
        reported = batch[count - 1];
    }
}

// The first result, in one search.
template<class Result, class Search>
std::optional<Result> firstInOrder(Search&& search)
{
    std::optional<Result> first;
    search([&](const Result& result) -> const Result* {
        if (!first || ResultOrder{}(result, *first)) first = result;
        return &*first;
    });
    return first;
}

} // namespace satbox
