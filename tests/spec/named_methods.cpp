// Every method and every published variant by name, in every form of a product: what is named runs and is what the report says,
// or the call is refused. The answers are the specification's.
//
// Idea: a name in the report proves little, because it may be copied from the call. So traces are looked for that only one
// method leaves: on a device tiles and the transpose of B are cached with B by the methods that use them; on the host
// compressed rows belong to the symbolic phase, which method merge does not have.
#include "mxm_trial.hpp"
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/plan.hpp>

#include <string>

namespace spec {
namespace {

using T = std::int64_t;
using gb::method;

struct named_method {
    gb::descriptor desc;
    enum method method;
    bool is_variant = false;
};
const std::vector<named_method>& named_methods() {
    static const std::vector<named_method> all{{{}, method::automatic},
                                               {{.method = method::hash}, method::hash},
                                               {{.method = method::dense}, method::dense},
                                               {{.method = method::dot}, method::dot},
                                               {{.method = method::bitmap_tile}, method::bitmap_tile},
                                               {{.method = method::merge}, method::merge},
                                               {{.variant = gb::hash_variant::kkmem}, method::hash, true},
                                               {{.variant = gb::hash_variant::kklp}, method::hash, true},
                                               {{.variant = gb::hash_variant::kkspgemm}, method::hash, true},
                                               {{.tile_variant = gb::tile_variant::bmsparse}, method::bitmap_tile, true},
                                               {{.tile_variant = gb::tile_variant::tsparse}, method::bitmap_tile, true},
                                               {{.merge_variant = gb::merge_variant::bhsparse}, method::merge, true}};
    return all;
}

/// Without a mask, and under each kind of mask.
std::vector<options> masks() {
    std::vector<options> out;
    for (const options& o : all_options())
        if (!o.replace && o.accum == accumulation::none) out.push_back(o);
    return out;
}
bool admits_only(const options& o) { return o.masked && !o.complement; }

std::string words_of(const named_method& how, const options& o, const gb::descriptor& desc) {
    return describe(o, desc, alias::none, 0) + ", " + gb::to_string(how.desc.variant) + ", " +
           gb::to_string(how.desc.tile_variant) + ", " + gb::to_string(how.desc.merge_variant);
}

/// Whole rows are computed by these on a device, and the entries of an admitting mask kept.
bool computes_whole_rows(const named_method& how) {
    return how.method == method::dense || how.desc.variant != gb::hash_variant::automatic;
}

/// Calls call(), which is refused as unsupported, or is reported as the method that is named.
template <class Call>
void check_named(const gb::context& ctx, const char* form, const named_method& how, bool is_refused, const Call& call) {
    INFO(form);
    bool refused = false;
    try {
        call();
    } catch (const gb::unsupported&) {
        refused = true;
    }
    CHECK(refused == is_refused);
    if (refused) return;
    const gb::report said = ctx.last_report();
    INFO(said.reason);
    CHECK(said.operation == std::string(form).substr(0, said.operation.size()));
    if (how.method == method::automatic) {
        CHECK(said.method != method::automatic);
        return;
    }
    CHECK(said.method == how.method);
    CHECK(said.reason.find("asked for") != std::string::npos);
    CHECK(said.reason.find("have in common") == std::string::npos);
}

struct operands {
    dense<T> a, b, c;
    dense<std::int8_t> mask;
    bool transpose_a = false, transpose_b = false;
};

/// All forms of the product by one method under one mask.
class product_trial {
  public:
    product_trial(const gb::context& ctx, const operands& x, const named_method& how, const options& o)
        : ctx_(ctx), x_(x), how_(how), options_(o), desc_(how.desc) {
        desc_.transpose_a = x.transpose_a;
        desc_.transpose_b = x.transpose_b;
        admits_ = o.masked ? admitted(x.mask, o.by_value, o.complement) : filled(x.c.nrows, x.c.ncols, true);
    }

