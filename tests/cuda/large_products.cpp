// Products that are larger than the device, and products in parts of rows, against the host engine.
//
// Idea: a memory limit that the operands and some rows of C fit into, and all of C does not.
#include <stdexcept>

#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/transpose.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

constexpr gb::index n = 203, inner = 24, m = 700;

/// Many more products than operands have entries; blocks of rows at the beginning, in the middle and at the end are empty.
template <class T>
gb::matrix<T> left(unsigned seed) {
    const auto chance = [](gb::index i, gb::index) { return i < 30 || (i > 90 && i < 120) || i > 190 ? 0.0 : 0.3; };
    return random_matrix<T>(n, inner, seed, chance, any_value<T>);
}
template <class T>
gb::matrix<T> right(unsigned seed) {
    const auto chance = [](gb::index k, gb::index) { return k % 7 == 3 ? 0.0 : 0.2; };
    return random_matrix<T>(inner, m, seed, chance, any_value<T>);
}

/// A context with room for little more than half of C beside these operands.
template <class... Operands>
gb::context context_for_half_of(gb::index entries, std::size_t value_bytes, const Operands&... operands) {
    const auto bytes = [](const auto& x) {
        return 8 * (x.nrows() + 1) + static_cast<gb::index>(4 + x.any().type().bytes) * x.nvals();
    };
    const std::int64_t whole = entries * static_cast<std::int64_t>(4 + value_bytes);
    return spec::context_on_cuda((bytes(operands) + ...) + 60'000 + whole * 5 / 8);
}

void check_report(const gb::context& ctx, const char* operation, gb::index nvals) {
    const gb::report r = ctx.last_report();
    INFO(r.reason);
    CHECK(r.operation == operation);
    CHECK(r.engine == "cuda");
    CHECK(r.nvals == nvals);
    CHECK(r.panels > 1);
    CHECK(r.peak_bytes <= ctx.cuda_engine()->memory_limit());
    CHECK(r.bytes_to_host > 4 * nvals);
    CHECK_THAT(r.reason, contains_text("; C did not fit on the device and went to the host in blocks of rows: "));
}

/// The product by every method on a device that has room for half of it.
template <class S, class T>
void check_product(const S& semiring, const gb::matrix<T>& a, const gb::matrix<T>& b) {
    const auto expected = gb::mxm(on_host(), semiring, a, b);
    for (const gb::method method : gb::all_methods) {
        INFO(gb::to_string(method));
        const gb::context ctx = context_for_half_of(expected.nvals(), sizeof(gb::semiring_value_t<S>), a, b);
        const gb::matrix<T> here = a, there = b;  // copies that are not on another device
        const auto made = gb::mxm(ctx, semiring, here, there, {.method = method});
        CHECK(made.any().is_on_host());
        check_report(ctx, "mxm", expected.nvals());
        CHECK(made == expected);
    }
}

struct stop : std::runtime_error {
    stop() : std::runtime_error("the consumer stops") {}
};

}  // namespace

TEST_CASE("a product that is larger than the device goes to the host in blocks of rows") {
    if (spec::devices() > 1) return;
    const auto a = left<std::int64_t>(1), b = right<std::int64_t>(2);
    SECTION("sums") { check_product(gb::plus_times<std::int64_t>, a, b); }
    SECTION("values looked up") { check_product(gb::any_second<std::int64_t>, a, b); }
    SECTION("the number of the row") { check_product(gb::min_firsti<std::int64_t>, a, b); }
    SECTION("one value") { check_product(gb::any_pair<bool>, a, b); }
    SECTION("values of other types") { check_product(gb::plus_times<double>, left<int>(3), right<int>(4)); }
}

TEST_CASE("a product that is larger than the device has the bits of one that is not") {
    if (spec::devices() > 1) return;
    const auto fraction = [](std::mt19937& random) { return 1 / static_cast<double>(1 + random() % 1000); };
    const auto chance = [](gb::index, gb::index) { return 0.3; };
    const auto a = random_matrix<double>(n, inner, 5, chance, fraction),
               b = random_matrix<double>(inner, m, 6, chance, fraction);
    const auto expected = gb::mxm(on_host(), gb::plus_times<double>, a, b);
    const gb::context ctx = context_for_half_of(expected.nvals(), 8, a, b);
    CHECK(gb::mxm(ctx, gb::plus_times<double>, a, b, {.deterministic = true}) == expected);
    check_report(ctx, "mxm", expected.nvals());
    CHECK(ctx.last_report().method == gb::method::hash);
}

