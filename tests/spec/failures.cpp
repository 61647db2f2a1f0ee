// Failed calls: what does not fit is refused with the numbers, and the output stays as it was.
#include "trial.hpp"
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

namespace spec {

namespace {

using gb::descriptor;
using gb::matrix;
using gb::vector;

matrix<float> filled_matrix(index nrows, index ncols) {
    random r(static_cast<std::uint64_t>(100 * nrows + ncols));
    return write<matrix<float>>(random_dense<float>(r, nrows, ncols, 0.6));
}
vector<float> filled_vector(index size) {
    random r(static_cast<std::uint64_t>(size));
    return write<vector<float>>(random_dense<float>(r, 1, size, 0.6));
}

/// f(output) has to throw an E whose message holds the words, and to leave the output alone.
template <class E, class Output, class F>
void check_refused(const Output& before, std::initializer_list<const char*> words, F&& f) {
    Output output = before;
    std::string message;
    try {
        f(output);
        FAIL("nothing was thrown");
    } catch (const E& e) {
        message = e.what();
    }
    INFO(message);
    for (const char* word : words) {
        INFO("expected in the message: " << word);
        CHECK(message.find(word) != std::string::npos);
    }
    CHECK(output == before);
}
template <class Output, class F>
void check_mismatch(const Output& before, std::initializer_list<const char*> words, F&& f) {
    check_refused<gb::dimension_mismatch>(before, words, f);
}

const auto S = gb::plus_times<float>;
const gb::plus op{};

}  // namespace

TEST_CASE("mxm refuses sizes that do not fit", "[failures]") {
    const gb::context& ctx = contexts()[1];
    const auto a = filled_matrix(3, 4), b = filled_matrix(4, 5), c = filled_matrix(3, 5), odd = filled_matrix(7, 6);
    check_mismatch(c, {"mxm", "3x4", "7x6", "(4, 7)"},
                   [&](auto& out) { gb::mxm(ctx, out, gb::no_mask, gb::no_accum, S, a, odd); });
    check_mismatch(c, {"mxm", "7x6", "4x5", "(6, 4)"},
                   [&](auto& out) { gb::mxm(ctx, out, gb::no_mask, gb::no_accum, S, odd, b); });
    check_mismatch(c, {"3x4", "transposed", "(3, 4)"},
                   [&](auto& out) { gb::mxm(ctx, out, gb::no_mask, op, S, a, b, {.transpose_a = true}); });
    check_mismatch(c, {"4x5", "transposed", "(4, 5)"},
                   [&](auto& out) { gb::mxm(ctx, out, gb::no_mask, op, S, a, b, {.transpose_b = true}); });
    check_mismatch(odd, {"mxm", "C is 7x6", "3x5"},
                   [&](auto& out) { gb::mxm(ctx, out, gb::no_mask, gb::no_accum, S, a, b); });
    for (const bool replace : {false, true}) {
        check_mismatch(c, {"mxm", "mask is 7x6", "3x5"},
                       [&](auto& out) { gb::mxm(ctx, out, gb::structure(odd), op, S, a, b, {.replace = replace}); });
        check_mismatch(c, {"mask is 7x6"}, [&](auto& out) {
            gb::mxm(ctx, out, !gb::values(odd), gb::no_accum, S, a, b, {.replace = replace});
        });
    }
    CHECK_THROWS_AS(gb::mxm(ctx, S, a, a), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::mxm_structure(ctx, a, a), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::mxm_structure(ctx, gb::structure(odd), a, b), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::mxm_nvals(ctx, a, a), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::mxm_nvals(ctx, !gb::structure(odd), a, b), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::mxm_reduce(ctx, op, gb::no_mask, S, a, a), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::mxm_reduce(ctx, op, gb::structure(odd), S, a, b), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::mxm_flops(ctx, a, a), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::plan_mxm(ctx, S, a, a), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::plan_mxm(ctx, gb::structure(odd), S, a, b), gb::dimension_mismatch);
}

TEST_CASE("mxv and vxm refuse sizes that do not fit", "[failures]") {
    const gb::context& ctx = contexts()[1];
    const auto a = filled_matrix(3, 4);
    const auto v3 = filled_vector(3), v4 = filled_vector(4), v9 = filled_vector(9);
    check_mismatch(v3, {"mxv", "3x4", "9", "(4, 9)"},
                   [&](auto& w) { gb::mxv(ctx, w, gb::no_mask, gb::no_accum, S, a, v9); });
    check_mismatch(v3, {"mxv", "transposed", "(3, 4)"},
                   [&](auto& w) { gb::mxv(ctx, w, gb::no_mask, gb::no_accum, S, a, v4, {.transpose_a = true}); });
    check_mismatch(v9, {"mxv", "w has size 9", "3"},
                   [&](auto& w) { gb::mxv(ctx, w, gb::no_mask, gb::no_accum, S, a, v4); });
    check_mismatch(v3, {"mxv", "mask has size 9", "3"},
                   [&](auto& w) { gb::mxv(ctx, w, !gb::structure(v9), op, S, a, v4, {.replace = true}); });
    check_mismatch(v4, {"vxm", "3x4", "9", "(3, 9)"},
                   [&](auto& w) { gb::vxm(ctx, w, gb::no_mask, gb::no_accum, S, v9, a); });
    check_mismatch(v4, {"vxm", "transposed", "(4, 3)"},
                   [&](auto& w) { gb::vxm(ctx, w, gb::no_mask, gb::no_accum, S, v3, a, {.transpose_b = true}); });
    check_mismatch(v9, {"vxm", "w has size 9", "4"},
                   [&](auto& w) { gb::vxm(ctx, w, gb::no_mask, gb::no_accum, S, v3, a); });
    check_mismatch(v4, {"vxm", "mask has size 9", "4"},
                   [&](auto& w) { gb::vxm(ctx, w, gb::values(v9), op, S, v3, a); });
    CHECK_THROWS_AS(gb::mxv(ctx, S, a, v3), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::vxm(ctx, S, v4, a), gb::dimension_mismatch);
}

TEST_CASE("the other operations on matrices refuse sizes that do not fit", "[failures]") {
    const gb::context& ctx = contexts()[1];
    const auto a = filled_matrix(3, 4), b = filled_matrix(3, 4), c = filled_matrix(3, 4), odd = filled_matrix(4, 3);
    const auto n = gb::no_mask;
    const auto none = gb::no_accum;
    check_mismatch(c, {"ewise_add", "B is 4x3", "3x4"},
                   [&](auto& out) { gb::ewise_add(ctx, out, n, none, op, a, odd); });
    check_mismatch(c, {"ewise_add", "B is 4x3", "3x4"},
                   [&](auto& out) { gb::ewise_add(ctx, out, n, none, op, a, b, {.transpose_b = true}); });
    check_mismatch(odd, {"ewise_add", "C is 4x3", "3x4"},
                   [&](auto& out) { gb::ewise_add(ctx, out, n, none, op, a, b); });
    check_mismatch(c, {"ewise_add", "mask is 4x3"},
                   [&](auto& out) { gb::ewise_add(ctx, out, gb::structure(odd), none, op, a, b); });
    check_mismatch(c, {"ewise_mult", "B is 4x3"}, [&](auto& out) { gb::ewise_mult(ctx, out, n, op, op, a, odd); });
    check_mismatch(odd, {"ewise_mult", "C is 4x3"}, [&](auto& out) { gb::ewise_mult(ctx, out, n, op, op, a, b); });
    check_mismatch(c, {"ewise_mult", "mask is 4x3"},
                   [&](auto& out) { gb::ewise_mult(ctx, out, !gb::structure(odd), none, op, a, b); });
    check_mismatch(odd, {"apply", "C is 4x3", "3x4"}, [&](auto& out) { gb::apply(ctx, out, n, none, gb::ainv{}, a); });
    check_mismatch(c, {"apply", "C is 3x4", "4x3"},
                   [&](auto& out) { gb::apply(ctx, out, n, none, gb::ainv{}, a, {.transpose_a = true}); });
    check_mismatch(c, {"apply", "mask is 4x3"},
                   [&](auto& out) { gb::apply(ctx, out, gb::values(odd), none, gb::ainv{}, a); });
    check_mismatch(odd, {"select", "C is 4x3"}, [&](auto& out) { gb::select(ctx, out, n, none, gb::tril{}, a); });
    check_mismatch(c, {"select", "mask is 4x3"},
                   [&](auto& out) { gb::select(ctx, out, gb::values(odd), none, gb::tril{}, a); });
    check_mismatch(c, {"transpose", "C is 3x4", "4x3"}, [&](auto& out) { gb::transpose(ctx, out, n, none, a); });
    check_mismatch(odd, {"transpose", "C is 4x3", "3x4"},
                   [&](auto& out) { gb::transpose(ctx, out, n, none, a, {.transpose_a = true}); });
    check_mismatch(odd, {"transpose", "mask is 3x4", "4x3"},
                   [&](auto& out) { gb::transpose(ctx, out, gb::structure(a), none, a); });
    check_mismatch(odd, {"assign", "C is 4x3", "3x4"}, [&](auto& out) { gb::assign(ctx, out, n, none, a); });
    check_mismatch(c, {"assign", "mask is 4x3", "3x4"},
                   [&](auto& out) { gb::assign(ctx, out, gb::structure(odd), none, a); });
    check_mismatch(c, {"assign", "mask is 4x3", "3x4"},
                   [&](auto& out) { gb::assign(ctx, out, gb::structure(odd), none, 1.0f); });
    const auto w = filled_vector(4), mask = filled_vector(3);
    check_mismatch(w, {"reduce", "4", "3"}, [&](auto& out) { gb::reduce(ctx, out, n, none, op, a); });
    check_mismatch(w, {"reduce", "mask", "3", "4"},
                   [&](auto& out) { gb::reduce(ctx, out, gb::structure(mask), none, op, a, {.transpose_a = true}); });
    const auto product = filled_matrix(9, 16), square = filled_matrix(12, 12);
    check_mismatch(c, {"kronecker", "C is 3x4", "9x16"}, [&](auto& out) { gb::kronecker(ctx, out, n, none, op, a, b); });
    check_mismatch(product, {"kronecker", "C is 9x16", "12x12"},
                   [&](auto& out) { gb::kronecker(ctx, out, n, none, op, a, b, {.transpose_b = true}); });
    check_mismatch(square, {"kronecker", "C is 12x12", "9x16"},
                   [&](auto& out) { gb::kronecker(ctx, out, n, op, S, a, b); });
    check_mismatch(product, {"kronecker", "mask is 3x4", "9x16"},
                   [&](auto& out) { gb::kronecker(ctx, out, !gb::structure(a), none, op, a, b); });
    CHECK_THROWS_AS(gb::ewise_add(ctx, op, a, odd), gb::dimension_mismatch);
    CHECK_THROWS_AS(gb::ewise_mult(ctx, op, a, odd), gb::dimension_mismatch);
}

TEST_CASE("operations on vectors refuse sizes that do not fit", "[failures]") {
    const gb::context& ctx = contexts()[1];
    for (const bool is_dense : {false, true}) {
        const auto u = in_form(filled_vector(4), is_dense), w = in_form(filled_vector(4), !is_dense);
        const auto odd = in_form(filled_vector(5), is_dense);
        const auto n = gb::no_mask;
        const auto none = gb::no_accum;
        check_mismatch(w, {"ewise_add", "5", "4"}, [&](auto& out) { gb::ewise_add(ctx, out, n, none, op, u, odd); });
        check_mismatch(odd, {"ewise_mult", "5", "4"}, [&](auto& out) { gb::ewise_mult(ctx, out, n, none, op, u, u); });
        check_mismatch(w, {"apply", "5", "4"}, [&](auto& out) { gb::apply(ctx, out, n, none, gb::ainv{}, odd); });
        check_mismatch(w, {"select", "mask", "5", "4"},
                       [&](auto& out) { gb::select(ctx, out, gb::structure(odd), none, gb::value_gt(0), u); });
        check_mismatch(w, {"assign", "5", "4"}, [&](auto& out) { gb::assign(ctx, out, n, none, odd); });
        check_mismatch(w, {"assign", "mask", "5", "4"},
                       [&](auto& out) { gb::assign(ctx, out, !gb::structure(odd), op, 2.0f); });
    }
}

TEST_CASE("methods that the engine lacks are refused, not replaced", "[failures]") {
    const gb::context& ctx = contexts()[1];
    const auto a = filled_matrix(3, 3);
    const auto u = filled_vector(3);
    for (const gb::method method : {gb::method::bitmap_tile, gb::method::merge}) {
        const descriptor d{.method = method};
        const char* const name = gb::to_string(method);
        check_refused<gb::unsupported>(u, {"mxv", name},
                                       [&](auto& w) { gb::mxv(ctx, w, gb::no_mask, op, S, a, u, d); });
        check_refused<gb::unsupported>(u, {"vxm", name},
                                       [&](auto& w) { gb::vxm(ctx, w, gb::no_mask, op, S, u, a, d); });
    }
    if (gb::cuda::engine::usable_devices() == 0) CHECK_THROWS_AS(gb::context::cuda(), gb::unsupported);
    else CHECK_THROWS_AS(gb::context::cuda({.device = 1000}), gb::invalid_value);
}

}  // namespace spec
