// Arrays of NumPy, and whatever has the buffer protocol or DLPack in host memory, as lists of the library, and the other way
// round.
#pragma once

#include "objects.hpp"

#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace graphblas_gpu::python {

/// A contiguous one-dimensional array in host memory, which is not written.
using array = nb::ndarray<nb::ro, nb::c_contig, nb::ndim<1>, nb::device::cpu>;

/// The built-in type of the elements. Throws domain_mismatch if there is none.
const type_descriptor& type_of_elements(const array& a);

/// f(std::span<const I>) for an array of integers of type I. Throws domain_mismatch for other elements.
template <class F>
decltype(auto) with_integers(const array& a, const char* what, F&& f) {
    const auto span = [&]<class I>(I) { return std::span<const I>(static_cast<const I*>(a.data()), a.size()); };
    const nb::dlpack::dtype type = a.dtype();
    const bool is_signed = type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int);
    if (type.lanes == 1 && (is_signed || type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt))) {
        switch (type.bits) {
            case 8: return is_signed ? f(span(std::int8_t{})) : f(span(std::uint8_t{}));
            case 16: return is_signed ? f(span(std::int16_t{})) : f(span(std::uint16_t{}));
            case 32: return is_signed ? f(span(std::int32_t{})) : f(span(std::uint32_t{}));
            case 64: return is_signed ? f(span(std::int64_t{})) : f(span(std::uint64_t{}));
            default: break;
        }
    }
    throw domain_mismatch(std::string(what) + ": indices are integers of at most 64 bits");
}

/// The integers as a list, which refers to the array if the types agree.
template <class To>
integer_list<To> integers(const array& a, const char* what) {
    return with_integers(a, what, [](auto span) { return integer_list<To>(span); });
}

/// Keeps Python objects alive for C++ objects, which may be destroyed on any thread and without the GIL.
template <class Handle>
std::shared_ptr<const void> kept_alive(std::vector<Handle> handles) {
    return {new std::vector<Handle>(std::move(handles)), [](std::vector<Handle>* kept) {
                if (!nb::is_alive()) return;  // the interpreter has ended, and its objects with it
                const nb::gil_scoped_acquire held;
                delete kept;
            }};
}

/// An array of NumPy over `size` elements of a built-in type, or over the bytes of other values. `owner` lives as long as it.
nb::object numpy_array(const void* data, std::size_t size, const type_descriptor& type, std::shared_ptr<const void> owner,
                       bool is_writable);

/// A vector with an entry at every position as an array, which takes its memory; `missing` where there is no entry.
template <class T>
nb::object array_of(vector<T>&& v, T missing = {}) {
    auto dense = std::make_shared<formats::untyped_dense_vector>(v.any().taken_dense());
    dense->take_possession();
    T* const values = reinterpret_cast<T*>(dense->values.data());
    const auto size = static_cast<std::size_t>(dense->size);
    if (dense->nvals != dense->size) {
        for (std::size_t i = 0; i < size; ++i) {
            if ((dense->bits[i / 64] >> (i % 64) & 1) == 0) values[i] = missing;
        }
    }
    return numpy_array(values, size, type_of<T>(), dense, true);
}

}  // namespace graphblas_gpu::python
