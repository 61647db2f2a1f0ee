// Each function of graph.hpp asks which engine runs, calls the kernel of that engine, and makes a container of its answer.
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/cuda/devices/spread_walk.hpp>
#include <graphblas_gpu/cuda/dot/edge_triangles.hpp>
#include <graphblas_gpu/cuda/propagate/search.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/host/graph/graph.hpp>
#include <graphblas_gpu/host/propagate/dependencies.hpp>
#include <graphblas_gpu/host/propagate/weighted_dependencies.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>
#include <graphblas_gpu/host/threads/restored.hpp>
#include <graphblas_gpu/operations/device/reporting.hpp>
#include <graphblas_gpu/operations/elementwise.hpp>
#include <graphblas_gpu/operations/graph.hpp>
#include <graphblas_gpu/reduce.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace graphblas_gpu {
namespace {

csr<void> edges_by_degree_on_host(host::team& team, const structure_view& a, bool to_larger) {
    const std::span<const row_offset> bound(a.offsets, static_cast<std::size_t>(a.nrows) + 1);
    return host::build_rows<void>(team, a.nrows, a.ncols, bound, [&](index i, column_index* columns, formats::no_value*) {
        const index here = a.row_size(i);
        index size = 0;
        for (row_offset p = a.begin(i); p < a.end(i); ++p) {
            const index j = a.columns[p], there = a.row_size(j);
            if (base::points_from(i, here, j, there) == to_larger) columns[size++] = a.columns[p];
        }
        return size;
    });
}

/// A vector with an entry at every index, whose values are arbitrary until they are written in place: the threads that write
/// them are the first to touch their memory, which takes one thread longer than all threads the rest of a short operation.
template <class T>
vector<T> to_be_written(index size) {
    dense_vector<T> dense{size, size, buffer<base::word>(static_cast<std::size_t>(base::words_for(size)), ~base::word{0}),
                          buffer<T>(static_cast<std::size_t>(size))};
    if (size % base::word_bits != 0) dense.bits[dense.bits.size() - 1] = (base::word{1} << (size % base::word_bits)) - 1;
    return vector<T>::from_storage(std::move(dense));
}

/// The monoid whose sum of two ranges contains both; a single value is a range that contains only itself.
template <class T>
struct join_ranges {
    struct value_type : value_range<T> {
        constexpr value_type() = default;
        constexpr value_type(T x) : value_range<T>{x, x, x - x == T{0}} {}
    };
    constexpr value_type operator()(const value_type& x, const value_type& y) const {
        value_type both;
        both.smallest = std::min(x.smallest, y.smallest);
        both.largest = std::max(x.largest, y.largest);
        both.is_finite = x.is_finite && y.is_finite;
        return both;
    }
    static constexpr value_type identity() { return {}; }
};

/// Makes the rows of the oriented edges on one thread, and adds up what the entries say about the graph.
class orienting_rows {
  public:
    orienting_rows(const structure_view& a, base::orientation_facts& found) : a_(a), found_(found) {}

    index operator()(index i, column_index* columns, formats::no_value*) {
        const row_offset here = a_.row_size(i), last_entry = a_.nvals() - 1;
        index size = 0;
        std::uint64_t sum = 0;
        std::array<std::uint32_t, at_once>
            kept;  // entries counted from the first; not copied as a block, as most rows are short
        for (row_offset first = a_.begin(i); first < a_.end(i); first += at_once) {
            const row_offset last = std::min(first + at_once, a_.end(i));
            index count = 0;  // entries are kept without a branch, which the processor could not predict
            for (row_offset p = first; p < last; ++p) {
                __builtin_prefetch(a_.offsets + a_.columns[std::min(p + ahead, last_entry)]);
                const index j = a_.columns[p];
                sum += base::mirror_term(i, j);
                found_.self_loops += i == j;
                kept[static_cast<std::size_t>(count)] = static_cast<std::uint32_t>(p - first);
                count += base::points_from(i, here, j, a_.row_size(j));
            }
            for (index n = 0; n < count; ++n) columns[size++] = a_.columns[first + kept[static_cast<std::size_t>(n)]];
        }
        found_.mirror_sum += sum * base::vertex_weight(i);
        return size;
    }

