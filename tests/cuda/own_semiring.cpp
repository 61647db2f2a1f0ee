// Semirings of a caller's own on the CUDA engine, against the host engine.
#include "own_semirings.hpp"
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

namespace gb = graphblas_gpu;
using namespace device_samples;
using namespace own_semirings;

namespace {

template <class S, class TA, class TB>
void check(const S& semiring) {
    const gb::matrix<TA> a = any_matrix<TA>(30, 30, 1);
    const gb::matrix<TB> b = any_matrix<TB>(30, 30, 2);
    const gb::matrix<int> m = any_matrix<int>(30, 30, 3, 0.3);
    for (const gb::method how : {gb::method::automatic, gb::method::hash, gb::method::dense, gb::method::dot}) {
        INFO(gb::to_string(how));
        const gb::descriptor desc{.method = how};
        check_same(gb::mxm(on_host(), semiring, a, b, desc), gb::mxm(on_device(), semiring, a, b, desc));
        const auto under = [&](const auto& mask) {
            gb::matrix<double> x(30, 30), y(30, 30);
            gb::mxm(on_host(), x, mask, gb::no_accum, semiring, a, b, desc);
            gb::mxm(on_device(), y, mask, gb::no_accum, semiring, a, b, desc);
            check_same(x, y);
            const auto sum = gb::mxm_reduce(on_host(), semiring.add, mask, semiring, a, b, desc);
            CHECK(is_near(sum, gb::mxm_reduce(on_device(), semiring.add, mask, semiring, a, b, desc)));
            check_same(gb::plan_mxm(on_host(), mask, semiring, a, b, desc).execute(),
                       gb::plan_mxm(on_device(), mask, semiring, a, b, desc).execute());
        };
        under(gb::no_mask);
        under(gb::structure(m));
        under(!gb::values(m));
    }
}

/// Every row has `length` entries, evenly spread, where they begin differs.
gb::matrix<std::uint32_t> even_rows(gb::index nrows, gb::index ncols, gb::index length) {
    gb::csr<std::uint32_t> out(nrows, ncols);
    out.columns = gb::buffer<gb::column_index>(static_cast<std::size_t>(nrows * length));
    out.values = gb::buffer<std::uint32_t>(static_cast<std::size_t>(nrows * length));
    const gb::index step = ncols / length;
    std::size_t at = 0;
    for (gb::index i = 0; i < nrows; ++i) {
        for (gb::index n = 0; n < length; ++n, ++at) {
            out.columns[at] = static_cast<gb::column_index>(n * step + i * 7919 % step);
            out.values[at] = static_cast<std::uint32_t>(at % 11 + 1);
        }
        out.offsets[static_cast<std::size_t>(i) + 1] = static_cast<gb::row_offset>(at);
    }
    return gb::matrix<std::uint32_t>::from_storage(std::move(out));
}

struct even_shape {
    const char* name;
    gb::index rows, inner, columns, of_a, of_b;  ///< entries a row
};

/// Products of matrices of that shape by many_registers are the host's.
void check_even_rows(const even_shape& s) {
    INFO(s.name);
    const auto a = even_rows(s.rows, s.inner, s.of_a), b = even_rows(s.inner, s.columns, s.of_b);
    const auto wanted = gb::mxm(on_host(), many_registers{}, a, b);
    for (const gb::method how : {gb::method::hash, gb::method::dense}) {
        INFO(gb::to_string(how));
        const bool same = gb::mxm(on_device(), many_registers{}, a, b, {.method = how}) == wanted;
        CHECK(same);
    }
}

template <class S, class TA, class TU>
void check_vectors(const S& semiring) {
    const gb::matrix<TA> a = any_matrix<TA>(30, 30, 4);
    const gb::vector<TU> u = any_vector<TU>(30, 5);
    for (const gb::method how : {gb::method::hash, gb::method::dot}) {
        check_same(gb::mxv(on_host(), semiring, a, u, {.method = how}), gb::mxv(on_device(), semiring, a, u, {.method = how}));
        check_same(gb::vxm(on_host(), semiring, u, a, {.method = how}), gb::vxm(on_device(), semiring, u, a, {.method = how}));
    }
}

}  // namespace

TEST_CASE("semirings of a caller's own multiply matrices on the device") {
    SECTION("other operators and types") { check<most_reliable, double, std::int32_t>({}); }
    SECTION("positions") { check<many_registers, std::uint32_t, std::uint32_t>({}); }
    SECTION("any") { check<any_difference, std::int64_t, float>({}); }
}

TEST_CASE("variants that are there to be compared with are not compiled for a caller's own semiring") {
    const auto a = even_rows(4, 4, 2);
    CHECK_THROWS_AS(gb::mxm(on_device(), many_registers{}, a, a, {.variant = gb::hash_variant::kklp}), gb::unsupported);
    CHECK_THROWS_AS(gb::mxm(on_device(), many_registers{}, a, a, {.merge_variant = gb::merge_variant::bhsparse}),
                    gb::unsupported);
}

TEST_CASE("a semiring of many registers a thread multiplies rows of every kind") {
    check_even_rows({"sorted", 50, 100, 1000, 4, 5});
    check_even_rows({"tables of warps", 50, 100, 4000000000, 30, 10});
    check_even_rows({"tables of blocks", 5, 1000, 4000000000, 200, 10});
    check_even_rows({"large tables", 3, 3000, 4000000000, 800, 10});
    check_even_rows({"windows", 3, 3000, 20000, 1200, 20});
    check_even_rows({"wide rows", 3, 2000, 300000, 900, 3});
    check_even_rows({"slots by rank", 2, 3000, 200000, 2500, 9});
}

TEST_CASE("a semiring of many registers a thread multiplies in panels of columns") {
    check_even_rows({"panels", 2, 400, 50000000, 300, 200});
}

TEST_CASE("semirings of a caller's own multiply vectors on the device") {
    check_vectors<most_reliable, double, std::int32_t>({});
    check_vectors<many_registers, std::uint32_t, std::uint32_t>({});
    const gb::matrix<float> a = any_matrix<float>(10, 10, 6);
    const gb::vector<float> u = any_vector<float>(10, 7);
    const auto w = gb::mxv(on_device(), any_difference{}, a, u);
    const bool is_equal = w == gb::mxv(on_host(), any_difference{}, a, u);
    CHECK(is_equal);
}