TEST_CASE("a structure that is larger than the device goes to the host in blocks of rows") {
    if (spec::devices() > 1) return;
    const auto a = left<void>(7), b = right<void>(8);
    const gb::matrix<void> expected = gb::mxm_structure(on_host(), a, b);
    for (const gb::method method : {gb::method::automatic, gb::method::hash, gb::method::dense, gb::method::merge}) {
        INFO(gb::to_string(method));
        const gb::context ctx = context_for_half_of(expected.nvals(), 0, a, b);
        const gb::matrix<void> made = gb::mxm_structure(ctx, a, b, {.method = method});
        CHECK(made.any().is_on_host());
        check_report(ctx, "mxm_structure", expected.nvals());
        CHECK(made == expected);
    }
}

TEST_CASE("masks and accumulators of products that are larger than the device") {
    if (spec::devices() > 1) return;
    const auto a = left<int>(9), b = right<int>(10);
    const auto mask = any_matrix<bool>(n, m, 11, 0.6);
    const auto before = any_matrix<float>(n, m, 12, 0.1);
    const auto check = [&](const auto& view, const auto& accum, const gb::descriptor& desc) {
        gb::matrix<float> expected = before;
        gb::mxm(on_host(), expected, view, accum, gb::plus_times<std::int64_t>, a, b, {.replace = desc.replace});
        const gb::index masked = gb::mxm_nvals(on_host(), view, a, b);
        const gb::context ctx = context_for_half_of(masked, sizeof(std::int64_t), a, b, mask);
        gb::matrix<float> made = before;
        gb::mxm(ctx, made, view, accum, gb::plus_times<std::int64_t>, a, b, desc);
        check_report(ctx, "mxm", masked);
        CHECK(made == expected);
    };
    for (const gb::method method : gb::all_methods) {
        INFO(gb::to_string(method));
        check(gb::no_mask, gb::plus{}, {.method = method});
        check(gb::structure(mask), gb::no_accum, {.replace = true, .method = method});
        check(gb::structure(mask), gb::plus{}, {.method = method});
        check(!gb::structure(mask), gb::no_accum, {.method = method});
    }
    // C is an operand.
    auto c = any_matrix<std::int64_t>(200, 200, 13, 0.05);
    const auto expected = gb::mxm(on_host(), gb::plus_times<std::int64_t>, c, c);
    const gb::context ctx = context_for_half_of(expected.nvals(), sizeof(std::int64_t), c);
    gb::mxm(ctx, c, gb::no_mask, gb::no_accum, gb::plus_times<std::int64_t>, c, c);
    CHECK(c == expected);
}

TEST_CASE("a row that does not fit on the device is named") {
    if (spec::devices() > 1) return;
    constexpr gb::index wide = 20'000;
    const auto a = any_matrix<float>(30, 1, 14, 2.0),
               row = random_matrix<float>(
                   1, wide, 15, [](gb::index, gb::index) { return 1.0; }, [](std::mt19937&) { return 2.0f; });
    const std::int64_t operands = 30 * 16 + 16 + 8 * wide;
    for (const gb::method method : {gb::method::hash, gb::method::dense, gb::method::merge, gb::method::bitmap_tile}) {
        INFO(gb::to_string(method));
        // Methods with one pass may find while they count that there is no room.
        const bool has_two_phases = method == gb::method::hash || method == gb::method::dense;
        const char* const which = has_two_phases ? " of 30, by themselves)" : "";
        const gb::context ctx = spec::context_on_cuda(operands + 4 * wide);
        CHECK_THROWS_WITH(gb::mxm(ctx, gb::plus_times<float>, a, row, {.method = method}),
                          contains_text("mxm: ") && contains_text("limit ") && contains_text(which));
        CHECK(gb::mxm(ctx, gb::plus_times<float>, a, gb::matrix<float>(1, wide)).nvals() == 0);  // the context works on
    }
}