    void check_all() const {
        INFO(words_of(how_, options_, desc_));
        const auto t = mxm(gb::plus_times<T>, x_.a, x_.b);
        const auto structural = mxm(gb::any_pair<bool>, x_.a, x_.b);
        const auto admitted_t = under_mask(t);
        const auto admitted_structure = under_mask(structural);
        const bool needs_list = how_.method == method::dot && !admits_only(options_);
        check("mxm", false, [&](const auto& a, const auto& b, const auto& mask) {
            auto c = write<gb::matrix<T>>(x_.c);
            gb::mxm(ctx_, c, mask, gb::plus{}, gb::plus_times<T>, a, b, desc_);
            CHECK(difference(c, write_back(x_.c, admits_, gb::plus{}, t, false)).empty());
            note_whole_rows();
        });
        check("mxm, replaced", false, [&](const auto& a, const auto& b, const auto& mask) {
            auto c = write<gb::matrix<T>>(x_.c);
            auto desc = desc_;
            desc.replace = true;
            gb::mxm(ctx_, c, mask, gb::no_accum, gb::plus_times<T>, a, b, desc);
            CHECK(difference(c, admitted_t).empty());
        });
        check("mxm of structure", false, [&](const auto& a, const auto& b, const auto& mask) {
            gb::matrix<bool> c(x_.c.nrows, x_.c.ncols);
            gb::mxm(ctx_, c, mask, gb::no_accum, gb::any_pair<bool>, a, b, desc_);
            CHECK(difference(c, admitted_structure).empty());
        });
        check("mxm of the first k", false, [&](const auto& a, const auto& b, const auto& mask) {
            gb::matrix<T> c(x_.c.nrows, x_.c.ncols);
            gb::mxm(ctx_, c, mask, gb::no_accum, gb::any_secondi<T>, a, b, desc_);
            CHECK(difference(c, under_mask(mxm(gb::any_secondi<T>, x_.a, x_.b))).empty());
        });
        check("mxm_structure", needs_list, [&](const auto& a, const auto& b, const auto& mask) {
            const auto c = gb::mxm_structure(ctx_, mask, a, b, desc_);
            CHECK(difference(c, admitted_structure).empty());
            note_whole_rows();
        });
        check("mxm_nvals", needs_list, [&](const auto& a, const auto& b, const auto& mask) {
            const index nvals = gb::mxm_nvals(ctx_, mask, a, b, desc_);
            CHECK(nvals == count(admitted_structure));
        });
        check("mxm_reduce", false, [&](const auto& a, const auto& b, const auto& mask) {
            const T sum = gb::mxm_reduce(ctx_, gb::plus{}, mask, gb::plus_times<T>, a, b, desc_);
            CHECK(sum == reduce(gb::as_monoid<T>(gb::plus{}), admitted_t));
        });
        check("mxm_reduce by max", false, [&](const auto& a, const auto& b, const auto& mask) {
            const T sum = gb::mxm_reduce(ctx_, gb::max{}, mask, gb::plus_times<T>, a, b, desc_);
            CHECK(sum == reduce(gb::as_monoid<T>(gb::max{}), admitted_t));
        });
        check("mxm_reduce of pairs", false, [&](const auto& a, const auto& b, const auto& mask) {
            const T sum = gb::mxm_reduce(ctx_, gb::plus{}, mask, gb::plus_pair<T>, a, b, desc_);
            CHECK(sum == reduce(gb::as_monoid<T>(gb::plus{}), under_mask(mxm(gb::plus_pair<T>, x_.a, x_.b))));
        });
        const bool plans = how_.desc.tile_variant == gb::tile_variant::automatic;
        check("plan_mxm", !plans, [&](const auto& a, const auto& b, const auto& mask) {
            const auto plan = gb::plan_mxm(ctx_, mask, gb::plus_times<T>, a, b, desc_);
            if (how_.method != method::automatic) CHECK(plan.method() == how_.method);
            CHECK(plan.nvals() == count(admitted_t));
            const auto c = plan.execute();
            CHECK(difference(c, admitted_t).empty());
        });
        if (!x_.transpose_a && how_.method != method::automatic) check_pairs_under_a();
    }

