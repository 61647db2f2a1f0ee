// Arrays of values on a device: converted, filled, gathered.
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/elementwise/function_calls.cuh>
#include <graphblas_gpu/cuda/elementwise/values.hpp>

namespace graphblas_gpu::cuda {

namespace {

template <class To>
struct convert {
    type_code from;
    const void* values;
    To* out;
    __device__ void operator()(std::int64_t p) const { out[p] = read_as<To>(from, values, p); }
};

template <class Word, class Position>
struct gather {
    const Word* values;
    const Position* positions;
    Word* out;
    __device__ void operator()(std::int64_t k) const { out[k] = values[positions[k]]; }
};

template <class Word>
struct fill_head {
    Word* to;
    std::int64_t n;
    Word word;
    __device__ void operator()(std::int64_t i) const { to[i] = i < n ? word : 0; }
};

template <class Position>
memory gathered_by(const engine_ptr& e, type_code type, const void* values, const Position* positions, std::int64_t n) {
    memory out(e, static_cast<std::size_t>(n) * base::size_of(type));
    if (type == type_code::none) return out;
    base::with_size(type, [&](auto size) {
        using word = typename decltype(size)::type;
        for_each(e, n, gather<word, Position>{static_cast<const word*>(values), positions, static_cast<word*>(out.data())});
    });
    return out;
}

}  // namespace

memory converted(const engine_ptr& e, type_code from, const void* values, type_code to, std::int64_t n) {
    memory out(e, static_cast<std::size_t>(n) * base::size_of(to));
    if (to == type_code::none) return out;
    if (from == to) {
        e->copy(out.data(), values, out.bytes());
        return out;
    }
    if (base::is_struct(from)) base::refuse_struct_values();
    base::with_code(to, [&](auto type) {
        using To = typename decltype(type)::type;
        for_each(e, n, convert<To>{from, values, static_cast<To*>(out.data())});
    });
    return out;
}

base::scalar_value number_of(type_code type, int x) {
    return base::with_code(type, [&](auto t) { return base::scalar_value(static_cast<typename decltype(t)::type>(x)); });
}

memory memory_filled_with(const engine_ptr& e, const base::scalar_value& x, std::int64_t n) {
    memory out(e, static_cast<std::size_t>(n) * base::size_of(x.type()));
    if (x.type() == type_code::none) return out;
    base::with_size(x.type(), [&](auto size) {
        using word = typename decltype(size)::type;
        word bits;
        std::memcpy(&bits, x.data(), sizeof(bits));
        fill(e, static_cast<word*>(out.data()), n, bits);
    });
    return out;
}

memory counted_from(const engine_ptr& e, std::int64_t first, std::int64_t n) {
    memory out(e, static_cast<std::size_t>(n) * sizeof(std::int64_t));
    auto* const numbers = static_cast<std::int64_t*>(out.data());
    for_each(e, n, GB_DEVICE_LAMBDA(std::int64_t i) { numbers[i] = first + i; });
    return out;
}

void fill_words(const engine_ptr& e, unsigned* to, std::int64_t n, std::int64_t size, unsigned word) {
    for_each(e, size, fill_head<unsigned>{to, n, word});
}
void fill_words(const engine_ptr& e, unsigned long long* to, std::int64_t n, std::int64_t size, unsigned long long word) {
    for_each(e, size, fill_head<unsigned long long>{to, n, word});
}

memory gathered(const engine_ptr& e, type_code type, const void* values, const row_offset* positions, std::int64_t n) {
    return gathered_by(e, type, values, positions, n);
}

memory gathered(const engine_ptr& e, type_code type, const void* values, const std::uint32_t* positions, std::int64_t n) {
    return gathered_by(e, type, values, positions, n);
}

csr cloned(const engine_ptr& e, const csr_ref& a) {
    csr out = csr_with_room(e, a.nrows, a.ncols, a.nvals, type_code::none);
    e->copy(out.offsets.data(), a.offsets, out.offsets.size() * sizeof(row_offset));
    e->copy(out.columns.data(), a.columns, out.columns.size() * sizeof(column_index));
    out.type = a.type;
    out.values = converted(e, a.type, a.values, a.type, a.nvals);
    return out;
}

csr recast(const engine_ptr& e, csr&& a, type_code type) {
    memory values;
    const bool stays = a.type == type;
    if (!stays) values = converted(e, a.type, a.values.data(), type, a.nvals);
    csr out = std::move(a);
    if (!stays) out.values = std::move(values);
    out.type = type;
    return out;
}

}  // namespace graphblas_gpu::cuda
