#include <graphblas_gpu/cuda/merge.hpp>

#include <graphblas_gpu/cuda/entries.cuh>
#include <graphblas_gpu/cuda/function_calls.cuh>
#include <graphblas_gpu/cuda/masked/filter.cuh>
#include <graphblas_gpu/cuda/values.hpp>

namespace graphblas_gpu::cuda {

namespace {

/// Which entries stay.
struct plan_of_merge {
    csr_ref left;
    csr_ref right;
    mask_ref mask;
    merge_rule rule;
    std::uint32_t* left_places;   ///< of each left entry: entries of the right before it in its row
    std::uint32_t* right_places;  ///< the other way round
};

/// Looks an entry's position up in the other matrix; true if there is an entry.
__device__ bool find_partner(const csr_ref& other, index row, column_index j, std::uint32_t* place) {
    const row_offset begin = other.offsets[row], end = other.offsets[row + 1];
    const row_offset at = lower_bound(other.columns, begin, end, j);
    *place = static_cast<std::uint32_t>(at - begin);
    return at < end && other.columns[at] == j;
}

struct left_stays : plan_of_merge {
    __device__ bool operator()(index row, row_offset p) const {
        const column_index j = left.columns[p];
        const bool has_partner = find_partner(right, row, j, left_places + p);
        if (!mask_admits(mask, row, j)) return rule.left_outside;
        return has_partner || rule.left_alone;
    }
};

struct right_stays : plan_of_merge {
    __device__ bool operator()(index row, row_offset q) const {
        const column_index j = right.columns[q];
        return !find_partner(left, row, j, right_places + q) && mask_admits(mask, row, j);
    }
};

/// Where the entries that stay go.
struct merged_places : plan_of_merge {
    rank_ref left_rank;
    rank_ref right_rank;  ///< goes on from left_rank(left.nvals)
    column_index* columns;

    __device__ row_offset at(row_offset p, row_offset q) const {
        return rule.right_alone ? left_rank(p) + right_rank(q) - right_rank(0) : left_rank(p);
    }
};

struct write_offsets : merged_places {
    row_offset* offsets;
    __device__ void operator()(std::int64_t i) const { offsets[i] = at(left.offsets[i], right.offsets[i]); }
};

/// Writes the entries of the left that stay, joined with their partners.
template <class W>
struct write_left : merged_places {
    binary_code op;
    bool as_bool;
    void* values;

    __device__ void operator()(index row, row_offset p) const {
        if (!left_rank.is_marked(p)) return;
        const column_index j = left.columns[p];
        const row_offset q = right.offsets[row] + left_places[p];
        const row_offset to = at(p, q);
        columns[to] = j;
        if constexpr (!std::is_void_v<W>) {
            W x = read_as<W>(left.type, left.values, p);
            const bool has_partner = q < right.offsets[row + 1] && right.columns[q] == j;
            if (has_partner && mask_admits(mask, row, j)) x = call<W>(op, x, read_as<W>(right.type, right.values, q));
            write_as<W>(as_bool, values, to, x);
        }
    }
};

template <class W>
struct write_right : merged_places {
    bool as_bool;
    void* values;

    __device__ void operator()(index row, row_offset q) const {
        if (!right_rank.is_marked(q)) return;
        const row_offset to = at(left.offsets[row] + right_places[q], q);
        columns[to] = right.columns[q];
        if constexpr (!std::is_void_v<W>) write_as<W>(as_bool, values, to, read_as<W>(right.type, right.values, q));
    }
};

template <class W>
void write_entries(const engine_ptr& e, const merged_places& places, const binary_function& op, void* values) {
    const bool as_bool = op.result == type_code::boolean && op.type != type_code::boolean;
    for_each_entry(e, places.left, write_left<W>{places, op.op, as_bool, values});
    if (places.rule.right_alone) for_each_entry(e, places.right, write_right<W>{places, as_bool, values});
}

}  // namespace

csr merged(const engine_ptr& e, const csr_ref& left, const csr_ref& right, const mask_ref& mask, const merge_rule& rule,
           const binary_function& op) {
    const array<std::uint32_t> left_places(e, static_cast<std::size_t>(left.nvals));
    const array<std::uint32_t> right_places(e, rule.right_alone ? static_cast<std::size_t>(right.nvals) : 0);
    merged_places places{};
    static_cast<plan_of_merge&>(places) = {left, right, mask, rule, left_places.data(), right_places.data()};
    marks staying(e, left.nvals + (rule.right_alone ? right.nvals : 0), 2);
    places.left_rank = staying.add(left, left_stays{places});
    if (rule.right_alone) places.right_rank = staying.add(right, right_stays{places});

    csr out;
    out.nrows = left.nrows;
    out.ncols = left.ncols;
    out.nvals = staying.count();
    out.type = op.result;
    out.offsets = array<row_offset>(e, static_cast<std::size_t>(left.nrows) + 1);
    out.columns = array<column_index>(e, static_cast<std::size_t>(out.nvals));
    out.values = memory(e, static_cast<std::size_t>(out.nvals) * formats::size_of(op.result));
    places.columns = out.columns.data();
    for_each(e, left.nrows + 1, write_offsets{places, out.offsets.data()});
    if (op.result == type_code::none) {
        write_entries<void>(e, places, op, nullptr);
    } else {
        formats::with_code(op.type,
                           [&](auto type) { write_entries<typename decltype(type)::type>(e, places, op, out.values.data()); });
    }
    return out;
}

csr unite(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const binary_function& op) {
    return merged(e, a, b, {}, {}, op);
}

csr meet(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const binary_function& op) {
    return merged(e, a, b, {}, {.left_alone = false, .right_alone = false}, op);
}

}  // namespace graphblas_gpu::cuda
