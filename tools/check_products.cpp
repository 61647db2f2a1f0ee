// Needs: the public interface; product.hpp for the semirings of the catalogue.
// Idea: under the mask A a product has no more entries than A, so that every semiring can be checked on a graph of any size; a
// few products are checked without the mask.
#include "check_products.hpp"

#include "product.hpp"
#include "recast.hpp"
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

#include <fmt/format.h>

#include <string>

namespace grb {
namespace {

using methods_list = std::vector<gb::method>;

/// With more entries to read than this, method dot takes minutes.
constexpr double most_looks = 2e9;

methods_list without_dot(methods_list methods) {
    std::erase(methods, gb::method::dot);
    return methods;
}

// ---- products of matrices ----

template <class T>
class products {
  public:
    products(checklist& list, const gb::context& ctx, const gb::matrix<T>& a, const methods_list& methods)
        : list_(list), ctx_(ctx), methods_(methods), square_(a.nrows() == a.ncols()), mask_(recast<bool>(a)) {
        problem_.a = a.any();
        problem_.desc.transpose_b = !square_;
        type_ = gb::type_name<T>();
        flops_ = gb::mxm_flops(ctx, a, a, problem_.desc);
        // Without a mask, method dot reads each row once for every column of the result.
        const bool dot_takes_long = 2.0 * static_cast<double>(a.nrows()) * static_cast<double>(a.nvals()) > most_looks;
        unmasked_methods_ = dot_takes_long ? without_dot(methods) : methods;
    }

    std::int64_t flops() const { return flops_; }
    bool has_methods_without_mask() const { return !unmasked_methods_.empty(); }

    /// Checks C<A> = A*A under the structure of the mask.
    void under_mask(const std::string& semiring) {
        problem_.mask = mask_;
        problem_.structural = true;
        ask(fmt::format("C<A> = A*A, {} {}", semiring, type_), semiring, methods_);
    }

    void without_mask(const std::string& semiring) {
        problem_.mask.reset();
        ask(fmt::format("C = A*A{}, {} {}", square_ ? "" : "'", semiring, type_), semiring, unmasked_methods_);
    }

    /// Checks the remaining features of the statement in one product: value mask, complement, replace, accumulator, transpose.
    void accumulated(const std::string& semiring) {
        problem_.mask = mask_;
        problem_.structural = false;
        problem_.complement = true;
        problem_.desc.transpose_a = true;
        problem_.desc.replace = true;
        problem_.accum = gb::any_operator("plus", gb::type_of<T>());
        const gb::any_matrix into = problem_.a;
        ask(fmt::format("C<!A, replace> += A'*A, {} {}", semiring, type_), semiring, unmasked_methods_, "plus", &into);
        problem_.complement = problem_.desc.transpose_a = problem_.desc.replace = false;
        problem_.accum = {};
    }

  private:
    void ask(const std::string& question, const std::string& semiring, const methods_list& methods,
             const std::string& accum = "", const gb::any_matrix* into = nullptr) {
        const gb::any_matrix before =
            into != nullptr ? *into : gb::any_matrix(problem_.nrows(), problem_.ncols(), gb::type_of<T>());
        const auto answer_of = [&](gb::method m) {
            problem_.c = before;
            problem_.desc.method = m;
            compute(ctx_, gb::any_semiring(semiring, gb::type_of<T>()), problem_);
            return gb::matrix<T>(std::move(problem_.c));
        };
        list_.check(question, methods, answer_of, [&](const gb::matrix<T>& found) {
            return verify_product(semiring, accum, product_operands(problem_), gb::any_matrix(before),
                                  gb::any_matrix(found.any()));
        });
    }

