// Every public operation while allocations fail, and while it is cancelled.
//
// Idea: an operation runs again and again, with its first allocation failing, its second, ...; then with four in a row; then
// with all from one on, where no message can be made either. Every failure is a gb::error and leaves the outputs as they were,
// and the next call on the same context is right. On the emulated device, calls of CUDA's runtime that allocate are counted
// too. In the same way it is cancelled at its first look, its second, ...
#include "operations.hpp"
#include "allocations.hpp"

#include <graphblas_gpu/io/read_matrix.hpp>
#include <tests/catch.hpp>
#include <tests/engine.hpp>
#include <tests/files.hpp>
#ifdef GRAPHBLAS_GPU_REHEARSAL
#include <tests/rehearsal/machine.hpp>
#include <tests/rehearsal/own_work.hpp>
#endif

#include <cstdio>
#include <initializer_list>
#include <sstream>
#include <typeinfo>

namespace failing {
namespace {

constexpr long all_later = 1L << 40;

/// On the emulated device: its own allocations are no device's and do not fail; threads run in the same order every time, so
/// that answers that depend on it, such as the parents of a search, are the same.
void prepare_device() {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    if (!spec::on_cuda()) return;
    failing::leave_out(&rehearsal::is_own_work);
    rehearsal::fail_calls_by(&failing::fails);
    rehearsal::seed(0);
#endif
}

operation_list all_operations() {
    operation_list all;
    for (const operation_list* const list : {&products, &elementwise, &containers, &algorithms})
        all.insert(all.end(), list->begin(), list->end());
    return all;
}

inputs inputs_of(gb::index n, const test_files::temporary_folder& folder) {
    inputs in;
    in.n = n;
    gb::coordinates drawn = gb::uniform(n, 6, 1);
    gb::assign_random_weights(drawn, 2);
    const auto draw = [&](std::uint64_t seed) {
        gb::coordinates entries = gb::uniform(n, 6, seed);
        gb::assign_random_weights(entries, seed);
        return gb::from_coordinates<float>(entries);
    };
    in.a = draw(1);
    in.b = draw(2);
    in.c = draw(3);
    in.mask = gb::from_coordinates<bool>(gb::uniform(n, 9, 4));
    gb::coordinates both = drawn;
    both.symmetrise(gb::duplicate_policy::last);
    both.drop_self_loops();
    in.graph = gb::from_coordinates<void>(both);
    in.weights = gb::from_coordinates<double>(both);
    in.laplacian = gb::matrix<double>(n, n);
    std::vector<gb::index> every_third;
    for (gb::index i = 0; i < n; ++i) {
        in.order.push_back((i * 7 + 3) % n);
        if (i < 130) in.sources.push_back(i);
        if (i % 3 == 1) in.some.push_back(static_cast<int>(i));
        if (i % 3 == 2) every_third.push_back(i);
    }
    in.halves = {n / 2, n - n / 2};
    in.u = gb::vector<float>::from_entries(n, every_third, std::vector<float>(every_third.size(), 2.f));
    in.w = gb::vector<float>::from_entries(n, in.some, std::vector<float>(in.some.size(), 3.f));
    in.full = gb::vector<float>::full(n, 5.f);
    in.mask_of_vector = gb::vector<bool>::full(n, true);
    in.start = gb::vector<void>(n);
    in.start.set_element(1);
    in.parents = gb::vector<std::int64_t>(n);
    in.parents.set_element(1, 1);
    in.distances = gb::vector<double>::full(n, 1e9);
    in.distances.set_element(1, 0);
    const auto list = in.a.to_edges();
    in.rows = list.rows;
    in.columns = list.columns;
    in.values = list.values;
    in.entries = drawn;
    std::ostringstream text;
    for (std::size_t e = 0; e < in.rows.size(); ++e) text << in.rows[e] << ' ' << in.columns[e] << ' ' << in.values[e] << '\n';
    in.text = text.str();
    in.file = folder.file("read.tsv", in.text);
    in.written_file = folder / "written.tsv";
    gb::vector<double> diagonal = gb::vector<double>::full(n, 1.);
    for (const auto [i, j] : in.graph.entries()) {
        in.laplacian.set_element(i, j, -1.);
        diagonal.set_element(i, *diagonal.get_element(i) + 1.);
    }
    for (gb::index i = 0; i < n; ++i) in.laplacian.set_element(i, i, *diagonal.get_element(i));
    in.bits = gb::bit_rows(3, n);
    in.bits.set_element(2, 1);
    in.blocks = gb::block_matrix<float>::from_dense(n, n, std::vector<float>(static_cast<std::size_t>(n * n), 0.5f));
    return in;
}

/// Copies that have nothing cached.
template <class X>
X afresh(const X& x) {
    if constexpr (gb::is_matrix<X>) return X::from_storage(x.to_csr());
    else return x;
}

inputs afresh(const inputs& fixed) {
    inputs in = fixed;
    in.a = afresh(fixed.a);
    in.b = afresh(fixed.b);
    in.graph = afresh(fixed.graph);
    in.weights = afresh(fixed.weights);
    return in;
}

outputs outputs_of(const inputs& in) {
    outputs out;
    out.c = in.c;
    out.w = in.w;
    out.changed = in.u;
    out.parents = in.parents;
    out.parents.make_dense();
    out.numbers = in.distances;
    return out;
}

struct tally {
    long injections = 0;
    long successes = 0;  ///< that succeeded although allocations failed
};

/// What is done to a call, and what it may throw: the allocations of a range fail, or it is cancelled at a look.
struct injection {
    void (*begin)(const gb::context& ctx, long first, long last);
    long (*end)(const gb::context& ctx);  ///< returns how many allocations or looks there were
    gb::error_code code;
    const char* what;
};
const injection failing_allocations{
    [](const gb::context&, long first, long last) { failing::begin(first, last); },
    [](const gb::context&) { return failing::end(); },
    gb::error_code::out_of_memory,
    "allocations",
};
const injection cancelled_at_look{
    [](const gb::context& ctx, long first, long) { ctx.cancellation().request_at_look(first); },
    [](const gb::context& ctx) { return static_cast<long>(ctx.cancellation().stop_counting()); },
    gb::error_code::cancelled,
    "looks",
};

/// The call with what is injected from number `first` to `last`. Returns how many there were.
long try_once(const injection& by, const operation& f, const gb::context& ctx, const inputs& in, const outputs& before,
              const outputs& after, long first, long last, tally& sum) {
    outputs out = before;
    std::string wrong;
    bool has_failed = false;
    by.begin(ctx, first, last);
    long count = 0;
    try {
        f.call(ctx, in, out);
        count = by.end(ctx);
    } catch (const gb::error& e) {
        count = by.end(ctx);
        has_failed = true;
        if (e.code() != by.code) wrong = std::string("another error: ") + e.what();
    } catch (const std::exception& e) {
        count = by.end(ctx);
        has_failed = true;
        wrong = std::string(typeid(e).name()) + ": " + e.what();
    }
    if (count < first) return count;
    ++sum.injections;
    sum.successes += !has_failed;
    if (wrong.empty() && !(out == (has_failed ? before : after))) wrong = has_failed ? "the output changed" : "wrong answer";
    if (!wrong.empty()) FAIL_CHECK(f.name << ", " << by.what << ' ' << first << " to " << last << ": " << wrong);
    return count;
}

long looks_of(const operation& f, const gb::context& ctx, const inputs& in, outputs out) {
    cancelled_at_look.begin(ctx, 0, 0);
    f.call(ctx, in, out);
    return cancelled_at_look.end(ctx);
}

/// The first `each` allocations of an operation fail one by one, or it is cancelled at its first looks, and of those after them
/// every `every`-th.
void try_all(const injection& by, std::initializer_list<long> in_a_row, gb::index n, int threads, long each, long every,
             tally& sum) {
    prepare_device();
    const test_files::temporary_folder folder;
    const inputs fixed = inputs_of(n, folder);
    const gb::context ctx = spec::context_with(threads);
    const outputs before = outputs_of(fixed);
    for (const operation& f : all_operations()) {
        if (std::string_view(f.name) == "kronecker" && n > 100) continue;
        outputs after = before;
        try {
            f.call(ctx, fixed, after);
        } catch (const gb::unsupported& e) {
            if (!spec::on_cuda()) throw;
            std::printf("left out on a device: %s: %s\n", f.name, e.what());
            continue;
        }
        for (const long row : in_a_row) {
            // A call that was cancelled looks no more, so the looks are counted first.
            long count = &by == &cancelled_at_look ? looks_of(f, ctx, afresh(fixed), before) : 0;
            for (long first = 1; first == 1 || first <= count; first += first < each ? 1 : every) {
                const long met = try_once(by, f, ctx, afresh(fixed), before, after, first, first + row - 1, sum);
                if (&by == &failing_allocations) count = met;
            }
        }
        outputs again = before;
        f.call(ctx, afresh(fixed), again);
        if (!(again == after)) FAIL_CHECK(f.name << ": wrong answer after all");
    }
}

}  // namespace

TEST_CASE("an operation whose allocations fail leaves everything as it was", "[failing]") {
    tally sum;
    const bool is_slow = spec::on_cuda();
    try_all(failing_allocations, {1L, 4L, all_later}, 24, 1, is_slow ? 12 : 40, is_slow ? 37 : 1, sum);
    std::printf("%ld injections, %ld calls succeeded nevertheless\n", sum.injections, sum.successes);
    CHECK(sum.injections > 1000);
}

TEST_CASE("the same on several threads", "[failing]") {
    if (spec::left_out_on_cuda("the same on several threads", "a device has no number of threads")) return;
    tally sum;
    try_all(failing_allocations, {1L, 4L, all_later}, 701, 3, 40, 17, sum);
    std::printf("%ld injections, %ld calls succeeded nevertheless\n", sum.injections, sum.successes);
    CHECK(sum.injections > 1000);
}

TEST_CASE("an operation that is cancelled leaves everything as it was", "[failing][cancelled]") {
    tally sum;
    const bool is_slow = spec::on_cuda();
    try_all(cancelled_at_look, {1L}, 24, 1, is_slow ? 40 : 300, is_slow ? 37 : 17, sum);
    std::printf("%ld injections, %ld calls finished nevertheless\n", sum.injections, sum.successes);
    CHECK(sum.injections > 1000);
    // An engine also looks where a thread only reads a container, and that ends nothing.
    CHECK(sum.successes <= (spec::on_cuda() ? 20 : 0));
}

TEST_CASE("the same on several threads, cancelled", "[failing][cancelled]") {
    if (spec::left_out_on_cuda("the same on several threads, cancelled", "a device has no number of threads")) return;
    tally sum;
    try_all(cancelled_at_look, {1L}, 701, 3, 40, 37, sum);
    std::printf("%ld injections, %ld calls finished nevertheless\n", sum.injections, sum.successes);
    CHECK(sum.injections > 1000);
    CHECK(sum.successes == 0);
}

TEST_CASE("every operation with a context is a call that can be cancelled", "[failing][cancelled]") {
    prepare_device();
    const test_files::temporary_folder folder;
    const inputs fixed = inputs_of(24, folder);
    const gb::context ctx = spec::context_with(1);
    std::string others;
    for (const operation& f : all_operations()) {
        outputs out = outputs_of(fixed);
        // A call that is part of a cancelled one ends at once.
        const gb::running_call whole(ctx);
        ctx.cancel();
        try {
            f.call(ctx, fixed, out);
            others += std::string(f.name) + ", ";
        } catch (const gb::cancelled&) {
        }
    }
    CHECK(others ==
          "inverse_order, set_element any, set_element of a vector any, to_edges any, from_edges, from_entries, from_csr, "
          "to_edges, to_entries, copy, copy of a vector, copy of bits, set_element, set_element of a vector, remove_element, "
          "resize, resize vector, clear, context, last_report, parse_edge_list, rmat, uniform, ");
}

}  // namespace failing
