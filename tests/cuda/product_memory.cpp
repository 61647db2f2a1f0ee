// Products on the CUDA engine where memory is short, or refused.
#include <array>

#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/failing_memory.hpp>
#include <tests/cuda/samples.hpp>
#ifdef GRAPHBLAS_GPU_REHEARSAL
#include <tests/rehearsal/runtime.hpp>
#endif

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// call(ctx) with the n-th allocation refused, for n = 1, 2, .. until there are no more: it throws out_of_memory, or makes do
/// with less; nothing stays behind. `check` looks at what it returned.
template <class Call, class Check>
void refuse_each(const Call& call, const Check& check) {
    const failing_context on;
    check(call(on.ctx));  // moves operands, and makes transposes that are cached
    const auto in_use = [&] { return on.ctx.cuda_engine()->bytes_in_use(); };
    const std::int64_t before = in_use();
    int refused = 0;
    for (int n = 1;; ++n) {
        INFO("allocation " << n);
        REQUIRE(n < 1000);
        on.memory->fail_at(n);
        try {
            const auto made = call(on.ctx);
            const bool has_failed = on.memory->has_failed();
            on.memory->fail_at(0);
            check(made);
            if (!has_failed) break;
        } catch (const gb::out_of_memory&) {
            on.memory->fail_at(0);
            ++refused;
        }
        CHECK(in_use() == before);
    }
    CHECK(refused > 0);
}

/// Rows with few entries, and as many entries in C.
gb::matrix<float> band(gb::index n) {
    gb::csr<float> out(n, n);
    out.columns = gb::buffer<gb::column_index>(static_cast<std::size_t>(n));
    out.values = gb::buffer<float>(static_cast<std::size_t>(n), 2.0f);
    for (gb::index i = 0; i < n; ++i) {
        out.offsets[static_cast<std::size_t>(i) + 1] = i + 1;
        out.columns[static_cast<std::size_t>(i)] = static_cast<gb::column_index>((i + 1) % n);
    }
    return gb::matrix<float>::from_storage(std::move(out));
}

}  // namespace

TEST_CASE("products whose allocations are refused leave their output and no memory behind") {
    const gb::matrix<int> a = any_matrix<int>(25, 25, 1);
    const gb::matrix<double> b = any_matrix<double>(25, 25, 2);
    const gb::matrix<bool> m = any_matrix<bool>(25, 25, 3, 0.3);
    const gb::matrix<float> before = any_matrix<float>(25, 25, 4, 0.3);

    const auto refuse_mxm = [&](const auto& mask, const auto& semiring, const gb::descriptor& desc) {
        gb::matrix<float> expected = before;
        gb::mxm(on_host(), expected, mask, gb::plus{}, semiring, a, b);
        refuse_each(
            [&](const gb::context& ctx) {
                gb::matrix<float> c = before;
                gb::mxm(ctx, c, mask, gb::plus{}, semiring, a, b, desc);
                return c;
            },
            [&](const gb::matrix<float>& made) { CHECK(made == expected); });
    };
    SECTION("hash") { refuse_mxm(gb::no_mask, gb::plus_times<std::int64_t>, {.method = gb::method::hash}); }
    SECTION("dense, complemented mask") {
        refuse_mxm(!gb::structure(m), gb::plus_times<std::int64_t>, {.method = gb::method::dense});
    }
    SECTION("mask by values, push") { refuse_mxm(gb::values(m), gb::plus_times<std::int64_t>, {.method = gb::method::hash}); }
    SECTION("mask, dot") { refuse_mxm(gb::structure(m), gb::plus_times<std::int64_t>, {.method = gb::method::dot}); }
    SECTION("bitmap_tile") { refuse_mxm(gb::no_mask, gb::plus_times<std::int64_t>, {.method = gb::method::bitmap_tile}); }
    SECTION("bitmap_tile under a mask") {
        refuse_mxm(gb::structure(m), gb::plus_times<std::int64_t>, {.method = gb::method::bitmap_tile});
    }
    SECTION("merge") { refuse_mxm(gb::no_mask, gb::plus_times<std::int64_t>, {.method = gb::method::merge}); }
    SECTION("merge under a mask") { refuse_mxm(gb::structure(m), gb::plus_times<std::int64_t>, {.method = gb::method::merge}); }
    SECTION("values looked up") { refuse_mxm(gb::no_mask, gb::any_second<double>, {}); }
    SECTION("a variant of the paper") {
        refuse_mxm(gb::no_mask, gb::plus_times<std::int64_t>, {.variant = gb::hash_variant::kklp});
    }
    SECTION("fold") {
        const auto fold = [&](const gb::context& ctx) {
            return gb::mxm_reduce(ctx, gb::max{}, gb::no_mask, gb::plus_times<std::int64_t>, a, b);
        };
        refuse_each(fold, [&](std::int64_t made) { CHECK(made == fold(on_host())); });
    }
    SECTION("structure") {
        // Sorted rows alone, and with them rows in windows, in tables, and a wide one.
        const gb::matrix<float> wide = any_matrix<float>(25, 20000, 5, 0.01);
        for (const gb::matrix<float>* right : {&before, &wide}) {
            const auto structure = [&](const gb::context& ctx) {
                return gb::mxm_structure(ctx, a, *right, {.method = gb::method::hash});
            };
            const gb::matrix<void> expected = structure(on_host());
            refuse_each(structure, [&](const gb::matrix<void>& made) { CHECK(made == expected); });
        }
    }
    SECTION("count") {
        refuse_each([&](const gb::context& ctx) { return gb::mxm_nvals(ctx, a, b); },
                    [&](gb::index made) { CHECK(made == gb::mxm_nvals(on_host(), a, b)); });
    }
    SECTION("plan") {
        const auto expected = gb::mxm(on_host(), gb::plus_times<std::int64_t>, a, b);
        refuse_each([&](const gb::context& ctx) { return gb::plan_mxm(ctx, gb::plus_times<std::int64_t>, a, b).execute(); },
                    [&](const gb::matrix<std::int64_t>& made) { CHECK(made == expected); });
    }
    SECTION("vector") {
        const gb::vector<double> u = any_vector<double>(25, 5);
        const auto w = gb::mxv(on_host(), gb::min_plus<std::int32_t>, a, u);
        refuse_each([&](const gb::context& ctx) { return gb::mxv(ctx, gb::min_plus<std::int32_t>, a, u); },
                    [&](const gb::vector<std::int32_t>& made) { CHECK(made == w); });
    }
}

