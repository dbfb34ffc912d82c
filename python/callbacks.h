#pragma once

#include "python/conversions.h"

#include <exception>
#include <memory>
#include <stdexcept>

namespace satbox::python {

// Asks an object of Python about single contacts: its methods should_collide, mix, pre_solve and
// pre_continuous, of which any may be missing. Exceptions must not pass through the engine: the first one is
// kept for rethrow(), and from then on everything is decided as if there were no callbacks.
class CallbackAdapter final : public ContactCallbacks {
  public:
    // Throws TypeError if the object has none of the methods.
    CallbackAdapter(py::object callbacks, std::weak_ptr<World> world);

    bool shouldCollide(ShapeId a, ShapeId b) override;
    MixedMaterial mix(ShapeId a, ShapeId b, const MixedMaterial& usual) override;
    bool preSolve(PreSolveContact& contact) override;
    bool preContinuous(ShapeId fast, ShapeId other) override;

    const py::object& object() const { return object_; }
    // Throws what a method raised since the last call.
    void rethrow();
    void forget() { raised_ = nullptr; }

  private:
    template<class Result, class Fn>
    Result ask(const py::object& method, Result usual, Fn&& fn);
    bool decide(const char* name, const py::object& method, ShapeId a, ShapeId b);
    py::object shape(ShapeId id) const;

    py::object object_, shouldCollide_, mix_, preSolve_, preContinuous_; // methods; None if missing
    std::weak_ptr<World> world_;
    std::exception_ptr raised_;
};

// What all worlds of this module are.
struct OwnedWorld : World {
    OwnedWorld() = default;
    explicit OwnedWorld(const World& other) : World(other) {}

    std::unique_ptr<CallbackAdapter> callbacks;
    bool changing = false; // an operation is under way, so that callbacks may only read
};

// Throws RuntimeError while an operation is under way.
inline void refuseWhileChanging(const World& world)
{
    if (static_cast<const OwnedWorld&>(world).changing)
        throw std::runtime_error("the world is being changed: contact callbacks may only read it");
}

inline std::shared_ptr<World> newWorld() { return std::make_shared<OwnedWorld>(); }
inline std::shared_ptr<World> copyOf(const World& world)
{
    refuseWhileChanging(world);
    return std::make_shared<OwnedWorld>(world);
}

// Calls fn(), which may call callbacks of the world. Throws RuntimeError within another change, and what the
// callbacks raised.
template<class Fn>
auto changeWorld(World& world, Fn&& fn)
{
    auto& owned = static_cast<OwnedWorld&>(world);
    refuseWhileChanging(owned);
    if (owned.callbacks) owned.callbacks->forget(); // of a change that ended with another exception
    struct Scope {
        OwnedWorld& world;
        explicit Scope(OwnedWorld& w) : world(w) { world.changing = true; }
        ~Scope() { world.changing = false; }
    };
    auto result = [&] {
        const Scope scope(owned);
        return fn();
    }();
    if (owned.callbacks) owned.callbacks->rethrow();
    return result;
}

void setContactCallbacks(const std::shared_ptr<World>& world, const py::object& callbacks);
void bindCallbacks(py::module_& module); // MixedMaterial, PreSolveContact

} // namespace satbox::python
