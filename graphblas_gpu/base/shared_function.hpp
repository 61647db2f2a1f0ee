// A function object that is stored, like std::function. Copies share the function. It needs no <functional>, which costs the
// compiler 12 MB for each source that includes a container.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace graphblas_gpu::base {

template <class Signature>
class shared_function;

template <class Result, class... Arguments>
class shared_function<Result(Arguments...)> {
  public:
    shared_function() = default;
    template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, shared_function> &&
             std::is_invocable_r_v<Result, std::remove_cvref_t<F>&, Arguments...>)
    shared_function(F&& f)  // not explicit, so that a lambda can be assigned
        : object_(std::make_shared<std::remove_cvref_t<F>>(std::forward<F>(f))),
          call_([](void* object, Arguments... arguments) -> Result {
              return (*static_cast<std::remove_cvref_t<F>*>(object))(std::forward<Arguments>(arguments)...);
          }) {}

    explicit operator bool() const noexcept { return call_ != nullptr; }
    Result operator()(Arguments... arguments) const { return call_(object_.get(), std::forward<Arguments>(arguments)...); }

  private:
    std::shared_ptr<void> object_;
    Result (*call_)(void*, Arguments...) = nullptr;
};

}  // namespace graphblas_gpu::base