TEST_CASE("all device memory of products comes from the program's resource and goes back to it") {
    std::shared_ptr<failing_memory> memory;
#ifdef GRAPHBLAS_GPU_REHEARSAL
    const auto allocations = [] { return rehearsal::held().device_allocations; };
    const std::int64_t before = allocations();
#endif
    {
        const gb::matrix<double> a = any_matrix<double>(60, 60, 1), b = any_matrix<double>(300, 300, 2, 0.2);
        const gb::matrix<void> graph = gb::mxm_structure(on_host(), gb::structure(a), a, a);
        const failing_context on;
        memory = on.memory;
        for (const gb::method method : gb::all_methods) {
            INFO(gb::to_string(method));
            const auto c = gb::mxm(on.ctx, gb::plus_times<double>, a, a, {.method = method});
            gb::matrix<double> d(60, 60);
            gb::mxm(on.ctx, d, gb::structure(a), gb::no_accum, gb::plus_times<double>, a, a, {.method = method});
            const auto e = gb::mxm(on.ctx, gb::plus_times<double>, b, b);
            (void)gb::mxm_reduce(on.ctx, gb::plus{}, gb::structure(graph), gb::plus_pair<long>, graph, graph);
            CHECK(memory->blocks() > 3);
#ifdef GRAPHBLAS_GPU_REHEARSAL
            CHECK(allocations() - before == memory->blocks());
#endif
        }
    }
    CHECK(memory->blocks() == 0);
}

TEST_CASE("a resource may say in several ways that it has no memory") {
    const gb::matrix<double> before = any_matrix<double>(60, 60, 3);
    const failing_context on;
    for (const refusal how : {refusal::out_of_memory, refusal::bad_alloc, refusal::null}) {
        const gb::matrix<double> a = any_matrix<double>(60, 60, 1);
        gb::matrix<double> c = before;
        gb::mxm(on.ctx, c, gb::structure(a), gb::plus{}, gb::plus_times<double>, a, a);
        const std::int64_t blocks = on.memory->blocks();
        int refused = 0;
        for (bool has_failed = true; has_failed;) {
            REQUIRE(refused < 200);
            {
                gb::matrix<double> d = before;
                on.memory->fail_at(refused + 1, how);
                try {  // some allocations are done without
                    gb::mxm(on.ctx, d, gb::structure(a), gb::plus{}, gb::plus_times<double>, a, a);
                } catch (const gb::out_of_memory& e) {
                    CHECK_THAT(e.what(), contains_text("mxm: "));
                    CHECK(d == before);
                }
                has_failed = on.memory->has_failed();
                on.memory->fail_at(0);
            }
            refused += has_failed;
            CHECK(on.memory->blocks() == blocks);
        }
        CHECK(refused > 3);
    }
}

TEST_CASE("an output that a failed product was to change is as it was") {
    const gb::matrix<float> a = any_matrix<float>(25, 25, 6);
    const gb::matrix<float> before = any_matrix<float>(25, 25, 7);
    const failing_context on;
    for (int n = 1; n < 200; ++n) {
        gb::matrix<float> c = before;
        on.memory->fail_at(n);
        try {
            gb::mxm(on.ctx, c, gb::structure(c), gb::plus{}, gb::plus_times<float>, a, a, {.replace = true});
            if (!on.memory->has_failed()) return;
        } catch (const gb::out_of_memory&) {
            on.memory->fail_at(0);
            CHECK(c == before);
        }
    }
    FAIL("the product never came through");
}

