#pragma once

#include "engine/c_api/members.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace satbox::c_api {

// Passes questions on to the functions of C that are there.
class CallbackAdapter final : public ContactCallbacks {
  public:
    explicit CallbackAdapter(const SatboxContactCallbacks& functions = {}) : functions_(functions) {}
    bool shouldCollide(ShapeId a, ShapeId b) override;
    MixedMaterial mix(ShapeId a, ShapeId b, const MixedMaterial& usual) override;
    bool preSolve(PreSolveContact& contact) override;
    bool preContinuous(ShapeId fast, ShapeId other) override;

  private:
    SatboxContactCallbacks functions_;
};

} // namespace satbox::c_api

// What SatboxWorld points to.
struct SatboxWorld {
    satbox::World world;
    std::string lastError{};
    satbox::c_api::CallbackAdapter contactCallbacks{};
};

namespace satbox::c_api {

// No longer than what std::string stores without allocating, and this memory was there before.
inline constexpr const char* kOutOfMemory = "memory ran out";

// Exceptions, which the engine throws only if memory runs out, end here.
template<class Result, class Fn>
Result guarded(Result fallback, Fn&& fn) noexcept
{
    try {
        return fn();
    } catch (...) {
        return fallback;
    }
}

// Cuts before a character that does not fit.
inline void report(SatboxError* error, std::string_view sentence)
{
    if (!error) return;
    size_t size = std::min(sentence.size(), sizeof error->text - 1);
    const auto continues = [&](size_t at) {
        return at < sentence.size() && (static_cast<unsigned char>(sentence[at]) & 0xC0u) == 0x80u;
    };
    while (size > 0 && continues(size)) --size;
    std::memcpy(error->text, sentence.data(), size);
    error->text[size] = '\0';
}

// Calls fn(), which returns the reason of a refusal, and reports it.
template<class Fn>
bool succeeds(SatboxError* error, Fn&& fn)
{
    return guarded((report(error, kOutOfMemory), false), [&] {
        const std::string reason = fn();
        report(error, reason);
        return reason.empty();
    });
}

// Calls fn(), which returns the reason of a refusal, and keeps it for satbox_world_last_error().
template<class Fn>
bool change(SatboxWorld* world, Fn&& fn) noexcept
{
    try {
        world->lastError = fn();
    } catch (...) {
        world->lastError = kOutOfMemory;
    }
    return world->lastError.empty();
}

// Applies the operation that make(ReadError&) returns.
template<class Make>
OpResult apply(SatboxWorld* world, Make&& make, TaskExecutor* executor = nullptr) noexcept
{
    OpResult result;
    change(world, [&] {
        ReadError error;
        const Op op = make(error);
        if (!error.ok()) return error.text;
        result = world->world.apply(op, nullptr, executor);
        return result.refusal;
    });
    return result;
}
template<class Make>
bool accepts(SatboxWorld* world, Make&& make, TaskExecutor* executor = nullptr) noexcept
{
    apply(world, std::forward<Make>(make), executor);
    return world->lastError.empty();
}

// Writes the first `capacity` elements. Returns how many there are.
template<class Cpp, class C>
size_t list(std::span<const Cpp> from, C* to, size_t capacity)
{
    for (size_t i = 0; i < std::min(from.size(), capacity); ++i) toC(from[i], to[i]);
    return from.size();
}

inline Filter filterOf(const SatboxFilter* filter) { return filter ? asCpp<Filter>(*filter) : Filter{}; }

} // namespace satbox::c_api