  private:
    template <class V>
    dense<V> under_mask(const dense<V>& t) const {
        return masked(t, admits_);
    }
    template <class F>
    void check(const char* form, bool is_refused, const F& f) const {
        // The operands are new, so that nothing is cached with them.
        const auto a = write<gb::matrix<T>>(x_.transpose_a ? transposed(x_.a) : x_.a);
        const auto b = write<gb::matrix<T>>(x_.transpose_b ? transposed(x_.b) : x_.b);
        const auto m = write<gb::matrix<std::int8_t>>(x_.mask);
        const bool refused = is_refused || (how_.is_variant && !on_cuda());
        check_named(ctx_, form, how_, refused,
                    [&] { with_mask_and_accumulator(options_, m, [&](const auto& view, const auto&) { f(a, b, view); }); });
        if (!refused) check_traces(form, b);
    }
    void check_traces(const char* form, const gb::matrix<T>& b) const {
        if (!on_cuda() || devices() > 1 || how_.method == method::automatic || x_.transpose_b) return;
        INFO(form << ": what is cached with B");
        CHECK(b.any().has_cached_device_transpose() == (how_.method == method::dot));
        CHECK((b.any().cached_device_tiles(ctx_.cuda_engine(), false) != nullptr) == (how_.method == method::bitmap_tile));
    }
    void note_whole_rows() const {
        if (!on_cuda() || how_.method == method::automatic) return;
        const bool says_so = ctx_.last_report().reason.find("whole rows, of which") != std::string::npos;
        CHECK(says_so == (admits_only(options_) && computes_whole_rows(how_)));
    }
    /// A device counts common entries without a product if the mask is A and no method is named.
    void check_pairs_under_a() const {
        const auto a = write<gb::matrix<T>>(x_.a);
        const auto b = write<gb::matrix<T>>(x_.transpose_b ? transposed(x_.b) : x_.b);
        const auto want =
            reduce(gb::as_monoid<T>(gb::plus{}), masked(mxm(gb::plus_pair<T>, x_.a, x_.b), admitted(x_.a, false, false)));
        check_named(ctx_, "mxm_reduce of pairs under A", how_, how_.is_variant && !on_cuda(), [&] {
            const T sum = gb::mxm_reduce(ctx_, gb::plus{}, gb::structure(a), gb::plus_pair<T>, a, b, desc_);
            CHECK(sum == want);
        });
    }

