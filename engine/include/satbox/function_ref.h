#pragma once

#include <memory>
#include <type_traits>

namespace satbox {

template<class Signature>
class FunctionRef;

// A reference to a function or a function object, for parameters that are called before the call returns. It
// neither copies the function nor allocates. Precondition: it is used only while the function exists.
//
//   world.queryBox(box, {}, [&](ShapeId shape) { return mark(shape), true; });
template<class Result, class... Args>
class FunctionRef<Result(Args...)> {
  public:
    template<class Fn>
    requires(!std::is_same_v<std::remove_cvref_t<Fn>, FunctionRef> &&
             std::is_invocable_r_v<Result, Fn&, Args...>) FunctionRef(Fn&& fn)
        : function_(const_cast<void*>(reinterpret_cast<const volatile void*>(std::addressof(fn)))),
          call_([](void* function, Args... args) -> Result {
              return (*reinterpret_cast<std::remove_reference_t<Fn>*>(function))(
                  static_cast<Args&&>(args)...);
          })
    {}

    Result operator()(Args... args) const { return call_(function_, static_cast<Args&&>(args)...); }

  private:
    void* function_;
    Result (*call_)(void* function, Args... args);
};

} // namespace satbox
