#include <graphblas_gpu/base/within_memory.hpp>

#include <string>

namespace graphblas_gpu::base {

namespace {

/// `text` as an exception, or the one without a text of its own.
template <class Text>
[[noreturn]] void throw_with(const Text& text) {
    try {
        throw out_of_memory(text());
    } catch (const std::bad_alloc&) {
    }
    throw out_of_memory();
}

}  // namespace

void throw_does_not_fit(std::string_view what, const char* why) {
    throw_with([&] {
        std::string text(what);
        text += " does not fit in memory";
        if (why != nullptr) text.append(": ").append(why);
        return text;
    });
}

void throw_no_memory(const char* call) {
    throw_with([&] { return std::string(call) + ": no memory for its working data"; });
}

}  // namespace graphblas_gpu::base
