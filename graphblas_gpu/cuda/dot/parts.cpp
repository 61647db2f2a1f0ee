// Cutting a masked product into parts by bisection in the offsets of the mask, and planning each part.
#include <graphblas_gpu/cuda/dot/parts.hpp>

#include <algorithm>
#include <limits>

#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::cuda::masked {

namespace {

row_offset offset_at(engine& e, const csr_ref& m, index row) {
    if (row == 0) return 0;
    return row == m.nrows ? m.nvals : read_element(e, m.offsets + row);
}

/// The largest row r in first + 1 .. all.last for which rows first .. r - 1 have at most `most` entries; first + 1 if there is
/// none.
index cut_after(engine& e, const part& all, index first, row_offset begin, row_offset most) {
    index low = first + 1, high = all.last;
    while (low < high) {
        const index middle = low + (high - low + 1) / 2;
        if (offset_at(e, all.mask, middle) - begin <= most) low = middle;
        else high = middle - 1;
    }
    return low;
}

}  // namespace

part whole(const engine_ptr& e, const product_rows& in) {
    part p;
    p.a = in.a;
    p.mask = in.mask.rows;
    p.first = in.first_row;
    p.last = in.last_row;
    p.base = offset_at(*e, p.mask, p.first);
    p.entries = offset_at(*e, p.mask, p.last) - p.base;
    return p;
}

row_offset max_entries(const engine_ptr& e, const part& all) {
    constexpr row_offset most = std::numeric_limits<std::int32_t>::max();
    if (all.entries <= policy::uncut_entries) return most;
    return std::clamp<row_offset>(e->free_bytes() / policy::bytes_per_entry, policy::uncut_entries, most);
}

std::vector<part> cut(const engine_ptr& e, const part& all, row_offset most) {
    std::vector<part> parts;
    if (all.entries == 0) return parts;
    if (all.entries <= most) return {all};
    part p = all;
    while (p.first < all.last) {
        p.last = cut_after(*e, all, p.first, p.base, most);
        const row_offset end = offset_at(*e, all.mask, p.last);
        p.entries = end - p.base;
        if (p.entries > 0) parts.push_back(p);
        p.first = p.last;
        p.base = end;
    }
    return parts;
}

planned_part plan_part(const engine_ptr& e, const part& p, const product_rows& in, const csr_ref& b_transposed,
                       method& strategy) {
    planned_part planned;
    const bool can_dot = b_transposed.offsets != nullptr;
    if (strategy == method::dot && !can_dot) {
        throw unsupported("masked product: method dot walks along columns of B, and B transposed (" +
                          std::to_string(in.b.ncols) + "x" + std::to_string(in.b.nrows) + ") is not at hand");
    }
    if (can_dot && strategy != method::hash) {
        counted_work counted = count_work(e, p, b_transposed);
        counted.facts.push = in.total_flops;
        if (strategy == method::dot || dot_is_profitable(counted.facts)) {
            strategy = method::dot;
            planned.plan = plan_dot(e, p, b_transposed, arrangement_for(counted.facts), std::move(counted));
            return planned;
        }
    }
    strategy = method::hash;
    planned.is_push = true;
    planned.first_pair = offset_at(*e, p.a, p.first);
    planned.plan = plan_push(e, p, in.b, in.total_flops);
    return planned;
}

}  // namespace graphblas_gpu::cuda::masked
