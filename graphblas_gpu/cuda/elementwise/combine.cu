// Unions and intersections of two matrices on a device, and the write-back C<M, replace> = accum(C, T).
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/elementwise/combine.hpp>
#include <graphblas_gpu/cuda/elementwise/function_calls.cuh>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/primitives/entries.cuh>
#include <graphblas_gpu/cuda/primitives/filter.cuh>
#include <graphblas_gpu/cuda/primitives/scan.cuh>

#include <tuple>
#include <type_traits>

namespace graphblas_gpu::cuda {

namespace {

/// The arguments that decide which entries stay.
struct plan_of_merge {
    csr_ref left;
    csr_ref right;
    mask_ref mask;
    merge_rule rule;
    /// for each left entry: the number of entries before its column in the right side's row
    std::uint32_t* positions_in_right;
    /// for each right entry: the number of entries before its column in the left side's row
    std::uint32_t* positions_in_left;
};

/// Searches for an entry at (row, j) in the other side; *position is the number of entries before column j in that row.
__device__ bool find_partner(const csr_ref& other, index row, column_index j, std::uint32_t* position) {
    const row_offset begin = other.offsets[row], end = other.offsets[row + 1];
    const row_offset at = lower_bound(other.columns, begin, end, j);
    *position = static_cast<std::uint32_t>(at - begin);
    return at < end && other.columns[at] == j;
}

struct left_stays : plan_of_merge {
    __device__ bool operator()(index row, row_offset p) const {
        const column_index j = left.columns[p];
        const bool has_partner = find_partner(right, row, j, positions_in_right + p);
        if (!mask_admits(mask, row, j)) return rule.left_outside;
        return has_partner || rule.left_alone;
    }
};

struct right_stays : plan_of_merge {
    __device__ bool operator()(index row, row_offset q) const {
        const column_index j = right.columns[q];
        return !find_partner(left, row, j, positions_in_left + q) && mask_admits(mask, row, j);
    }
};

/// The arguments that decide where the entries that stay are written.
struct merge_targets : plan_of_merge {
    rank_ref left_rank;
    rank_ref right_rank;  ///< ranks continue from left_rank(left.nvals)
    column_index* columns;

    __device__ row_offset at(row_offset p, row_offset q) const {
        return rule.right_alone ? left_rank(p) + right_rank(q) - right_rank(0) : left_rank(p);
    }
};

/// Writes the left entries that stay, combined with their partners.
template <class W>
struct write_left : merge_targets {
    binary_code op;
    bool as_bool;
    void* values;

