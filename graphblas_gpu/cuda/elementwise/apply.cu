// apply on a device: a function of every entry.
#include <graphblas_gpu/cuda/elementwise/apply.hpp>

#include <graphblas_gpu/cuda/elementwise/function_calls.cuh>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/primitives/entries.cuh>

namespace graphblas_gpu::cuda {

namespace {

template <class W>
struct apply_to_value {
    csr_ref a;
    value_function<W> f;
    bool as_bool;
    void* out;
    __device__ void operator()(std::int64_t p) const { write_as<W>(as_bool, out, p, f(read_as<W>(a.type, a.values, p))); }
};

struct apply_to_position {
    csr_ref a;
    position_function f;
    bool as_bool;
    void* out;
    __device__ void operator()(index row, row_offset p) const { write_as<std::int64_t>(as_bool, out, p, f(row, a.columns[p])); }
};

}  // namespace

csr applied(const engine_ptr& e, const csr_ref& a, const entry_function& f) {
    csr out = cloned(e, a.structure());
    out.type = f.result;
    if (f.result == type_code::none) return out;
    out.values = memory(e, static_cast<std::size_t>(a.nvals) * base::size_of(f.result));
    const bool as_bool = f.result == type_code::boolean && f.type != type_code::boolean;
    if (f.is_of_position()) {
        for_each_entry(e, a, apply_to_position{a, position_function(f), as_bool, out.values.data()});
        return out;
    }
    if (base::is_struct(a.type)) base::refuse_struct_values();
    base::with_code(f.type, [&](auto type) {
        using W = typename decltype(type)::type;
        for_each(e, a.nvals, apply_to_value<W>{a, value_function<W>(f), as_bool, out.values.data()});
    });
    return out;
}

}  // namespace graphblas_gpu::cuda
