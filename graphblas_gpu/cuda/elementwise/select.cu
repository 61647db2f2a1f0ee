// select on a device: the entries for which a function is true.
#include <graphblas_gpu/cuda/elementwise/select.hpp>

#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/elementwise/function_calls.cuh>

namespace graphblas_gpu::cuda {

namespace {

template <class W>
struct value_holds {
    csr_ref a;
    value_function<W> f;
    __device__ bool operator()(index, row_offset p) const { return cast<bool>(f(read_as<W>(a.type, a.values, p))); }
};

struct position_holds {
    csr_ref a;
    position_function f;
    __device__ bool operator()(index row, row_offset p) const { return f(row, a.columns[p]) != 0; }
};

struct lies_within {
    csr_ref a;
    index nrows;
    index ncols;
    __device__ bool operator()(index row, row_offset p) const { return row < nrows && a.columns[p] < ncols; }
};

}  // namespace

csr selected(const engine_ptr& e, const csr_ref& a, const entry_function& f) {
    if (f.is_of_position()) return filtered(e, a, position_holds{a, position_function(f)});
    if (base::is_struct(a.type)) base::refuse_struct_values();
    return base::with_code(f.type, [&](auto type) {
        using W = typename decltype(type)::type;
        return filtered(e, a, value_holds<W>{a, value_function<W>(f)});
    });
}

csr true_structure(const engine_ptr& e, const csr_ref& a) {
    if (base::is_struct(a.type)) base::refuse_struct_values();
    entry_function is_true;
    is_true.type = type_code::boolean;
    return filtered(e, a.structure(), value_holds<bool>{a, value_function<bool>(is_true)});
}

csr resized(const engine_ptr& e, const csr_ref& a, index nrows, index ncols) {
    return filtered(e, a, nrows, ncols, lies_within{a, nrows, ncols});
}

}  // namespace graphblas_gpu::cuda
