// Products by rows beside cuSPARSE's: whole, planned, without values, under a mask.
#pragma once

#include "square.hpp"

#include <optional>

#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/plan.hpp>

namespace bench {

template <class T>
class product_rows {
  public:
    explicit product_rows(const square<T>& of) : s_(of) {}

    static std::vector<row<product_rows>> all() {
        using rows = product_rows;
        return {{"mxm", &rows::whole},
                {"mxm alone", &rows::alone},
                {"by hash", &rows::by_hash},
                {"in order", &rows::in_order},
                {"merge", &rows::merging},
                {"bhsparse", &rows::bhsparse},
                {"kkspgemm", &rows::kkspgemm},
                {"plan", &rows::planning},
                {"reuse", &rows::reuse},
                {"structure only", &rows::structure},
                {"nvals", &rows::nvals},
                {"vxm", &rows::pushed},
                {"mxv", &rows::pulled},
                {"C<A> plus_times", &rows::masked_sums},
                {"C<A> plus_pair", &rows::masked, true}};
    }

  private:
    cusparse_product<T>& theirs() {
        if (!theirs_) theirs_.emplace(s_.a.to_csr(), s_.a.to_csr());
        return *theirs_;
    }

    gb::matrix<T> product(const gb::descriptor& desc = {}) const {
        return gb::mxm(s_.ctx, gb::plus_times<T>, s_.a, s_.a, desc);
    }

    /// The line of a product with values.
    result product_line(std::string kernel) const {
        return s_.line(std::move(kernel), s_.operand_bytes(sizeof(T)) + s_.output_bytes(sizeof(T)));
    }

    result whole() {
        gb::matrix<T> c = product();
        result r = product_line("mxm");
        r.notes.push_back(fmt::format("{} products, {} entries; {}", s_.products, s_.nvals, s_.ctx.last_report().reason));
        contest task;
        task.sides.push_back(s_.one("ours", c, [this] { return product(); }));
        add_cusparse(task, r, theirs(), [&](cusparse_algorithm how) {
            if (how == cusparse_algorithm::alg3) r.their_temporary = theirs().temporary_bytes();
            if (s_.o.verify && r.verified == "-") r.verified = compare(c);
        });
        c = {};
        r.our_temporary = s_.temporary_of([this] { return product(); });
        r.sides = run(task, s_.o.how, false).sides;
        return r;
    }

    /// Without cuSPARSE's turns, after which the caches of host and device have lost what a small product needs.
    result alone() {
        result r = product_line("mxm alone");
        gb::matrix<T> c;
        contest task;
        task.sides.push_back(s_.one("ours", c, [this] { return product(); }));
        task.verify = [this, &c] { return s_.difference_of(c, product({.method = gb::method::merge})); };
        s_.measure(r, task);
        return r;
    }

    std::string compare(const gb::matrix<T>& c) {
        gb::csr<T> expected = theirs().result();
        sort_rows(expected);
        const std::string what = difference(c.to_csr(), expected, s_.a.to_csr());
        return what.empty() ? "equal" : "WRONG: " + what;
    }

    result compared(const char* kernel, const std::vector<way>& ways) const {
        result r = product_line(kernel);
        s_.template measure<gb::matrix<T>>(r, ways, [this](const gb::descriptor& how) { return product(how); });
        return r;
    }

    /// What the planner takes beside method hash, which has two phases even for a small product.
    result by_hash() {
        result r = compared("by hash", {{"automatic", {}}, {"hash", {.method = gb::method::hash}}});
        r.notes.push_back(fmt::format("{} products, {} entries", s_.products, s_.nvals));
        return r;
    }

    /// Deterministic sums, in ascending k, beside what the planner takes.
    result in_order() {
        result r = compared("in order", {{"deterministic", {.deterministic = true}}, {"automatic", {}}});
        r.our_temporary = s_.temporary_of([this] { return product({.deterministic = true}); });
        r.notes.push_back(s_.ctx.last_report().reason);
        return r;
    }

    /// Method merge, which adds in ascending k, beside what the planner takes.
    result merging() {
        result r = compared("merge", {{"merge", {.method = gb::method::merge}}, {"automatic", {}}});
        r.our_temporary = s_.temporary_of([this] { return product({.method = gb::method::merge}); });
        return r;
    }

    /// Method merge as its paper has it beside ours, hash and cuSPARSE, and the memory in which it computes rows beside upper
    /// bounds and exact sizes.
    result bhsparse() {
        result r = product_line("bhsparse");
        const auto by = [this](gb::merge_variant how) { return product({.method = gb::method::merge, .merge_variant = how}); };
        gb::matrix<T> published, merged, hashed;
        contest task;
        task.sides.push_back(s_.one("bhsparse", published, [&] { return by(gb::merge_variant::bhsparse); }));
        task.sides.push_back(s_.one("merge", merged, [&] { return by(gb::merge_variant::automatic); }));
        task.sides.push_back(s_.one("hash", hashed, [this] { return product({.method = gb::method::hash}); }));
        task.verify = [&] {
            return published == merged ? std::string() : "not the bits of merge; " + s_.difference_of(published, merged);
        };
        add_cusparse(task, r, theirs(), [](cusparse_algorithm) {});
        s_.measure(r, task);
        published = merged = hashed = {};
        r.our_temporary = s_.temporary_of([&] { return by(gb::merge_variant::bhsparse); });
        r.notes.push_back(s_.ctx.last_report().reason);
        return r;
    }

