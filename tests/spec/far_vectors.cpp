// Products of a matrix and a vector with sides far beyond their entries.
#include "far.hpp"

namespace spec {

namespace {

struct far_vector_shape {
    const char* name;
    side output, inner;
    bool transpose;  ///< of A in A u; of A' in u A', which is the same product
};

std::vector<far_vector_shape> far_vector_shapes(random& r) {
    std::vector<far_vector_shape> out;
    out.push_back({"long inner side", near_side(6), far_side(r, longest_side, 30), false});
    out.push_back({"long output side", far_side(r, longest_side, 40), near_side(5), true});
    out.push_back({"inner side of 2^27", near_side(4), far_side(r, long_side, 9), false});
    out.push_back({"output side of 2^27", far_side(r, long_side, 70), near_side(8), true});
    return out;
}

/// w and the mask are near vectors in both forms, far ones lists: a place for each of 2^32 - 1 is what is to be avoided.
template <class TW, class TM, class TA, class TU, class S>
void check_far_vectors(const std::string& name, const S& semiring, bool from_left, bool is_dense) {
    random r(20261125);
    for (const far_vector_shape& shape : far_vector_shapes(r)) {
        const auto near_a = random_dense<TA>(r, shape.output.near(), shape.inner.near(), 0.4);
        const auto near_u = random_dense<TU>(r, 1, shape.inner.near(), 0.5);
        const auto near_w = random_dense<TW>(r, 1, shape.output.near(), 0.5);
        const auto near_mask = random_dense<TM>(r, 1, shape.output.near(), 0.5);
        const auto a = shape.transpose ? far_matrix<TA>(transposed(near_a), shape.inner, shape.output)
                                       : far_matrix<TA>(near_a, shape.output, shape.inner);
        const bool output_is_near = shape.output.size < long_side, inner_is_near = shape.inner.size < long_side;
        const auto u = in_form(far_vector<TU>(near_u, shape.inner), is_dense && inner_is_near);
        const auto w0 = in_form(far_vector<TW>(near_w, shape.output), is_dense && output_is_near);
        const auto mask = in_form(far_vector<TM>(near_mask, shape.output), is_dense && output_is_near);
        const side alone = near_side(1);
        const auto t =
            from_left
                ? mxm(far_semiring<S>{semiring, &alone, &shape.inner, &shape.output}, near_u, transposed(near_a))
                : transposed(mxm(far_semiring<S>{semiring, &shape.output, &shape.inner, &alone}, near_a, transposed(near_u)));
        for (const options& o : all_options()) {
            const auto admits = o.masked ? admitted(near_mask, o.by_value, o.complement) : filled(1, shape.output.near(), true);
            const auto want = o.accum == accumulation::none
                                  ? write_back(near_w, admits, gb::no_accum, t, o.replace)
                                  : write_back(near_w, admits, chosen_accumulator{o.accum}, t, o.replace);
            for (const gb::method method : vector_methods) {
                if (!is_tried_here()) continue;
                const gb::descriptor d{.transpose_a = !from_left && shape.transpose,
                                       .transpose_b = from_left && !shape.transpose,
                                       .replace = o.replace,
                                       .method = method};
                INFO(name << (from_left ? " vxm, " : " mxv, ") << shape.name << ": " << describe(o, d, alias::none, 0));
                gb::vector<TW> w = w0;
                with_little_memory([&](const gb::context& ctx) {
                    with_mask_and_accumulator(o, mask, [&](const auto& m, const auto& accum) {
                        if (from_left)
                            gb::vxm(ctx, w, m, accum, semiring, u, a, d);
                        else
                            gb::mxv(ctx, w, m, accum, semiring, a, u, d);
                    });
                });
                expect_none(far_difference(w, want, shape.output), [] { return std::string("w"); });

                if (!from_left) continue;
                gb::vector<TW> updated = w0, changed(shape.output.size);
                with_little_memory([&](const gb::context& ctx) {
                    with_mask_and_accumulator(o, mask, [&](const auto& m, const auto& accum) {
                        gb::vxm_update(ctx, updated, changed, m, accum, semiring, u, a, d);
                    });
                });
                expect_none(far_difference(updated, want, shape.output), [] { return std::string("updated w"); });
                dense<TW> changes{1, want.ncols};
                for (index j = 0; j < want.ncols; ++j) {
                    const auto& before = near_w.at(0, j);
                    if (want.at(0, j) && !(before && same(*before, *want.at(0, j)))) changes.at(0, j) = want.at(0, j);
                }
                expect_none(far_difference(changed, changes, shape.output), [] { return std::string("what changed"); });
            }
        }
    }
    SUCCEED();
}

template <class TW, class TM, class TA, class TU, class S>
void check_far_vector_products(const std::string& name, const S& semiring) {
    for (const bool from_left : {false, true})
        for (const bool is_dense : {false, true}) check_far_vectors<TW, TM, TA, TU>(name, semiring, from_left, is_dense);
}

}  // namespace

TEST_CASE("far sides: mxv, vxm and vxm_update", "[spec][far]") {
    using T = std::int64_t;
    check_far_vector_products<T, T, T, T>("plus_times<int64>", gb::plus_times<T>);
}

TEST_CASE("far sides: mxv, vxm and vxm_update tell a multiply the indices of the operands", "[spec][far]") {
    using T = std::int64_t;
    check_far_vector_products<T, void, void, void>("min_secondi<int64>", gb::min_secondi<T>);
    check_far_vector_products<T, T, void, void>("any_secondi<int64>", gb::any_secondi<T>);
    check_far_vector_products<T, T, void, void>("min_firsti<int64>", gb::min_firsti<T>);
}

TEST_CASE("far sides: a long dense vector meets a matrix with few entries", "[spec][far]") {
    if (left_out_on_cuda("a long dense vector", "a vector on a device is a list")) return;
    using T = std::int64_t;
    random r(7);
    const side output = near_side(5), inner = far_side(r, long_side, 8);
    const auto near_a = random_dense<T>(r, output.near(), inner.near(), 0.6);
    const auto a = far_matrix<T>(near_a, output, inner);
    const auto full = gb::vector<T>::full(inner.size, 3);
    const auto t = transposed(mxm(gb::plus_times<T>, near_a, filled<T>(inner.near(), 1, 3)));
    for (const gb::method method : vector_methods) {
        gb::vector<T> w(output.size);
        with_little_memory([&](const gb::context& ctx) { w = gb::mxv(ctx, gb::plus_times<T>, a, full, {.method = method}); });
        expect_none(far_difference(w, t, output), [&] { return gb::to_string(method); });
    }
}

/// Blanks of a long dense vector are filled, and its entries relaxed, by a matrix with few entries.
TEST_CASE("far sides: vxm_update of a long dense vector", "[spec][far]") {
    if (left_out_on_cuda("vxm_update of a long dense vector", "a vector on a device is a list")) return;
    using T = std::int64_t;
    random r(8);
    const side output = far_side(r, long_side, 12), inner = near_side(4);
    const auto near_a = random_dense<T>(r, inner.near(), output.near(), 0.6);
    const auto near_u = random_dense<T>(r, 1, inner.near(), 1.0);
    const auto a = far_matrix<T>(near_a, inner, output);
    const auto u = far_vector<T>(near_u, inner);
    const auto t = mxm(gb::min_plus<T>, near_u, near_a);
    gb::vector<T> w(output.size);
    w.make_dense();
    gb::vector<T> changed(output.size);
    with_little_memory([&](const gb::context& ctx) {
        gb::vxm_update(ctx, w, changed, !gb::structure(w), gb::no_accum, gb::min_plus<T>, u, a);
    });
    expect_none(far_difference(changed, t, output), [] { return std::string("blanks"); });
    CHECK(w.nvals() == changed.nvals());
}

}  // namespace spec
