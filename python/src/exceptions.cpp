// Exceptions of the library as those of graphblas_gpu.errors, with the same words.
#include "session.hpp"

#include <algorithms/power_iteration.hpp>
#include <graphblas_gpu/error.hpp>

#include <array>

namespace nb = nanobind;

namespace graphblas_gpu::python {
namespace {

struct translation {
    bool (*matches)(const error*);
    const char* name;  ///< of the class in graphblas_gpu.errors
};
template <class E>
bool is(const error* e) {
    return dynamic_cast<const E*>(e) != nullptr;
}
constexpr std::array translations{translation{&is<dimension_mismatch>, "DimensionMismatch"},
                                  translation{&is<domain_mismatch>, "DomainMismatch"},
                                  translation{&is<invalid_index>, "InvalidIndex"},
                                  translation{&is<index_out_of_bounds>, "IndexOutOfBounds"},
                                  translation{&is<io_error>, "FileError"},
                                  translation{&is<not_converged>, "NotConverged"},
                                  translation{&is<invalid_value>, "InvalidValue"},
                                  translation{&is<invalid_object>, "InvalidObject"},
                                  translation{&is<unsupported>, "Unsupported"},
                                  translation{&is<invalid_context>, "InvalidContext"},
                                  translation{&is<cancelled>, "Cancelled"},
                                  translation{&is<out_of_memory>, "OutOfMemory"},
                                  translation{&is<error>, "Error"}};

void raise(const error& e) {
    // A call that Ctrl-C has ended: Python's handler raises KeyboardInterrupt.
    if (is<cancelled>(&e) && PyErr_CheckSignals() != 0) return;
    const char* name = nullptr;
    for (const translation& t : translations) {
        if (name == nullptr && t.matches(&e)) name = t.name;
    }
    const nb::object type = nb::module_::import_("graphblas_gpu.errors").attr(name);
    const nb::object raised = type(text_of(e.what(), "backslashreplace"));
    raised.attr("code") = grb_info_name(e.code());
    if (const auto* const in_file = dynamic_cast<const io_error*>(&e)) {
        raised.attr("file") = text_of(in_file->file(), "surrogateescape");
        raised.attr("line") = in_file->line();
    }
    PyErr_SetObject(type.ptr(), raised.ptr());
}

}  // namespace

nb::object text_of(std::string_view bytes, const char* errors) {
    return nb::steal(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), errors));
}

void bind_exceptions() {
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const error& e) {
            try {
                raise(e);
            } catch (nb::python_error& failed) {
                failed.restore();
            }
        }
    });
}

}  // namespace graphblas_gpu::python