TEST_CASE("rows are cut into panels where memory is short") {
    constexpr gb::index n = 1000;
    const gb::matrix<float> a = band(n);
    const gb::matrix<float> expected = gb::mxm(on_host(), gb::plus_times<float>, a, a);
    const std::int64_t operand_bytes = (n + 1) * 8 + n * 8;
    const std::int64_t c_bytes = operand_bytes;
    const auto how = GENERATE(gb::method::automatic, gb::method::bitmap_tile, gb::method::merge);
    INFO(gb::to_string(how));
    std::int64_t panels = 0;
    bool was_refused = false;
    for (std::int64_t limit = operand_bytes + c_bytes / 2; limit < operand_bytes + 8 * c_bytes; limit += c_bytes / 4) {
        INFO("limit " << limit);
        const gb::context ctx = gb::context::cuda({.memory_limit = limit});
        try {
            const gb::matrix<float> c = gb::mxm(ctx, gb::plus_times<float>, a, a, {.method = how});
            CHECK(c == expected);
            CHECK(ctx.last_report().peak_bytes <= limit);
            panels = std::max(panels, ctx.last_report().panels);
        } catch (const gb::out_of_memory&) {
            was_refused = true;
        }
    }
    CHECK(was_refused);
    CHECK(panels > 1);

    // The structure in one phase where there is room, else in two, else in panels.
    const gb::matrix<void> pattern = gb::mxm_structure(on_host(), a, a);
    std::int64_t most = 0;
    for (std::int64_t limit = operand_bytes + c_bytes / 2; limit < operand_bytes + 40 * c_bytes; limit += c_bytes / 2) {
        INFO("limit " << limit);
        const gb::context ctx = gb::context::cuda({.memory_limit = limit});
        try {
            const gb::matrix<void> made = gb::mxm_structure(ctx, a, a);
            CHECK(made == pattern);
            CHECK(ctx.last_report().peak_bytes <= limit);
            CHECK(ctx.last_report().estimated_bytes >= pattern.nvals() * 4);
            most = std::max(most, ctx.last_report().peak_bytes);
        } catch (const gb::out_of_memory&) {
            CHECK(limit < operand_bytes + 8 * c_bytes);
        }
    }
    CHECK(most > operand_bytes + 8 * c_bytes);  // keys of all rows, with room for 32 products each

    // A full column times a full row: the square of what the operands have.
    const gb::matrix<float> column = any_matrix<float>(400, 1, 8, 2.0), row = any_matrix<float>(1, 400, 9, 2.0);
    const gb::context small = gb::context::cuda({.memory_limit = 200'000});
    CHECK(gb::mxm(small, gb::plus_times<float>, column, row, {.method = how}) ==
          gb::mxm(on_host(), gb::plus_times<float>, column, row));
    // A plan needs room for C. Entries in tiles are not counted beforehand.
    const auto plan = [&] { (void)gb::plan_mxm(small, gb::plus_times<float>, column, row, {.method = how}); };
    if (how == gb::method::bitmap_tile) CHECK_THROWS_AS(plan(), gb::out_of_memory);
    else
        CHECK_THROWS_WITH(plan(),
                          contains_text("C has ") && contains_text(" entries and needs ") && contains_text("limit 200000"));
    CHECK(gb::mxm_nvals(small, column, row, {.method = how}) == gb::mxm_nvals(on_host(), column, row));
    CHECK(gb::mxm_reduce(small, gb::plus{}, gb::no_mask, gb::plus_times<std::int64_t>, column, row, {.method = how}) ==
          gb::mxm_reduce(on_host(), gb::plus{}, gb::no_mask, gb::plus_times<std::int64_t>, column, row));
}

TEST_CASE("multiplications beyond 2^31 are counted") {
    constexpr gb::index n = 70'000;
    std::vector<gb::index> all(n), none(n, 0);
    for (gb::index i = 0; i < n; ++i) all[static_cast<std::size_t>(i)] = i;
    const auto column = gb::matrix<void>::from_edges(n, 1, all, none), row = gb::matrix<void>::from_edges(1, n, none, all);
    CHECK(gb::mxm_flops(on_device(), column, row) == n * n);

    constexpr std::int64_t needed = gb::gib(60);
    if (on_device().cuda_engine()->free_bytes() < needed) {
        WARN("skipped: a product of more than 2^31 entries needs a device with 60 GiB free");
        return;
    }
    CHECK(gb::mxm_nvals(on_device(), column, row) == n * n);
    const gb::matrix<void> c = gb::mxm_structure(on_device(), column, row);
    CHECK(c.nvals() == n * n);
    CHECK(gb::mxm_reduce(on_device(), gb::plus{}, gb::no_mask, gb::plus_pair<std::int64_t>, column, row) == n * n);
    CHECK(gb::mxm_nvals(on_device(), gb::structure(c), column, row) == n * n);
}