  private:
    static constexpr row_offset at_once = 256, ahead = 24;
    const structure_view& a_;
    base::orientation_facts& found_;
};

csr<void> oriented_on_host(host::team& team, const structure_view& a, base::orientation_facts& facts) {
    const std::span<const row_offset> bound(a.offsets, static_cast<std::size_t>(a.nrows) + 1);
    const auto work_before = [&](index i) { return bound[static_cast<std::size_t>(i)] + i; };
    struct alignas(64) facts_of_member : base::orientation_facts {};  // in a cache line of its own
    std::vector<facts_of_member> found(static_cast<std::size_t>(team.size()));
    csr<void> edges = host::build_rows<void>(team, a.nrows, a.ncols, bound, work_before, [&](int member) {
        return orienting_rows(a, found[static_cast<std::size_t>(member)]);
    });
    for (const base::orientation_facts& part : found) {
        facts.mirror_sum += part.mirror_sum;
        facts.self_loops += part.self_loops;
    }
    return edges;
}

template <bool tests_symmetry>
base::short_row_facts short_rows_on_host(host::team& team, const structure_view& a) {
    constexpr index looks = 4096;  // rows between two looks whether another thread has met a long row
    struct alignas(64) facts_of_member : base::short_row_facts {};  // in a cache line of its own
    std::vector<facts_of_member> found(static_cast<std::size_t>(team.size()));
    std::atomic<bool> is_over = false;
    host::for_ranges(team, a.nrows, a.nvals() + a.nrows, [&](index first, index last, int member) {
        base::short_row_facts own;
        for (index i = first; i < last && !is_over.load(std::memory_order_relaxed);) {
            for (const index stop = std::min(last, i + looks); i < stop; ++i)
                base::count_row<tests_symmetry>(a.offsets, a.columns, i, own);
            if (own.long_rows > 0) is_over.store(true, std::memory_order_relaxed);
        }
        found[static_cast<std::size_t>(member)].add(own);
    });
    base::short_row_facts all;
    for (const facts_of_member& part : found) all.add(part);
    return all;
}

base::short_row_facts short_rows_of(const context& ctx, const any_matrix& a) {
    const bool tests_symmetry = !a.is_known_to_be_symmetric();
    report done;
    done.operation = "count_triangles_of_short_rows";
    done.reason = "rows are short: one pass over them";
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "triangles of short rows");
        const device::reporting reporting(ctx);
        const base::short_row_facts found = cuda::count_short_rows(e, a.device_rows(e, false)->view(), tests_symmetry);
        reporting.file(std::move(done));
        return found;
    }
    const base::stopwatch time;
    const base::short_row_facts found =
        tests_symmetry ? short_rows_on_host<true>(ctx.team(), a.rows()) : short_rows_on_host<false>(ctx.team(), a.rows());
    done.milliseconds = time.milliseconds();
    ctx.set_report(std::move(done));
    return found;
}

}  // namespace

namespace operations {

std::optional<base::short_row_facts> count_short_rows(const context& ctx, const any_matrix& a) {
    const index nrows = a.shape().nrows;
    if (nrows == 0 || !base::may_have_short_rows(nrows, a.nvals())) return std::nullopt;
    const base::short_row_facts found = short_rows_of(ctx, a);
    if (found.long_rows > 0) return std::nullopt;
    return found;
}

matrix<void> oriented(const context& ctx, const any_matrix& a, base::orientation_facts& facts) {
    if (!ctx.is_cuda()) return matrix<void>::from_storage(oriented_on_host(ctx.team(), a.rows(), facts));
    const device::engine_in_use e(ctx.cuda_engine(), "oriented edges");
    // Several devices count without the transpose.
    cuda::oriented_edges found = cuda::oriented(e, a.device_rows(e, false)->view(), ctx.device_group() == nullptr);
    facts = found.facts;
    auto edges = matrix<void>::from_storage(std::move(found.edges));
    if (found.transpose) {
        edges.any().set_symmetric(false);
        edges.any().set_device_transpose(std::move(*found.transpose));
    }
    return edges;
}

result_rows edges_by_degree(const context& ctx, const any_matrix& a, bool to_larger) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "edges by degree");
        return result_rows(cuda::edges_by_degree(e, a.device_rows(e, false)->view(), to_larger));
    }
    return result_rows(edges_by_degree_on_host(ctx.team(), a.rows(), to_larger));
}

