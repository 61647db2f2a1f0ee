// Matrices in device memory: how they are made, copied and borrowed.
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>

#include <exception>
#include <utility>

namespace graphblas_gpu::cuda {

csr empty_csr(const engine_ptr& e, index nrows, index ncols, type_code type) {
    csr out;
    out.nrows = nrows;
    out.ncols = ncols;
    out.type = type;
    out.offsets = zeros<row_offset>(e, static_cast<std::size_t>(nrows) + 1);
    return out;
}

csr csr_with_room(const engine_ptr& e, index nrows, index ncols, row_offset nvals, type_code type) {
    csr out;
    out.nrows = nrows;
    out.ncols = ncols;
    out.nvals = nvals;
    out.type = type;
    out.offsets = array<row_offset>(e, static_cast<std::size_t>(nrows) + 1);
    out.columns = array<column_index>(e, static_cast<std::size_t>(nvals));
    out.values = memory(e, static_cast<std::size_t>(nvals) * base::size_of(type));
    return out;
}

csr structure_shared_with(const csr& a) {
    csr out;
    out.nrows = a.nrows;
    out.ncols = a.ncols;
    out.nvals = a.nvals;
    out.offsets = a.offsets.shared();
    out.columns = a.columns.shared();
    return out;
}

csr copy_of(const engine_ptr& e, const csr& original) {
    original.offsets.owner()->synchronise();
    const engine::current_device here(*e);
    csr out = csr_with_room(e, original.nrows, original.ncols, original.nvals, original.type);
    e->copy(out.offsets.data(), original.offsets.data(), out.offsets.size() * sizeof(row_offset));
    e->copy(out.columns.data(), original.columns.data(), out.columns.size() * sizeof(column_index));
    e->copy(out.values.data(), original.values.data(), out.values.bytes());
    e->synchronise();
    return out;
}

namespace {

/// Keeps arrays of somebody else until no kernel of an engine reads them any more.
class lender {
  public:
    lender(engine_ptr e, std::shared_ptr<const void> owner) : engine_(std::move(e)), owner_(std::move(owner)) {}
    lender(const lender&) = delete;
    lender& operator=(const lender&) = delete;
    ~lender() {
        try {
            engine_->synchronise();
        } catch (const std::exception&) {  // the next operation on the engine throws it
        }
    }

  private:
    const engine_ptr engine_;
    const std::shared_ptr<const void> owner_;
};

}  // namespace

csr borrowed(const engine_ptr& e, const csr_ref& rows, std::shared_ptr<const void> owner) {
    const auto entries = static_cast<std::size_t>(rows.nvals), ends = static_cast<std::size_t>(rows.nrows) + 1;
    const auto lent = std::make_shared<const lender>(e, std::move(owner));
    csr out;
    out.nrows = rows.nrows;
    out.ncols = rows.ncols;
    out.nvals = rows.nvals;
    out.type = rows.type;
    if (rows.offsets != nullptr) {
        out.offsets = {memory(e, rows.offsets, ends * sizeof(row_offset), lent), ends};
    } else {
        out.offsets = array<row_offset>(e, ends);
        row_offset* const offsets = out.offsets.data();
        const row_offset nvals = rows.nvals;
        for_each(
            e, 2, GB_DEVICE_LAMBDA(std::int64_t i) { offsets[i] = i * nvals; });
    }
    if (rows.columns != nullptr) {
        out.columns = {memory(e, rows.columns, entries * sizeof(column_index), lent), entries};
    } else {
        out.columns = array<column_index>(e, entries);
        column_index* const columns = out.columns.data();
        for_each(
            e, rows.nvals, GB_DEVICE_LAMBDA(std::int64_t p) { columns[p] = static_cast<column_index>(p); });
    }
    if (rows.type != type_code::none) out.values = memory(e, rows.values, entries * base::size_of(rows.type), lent);
    return out;
}

}  // namespace graphblas_gpu::cuda
