// Every public operation on types that are known at run time, as a program writes it. See containers.cpp.
#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/io/any_matrix.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace gb = graphblas_gpu;
using gb::type_of;

namespace interface {

/// A type of which the program knows the size alone, with its operators.
const gb::type_descriptor pixel{.bytes = 3, .name = "pixel"};
void blended(void* z, const void* x, const void* y) {
    for (int n = 0; n < 3; ++n)
        static_cast<std::uint8_t*>(z)[n] =
            static_cast<std::uint8_t>((static_cast<const std::uint8_t*>(x)[n] + static_cast<const std::uint8_t*>(y)[n]) / 2);
}
void inverted(void* z, const void* x) {
    for (int n = 0; n < 3; ++n)
        static_cast<std::uint8_t*>(z)[n] = static_cast<std::uint8_t>(255 - static_cast<const std::uint8_t*>(x)[n]);
}
void is_brighter(void* z, const void* x, std::uint64_t, std::uint64_t, const void* y) {
    *static_cast<bool*>(z) = *static_cast<const std::uint8_t*>(x) > *static_cast<const std::uint8_t*>(y);
}

void values_of_any_type() {
    gb::any_scalar none, nothing(type_of<float>()), half(0.5), pi(type_of<float>(), half.cast_to(type_of<float>()).data());
    const bool has_value = half.is_present() && !nothing.is_present();
    const double x = half.as<double>();
    const gb::type_descriptor& type = half.present().type();
    const gb::any_operator no_operator, plus("plus", type_of<double>()), own(&blended, pixel),
        mixed(&blended, pixel, pixel, pixel), object = gb::any_operator::of<float, float>(gb::plus{});
    const gb::any_monoid sum("plus", type_of<double>()), product(gb::any_operator("times", type_of<float>()), 1.0f);
    const gb::any_function negated("ainv", type_of<float>()), lower("tril", -1), inverse(&inverted, pixel, pixel),
        bright(&is_brighter, pixel, type_of<bool>(), gb::any_scalar(pixel, "\1\1\1")),
        doubled = gb::any_function::bind_first(plus, 2.0),
        positive = gb::any_function::bind_second({"gt", type_of<float>()}, 0);
    (void)has_value, (void)x, (void)type, (void)none, (void)pi, (void)no_operator.is_present(), (void)own.is_on(pixel);
    (void)mixed.left_type(), (void)mixed.right_type(), (void)object.result_type();
    (void)sum.identity(), (void)sum.op(), (void)product.type(), (void)negated.argument_type(), (void)lower.result_type();
    (void)inverse, (void)bright, (void)doubled, (void)positive, (void)doubled.bound();
    const gb::function_source text{
        {"void twice(double* z, const double* x) { *z = 2 * *x; }"}, "double", "double", "double", "twice(&z, &x);"};
    const auto source = std::make_shared<const gb::function_source>(text);
    const gb::any_operator with_text(&blended, pixel, pixel, pixel, source), called("max", type_of<double>(), &blended);
    (void)with_text.source(), (void)with_text.without_source(), (void)called, (void)sum.is_ready_made();
    (void)gb::any_function(&inverted, pixel, pixel, source);
}

void operations_on_any_type(const gb::context& ctx, gb::any_matrix& c, gb::any_vector& w, const gb::any_matrix& a,
                            const gb::any_vector& u) {
    const gb::any_operator plus("plus", type_of<float>()), times("times", type_of<float>()), none;
    const gb::any_monoid sum("plus", type_of<float>());
    const gb::any_function negated("ainv", type_of<float>()), lower("tril", -1);
    const gb::any_semiring semiring("plus_times", type_of<float>()), made(sum, times);
    const gb::any_mask mask{.matrix = &a, .by_value = true, .complement = true}, mask_of_vector{.vector = &u};
    const std::vector<gb::index> list{0, 1};

    gb::mxm(ctx, c, mask, plus, semiring, a, a, {.transpose_b = true, .replace = true});
    c = gb::mxm(ctx, made, a, a);
    c = gb::mxm_structure(ctx, mask, a, a);
    (void)gb::mxm_nvals(ctx, mask, a, a, {.transpose_b = true});
    const gb::any_mxm_plan plan(ctx, mask, semiring, a, a, {.transpose_b = true}), unmasked(ctx, {}, made, a, a);
    c = plan.execute(a, a);
    (void)(plan.nvals() + plan.estimated_bytes());
    (void)(plan.method() == gb::method::hash && plan.reason().empty());
    gb::write_matrix_market(ctx, "a.mtx", a, {.symmetric = true});
    gb::write_edge_list(ctx, "a.tsv", a, {.one_based = true});
    gb::write_binary(ctx, "a.gbm", a);
    gb::mxv(ctx, w, mask_of_vector, none, semiring, a, u);
    gb::vxm(ctx, w, {}, plus, semiring, u, a);
    gb::any_vector changed(3, type_of<void>());
    gb::vxm_update(ctx, w, changed, mask_of_vector, plus, semiring, u, a, {.transpose_b = true});
    gb::ewise_add(ctx, c, mask, plus, times, a, a, {.transpose_a = true});
    gb::ewise_add(ctx, w, mask_of_vector, none, times, u, u);
    gb::ewise_mult(ctx, c, {}, {}, times, a, a);
    gb::ewise_mult(ctx, w, {}, {}, times, u, u);
    gb::apply(ctx, c, mask, plus, negated, a);
    gb::apply(ctx, w, {}, {}, gb::any_function("rowindex", 1), u);
    gb::select(ctx, c, mask, plus, lower, a);
    gb::select(ctx, w, {}, {}, gb::any_function::bind_second({"ne", type_of<float>()}, 0.f), u);
    gb::reduce(ctx, w, mask_of_vector, plus, sum, a, {.transpose_a = true});
    gb::any_scalar total = gb::reduce(ctx, sum, a);
    total = gb::reduce(ctx, sum, u);
    gb::reduce(ctx, total, plus, sum, a);
    gb::reduce(ctx, total, none, sum, u);
    gb::kronecker(ctx, c, {}, {}, times, a, a);

    gb::transpose(ctx, c, mask, plus, a);
    c = gb::transpose(ctx, a);
    gb::extract(ctx, c, {}, {}, a, list, gb::all);
    gb::extract(ctx, w, mask_of_vector, plus, u, list);
    c = gb::extract(ctx, a, list, list);
    w = gb::extract(ctx, u, list);
    gb::extract_row(ctx, w, {}, {}, a, 0, gb::all);
    gb::extract_column(ctx, w, {}, {}, a, gb::all, 1);
    gb::assign(ctx, c, mask, plus, a);
    gb::assign(ctx, w, {}, {}, u);
    gb::assign(ctx, c, {}, {}, a, list, gb::all);
    gb::assign(ctx, w, {}, {}, u, list);
    gb::assign(ctx, c, {}, {}, 2.5, list, gb::all);
    gb::assign(ctx, w, mask_of_vector, {}, total, gb::all);
    gb::assign_row(ctx, c, {}, {}, u, 0, gb::all);
    gb::assign_column(ctx, c, {}, {}, u, gb::all, 0);
    gb::subassign(ctx, c, {}, {}, a, list, list);
    gb::subassign(ctx, w, {}, {}, u, list);
    gb::subassign(ctx, c, {}, {}, 2, list, list);
    gb::subassign(ctx, w, {}, {}, 2, list);
    gb::subassign_row(ctx, c, {}, {}, u, 0, list);
    gb::subassign_column(ctx, c, {}, {}, u, list, 0);

    const gb::any_matrix* const tiles[] = {&a, &a};
    const gb::any_vector* const rows[] = {&u, &u};
    gb::concat(ctx, c, tiles, 1, 2);
    c = gb::concat(ctx, tiles, 2, 1);
    std::vector<gb::any_matrix> parts = gb::split(ctx, a, {1, 2}, {3});
    c = gb::stack_rows(ctx, 3, rows);
    c = gb::matrix_diag(ctx, u, 1);
    w = gb::vector_diag(ctx, a);
    c = gb::permute(ctx, a, list);
    c = gb::permute(ctx, a, list, list);
    w = gb::permute(ctx, u, list);
    auto [in_order, permutation] = gb::sort(ctx, gb::any_operator("lt", type_of<float>()), a);
    const gb::any_sorted<gb::any_vector> sorted = gb::sort(ctx, gb::any_operator("gt", type_of<float>()), u);
    c = std::move(in_order);
    w = sorted.values;
    c = gb::cast_values(ctx, a, type_of<double>());
    w = gb::cast_values(ctx, u, type_of<double>());

    const std::vector<float> values{1, 2};
    c = gb::from_edges(ctx, type_of<double>(), 3, 3, list, {1, 2}, {&type_of<float>(), values.data(), values.size()}, plus);
    w = gb::from_entries(ctx, type_of<double>(), 3, {0, 2}, {&type_of<float>(), values.data(), values.size()});
    const gb::any_entries entries = gb::to_edges(c), of_vector = gb::to_entries(w);
    total = gb::get_element(c, 0, 1);
    total = gb::get_element(w, 2);
    gb::set_element(c, 0, 1, 7);
    gb::set_element(w, 2, total);
    gb::remove_element(c, 0, 1);
    gb::remove_element(w, 2);
    const std::byte* const found = c.find(0, 1);
    (void)parts, (void)entries.rows, (void)entries.columns, (void)of_vector.values, (void)found;
}

}  // namespace interface