std::int64_t label_components(const context& ctx, const any_matrix& a, vector<std::int64_t>& labels) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "connected components");
        auto found = cuda::connected_components(e, a.device_rows(e, false)->view(), a.is_known_to_be_symmetric());
        labels = vector<std::int64_t>::from_storage(std::move(found.labels));
        return found.components;
    }
    labels = to_be_written<std::int64_t>(a.shape().nrows);
    return host::connected_components(ctx.team(), a.rows(), a.is_known_to_be_symmetric(), labels.written_in_place().values);
}

void check_full(const char* operation, const char* name, index size, index nvals, index n) {
    shapes::check_same(operation, name, size, n);
    if (nvals == n) return;
    throw invalid_value(std::string(operation) + ": " + name + " has " + std::to_string(nvals) + " entries for " +
                        std::to_string(n) + " vertices; each needs one");
}

void check_random_walk(const char* operation, const random_walk_options& walk) {
    const auto refuse = [&](const char* what, auto value, const char* range) {
        throw invalid_value(std::string(operation) + ": " + what + " is " + std::to_string(value) + "; it must " + range);
    };
    if (!(walk.damping >= 0 && walk.damping < 1)) refuse("damping", walk.damping, "be at least 0 and less than 1");
    if (!(walk.tolerance >= 0)) refuse("tolerance", walk.tolerance, "not be negative");
    if (walk.most_rounds < 0) refuse("most_rounds", walk.most_rounds, "not be negative");
}

/// Walks are spread from so many times as many entries on as products of matrices have multiplications
/// (device_group::spread_from): launches, copies and waits of a round take about as long as one device reads half of them.
constexpr std::int64_t entries_of_spread_walks = 8;

namespace {

base::walk_end random_walk_on_device(const context& ctx, const any_matrix& a, const random_walk_options& walk,
                                     vector<double>& shares) {
    const device::engine_in_use e(ctx.cuda_engine(), "random walk");
    const device::reporting reporting(ctx);
    const auto outgoing = a.device_rows(e, false), incoming = a.device_rows(e, true);
    cuda::device_group* const devices = ctx.device_group().get();
    report report;
    report.operation = "random_walk";
    report.devices =
        devices != nullptr && outgoing->nvals / entries_of_spread_walks >= devices->spread_from() ? devices->size() : 1;
    auto walked = report.devices > 1 ? cuda::spread_random_walk(*devices, outgoing, incoming, walk)
                                     : cuda::random_walk(e, outgoing->view(), incoming->view(), walk);
    report.nvals = a.shape().nrows;
    reporting.file(std::move(report));
    shares = vector<double>::from_storage(std::move(walked.shares));
    return walked.end;
}

}  // namespace

template <class Share>
base::walk_end random_walk(const context& ctx, const any_matrix& a, const random_walk_options& walk, vector<Share>& shares) {
    const index n = a.shape().nrows;
    if (n == 0) return {};
    if (ctx.is_cuda()) {
        vector<double> walked;
        const base::walk_end end = random_walk_on_device(ctx, a, walk, walked);
        if constexpr (std::is_same_v<Share, double>) {
            shares = std::move(walked);
        } else {
            shares = vector<Share>(n);
            apply(ctx, shares, no_mask, no_accum, identity{}, walked);
        }
        return end;
    }
    const formats::untyped_rows incoming = a.transposed_rows(ctx.team());
    shares = to_be_written<Share>(n);
    return host::random_walk(ctx.team(), a.rows(), incoming, walk, shares.written_in_place().values);
}
template base::walk_end random_walk(const context&, const any_matrix&, const random_walk_options&, vector<float>&);
template base::walk_end random_walk(const context&, const any_matrix&, const random_walk_options&, vector<double>&);

