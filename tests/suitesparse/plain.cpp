// Every semiring of the catalogue, in all its types, against SuiteSparse:GraphBLAS.
//
// Idea: both libraries multiply the same two skewed matrices. The test walks the catalogue itself, so that a new line there is
// tested without a change here, and calls each semiring by its name, so that products are compiled once for each type.
#include "peer.hpp"
#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <semirings/catalogue.hpp>

namespace peer {

namespace {

/// The operands of all semirings over T, and how many terms each entry of their product sums.
template <class T>
struct product_operands {
    static constexpr index n = 300;
    gb::matrix<T> a = spec::skewed<T>(61, n, n, 60, 20);
    gb::matrix<T> b = spec::skewed<T>(62, n, n + 13, 60, 20);
    ss::matrix_handle a_there = ss::to_suitesparse(a), b_there = ss::to_suitesparse(b);
    gb::matrix<std::int64_t> terms = gb::mxm(spec::contexts()[1], gb::catalogued<std::int64_t>("plus_pair"), a, b);
};

template <class T>
void check_plain(std::string_view name, std::string_view add, std::string_view multiply) {
    start();
    static const product_operands<T> x;
    auto there = ss::new_matrix<T>(x.n, x.n + 13);
    const auto their_semiring = ss::make_semiring<T>(add, multiply);
    ss::check(GrB_mxm(there, nullptr, nullptr, their_semiring, x.a_there, x.b_there, nullptr), "GrB_mxm",
              static_cast<GrB_Matrix>(there));
    const auto theirs = ss::matrix_from<T>(std::move(there));
    for (const gb::method method : spec::all_methods) {
        const auto words = [&] { return std::string(name) + "<" + gb::type_name<T>() + "> by " + gb::to_string(method); };
        const auto ours = gb::mxm(spec::contexts()[1], gb::catalogued<T>(name), x.a, x.b, {.method = method});
        REQUIRE(ours.nvals() > x.n);
        const auto tolerance = [&](std::size_t p) {
            // Which term `any` keeps is SuiteSparse's own choice where the terms differ.
            if (add == gb::any::name && x.terms.values()[p] > 1) return std::numeric_limits<double>::infinity();
            return add == gb::plus::name ? rounding<T>(x.terms.values()[p], largest_product) : 0.0;
        };
        spec::expect_none(spec::difference(ours.to_csr(), theirs.to_csr(), tolerance), words);
    }
}

}  // namespace

TEST_CASE("SuiteSparse: mxm with every semiring of the catalogue", "[suitesparse]") {
    // tests/semirings/by_name.cpp compares what a name stands for with what a call with the type runs.
    struct question {
        std::string_view name, add, multiply;
        void (*check)(std::string_view, std::string_view, std::string_view);
    };
    std::vector<question> all;
    gb::for_each_semiring([&]<class S>(S) {
        all.push_back(
            {gb::semiring_name<S>(), S::add_operator::name, S::multiply_operator::name, &check_plain<gb::semiring_value_t<S>>});
    });
    REQUIRE(all.size() > 100);
    for (const question& q : all) q.check(q.name, q.add, q.multiply);
}

}  // namespace peer
