#include <graphblas_gpu/host/product/product.hpp>

#include <algorithm>
#include <memory>
#include <vector>

#include <graphblas_gpu/base/trace.hpp>

namespace graphblas_gpu::host {

index largest_row(team& team, const row_offset* offsets, index nrows) {
    std::vector<row_offset> largest(static_cast<std::size_t>(team.size()), 0);
    for_ranges(team, nrows, nrows, [&](index first, index last, int member) {
        row_offset here = 0;
        for (index i = first; i < last; ++i) here = std::max(here, offsets[i + 1] - offsets[i]);
        row_offset& so_far = largest[static_cast<std::size_t>(member)];
        so_far = std::max(so_far, here);
    });
    return *std::max_element(largest.begin(), largest.end());
}

namespace {

/// The work before row i: the multiplications, or for method dot the entries that dot products read; under an admitting mask
/// also the entries of the mask.
struct work_before {
    const std::int64_t* products;
    const row_offset* mask;  ///< null without an admitting mask

    std::int64_t operator()(index i) const { return products[i] + (mask != nullptr ? mask[i] : 0); }
};
work_before work_of(const product_arrays& in, const product_passes& task) {
    if (!in.mask.admits_only()) return {task.multiplications->data(), nullptr};
    return {(task.how == method::dot ? task.dot_work : task.multiplications)->data(), in.mask.rows.offsets};
}

const row_method& functions_of(const product_loops& kernels, method how) {
#define GB_ROW_METHOD(name, header) \
    if (how == method::name) return *kernels.name;
#include <graphblas_gpu/host/product/row_methods.def>
    return *kernels.dense;
}

/// The workspaces of the members of a team. They last as long as the product, because beginning with one may take as long as a
/// piece of the work: a dense one is filled with neutral values.
class workspaces {
  public:
    workspaces(team& team, const row_loops& loops, const product_arrays& in, const product_loops& kernels, index capacity)
        : team_(team),
          loops_(loops),
          in_(in),
          kernels_(kernels),
          capacity_(capacity),
          of_members_(static_cast<std::size_t>(team.size())) {}

    workspace& workspace_of(int member) {
        auto& own = of_members_[static_cast<std::size_t>(member)];
        if (own == nullptr) own = loops_.make_workspace(in_, kernels_, team_.own_scratch(member), capacity_);
        return *own;
    }

