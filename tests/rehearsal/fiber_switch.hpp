// A fiber that is entered from a scheduler and leaves to it, again and again, for ever.
//
// Idea: Boost.Context switches stacks; AddressSanitizer must be told of every switch, or it takes the stack of a fiber for a
// wild one. Stacks lie between pages that nobody may touch, so that an overflow is a crash and not a riddle.
#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstddef>
#include <utility>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace rehearsal {

class fiber_switch {
  public:
    /// `run` is called at the first entry and must not return.
    template <class Run>
    explicit fiber_switch(Run run) : stack_(stacks().allocate()) {
        inside_ = boost::context::fiber(std::allocator_arg, boost::context::preallocated(stack_.sp, stack_.size, stack_),
                                        stacks(), [this, run](boost::context::fiber&& outside) {
                                            outside_ = std::move(outside);
                                            arrived_inside();
                                            run();
                                            return std::move(outside_);
                                        });
    }
    fiber_switch(const fiber_switch&) = delete;
    fiber_switch& operator=(const fiber_switch&) = delete;

    /// Called by the scheduler: goes on where the fiber left.
    void enter() {
#ifdef __SANITIZE_ADDRESS__
        void* fake = nullptr;
        __sanitizer_start_switch_fiber(&fake, static_cast<char*>(stack_.sp) - stack_.size, stack_.size);
        inside_ = std::move(inside_).resume();
        __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#else
        inside_ = std::move(inside_).resume();
#endif
    }

    /// Called by the fiber: goes on where the scheduler entered.
    void leave() {
#ifdef __SANITIZE_ADDRESS__
        __sanitizer_start_switch_fiber(&fake_, outside_bottom_, outside_size_);
#endif
        outside_ = std::move(outside_).resume();
        arrived_inside();
    }

  private:
    static boost::context::protected_fixedsize_stack stacks() {
        return boost::context::protected_fixedsize_stack(stack_bytes);
    }
    void arrived_inside() {
#ifdef __SANITIZE_ADDRESS__
        __sanitizer_finish_switch_fiber(fake_, &outside_bottom_, &outside_size_);
#endif
    }

#ifdef __SANITIZE_ADDRESS__
    static constexpr std::size_t stack_bytes = 256 * 1024;
    void* fake_ = nullptr;
    const void* outside_bottom_ = nullptr;
    std::size_t outside_size_ = 0;
#else
    static constexpr std::size_t stack_bytes = 64 * 1024;
#endif
    boost::context::stack_context stack_;
    boost::context::fiber inside_, outside_;
};

}  // namespace rehearsal