    const gb::context& ctx_;
    const operands& x_;
    const named_method& how_;
    const options& options_;
    gb::descriptor desc_;
    dense<bool> admits_;
};

}  // namespace

TEST_CASE("a method that is named runs in every form of a product, or is refused", "[spec][named]") {
    random r(20261129);
    constexpr index n = 24;
    operands x{random_dense<T>(r, n, n, 0.2), random_dense<T>(r, n, n, 0.2), random_dense<T>(r, n, n, 0.3),
               random_dense<std::int8_t>(r, n, n, 0.4)};
    for (const bool ta : {false, true}) {
        for (const bool tb : {false, true}) {
            x.transpose_a = ta;
            x.transpose_b = tb;
            for (const named_method& how : named_methods()) {
                for (const options& o : masks()) {
                    if ((ta || tb) && !is_tried_where_slow()) continue;
                    product_trial(contexts()[1], x, how, o).check_all();
                }
            }
        }
    }
    SECTION("under a mask without entries") {
        x.transpose_a = x.transpose_b = false;
        x.mask = dense<std::int8_t>{n, n};
        for (const named_method& how : named_methods()) product_trial(contexts()[1], x, how, {.masked = true}).check_all();
    }
}

TEST_CASE("a method that is named runs in products with a vector, or is refused", "[spec][named]") {
    random r(20261130);
    constexpr index n = 40;
    const auto a = random_dense<T>(r, n, n, 0.2), u = random_dense<T>(r, 1, n, 0.4), w = random_dense<T>(r, 1, n, 0.5);
    const auto m = random_dense<std::int8_t>(r, 1, n, 0.4);
    const auto from_left = mxm(gb::plus_times<T>, u, a), from_right = mxm(gb::plus_times<T>, u, transposed(a));
    const gb::context& ctx = contexts()[1];
    const auto matrix = write<gb::matrix<T>>(a), turned = write<gb::matrix<T>>(transposed(a));
    const auto vector = write<gb::vector<T>>(u);
    const auto stored_m = write<gb::vector<std::int8_t>>(m);
    for (const named_method& how : named_methods()) {
        const bool is_refused = how.is_variant || how.method == method::bitmap_tile || how.method == method::merge;
        for (const options& o : masks()) {
            const auto admits = o.masked ? admitted(m, o.by_value, o.complement) : filled(1, n, true);
            for (const bool transposes : {false, true}) {
                gb::descriptor desc = how.desc;
                desc.transpose_a = desc.transpose_b = transposes;
                INFO(words_of(how, o, desc));
                const auto& stored = transposes ? turned : matrix;
                check_named(ctx, "vxm", how, is_refused, [&] {
                    auto out = write<gb::vector<T>>(w);
                    with_mask_and_accumulator(o, stored_m, [&](const auto& view, const auto&) {
                        gb::vxm(ctx, out, view, gb::plus{}, gb::plus_times<T>, vector, stored, desc);
                    });
                    CHECK(difference(out, write_back(w, admits, gb::plus{}, from_left, false)).empty());
                });
                check_named(ctx, "mxv", how, is_refused, [&] {
                    auto out = write<gb::vector<T>>(w);
                    with_mask_and_accumulator(o, stored_m, [&](const auto& view, const auto&) {
                        gb::mxv(ctx, out, view, gb::no_accum, gb::plus_times<T>, stored, vector, desc);
                    });
                    CHECK(difference(out, write_back(w, admits, gb::no_accum, from_right, false)).empty());
                });
            }
        }
    }
}

TEST_CASE("method merge merges where only structure is wanted", "[spec][named]") {
    if (left_out_on_cuda("method merge merges where only structure is wanted", "a device compresses nothing")) return;
    // Rows of 64 neighbours are compressed to a word or two by the symbolic phase, which the other methods have.
    const auto a = write<gb::matrix<bool>>(filled(64, 64, true));
    const gb::context& ctx = contexts()[0];
    for (const method which : {method::hash, method::dense, method::merge}) {
        const auto check = [&] {
            CHECK(ctx.last_report().method == which);
            CHECK(ctx.last_report().compressed == (which != method::merge));
        };
        INFO(gb::to_string(which));
        CHECK(gb::mxm_structure(ctx, a, a, {.method = which}).nvals() == 64 * 64);
        check();
        CHECK(gb::mxm_nvals(ctx, a, a, {.method = which}) == 64 * 64);
        check();
        CHECK(gb::mxm(ctx, gb::any_pair<bool>, a, a, {.method = which}).nvals() == 64 * 64);
        check();
    }
}

TEST_CASE("pairs are counted without rows only if no method is named", "[spec][named]") {
    if (left_out_on_cuda("pairs are counted without rows", "a device makes rows")) return;
    random r(20261131);
    const auto a = random_dense<bool>(r, 30, 30, 0.2);
    const auto stored = write<gb::matrix<bool>>(a);
    const gb::context& ctx = contexts()[1];
    for (const method which : all_methods) {
        INFO(gb::to_string(which));
        const T sum = gb::mxm_reduce(ctx, gb::plus{}, gb::no_mask, gb::plus_pair<T>, stored, stored, {.method = which});
        CHECK(sum == static_cast<T>(multiplications(a, a)));
        const bool made_no_rows = ctx.last_report().reason.find("without rows") != std::string::npos;
        CHECK(made_no_rows == (which == method::automatic));
    }
}

}  // namespace spec