    /// Method hash, and the variants that its paper compares.
    result kkspgemm() {
        std::vector<way> ways;
        for (const auto how :
             {gb::hash_variant::automatic, gb::hash_variant::kkmem, gb::hash_variant::kklp, gb::hash_variant::kkspgemm})
            ways.push_back({gb::to_string(how), {.method = gb::method::hash, .variant = how}});
        result r = compared("kkspgemm", ways);
        r.notes.push_back(s_.ctx.last_report().reason);
        return r;
    }

    result planning() {
        result r = s_.line("plan", s_.operand_bytes(0) + s_.output_bytes(0));
        const auto plan = [this] {
            (void)gb::plan_mxm(s_.ctx, gb::plus_times<T>, s_.a, s_.a);
            s_.wait();
        };
        contest task;
        task.sides.push_back({"ours", {}, plan, {}});
        s_.measure(r, task);
        return r;
    }

    result reuse() {
        const auto plan = gb::plan_mxm(s_.ctx, gb::plus_times<T>, s_.a, s_.a);
        gb::matrix<T> c = plan.execute();
        result r = product_line("reuse");
        contest task;
        task.sides.push_back(s_.one("ours", c, [&plan] { return plan.execute(); }));
        try {
            theirs().prepare_reuse();
            theirs().run_reuse();
            if (s_.o.verify) r.verified = compare(c);
            task.sides.push_back({"cuSPARSE reuse", {}, [this] { theirs().run_reuse(); }, {}});
        } catch (const gb::error& e) {
            r.notes.push_back(fmt::format("cuSPARSE reuse fails: {}", e.what()));
        }
        c = {};
        r.sides = run(task, s_.o.how, false).sides;
        theirs().discard();
        return r;
    }

    result structure() {
        result r = s_.line("structure only", s_.operand_bytes(0) + s_.output_bytes(0));
        gb::matrix<void> c;
        contest task;
        task.sides.push_back(s_.one("ours", c, [this] { return gb::mxm_structure(s_.ctx, s_.a, s_.a); }));
        task.verify = [this, &c] { return difference_on(s_.ctx, c, product()); };
        s_.measure(r, task);
        return r;
    }

    result nvals() {
        result r = s_.line("nvals", s_.operand_bytes(0));
        gb::index count = 0;
        contest task;
        task.sides.push_back({"ours", {}, [this, &count] { count = gb::mxm_nvals(s_.ctx, s_.a, s_.a); }, {}});
        task.verify = [this, &count] {
            const gb::index full = product().nvals();
            return count == full ? std::string() : fmt::format("{}, not {}", count, full);
        };
        s_.measure(r, task);
        return r;
    }

    /// u' A for a vector with 20 entries, which is pushed, and A u for a full vector.
    /// @{
    result pushed() {
        gb::vector<T> u(s_.a.nrows());
        for (gb::index n = 0; n < 20; ++n) u.set_element(n * (s_.a.nrows() / 20), T{1});
        return vector_line("vxm", [u, this](const gb::context& ctx) { return gb::vxm(ctx, gb::plus_times<T>, u, s_.a); });
    }
    result pulled() {
        const auto u = gb::vector<T>::full(s_.a.ncols(), T{1});
        return vector_line("mxv", [u, this](const gb::context& ctx) { return gb::mxv(ctx, gb::plus_times<T>, s_.a, u); });
    }
    template <class Call>
    result vector_line(std::string name, const Call& product) {
        result r = s_.line(std::move(name), s_.operand_bytes(sizeof(T)));
        r.floor = s_.operand_bytes(sizeof(T)) / copy_bytes_per_ms;
        gb::vector<T> w;
        contest task;
        task.sides.push_back(s_.one("ours", w, [&] { return product(s_.ctx); }));
        task.verify = [&] { return w == product(gb::context::host()) ? "" : "not what the host engine gives"; };
        s_.measure(r, task);
        r.notes.push_back(s_.ctx.last_report().reason);
        return r;
    }
    /// @}

    /// C<A> = A*A with values, structural mask; checked against our host engine, which adds in ascending k.
    result masked_sums() {
        result r = s_.line("C<A> plus_times", 0);
        r.floor = 2 * s_.operand_bytes(sizeof(T)) / copy_bytes_per_ms;
        const auto product = [this](const gb::context& ctx) {
            gb::matrix<T> c(s_.a.nrows(), s_.a.ncols());
            gb::mxm(ctx, c, gb::structure(s_.a), gb::no_accum, gb::plus_times<T>, s_.a, s_.a);
            return c;
        };
        gb::matrix<T> c;
        contest task;
        task.sides.push_back(s_.one("ours", c, [this, product] { return product(s_.ctx); }));
        task.verify = [this, &c, product] { return s_.difference_of(c, product(gb::context::host())); };
        s_.measure(r, task);
        r.notes.push_back(s_.ctx.last_report().reason);
        return r;
    }

    /// C<A> = A*A over plus_pair, int64, structural mask; checked against our host engine.
    result masked() {
        result r = s_.line("C<A> plus_pair", 0);
        r.type = "int64";
        r.floor = (s_.operand_bytes(0) + s_.operand_bytes(8)) / copy_bytes_per_ms;
        const auto product = [this](const gb::context& ctx) {
            gb::matrix<std::int64_t> c(s_.a.nrows(), s_.a.ncols());
            gb::mxm(ctx, c, gb::structure(s_.a), gb::no_accum, gb::plus_pair<std::int64_t>, s_.a, s_.a);
            return c;
        };
        gb::matrix<std::int64_t> c;
        contest task;
        task.sides.push_back(s_.one("ours", c, [this, product] { return product(s_.ctx); }));
        task.verify = [&c, product] { return c == product(gb::context::host()) ? "" : "not what the host engine gives"; };
        s_.measure(r, task);
        return r;
    }

    const square<T>& s_;
    std::optional<cusparse_product<T>> theirs_;
};

}  // namespace bench