void accumulate_dependencies(const context& ctx, vector<double>& totals, const any_matrix& a,
                             const vector<std::int32_t>& levels) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "accumulate_dependencies");
        const auto outgoing = a.device_rows(e, false), incoming = a.device_rows(e, true);
        totals = vector<double>::from_storage(cuda::with_dependencies(
            e, outgoing->view(), incoming->view(), levels.any().device_rows(e)->view(), *totals.any().device_rows(e)));
        return;
    }
    host::team& team = ctx.team();
    const host::team::operation_turn turn = team.take_turn("accumulate_dependencies");
    vector<std::int32_t> copy;
    formats::dense_view<std::int32_t> dense = levels.dense();
    if (dense.bits == nullptr) {
        copy = levels;
        copy.make_dense();
        dense = copy.dense();
    }
    totals.make_dense();
    const formats::untyped_rows incoming = a.transposed_rows(team);
    double* const out = totals.written_in_place().values;
    host::write_or_restore(team, a.nvals(), std::span<double>(out, static_cast<std::size_t>(totals.size())), [&] {
        host::accumulate_dependencies(team, {a.rows(), incoming, dense.bits, dense.values}, out);
    });
}

template <class T>
void accumulate_weighted_dependencies(const context& ctx, vector<double>& totals, const matrix<T>& a,
                                      std::span<const index> sources, progress_counters* progress) {
    const std::string name = "accumulate_weighted_dependencies";
    if (ctx.is_cuda()) throw unsupported(name + ": searches along edges of any length from each source run on the host");
    for (const index source : sources)
        if (source < 0 || source >= a.nrows())
            throw invalid_index(name + ": source " + std::to_string(source) + " is outside [0, " + std::to_string(a.nrows()) +
                                ")");
    const structure_view edges = a.rows();
    const T* const lengths = a.values().data();
    base::in_blocks_of_rows(edges.offsets, 0, edges.nrows, [&](index first, index last) {
        for (index i = first; i < last; ++i) {
            for (row_offset p = edges.begin(i); p < edges.end(i); ++p) {
                if (lengths[p] > 0 && lengths[p] <= std::numeric_limits<T>::max()) continue;
                throw invalid_value(name + ": the length of the edge from " + std::to_string(i) + " to " +
                                    std::to_string(edges.columns[p]) + " is " + std::to_string(lengths[p]) +
                                    "; it must be positive and finite");
            }
        }
    });
    host::team& team = ctx.team();
    const host::team::operation_turn turn = team.take_turn("accumulate_weighted_dependencies");
    // If memory fails or a path is too long, the totals stay as they were.
    std::vector<double> sums = totals.to_entries().values;
    host::accumulate_weighted_dependencies(team, edges, lengths, sources, sums.data(), progress);
    totals = vector<double>::from_dense(sums);
}
template void accumulate_weighted_dependencies(const context&, vector<double>&, const matrix<std::int32_t>&,
                                               std::span<const index>, progress_counters*);
template void accumulate_weighted_dependencies(const context&, vector<double>&, const matrix<std::int64_t>&,
                                               std::span<const index>, progress_counters*);
template void accumulate_weighted_dependencies(const context&, vector<double>&, const matrix<float>&, std::span<const index>,
                                               progress_counters*);
template void accumulate_weighted_dependencies(const context&, vector<double>&, const matrix<double>&, std::span<const index>,
                                               progress_counters*);

result_rows independent_set(const context& ctx, const any_matrix& a, std::uint64_t seed) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "independent set");
        return result_rows(cuda::independent_set(e, a.device_rows(e, false)->view(), seed));
    }
    return result_rows(host::independent_set(ctx.team(), a.rows(), seed));
}

