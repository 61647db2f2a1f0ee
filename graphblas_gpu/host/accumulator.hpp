// An accumulator as code that is compiled once for all types calls it: a function over many pairs of values at once.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/mask.hpp>
#include <semirings/semiring.hpp>

namespace graphblas_gpu::host {

/// An entry that both C and T have: out[out] = accum(c[c], t[t]).
struct shared_entry {
    row_offset c, t, out;
};

/// All values have C's type. Refers to the operator, which must outlive it.
struct accumulator {
    using combine_function = void (*)(const void* op, const void* c, const void* t, void* out, const shared_entry* entries,
                                      index count);

    bool is_present = false;  ///< false: the result replaces what was there
    const void* op = nullptr;
    combine_function combine = nullptr;  ///< null where there are no values
};

/// `out` may be the array of c or of t.
template <class C, class Accum>
void combine_entries(const void* op, const void* c, const void* t, void* out, const shared_entry* entries, index count) {
    const auto& accum = *reinterpret_cast<std::add_const_t<Accum>*>(op);
    for (const shared_entry* e = entries; e < entries + count; ++e) {
        static_cast<C*>(out)[e->out] =
            cast<C>(apply_binary(accum, static_cast<const C*>(c)[e->c], static_cast<const C*>(t)[e->t]));
    }
}

template <class C, class Accum>
accumulator accumulator_of([[maybe_unused]] const Accum& accum) {
    if constexpr (std::is_same_v<Accum, no_accum_t>) return {};
    else if constexpr (std::is_void_v<C>) return {true};
    else return {true, reinterpret_cast<const void*>(&accum), &combine_entries<C, Accum>};
}

}  // namespace graphblas_gpu::host