    checklist& list_;
    const gb::context& ctx_;
    methods_list methods_;
    methods_list unmasked_methods_;
    bool square_;
    gb::matrix<bool> mask_;
    product_problem problem_;
    std::string type_;
    std::int64_t flops_ = 0;
};

/// Checks every semiring of the catalogue that is defined for type T. If `Other` is another type, semirings that are defined
/// for `Other` too are left out.
template <class T, class Other>
void check_catalogue(checklist& list, const gb::context& ctx, const gb::matrix<T>& a, const methods_list& methods) {
    products<T> all(list, ctx, a, methods);
    constexpr bool other = !std::is_same_v<T, Other>;
#define GB_SEMIRING(name, types)                                                                            \
    if constexpr (gb::in_domain<T, gb::domain::types> && !(other && gb::in_domain<Other, gb::domain::types>)) \
        all.under_mask(#name);
#include <semirings/catalogue.def>
}

/// Checks the forms of mxm that do not store the product, and the plan; all of them for C<A> = A*A.
template <class T>
void check_forms(checklist& list, const gb::context& ctx, const gb::matrix<T>& a, const methods_list& methods) {
    const gb::matrix<void> s = recast<void>(a);
    const gb::matrix<bool> ones = recast<bool>(s);
    const gb::matrix<bool> none(a.nrows(), a.ncols());
    const product_question<bool> structural{
        .semiring = "any_pair", .a = &ones, .b = &ones, .mask = &ones, .structural = true, .accum = {}, .c = &none};
    list.check(
        "structure of C<A> = A*A", methods,
        [&](gb::method m) { return gb::mxm_structure(ctx, gb::structure(s), s, s, {.method = m}); },
        [&](const gb::matrix<void>& found) { return verify_product(structural, recast<bool>(found)); });
    const gb::matrix<void> pattern = gb::mxm_structure(ctx, gb::structure(s), s, s);
    const auto of_known_number = [&](std::int64_t known) {
        return [&, known](std::int64_t found) {
            // The number is that of a product whose structure is verified here.
            verdict v = verify_product(structural, recast<bool>(pattern));
            if (v.equal() && found != known) v.difference = fmt::format("{} was found, {} is right", found, known);
            return v;
        };
    };
    list.check(
        "nvals of C<A> = A*A", methods,
        [&](gb::method m) { return std::int64_t{gb::mxm_nvals(ctx, gb::structure(s), s, s, {.method = m})}; },
        of_known_number(pattern.nvals()));

    const gb::matrix<std::int64_t> counted = recast<std::int64_t>(s);
    const gb::matrix<std::int64_t> empty(a.nrows(), a.ncols());
    const product_question<std::int64_t> counting{
        .semiring = "plus_pair", .a = &counted, .b = &counted, .mask = &ones, .structural = true, .accum = {}, .c = &empty};
    const auto verify_counts = [&](const gb::matrix<std::int64_t>& found) { return verify_product(counting, found); };
    const auto counts_by = [&](gb::method m) {
        return gb::plan_mxm(ctx, gb::structure(s), gb::plus_pair<std::int64_t>, s, s, {.method = m}).execute();
    };
    list.check("plan of C<A> = A*A, plus_pair int64", methods, counts_by, verify_counts);
    list.check(
        "sum of C<A> = A*A, plus_pair int64", methods,
        [&](gb::method m) {
            return gb::mxm_reduce(ctx, gb::plus{}, gb::structure(s), gb::plus_pair<std::int64_t>, s, s, {.method = m});
        },
        [&](std::int64_t found) {
            const gb::matrix<std::int64_t> counts = counts_by(gb::method::automatic);
            verdict v = verify_counts(counts);
            std::int64_t sum = 0;
            for (const std::int64_t x : counts.values()) sum += x;
            if (v.equal() && found != sum) v.difference = fmt::format("{} was found, {} is right", found, sum);
            return v;
        });
}

}  // namespace

template <class T>
void check_products(checklist& list, const gb::context& ctx, const gb::matrix<T>& a, const methods_list& methods,
                    std::int64_t most_multiplications) {
    const bool square = a.nrows() == a.ncols();
    products<T> own(list, ctx, a, methods);
    if (own.flops() > most_multiplications) {
        list.skip("C = A*A", fmt::format("it takes {} multiplications; --most-multiplications says how many are allowed",
                                         own.flops()));
    } else if (own.has_methods_without_mask()) {
        own.without_mask("plus_times");
        own.without_mask("min_plus");
        if (square) own.accumulated("plus_times");
    }
    if (square) {
        check_catalogue<T, T>(list, ctx, a, methods);
        check_catalogue<bool, T>(list, ctx, recast<bool>(a), methods);
        if constexpr (!std::is_same_v<T, std::int64_t>)
            check_catalogue<std::int64_t, T>(list, ctx, recast<std::int64_t>(a), methods);
        check_forms(list, ctx, a, methods);
    } else {
        list.skip("C<A> = A*A", fmt::format("A is {}x{}", a.nrows(), a.ncols()));
    }
    check_vector_products(list, ctx, a, methods);
}

template void check_products(checklist&, const gb::context&, const gb::matrix<std::int64_t>&, const methods_list&,
                             std::int64_t);
template void check_products(checklist&, const gb::context&, const gb::matrix<double>&, const methods_list&, std::int64_t);

}  // namespace grb