TEST_CASE("operands that do not fit are refused as they were") {
    const auto a = left<double>(16), b = right<double>(17);
    const gb::context ctx = spec::context_on_cuda(20'000);
    CHECK_THROWS_AS(gb::mxm(ctx, gb::plus_times<double>, a, b), gb::out_of_memory);
}

TEST_CASE("a product in parts of rows") {
    const auto a = left<int>(18), b = right<int>(19);
    const auto mask = any_matrix<bool>(n, m, 20, 0.4);
    const auto at = gb::transpose(on_host(), a);
    const auto check = [&](const gb::context& ctx, const auto& view, const auto& semiring, std::int64_t bytes,
                           const gb::descriptor& desc) {
        using value = gb::semiring_value_t<std::remove_cvref_t<decltype(semiring)>>;
        gb::matrix<value> expected(n, m);
        gb::mxm(on_host(), expected, view, gb::no_accum, semiring, a, b);
        std::vector<gb::matrix<value>> kept;
        gb::index next = 0;
        gb::mxm_batches(
            ctx, view, semiring, desc.transpose_a ? at : a, b, bytes,
            [&](const gb::matrix<value>& part, gb::index first) {
                CHECK(first == next);
                CHECK(part.ncols() == m);
                const gb::index unit = desc.method == gb::method::bitmap_tile ? 8 : 1;
                if (part.nrows() > unit) CHECK(part.nvals() * static_cast<gb::index>(4 + sizeof(value)) <= bytes);
                next = first + part.nrows();
                kept.push_back(part);
            },
            desc);
        CHECK(next == n);
        CHECK(ctx.last_report().nvals == expected.nvals());
        CHECK(ctx.last_report().panels == static_cast<std::int64_t>(kept.size()));
        gb::matrix<value> whole(n, m);
        gb::index row = 0;
        for (const auto& part : kept) {
            const auto rows = part.to_edges();
            for (std::size_t k = 0; k < rows.rows.size(); ++k)
                whole.set_element(row + rows.rows[k], rows.columns[k], rows.values[k]);
            row += part.nrows();
        }
        CHECK(whole == expected);
    };
    for (const gb::context* ctx : {&on_host(), &on_device()}) {
        INFO(ctx->engine_name());
        check(*ctx, gb::no_mask, gb::plus_times<std::int64_t>, 1, {});  // a row in each part
        for (const std::int64_t bytes : {50'000, 1 << 30}) {
            INFO(bytes);
            check(*ctx, gb::no_mask, gb::plus_times<std::int64_t>, bytes, {});
            check(*ctx, gb::structure(mask), gb::min_firsti<std::int32_t>, bytes, {});
            check(*ctx, !gb::structure(mask), gb::any_second<double>, bytes, {.transpose_a = true});
        }
        for (const gb::method method : gb::all_methods) {
            INFO(gb::to_string(method));
            check(*ctx, gb::no_mask, gb::plus_times<std::int64_t>, 100'000, {.method = method});
            check(*ctx, gb::structure(mask), gb::plus_times<std::int64_t>, 100'000, {.method = method});
        }
        // No rows, and no entries.
        int parts = 0;
        gb::mxm_batches(*ctx, gb::plus_times<int>, gb::matrix<int>(0, inner), b, 100, [&](const auto& part, gb::index first) {
            CHECK((part.nrows() == 0 && part.ncols() == m && first == 0));
            ++parts;
        });
        CHECK(parts == 1);
        gb::mxm_batches(
            *ctx, gb::plus_times<int>, gb::matrix<int>(n, inner), b, 10'000,
            [&](const auto& part, gb::index first) { CHECK((part.nrows() == n && part.nvals() == 0 && first == 0)); });
        CHECK_THROWS_AS(gb::mxm_batches(*ctx, gb::plus_times<int>, a, b, 0, [](const auto&, gb::index) {}), gb::invalid_value);
        CHECK_THROWS_AS(gb::mxm_batches(*ctx, gb::plus_times<int>, b, a, 100, [](const auto&, gb::index) {}),
                        gb::dimension_mismatch);
    }
}

TEST_CASE("what the consumer of a product in parts throws ends the call") {
    const auto a = left<int>(21), b = right<int>(22);
    for (const gb::context* ctx : {&on_host(), &on_device()}) {
        INFO(ctx->engine_name());
        const auto bytes_in_use = [&] { return ctx->is_cuda() ? ctx->cuda_engine()->bytes_in_use() : 0; };
        (void)gb::mxm_nvals(*ctx, a, b);  // the operands are where they are needed
        const std::int64_t before = bytes_in_use();
        int parts = 0;
        const auto consume = [&](const gb::matrix<int>& part, gb::index) {
            if (++parts == 4) throw stop();
            // The consumer may use the context.
            CHECK(gb::mxm_nvals(*ctx, part, gb::matrix<void>(m, 1)) == 0);
        };
        CHECK_THROWS_AS(gb::mxm_batches(*ctx, gb::plus_times<int>, a, b, 100'000, consume), stop);
        CHECK(parts == 4);
        CHECK(bytes_in_use() == before);
        CHECK(gb::mxm(*ctx, gb::plus_times<int>, a, b) == gb::mxm(on_host(), gb::plus_times<int>, a, b));
    }
}
