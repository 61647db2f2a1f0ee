// Compressed sparse rows on the device, of any value type.
//
// Idea: as formats/csr.hpp, but the value type is a run-time code, so that code that only reads the structure or moves values
// is compiled once.
#pragma once

#include <memory>

#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu::cuda {

/// A matrix in device memory, not owned. A vector is one row.
struct csr_ref {
    index nrows = 0;
    index ncols = 0;
    row_offset nvals = 0;
    const row_offset* offsets = nullptr;      ///< nrows + 1
    const column_index* columns = nullptr;    ///< nvals
    const void* values = nullptr;             ///< nvals values of `type`; null if they are not read
    type_code type = type_code::none;

    GB_HD csr_ref structure() const {
        csr_ref s = *this;
        s.values = nullptr;
        s.type = type_code::none;
        return s;
    }
    template <class T>
    GB_HD const T* values_as() const {
        return static_cast<const T*>(values);
    }
};

/// A matrix in device memory, owned. It is not changed once it is part of a container, so that containers can share it.
struct csr {
    index nrows = 0;
    index ncols = 0;
    row_offset nvals = 0;
    type_code type = type_code::none;
    array<row_offset> offsets;
    array<column_index> columns;
    memory values;
    /// What devices/peer_copies.hpp knows, without its types, because every user's source reads this header. `parts`: the rows
    /// of a distributed matrix (csr_parts), whose arrays are empty; only containers hold one, and gather it before anybody
    /// reads its arrays. `on_peers`: copies that other devices keep of the matrix or of some of its rows.
    /// @{
    std::shared_ptr<const void> parts;
    mutable std::shared_ptr<const void> on_peers;
    /// @}

    csr_ref view() const { return {nrows, ncols, nvals, offsets.data(), columns.data(), values.data(), type}; }
};

/// A mask, always structural.
struct mask_ref {
    bool present = false;
    bool complement = false;
    csr_ref rows;

    GB_HD bool admits_only() const { return present && !complement; }
    GB_HD bool forbids() const { return present && complement; }
};

using engine_ptr = std::shared_ptr<engine>;

/// A matrix of nrows x ncols without entries.
csr empty_csr(const engine_ptr& e, index nrows, index ncols, type_code type);

/// A matrix with room for `nvals` entries, whose arrays are not written yet.
csr csr_with_room(const engine_ptr& e, index nrows, index ncols, row_offset nvals, type_code type);

/// A matrix without values that shares the offsets and the columns of `a`, which must not be changed after this.
csr structure_shared_with(const csr& a);

/// A matrix over arrays of somebody else on the device of `e`, which `owner` keeps alive. They are only read, and kept until
/// what is queued on the engine has read them. A row may have no array of offsets, and with an entry at every column none of
/// columns: these are made.
csr borrowed(const engine_ptr& e, const csr_ref& rows, std::shared_ptr<const void> owner);

/// A copy on another device or for another stream. Waits for the stream of the original.
csr copy_of(const engine_ptr& e, const csr& original);

/// A distributed matrix as a whole on one device. Waits. Throws out_of_memory, and unsupported if it cannot read another one
/// directly.
csr gathered(const engine_ptr& e, const csr& distributed);
/// The arrays of a matrix, distributed or not, copied to host memory; `values` is null if it has none. Waits for its devices.
void download_rows(const csr& device, row_offset* offsets, column_index* columns, void* values);
/// The engine of the first part.
const engine_ptr& first_engine_of(const csr& distributed);

/// A host matrix on the device.
template <class T>
csr uploaded(const engine_ptr& e, const graphblas_gpu::csr<T>& host) {
    if (host.nvals() == 0) return empty_csr(e, host.nrows, host.ncols, base::code_of<T>());
    csr out;
    out.nrows = host.nrows;
    out.ncols = host.ncols;
    out.nvals = host.nvals();
    out.type = base::code_of<T>();
    out.offsets = uploaded<row_offset>(e, {host.structure().offsets, static_cast<std::size_t>(host.nrows) + 1});
    out.columns = uploaded<column_index>(e, host.columns);
    if constexpr (!std::is_void_v<T>) {
        out.values = memory(e, host.values.size() * sizeof(T));
        e->to_device(out.values.data(), host.values.data(), out.values.bytes());
    }
    return out;
}

/// A copy on the host of a matrix, distributed or not, with values of type T. Waits for its devices.
template <class T>
graphblas_gpu::csr<T> downloaded(const csr& device) {
    graphblas_gpu::csr<T> out;
    out.nrows = device.nrows;
    out.ncols = device.ncols;
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(device.nrows) + 1);
    out.columns = buffer<column_index>(static_cast<std::size_t>(device.nvals));
    void* values = nullptr;
    if constexpr (!std::is_void_v<T>) {
        out.values = buffer<T>(static_cast<std::size_t>(device.nvals));
        values = out.values.data();
    }
    download_rows(device, out.offsets.data(), out.columns.data(), values);
    return out;
}

}  // namespace graphblas_gpu::cuda