  private:
    team& team_;
    const row_loops& loops_;
    const product_arrays& in_;
    const product_loops& kernels_;
    index capacity_;
    std::vector<std::unique_ptr<workspace>> of_members_;
};

/// Computes all rows in one pass. The largest possible size of row i is bound[i + 1] - bound[i].
formats::untyped_csr in_one_pass(team& team, const product_loops& kernels, const row_loops& loops, const product_arrays& in,
                                 std::span<const row_offset> bound, index capacity, const work_before& work) {
    const base::phase one_pass("rows in one pass");
    return written_rows(team, {in.a.nrows, in.b.ncols, kernels.value_bytes, bound}, work, [&](int member) -> row_writer {
        return [&, own = loops.make_workspace(in, kernels, team.own_scratch(member), capacity)](
                   index first, index last, column_index* columns, void* values, row_offset start, row_offset* offsets) {
            return loops.write(in, *own, first, last, columns, values, start, offsets);
        };
    });
}

/// The largest number of different columns that the products of a row have without an admitting mask.
index table_capacity(team& team, const mask_rows& mask, const row_offset* offsets, index nrows) {
    if (!mask.forbids()) return largest_row(team, offsets, nrows);
    index capacity = 0;
    for (index i = 0; i < nrows; ++i) capacity = std::max(capacity, offsets[i + 1] - offsets[i] + mask.rows.row_size(i));
    return capacity;
}

/// Computes the sizes of all rows by the symbolic phase, and then the rows.
formats::untyped_csr in_two_phases(team& team, const product_loops& kernels, const product_arrays& in,
                                   const product_passes& task) {
    formats::untyped_csr out;
    out.nrows = in.a.nrows;
    out.ncols = in.b.ncols;
    out.value_bytes = kernels.value_bytes;
    {
        const base::phase symbolic("symbolic phase");
        out.offsets = symbolic_sizes(team, in.a, *task.symbolic, in.mask, task.accumulator);
    }
    const base::phase numeric("numeric phase");
    const auto total = static_cast<std::size_t>(out.nvals());
    out.columns = buffer<column_index>(total);
    out.values = buffer<std::byte>(total * out.value_bytes);

    const index capacity = table_capacity(team, in.mask, out.offsets.data(), out.nrows);
    const row_loops& loops = functions_of(kernels, task.how).rows;
    workspaces own(team, loops, in, kernels, capacity);
    for_ranges_by_work(team, *task.multiplications, [&](index first, index last, int member) {
        const auto at = static_cast<std::size_t>(out.offsets[static_cast<std::size_t>(first)]);
        loops.write(in, own.workspace_of(member), first, last, out.columns.data() + at,
                    out.values.data() + at * out.value_bytes, 0, nullptr);
    });
    return out;
}

/// Forms each row in scratch and adds its entries to the sum: for a monoid other than the semiring's, and for semirings without
/// `fold`.
void fold_rows(team& team, const product_loops& kernels, const product_arrays& in, const product_passes& task,
               partial_sum& total) {
    const index nrows = in.a.nrows;
    const row_method& functions = functions_of(kernels, task.how);
    const row_loops& loops = in.mask.admits_only() ? functions.masked : functions.rows;
    index longest = 0, capacity = 0;
    if (in.mask.admits_only()) {
        longest = capacity = largest_row(team, in.mask.rows.offsets, nrows);
    } else {
        // A row has at most as many entries as multiplications, and at most as many as B has columns.
        longest = std::min(largest_row(team, task.multiplications->data(), nrows), in.b.ncols);
        capacity = longest + (in.mask.forbids() ? largest_row(team, in.mask.rows.offsets, nrows) : 0);
    }
    workspaces own(team, loops, in, kernels, capacity);
    const auto fold = [&](index first, index last, int member, partial_sum& sum) {
        scratch& memory = team.own_scratch(member);
        auto* const columns = memory.get<column_index>(scratch::raw::row_columns, static_cast<std::size_t>(longest));
        auto* const values =
            memory.get<std::byte>(scratch::raw::row_values, static_cast<std::size_t>(longest) * kernels.value_bytes);
        for (index i = first; i < last; ++i)
            sum.add(values, loops.write(in, own.workspace_of(member), i, i + 1, columns, values, 0, nullptr));
    };
    fold_chunks(team, nrows, work_of(in, task), fold, total);
}

}  // namespace

formats::untyped_csr product(team& team, const product_loops& kernels, const product_arrays& in, const product_passes& task) {
    if (in.mask.admits_only()) {
        const std::span<const row_offset> bound(in.mask.rows.offsets, static_cast<std::size_t>(in.a.nrows) + 1);
        return in_one_pass(team, kernels, functions_of(kernels, task.how).masked, in, bound,
                           largest_row(team, in.mask.rows.offsets, in.a.nrows), work_of(in, task));
    }
    if (task.bounds != nullptr) {
        return in_one_pass(team, kernels, functions_of(kernels, task.how).rows, in, *task.bounds, 0, work_of(in, task));
    }
    return in_two_phases(team, kernels, in, task);
}

void fold_product(team& team, const product_loops& kernels, const product_arrays& in, const product_passes& task,
                  bool own_monoid, partial_sum& total) {
    if (!own_monoid || kernels.fold == nullptr) return fold_rows(team, kernels, in, task, total);
    if (!in.mask.admits_only()) {
        const auto fold = [&](index first, index last, int member, partial_sum& sum) {
            kernels.fold(in, team.own_scratch(member), first, last, sum);
        };
        return fold_chunks(team, in.a.nrows, work_of(in, task), fold, total);
    }
    const row_loops& loops = functions_of(kernels, task.how).masked;
    if (loops.fold == nullptr) return fold_rows(team, kernels, in, task, total);
    const index capacity = largest_row(team, in.mask.rows.offsets, in.a.nrows);
    workspaces own(team, loops, in, kernels, capacity);
    const auto fold = [&](index first, index last, int member, partial_sum& sum) {
        loops.fold(in, own.workspace_of(member), first, last, sum);
    };
    fold_chunks(team, in.a.nrows, work_of(in, task), fold, total);
}

}  // namespace graphblas_gpu::host