base::peeling_end core_numbers(const context& ctx, const any_matrix& a, vector<std::int64_t>& numbers,
                               progress_counters* progress) {
    const index n = a.shape().nrows;
    progress_counters unwatched;
    if (progress == nullptr) progress = &unwatched;
    progress->total = static_cast<std::uint64_t>(n);
    base::peeling_end end;
    if (n == 0) {
        numbers = vector<std::int64_t>(0);
    } else if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "core numbers");
        auto found = cuda::core_numbers(e, a.device_rows(e, false)->view());
        numbers = vector<std::int64_t>::from_storage(std::move(found.numbers));
        end = found.end;
    } else {
        numbers = to_be_written<std::int64_t>(n);
        end = host::core_numbers(ctx.team(), a.rows(), numbers.written_in_place().values, *progress);
    }
    progress->done = progress->total.load();
    return end;
}

namespace {

/// What compute(engine) makes on the device of the context, with a report of the operation.
template <class Compute>
cuda::csr reported_on_device(const context& ctx, const char* operation, const Compute& compute) {
    const device::engine_in_use e(ctx.cuda_engine(), operation);
    const device::reporting reporting(ctx);
    cuda::csr out = compute(e);
    report done;
    done.operation = operation;
    done.nvals = out.nvals;
    done.reason = "each triangle is found once and counted at its edges";
    reporting.file(std::move(done));
    return out;
}

}  // namespace

matrix<std::int64_t> triangles_of_edges(const context& ctx, const any_matrix& larger) {
    return matrix<std::int64_t>::from_storage(reported_on_device(ctx, "triangles_of_edges", [&](const cuda::engine_ptr& e) {
        return cuda::triangles_of_edges(e, *larger.device_rows(e, false));
    }));
}

matrix<double> jaccard_of_edges(const context& ctx, const any_matrix& a, const any_matrix& larger) {
    return matrix<double>::from_storage(reported_on_device(ctx, "jaccard_of_edges", [&](const cuda::engine_ptr& e) {
        return cuda::jaccard_of_edges(e, *a.device_rows(e, false), larger.device_rows(e, false)->view());
    }));
}

template <class T>
result_rows tight_edges(const context& ctx, const matrix<T>& a, const vector<T>& distances) {
    if (ctx.is_cuda()) {
        const device::engine_in_use e(ctx.cuda_engine(), "tight edges");
        return result_rows(cuda::tight_edges(e, a.any().device_rows(e)->view(), distances.any().device_rows(e)->view()));
    }
    constexpr T unreached = monoid<min, T>::identity();
    const T* const d = distances.values().data();
    const auto is_tight = [d](T length, index i, index j) {
        return d[i] != unreached && d[j] != unreached && saturating_plus{}(d[i], length) <= d[j];
    };
    return selected(ctx, entry_predicate_of<false, T>(is_tight), a.any(), false);
}
template result_rows tight_edges(const context&, const matrix<std::int32_t>&, const vector<std::int32_t>&);
template result_rows tight_edges(const context&, const matrix<std::int64_t>&, const vector<std::int64_t>&);
template result_rows tight_edges(const context&, const matrix<float>&, const vector<float>&);
template result_rows tight_edges(const context&, const matrix<double>&, const vector<double>&);

template <class T>
value_range<T> range_of_values(const context& ctx, const matrix<T>& a) {
    if (!ctx.is_cuda()) return reduce(ctx, join_ranges<T>{}, a);
    value_range<T> range{reduce(ctx, min{}, a), reduce(ctx, max{}, a), true};
    // min and max ignore a NaN, so a NaN is found separately: it is the only value that differs from itself.
    range.is_finite = range.smallest - range.smallest == T{0} && range.largest - range.largest == T{0} &&
                      !reduce(ctx, lor{}, ewise_mult(ctx, ne{}, a, a));
    return range;
}
template value_range<float> range_of_values(const context&, const matrix<float>&);
template value_range<double> range_of_values(const context&, const matrix<double>&);

}  // namespace operations

bool searching_at_once_is_profitable(const context& ctx, index sources, index levels, bool parents) {
    if (ctx.is_cuda() && !parents) return false;
    const index sources_a_level = ctx.is_cuda() ? 4 : 2;
    return sources > 1 && sources >= sources_a_level * levels;
}

}  // namespace graphblas_gpu
