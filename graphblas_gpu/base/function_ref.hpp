// A reference to a function object of the caller, valid during a call. Unlike std::function it copies nothing and never
// allocates.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace graphblas_gpu::base {

template <class Signature>
class function_ref;

template <class Result, class... Arguments>
class function_ref<Result(Arguments...)> {
  public:
    template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, function_ref> && std::is_invocable_r_v<Result, F&, Arguments...>)
    function_ref(F&& f) noexcept  // not explicit, so that a lambda can be passed as an argument
        : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
          call_([](void* object, Arguments... arguments) -> Result {
              return (*static_cast<std::remove_reference_t<F>*>(object))(std::forward<Arguments>(arguments)...);
          }) {}

    Result operator()(Arguments... arguments) const { return call_(object_, std::forward<Arguments>(arguments)...); }

  private:
    void* object_;
    Result (*call_)(void*, Arguments...);
};

}  // namespace graphblas_gpu::base
