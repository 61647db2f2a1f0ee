// Counting the multiplications of a product, before a method is chosen. Where that pays, one kernel makes the whole product
// meanwhile, or a sample of its rows is drawn.
#include <graphblas_gpu/cuda/product/stages.hpp>

#include <graphblas_gpu/cuda/device/streams.hpp>
#include <graphblas_gpu/cuda/hash/binning.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda::stages {

namespace {

/// The multiplications if all rows of B had the same length.
double expected_multiplications(const csr_ref& a, const csr_ref& b) {
    return static_cast<double>(a.nvals) * static_cast<double>(b.nvals) / static_cast<double>(std::max<index>(b.nrows, 1));
}

/// Whether the rows of B that the entries of A name should be written down while multiplications are counted, if they lie
/// scattered. Rows with up to 256 multiplications are then counted and made without a second and a third look at B's offsets.
/// Where rows of A have few multiplications, finding out takes too large a part of the time. No limited memory is taken. Only
/// method hash reads what is written down, and not under a mask that admits only its entries.
bool listing_b_rows_is_profitable(const engine& e, const product_task& task) {
    constexpr std::int64_t min_entries = std::int64_t{1} << 20, part_of_memory = 64;
    static_assert(min_entries >= min_entries_for_listing);
    const csr_ref &a = task.a, &b = task.b;
    if (task.desc.method != method::automatic && task.desc.method != method::hash) return false;
    if (task.desc.variant != hash_variant::automatic || task.mask.admits_only()) return false;
    const auto bytes = a.nvals * static_cast<std::int64_t>(sizeof(row_of_b));
    if (a.nvals < min_entries || b.nvals >> 32 != 0) return false;
    if (e.memory_limit() > 0 || bytes > e.facts().total_bytes / part_of_memory) return false;
    const double a_row = expected_multiplications(a, b) / static_cast<double>(a.nrows);
    return a_row > 32 && a_row <= static_cast<double>(hash_policy::max_of_a_warp_part);
}

/// Whether the product may be a small one, as far as sizes tell.
bool may_be_small(const product& p) {
    const product_task& task = p.task;
    if (task.in_blocks || p.known != nullptr || !p.chooses_freely() || task.mask.admits_only() || p.e->memory_limit() > 0)
        return false;
    if (task.desc.deterministic && sums_depend_on_order(p.recipe)) return false;
    if (p.recipe.values != product_values::summed && !is_structural(p.recipe.values)) return false;
    if (task.b.nvals > small::max_entries_of_b) return false;
    const std::size_t bytes = small::shared_bytes(task.b.ncols, small::sum_bytes_of(p.kernel_value_type()));
    return small::may_pay(task.a.nrows, task.a.nvals, expected_multiplications(task.a, task.b), bytes, p.e->facts()) &&
           p.recipe.run->has_small_product(p.e);
}

/// Counts the work by the kernel of small products, which makes the product if it is small.
void count_by_one_kernel(product& p) {
    if (p.kernel_value_type() != type_code::none) take_values(p);
    product_rows rows;
    rows.a = p.task.a;
    rows.b = p.task.b;
    rows.mask = p.task.mask;
    rows.last_row = p.task.a.nrows;
    product_work& work = p.work;
    work.small = small::multiply(p.e, *p.recipe.run, rows, p.kernel_value_type(), work.own_flops.data(), work.totals);
    if (work.small) work.small_nvals = work.small->c.nvals;
}

}  // namespace

/// A product with fewer multiplications takes so little time that a sample costs too large a part of it. Rows that have few of
/// them on average are sorted in registers by method hash, and neither tiles nor dense rows are faster then.
bool sample_is_profitable(double multiplications, index nrows) {
    return multiplications >= double{1 << 25} && multiplications > 32.0 * static_cast<double>(nrows);
}

void count_work(product& p) {
    product_work& work = p.work;
    const product_task& task = p.task;
    work.own_flops = array<std::int64_t>(p.e, static_cast<std::size_t>(task.a.nrows + room_for_flops));
    work.flops = work.own_flops.data();
    if (may_be_small(p)) {
        try {
            return count_by_one_kernel(p);
        } catch (const out_of_memory&) {
            // Other methods need less memory.
        }
    }
    // Where a sample may be wanted it is drawn beside the counting, so that one wait is enough for both. If the lengths of rows
    // differ, there are more multiplications than expected.
    work.is_sampled = is_predicted(p) && sample_is_profitable(2 * expected_multiplications(task.a, task.b), task.a.nrows);
    if (listing_b_rows_is_profitable(*p.e, task)) {
        try {
            work.b_rows = array<row_of_b>(p.e, static_cast<std::size_t>(task.a.nvals));
        } catch (const out_of_memory&) {
            // Rows of B are looked up.
        }
    }
    concurrent_streams streams(*p.e);
    if (work.is_sampled) {
        (void)streams.next();  // the engine's own stream counts
        start_sample(*p.e, streams.next(), task.a, task.b);
    }
    start_counting(p.e, task.a, task.b, work.own_flops.data(), work.b_rows.data());
    streams.join();
    work.totals = await_count(p.e, task.a.nrows, work.own_flops.data());
    if (!work.b_rows.empty() && !b_rows_are_listed(*p.e)) work.b_rows = {};
}

device_sample sampled(const product& p) {
    if (!p.work.is_sampled) {
        start_sample(*p.e, p.e->stream(), p.task.a, p.task.b);
        (void)p.e->await_answer();
    }
    return read_sample(*p.e, p.task.a, p.task.b, p.work.totals.sum);
}

}  // namespace graphblas_gpu::cuda::stages