    __device__ void operator()(index row, row_offset p) const {
        if (!left_rank.is_marked(p)) return;
        const column_index j = left.columns[p];
        const row_offset q = right.offsets[row] + positions_in_right[p];
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
struct write_right : merge_targets {
    bool as_bool;
    void* values;

    __device__ void operator()(index row, row_offset q) const {
        if (!right_rank.is_marked(q)) return;
        const row_offset to = at(left.offsets[row] + positions_in_left[q], q);
        columns[to] = right.columns[q];
        if constexpr (!std::is_void_v<W>) write_as<W>(as_bool, values, to, read_as<W>(right.type, right.values, q));
    }
};

/// There are blocks for the tiles of the left side, for those of the right side, and for the offsets of the rows.
template <class W>
__global__ void write_kernel(merge_targets targets, unsigned left_tiles, unsigned tiles, binary_code op, bool as_bool,
                             row_offset* offsets, void* values) {
    if (blockIdx.x < left_tiles) {
        detail::visit_tile(blockIdx.x, targets.left, write_left<W>{targets, op, as_bool, values});
    } else if (blockIdx.x < tiles) {
        detail::visit_tile(blockIdx.x - left_tiles, targets.right, write_right<W>{targets, as_bool, values});
    } else {
        const index i = static_cast<index>(blockIdx.x - tiles) * blockDim.x + threadIdx.x;
        if (i <= targets.left.nrows) offsets[i] = targets.at(targets.left.offsets[i], targets.right.offsets[i]);
    }
}

/// The words of marks that one block keeps in shared memory, for at most `few` entries.
constexpr unsigned few_words = static_cast<unsigned>(few) / 32 + 1;

__device__ unsigned words_for(row_offset nvals) { return static_cast<unsigned>((nvals + 31) / 32); }

/// The whole merge by one block, for at most `few` entries of both sides together. *answer is the number of entries.
template <class W>
__global__ void __launch_bounds__(few_threads)
    merge_few(merge_targets m, binary_code op, bool as_bool, row_offset* offsets, void* values, std::int64_t* answer) {
    __shared__ std::uint32_t positions[few_words * 32];
    __shared__ std::uint32_t words[few_words];
    __shared__ row_offset before[few_words + 1];
    const unsigned left_words = words_for(m.left.nvals);
    const unsigned all = left_words + (m.rule.right_alone ? words_for(m.right.nvals) : 0);
    m.positions_in_right = positions;
    m.positions_in_left = positions + left_words * 32;
    m.left_rank = {words, before};
    m.right_rank = {words + left_words, before + left_words};

    const auto for_words = [&](const auto& of_left, const auto& of_right) {
        for (unsigned w = simt::warp_id(); w < all; w += few_threads / simt::warp_size) {
            const bool is_left = w < left_words;
            const row_offset p = (is_left ? w : w - left_words) * row_offset{32} + simt::lane_id();
            const csr_ref& side = is_left ? m.left : m.right;
            const bool exists = p < side.nvals;
            const index row = exists ? row_of_entry(side.offsets, side.nrows, p) : 0;
            if (is_left) of_left(w, exists, row, p);
            else of_right(w, exists, row, p);
        }
    };
    const auto mark = [&](unsigned w, bool yes) {
        const unsigned word = __ballot_sync(simt::full_warp, yes);
        if (simt::lane_id() == 0) words[w] = word;
    };
    const left_stays in_left{m};
    const right_stays in_right{m};
    for_words([&](unsigned w, bool exists, index row, row_offset p) { mark(w, exists && in_left(row, p)); },
              [&](unsigned w, bool exists, index row, row_offset p) { mark(w, exists && in_right(row, p)); });
    __syncthreads();
    sum_few([&](unsigned w) { return static_cast<std::int64_t>(__popc(words[w])); }, all,
            {.out = before, .with_end = true, .answer = answer});
    __syncthreads();
    const write_left<W> to_left{m, op, as_bool, values};
    const write_right<W> to_right{m, as_bool, values};
    for_words([&](unsigned, bool exists, index row, row_offset p) { if (exists) to_left(row, p); },
              [&](unsigned, bool exists, index row, row_offset p) { if (exists) to_right(row, p); });
    for (index i = threadIdx.x; i <= m.left.nrows; i += few_threads) {
        offsets[i] = m.at(m.left.offsets[i], m.right.offsets[i]);
    }
}

/// Calls f(type<W>) for the type in which values are computed; W is void if there are no values.
template <class F>
void with_type_of(const binary_function& op, const F& f) {
    if (op.result == type_code::none) f(std::type_identity<void>());
    else base::with_code(op.type, [&](auto type) { f(std::type_identity<typename decltype(type)::type>()); });
}

bool is_as_bool(const binary_function& op) { return op.result == type_code::boolean && op.type != type_code::boolean; }

csr merged_few(const engine_ptr& e, merge_targets targets, const binary_function& op, row_offset most) {
    csr out = csr_with_room(e, targets.left.nrows, targets.left.ncols, most, op.result);
    targets.columns = out.columns.data();
    with_type_of(op, [&](auto type) {
        simt::launch(e->stream(), 1, few_threads, 0, merge_few<typename decltype(type)::type>, targets, op.op, is_as_bool(op),
                     out.offsets.data(), out.values.data(), e->answer());
    });
    out.nvals = e->await_answer();
    out.columns.truncate(static_cast<std::size_t>(out.nvals));
    return out;
}

template <class W>
void write(const engine_ptr& e, const merge_targets& targets, const binary_function& op, row_offset* offsets, void* values) {
    const unsigned left_tiles = detail::tiles_of(targets.left.nvals);
    const unsigned tiles = left_tiles + (targets.rule.right_alone ? detail::tiles_of(targets.right.nvals) : 0);
    const auto blocks_of_rows = static_cast<unsigned>(targets.left.nrows / detail::tile_threads + 1);
    simt::launch(e->stream(), tiles + blocks_of_rows, detail::tile_threads, 0, write_kernel<W>, targets, left_tiles, tiles,
                 op.op,
                 is_as_bool(op), offsets, values);
}

/// The merge of two rows, one of which (`full`) has an entry at every position. The partner of an entry of the other row is at
/// the entry's own column, so nothing is searched for or counted.
struct full_row_merge {
    csr_ref full;
    csr_ref other;
    bool full_is_left;
    bool full_stays;  ///< entries of `full` without a partner are entries of the result
    binary_code op;
    bool as_bool;
    row_offset* offsets;
    column_index* columns;
    void* values;

    __host__ __device__ row_offset nvals() const { return full_stays ? full.nvals : other.nvals; }
};

template <class W>
struct copy_full : full_row_merge {
    __device__ void operator()(std::int64_t p) const {
        columns[p] = static_cast<column_index>(p);
        if constexpr (!std::is_void_v<W>) write_as<W>(as_bool, values, p, read_as<W>(full.type, full.values, p));
    }
};

template <class W>
struct join_other : full_row_merge {
    __device__ void operator()(std::int64_t q) const {
        if (q == 0) {
            offsets[0] = 0;
            offsets[1] = nvals();
        }
        if (q == other.nvals) return;
        const column_index j = other.columns[q];
        const row_offset to = full_stays ? static_cast<row_offset>(j) : q;
        columns[to] = j;
        if constexpr (!std::is_void_v<W>) {
            const W x = read_as<W>(full.type, full.values, j), y = read_as<W>(other.type, other.values, q);
            write_as<W>(as_bool, values, to, full_is_left ? call<W>(op, x, y) : call<W>(op, y, x));
        }
    }
};

/// A value of one of two arrays, by its number from 1 on; the numbers of the second one follow those of the first.
template <class Word>
struct take_numbered {
    const Word* left;
    const Word* right;
    std::int64_t of_left;
    const std::int64_t* numbers;
    Word* out;
    __device__ void operator()(std::int64_t p) const {
        const std::int64_t n = numbers[p] - 1;
        out[p] = n < of_left ? left[n] : right[n - of_left];
    }
};

/// merge_entries() of structs, by operators that keep one of two values: the entries' numbers are merged, and the values follow
/// them. A side that no value of the result comes from may have any type.
csr merged_structs(const engine_ptr& e, const csr_ref& left, const csr_ref& right, const mask_ref& mask, const merge_rule& rule,
                   const binary_function& op) {
    const bool keeps_one = op.op == binary_code::first || op.op == binary_code::second || op.op == binary_code::any;
    const bool keeps_left = rule.left_alone || (mask.present && rule.left_outside) || op.op != binary_code::second;
    const bool keeps_right = rule.right_alone || op.op != binary_code::first;
    if (!keeps_one || op.type != op.result || (keeps_left && left.type != op.result) ||
        (keeps_right && right.type != op.result)) {
        base::refuse_struct_values();
    }
    const memory of_left = counted_from(e, 1, left.nvals), of_right = counted_from(e, left.nvals + 1, right.nvals);
    csr_ref l = left, r = right;
    l.values = of_left.data();
    r.values = of_right.data();
    l.type = r.type = type_code::int64;
    csr out = merge_entries(e, l, r, mask, rule, {op.op, type_code::int64, type_code::int64});
    const memory numbers = std::move(out.values);
    out.type = op.result;
    out.values = memory(e, static_cast<std::size_t>(out.nvals) * base::size_of(op.result));
    base::with_size(op.result, [&](auto size) {
        using word = typename decltype(size)::type;
        for_each(e, out.nvals,
                 take_numbered<word>{left.values_as<word>(), right.values_as<word>(), left.nvals,
                                     static_cast<const std::int64_t*>(numbers.data()), static_cast<word*>(out.values.data())});
    });
    return out;
}

bool is_full_row(const csr_ref& a) { return a.nrows == 1 && a.ncols > 0 && a.nvals == a.ncols; }

csr merged_with_full_row(const engine_ptr& e, const csr_ref& left, const csr_ref& right, const merge_rule& rule,
                         const binary_function& f) {
    full_row_merge m{};
    m.full_is_left = is_full_row(left);
    m.full = m.full_is_left ? left : right;
    m.other = m.full_is_left ? right : left;
    m.full_stays = m.full_is_left ? rule.left_alone : rule.right_alone;
    m.op = f.op;
    m.as_bool = is_as_bool(f);
    csr out = csr_with_room(e, left.nrows, left.ncols, m.nvals(), f.result);
    m.offsets = out.offsets.data();
    m.columns = out.columns.data();
    m.values = out.values.data();
    with_type_of(f, [&](auto type) {
        using W = typename decltype(type)::type;
        if (m.other.nvals < m.nvals()) for_each(e, m.full.nvals, copy_full<W>{m});
        for_each(e, m.other.nvals + 1, join_other<W>{m});
    });
    return out;
}

}  // namespace

csr merge_entries(const engine_ptr& e, const csr_ref& left, const csr_ref& right, const mask_ref& mask, const merge_rule& rule,
                  const binary_function& op) {
    const bool has_structs = base::is_struct(op.type) || base::is_struct(left.type) || base::is_struct(right.type);
    if (has_structs && op.result != type_code::none) return merged_structs(e, left, right, mask, rule, op);
    if (!mask.present && (is_full_row(left) || is_full_row(right))) return merged_with_full_row(e, left, right, rule, op);
    merge_targets targets{};
    static_cast<plan_of_merge&>(targets) = {left, right, mask, rule, nullptr, nullptr};
    const row_offset most = left.nvals + (rule.right_alone ? right.nvals : 0);
    if (most <= few && left.nrows <= few) return merged_few(e, targets, op, most);

    const array<std::uint32_t> positions_in_right(e, static_cast<std::size_t>(left.nvals));
    const array<std::uint32_t> positions_in_left(e, rule.right_alone ? static_cast<std::size_t>(right.nvals) : 0);
    targets.positions_in_right = positions_in_right.data();
    targets.positions_in_left = positions_in_left.data();
    marks staying(e, most, 2);
    if (rule.right_alone) {
        std::tie(targets.left_rank, targets.right_rank) = staying.add(left, left_stays{targets}, right, right_stays{targets});
    } else {
        targets.left_rank = staying.add(left, left_stays{targets});
    }
    csr out = csr_with_room(e, left.nrows, left.ncols, staying.count(), op.result);
    targets.columns = out.columns.data();
    with_type_of(op, [&](auto type) {
        write<typename decltype(type)::type>(e, targets, op, out.offsets.data(), out.values.data());
    });
    return out;
}

csr union_of(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const binary_function& op) {
    return merge_entries(e, a, b, {}, {}, op);
}

csr intersection_of(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const binary_function& op) {
    return merge_entries(e, a, b, {}, {.left_alone = false, .right_alone = false}, op);
}

namespace {

/// Whether T is the result, except for the type of its values.
bool is_answer(const csr_ref& c, const mask_ref& mask, std::optional<binary_code> accum, bool replace, bool t_is_masked) {
    const bool c_is_dropped = !accum && (!mask.present || replace);
    return (!mask.present || t_is_masked) && (c_is_dropped || c.nvals == 0);
}

csr join_entries(const engine_ptr& e, const csr_ref& c, const csr_ref& t, const mask_ref& mask,
                 std::optional<binary_code> accum, bool replace) {
    const merge_rule rule{.left_alone = accum.has_value(), .right_alone = true, .left_outside = !replace};
    return merge_entries(e, c, t, mask, rule, {accum.value_or(binary_code::second), c.type, c.type});
}

}  // namespace

csr write_back(const engine_ptr& e, const csr_ref& c, csr&& t, const mask_ref& mask, std::optional<binary_code> accum,
               bool replace, bool t_is_masked) {
    if (is_answer(c, mask, accum, replace, t_is_masked)) return recast(e, std::move(t), c.type);
    return join_entries(e, c, t.view(), mask, accum, replace);
}

csr write_back(const engine_ptr& e, const csr_ref& c, const csr_ref& t, const mask_ref& mask, std::optional<binary_code> accum,
               bool replace, bool t_is_masked) {
    if (is_answer(c, mask, accum, replace, t_is_masked)) return recast(e, cloned(e, t), c.type);
    return join_entries(e, c, t, mask, accum, replace);
}

}  // namespace graphblas_gpu::cuda
