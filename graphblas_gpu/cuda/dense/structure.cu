// Sizes and structure of rows of a product by bits in shared memory.
#include <graphblas_gpu/cuda/dense/copied.cuh>
#include <graphblas_gpu/cuda/dense/dense.hpp>
#include <graphblas_gpu/cuda/dense/panels.cuh>
#include <graphblas_gpu/cuda/dense/windows.cuh>

namespace graphblas_gpu::cuda::dense {

namespace {

/// Sets the number of slots for rows by rank: so many that two blocks fit on a multiprocessor; for large blocks, as many as one
/// block can have.
void set_ranks(limits& bounds, const device_facts& facts, index columns_of_b, index sum_bytes) {
    if (bounds.panel >= columns_of_b) return;
    bounds.rank_columns = std::min(columns_of_b, policy::max_rank_columns);
    bounds.rank_flops = policy::rank_flops;
    const index other_bytes =
        bounds.rank_columns / 32 * 6 + policy::scratch_bytes + policy::bytes_of_variables;  // bits and ranks too
    const auto slots_in = [&](index bytes) {
        constexpr index step = policy::rank_slots_step;
        return std::clamp<index>((bytes - other_bytes) / sum_bytes / step * step, 0, policy::max_rank_slots);
    };
    bounds.rank_slots = slots_in(facts.shared_bytes_per_multiprocessor / 2);
    bounds.large_rank_slots = slots_in(facts.shared_bytes_per_block);
    if (bounds.large_rank_slots < bounds.panel) bounds.large_rank_slots = 0;
    bounds.large_threads = policy::large_threads;
}

}  // namespace

limits limits_for(const engine& e, const product_rows& in, std::size_t sum_bytes, index count) {
    const bool values = sum_bytes > 0;
    const auto bytes = static_cast<index>(values ? sum_bytes : 1);
    limits bounds;
    bounds.small_window = (values ? policy::small_window_bytes : policy::small_flag_window_bytes) / bytes;
    bounds.window = (values ? policy::window_bytes : policy::flag_window_bytes) / bytes;
    bounds.window_flops = policy::window_flops;
    const auto columns_of_b = static_cast<index>(std::bit_ceil(static_cast<std::uint64_t>(in.ncols())));
    const index most = values ? policy::panel_bytes / bytes : policy::max_bit_columns;
    bounds.panel = std::clamp(columns_of_b, policy::min_span, most);
    if (values) set_ranks(bounds, e.facts(), columns_of_b, bytes);
    bounds.threads = values ? policy::threads : policy::bit_threads;
    // If there are few rows, each is shared by as many blocks as the device needs to have enough work, and no more: every part
    // of a row looks at all rows of B that the row names.
    const std::int64_t blocks = std::int64_t{e.facts().multiprocessors} * policy::blocks_a_multiprocessor;
    bounds.split_flops = std::max(count < blocks ? policy::min_split_flops : policy::full_split_flops,
                                  in.total_flops / (policy::parts_a_block * blocks));
    return bounds;
}

void check(const product_rows& in) {
    if (in.mask.admits_only()) {
        throw unsupported(
            "dense rows of a product: a mask that admits only its entries is served by masked products, not here");
    }
    if (in.flops == nullptr && in.count() > 0)
        throw invalid_value("dense rows of a product: the multiplications of the rows are missing");
}

namespace {

template <pass mode>
void run(const engine_ptr& e, const plan& p, const row_output& to) {
    const structure_only k;
    run_windows<structure_only, mode>(e, p.work_of(row_class::small_window), k, to, p.base.bounds.small_window);
    run_windows<structure_only, mode>(e, p.work_of(row_class::window), k, to, p.base.bounds.window);
    if constexpr (mode != pass::count) run_copied<structure_only, mode>(e, p.work_of(row_class::copied), k, to);
    run_panels<structure_only, mode>(e, p.work_of(row_class::panels), k, to);
}

}  // namespace

bool row_sizes(const engine_ptr& e, const product_rows& in, const limits& bounds, const std::uint32_t* rows, index count,
               row_offset* sizes, const hashing::column_list_writer& lists, cached_bits* bits) {
    check(in);
    const plan p = make_plan(e, in, bounds, rows, count, nullptr, sizes);
    row_output to{{}, sizes, lists, {}};
    if (bits != nullptr) {
        if (bits->sum_bytes > 0 || bits->bounds)
            to.numeric = bits->bounds ? *bits->bounds : limits_for(*e, in, bits->sum_bytes, count);
        bits->make_room(e, in, to.numeric, p.panels_of(to.numeric.rank_slots));
        to.out.bits = bits->bits();
    }
    run<pass::count>(e, p, to);
    return p.items_in(row_class::copied) + p.items_in(row_class::panels) == 0;
}

void structure(const engine_ptr& e, const product_rows& in, const limits& bounds, const product_output& out,
               const std::uint32_t* rows, index count) {
    check(in);
    if (out.columns_known) return;
    const plan p = make_plan(e, in, bounds, rows, count, nullptr, nullptr);
    run<pass::write>(e, p, {out, nullptr, {}, {}});
}

}  // namespace graphblas_gpu::cuda::dense
