// mxm_update of bit_rows by a push or a pull on either engine, and matrices made of bit_rows.
#include <graphblas_gpu/base/blocks.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/bit_rows.hpp>
#include <graphblas_gpu/cuda/structure/bits.hpp>
#include <graphblas_gpu/host/bits/bit_rows_to_csr.hpp>
#include <graphblas_gpu/operations/bit_product.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/planner/choice.hpp>
#include <graphblas_gpu/shapes.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu {

namespace operations {
namespace {

void check_update(const bit_rows& w, const bit_rows& fresh, const bit_rows& u, const any_matrix& a, const descriptor& desc) {
    const shapes::shape shape = shapes::product("mxm_update", shapes::of(u), false, a.shape(), desc.transpose_b);
    shapes::check_same("mxm_update", "W", shapes::of(w), shape);
    shapes::check_same("mxm_update", "fresh", shapes::of(fresh), shape);
    if (&fresh == &w || &fresh == &u) throw invalid_value("mxm_update: `fresh` is W or U");
    if (desc.method == method::hash) throw unsupported("mxm_update: bit_rows have no method hash; they have dense and dot");
}

/// What the choice of a direction needs to know. push_work is an upper bound; it is counted if the rows to push along exist.
planner::vector_product_facts update_facts(const any_matrix& a, index outputs, bool stored_rows_push,
                                           bool transpose_is_cached) {
    const std::int64_t moves = a.nvals() + a.shape().ncols;
    planner::vector_product_facts facts;
    facts.size = outputs;
    facts.pull_work = moves;
    facts.pull_transpose = stored_rows_push && !transpose_is_cached ? moves : 0;
    facts.push_transpose = !stored_rows_push && !transpose_is_cached ? moves : 0;
    facts.push_work = a.nvals();
    return facts;
}

/// A word with a bit for each row.
base::word every_row(index nrows) { return nrows == bit_rows::max_rows ? ~base::word{0} : (base::word{1} << nrows) - 1; }

void file_update_report(const context& ctx, const planner::choice& choice, std::int64_t push_work) {
    ctx.set_report({.operation = "mxm_update", .method = choice.method, .reason = choice.reason, .flops = push_work});
}

/// The entries in the rows of `rows` whose column in u is not empty; the count ends when it is beyond `enough`.
std::int64_t bits_push_work(const structure_view& rows, const host::bit_columns& u, std::int64_t enough) {
    std::int64_t work = 0;
    for (index at = 0; at < base::words_for(u.size) && work <= enough; ++at) {
        base::for_each_bit(u.occupied[at], static_cast<column_index>(at), [&](column_index k) { work += rows.row_size(k); });
    }
    return work;
}

template <class Witness>
void update_on_host(const context& ctx, bit_rows& w, bit_rows& fresh, const bit_rows& u, const any_matrix& a,
                    const descriptor& desc, const Witness& witness) {
    // Pulling would read the entries that it has just added. A device copies words that are shared before it writes.
    if (&u == &w) return update_on_host(ctx, w, fresh, bit_rows(u), a, desc, witness);
    host::team& team = ctx.team();
    const host::bit_columns from = u.view();
    const bool stored_rows_push = !desc.transpose_b;
    const bool transpose_is_cached = a.has_cached_transpose();
    planner::vector_product_facts facts = update_facts(a, w.ncols(), stored_rows_push, transpose_is_cached);
    if (stored_rows_push || transpose_is_cached) {
        facts.push_work = bits_push_work(stored_rows_push ? a.rows() : a.transposed_rows(team), from, a.nvals());
    }
    const planner::choice choice = planner::choose_host_method("mxm_update", desc.method, facts);
    const bool pulls = choice.method == method::dot;
    const formats::untyped_rows rows = pulls == stored_rows_push ? a.transposed_rows(team) : a.rows();
    const auto make_step = [&](bit_rows& to, bit_rows& news) {
        if (pulls) return host::pull_bits(team, rows, from, every_row(u.nrows()), to.view(), news.view(), witness);
        news.clear();
        const index words = base::words_for(u.ncols());
        const host::bit_columns known = std::as_const(to).view();
        const host::writable_bit_columns found = news.view();
        const bool by_one_thread = team.size() == 1 || host::pieces_for(team, 4 * facts.push_work) == 1;
        if (host::is_witnessed<Witness> || by_one_thread) {
            base::in_blocks(index{0}, words, base::rows_between_looks, [&](index first, index last) {
                host::push_bits<false>(rows, from, first, last, known, found, witness);
            });
        } else if constexpr (!host::is_witnessed<Witness>) {
            host::for_ranges(team, words, 4 * facts.push_work, [&](index first, index last, int) {
                host::push_bits<true>(rows, from, first, last, known, found, witness);
            });
        }
        host::or_bits(team, to.view(), std::as_const(news).view());
    };
    // The step writes into its outputs. A short one runs to its end; one that takes long beside copies of them is made there,
    // so that it can be cancelled.
    constexpr std::int64_t ends_soon = std::int64_t{1} << 24;
    const std::int64_t work_of_thread = (pulls ? rows.nvals() : facts.push_work) / team.size();
    if (work_of_thread <= std::max(ends_soon, 4 * w.ncols())) {
        const auto to_the_end = team.uninterrupted();
        make_step(w, fresh);
    } else {
        bit_rows after = w, news(fresh.nrows(), fresh.ncols());
        make_step(after, news);
        w = std::move(after);
        fresh = std::move(news);
    }
    file_update_report(ctx, choice, facts.push_work);
}

void update_on_device(const context& ctx, bit_rows& w, bit_rows& fresh, const bit_rows& u, const any_matrix& a,
                      const descriptor& desc, bit_witnesses* witnesses) {
    const device::engine_in_use e(ctx.cuda_engine(), "mxm_update");
    const bool stored_rows_push = !desc.transpose_b;
    const bool transpose_is_cached = a.has_cached_device_transpose();
    const auto from = u.storage().device(e);
    planner::vector_product_facts facts = update_facts(a, w.ncols(), stored_rows_push, transpose_is_cached);
    const bool has_rows_to_push = stored_rows_push || transpose_is_cached;
    const auto pushed = has_rows_to_push ? a.device_rows(e, !stored_rows_push) : nullptr;
    const cuda::bits_frontier frontier =
        cuda::look_at_bits(e, has_rows_to_push ? pushed->view() : cuda::csr_ref{}, from->data(), u.ncols());
    if (has_rows_to_push) facts.push_work = frontier.push_work;
    const planner::choice choice = planner::choose_host_method("mxm_update", desc.method, facts);
    const bool pulls = choice.method == method::dot;
    const auto rows = a.device_rows(e, pulls == stored_rows_push);
    const cuda::csr_ref structure = rows->view().structure();
    const cuda::witness_table table = witnesses != nullptr ? witnesses->on(e) : cuda::witness_table{};
    base::word* const to = w.storage().device_changed(e);
    base::word* const news = fresh.storage().device_changed(e);
    if (pulls) cuda::pull_bits(e, structure, from->data(), frontier.rows, to, news, table);
    else
        cuda::push_bits(e, structure, from->data(), w.ncols(), to, news, table);
    file_update_report(ctx, choice, facts.push_work);
}

/// The entries of A with the values of make_values, which bit_rows_to_csr describes; they fit 32 bits. Values of 32 and of 64
/// bits are written in their type at once, because levels and parents have these types; all others are converted.
template <class MakeValues>
result_rows rows_with_values(const context& ctx, const bit_rows& a, type_code type, const MakeValues& make_values) {
    host::team& team = ctx.team();
    if (type == type_code::int64 || type == type_code::uint64) {
        return result_rows(host::bit_rows_to_csr<std::uint64_t>(team, a.nrows(), a.view(), make_values));
    }
    formats::untyped_csr made = formats::untyped(host::bit_rows_to_csr<std::uint32_t>(team, a.nrows(), a.view(), make_values));
    if (type != type_code::int32 && type != type_code::uint32) {
        made.values = host::converted(team, type_code::uint32, made.values.data(), made.nvals(), type);
        made.value_bytes = base::size_of(type);
    }
    return result_rows(std::move(made));
}

/// The same on a device. values(engine, rows) makes the values, which are 32-bit numbers.
template <class Values>
result_rows device_rows_with_values(const context& ctx, const bit_rows& a, type_code type, const Values& values) {
    const device::engine_in_use e(ctx.cuda_engine(), "to_matrix");
    cuda::csr made = cuda::rows_of_bits(e, a.storage().device(e)->data(), a.nrows(), a.ncols());
    made.values = values(e, made.view());
    made.type = type_code::uint32;
    return result_rows(cuda::recast(e, std::move(made), type));
}

}  // namespace

void update_bits(const context& ctx, bit_rows& w, bit_rows& fresh, const bit_rows& u, const any_matrix& a,
                 const descriptor& desc) {
    check_update(w, fresh, u, a, desc);
    on_engine(ctx, "mxm_update", sizes_of(a), [&](const context& call_ctx) {
        if (call_ctx.is_cuda()) return update_on_device(call_ctx, w, fresh, u, a, desc, nullptr);
        update_on_host(call_ctx, w, fresh, u, a, desc, host::no_witness{});
    });
}

void update_bits(const context& ctx, bit_rows& w, bit_rows& fresh, const bit_rows& u, const any_matrix& a,
                 const descriptor& desc, bit_witnesses& witnesses) {
    check_update(w, fresh, u, a, desc);
    shapes::check_same("mxm_update", "the object of witnesses", shapes::of(witnesses), shapes::of(w));
    on_engine(ctx, "mxm_update", sizes_of(a), [&](const context& call_ctx) {
        if (call_ctx.is_cuda()) return update_on_device(call_ctx, w, fresh, u, a, desc, &witnesses);
        const auto store = [table = witnesses.table(), nrows = witnesses.nrows()](column_index j, std::uint64_t rows,
                                                                                  column_index k) {
            column_index* const here = table + index{j} * nrows;
            for (; rows != 0; rows &= rows - 1) here[std::countr_zero(rows)] = k;
        };
        update_on_host(call_ctx, w, fresh, u, a, desc, store);
    });
}

void update_bits(const context& ctx, bit_rows& w, bit_rows& fresh, const bit_rows& u, const any_matrix& a,
                 const descriptor& desc, bit_witness_function witness) {
    check_update(w, fresh, u, a, desc);
    on_engine(ctx, "mxm_update", sizes_of(a), [&](const context& call_ctx) {
        if (call_ctx.is_cuda()) {
            throw unsupported(
                "mxm_update: the CUDA engine tells an object of bit_witnesses; a witness of your own runs on the "
                "host, with context::host()");
        }
        update_on_host(call_ctx, w, fresh, u, a, desc, witness);
    });
}

result_rows matrix_of_bits(const context& ctx, const bit_rows& a, bit_witnesses& witnesses, type_code type) {
    const running_call whole(ctx);
    return base::library_call("to_matrix", [&] {
        shapes::check_same("to_matrix", "the object of witnesses", shapes::of(witnesses), shapes::of(a));
        if (ctx.is_cuda()) {
            return device_rows_with_values(ctx, a, type, [&](const cuda::engine_ptr& e, const cuda::csr_ref& rows) {
                return cuda::values_of_witnesses(e, rows, witnesses.on(e));
            });
        }
        struct witnesses_of_block {
            const column_index* block;
            index nrows;
            const column_index* row = nullptr;
            void enter_row(std::size_t i) { row = block + i; }
            column_index at(column_index c) const { return row[index{c} * nrows]; }
        };
        return rows_with_values(ctx, a, type, [table = witnesses.table(), nrows = witnesses.nrows()](index block) {
            return witnesses_of_block{table + block * base::word_bits * nrows, nrows};
        });
    });
}

result_rows matrix_of_bits(const context& ctx, const bit_rows& a, std::span<const bit_rows> digits, type_code type) {
    const running_call whole(ctx);
    return base::library_call("to_matrix", [&] {
        if (digits.size() > 32) {
            throw invalid_value("to_matrix: " + std::to_string(digits.size()) + " binary digits; at most 32 are supported");
        }
        for (const bit_rows& digit : digits) shapes::check_same("to_matrix", "a digit", shapes::of(digit), shapes::of(a));
        if (ctx.is_cuda()) {
            return device_rows_with_values(ctx, a, type, [&](const cuda::engine_ptr& e, const cuda::csr_ref& rows) {
                std::vector<const base::word*> words;
                for (const bit_rows& digit : digits) words.push_back(digit.storage().device(e)->data());
                return cuda::values_of_digits(e, rows, words);
            });
        }
        std::vector<host::bit_columns> views;
        for (const bit_rows& digit : digits) views.push_back(digit.view());
        return rows_with_values(ctx, a, type, [&](index block) { return host::binary_values(views, block); });
    });
}

void refuse_own_values_on_device(const context& ctx) {
    if (!ctx.is_cuda()) return;
    throw unsupported(
        "to_matrix: the CUDA engine takes the values of witnesses or of binary digits; a function of your own "
        "runs on the host, with context::host()");
}

}  // namespace operations

matrix<void> to_matrix(const context& ctx, const bit_rows& a) {
    const running_call whole(ctx);
    return base::library_call("to_matrix", [&] {
        if (ctx.is_cuda()) {
            const device::engine_in_use e(ctx.cuda_engine(), "to_matrix");
            return matrix<void>::from_storage(cuda::rows_of_bits(e, a.storage().device(e)->data(), a.nrows(), a.ncols()));
        }
        struct no_values {
            void enter_row(std::size_t) const {}
        };
        return matrix<void>::from_storage(
            host::bit_rows_to_csr<void>(ctx.team(), a.nrows(), a.view(), [](index) { return no_values{}; }));
    });
}

}  // namespace graphblas_gpu
