// Compressed sparse rows on the device, of any value type.
//
// Idea: as formats/csr.hpp, but the value type is a run-time code, so that code that only reads the structure or moves values
// is compiled once.
#pragma once

#include <memory>
#include <vector>

#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/lazy.hpp>
#include <graphblas_gpu/formats/type_code.hpp>

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

struct csr_parts;
class communicator;
class peer_copies;

/// A matrix in device memory, owned. It is not changed once it is part of a container, so that containers can share it.
struct csr {
    index nrows = 0;
    index ncols = 0;
    row_offset nvals = 0;
    type_code type = type_code::none;
    array<row_offset> offsets;
    array<column_index> columns;
    memory values;
    /// The rows of a distributed matrix, which are on several devices; its arrays are empty. Only containers hold such a matrix, and
    /// they gather it before anybody reads its arrays. Null for all others.
    std::shared_ptr<const csr_parts> parts;
    /// Copies that other devices keep of the matrix or of some of its rows (device/peer_copies.hpp).
    formats::lazy<peer_copies> on_peers;

    csr_ref view() const { return {nrows, ncols, nvals, offsets.data(), columns.data(), values.data(), type}; }
};

/// Consecutive rows of a distributed matrix, on one device.
struct csr_part {
    index first_row = 0;
    csr rows;
};

/// The parts of a distributed matrix, in the order of their rows, and what copies between their devices.
struct csr_parts {
    std::vector<csr_part> list;
    std::shared_ptr<communicator> between;
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

/// A copy on another device or for another stream. Waits for the stream of the original.
csr copied(const engine_ptr& e, const csr& original);

/// A distributed matrix of at least one part. All work that makes the parts is done.
csr distributed(csr_parts&& parts);
/// A distributed matrix as a whole on one device, which has access to the others' memory. Waits for it. Throws out_of_memory.
csr gathered(const engine_ptr& e, const csr& distributed);

/// A host matrix on the device.
template <class T>
csr uploaded(const engine_ptr& e, const graphblas_gpu::csr<T>& host) {
    if (host.nvals() == 0) return empty_csr(e, host.nrows, host.ncols, formats::code_of<T>());
    csr out;
    out.nrows = host.nrows;
    out.ncols = host.ncols;
    out.nvals = host.nvals();
    out.type = formats::code_of<T>();
    out.offsets = uploaded<row_offset>(e, {host.structure().offsets, static_cast<std::size_t>(host.nrows) + 1});
    out.columns = uploaded<column_index>(e, host.columns);
    if constexpr (!std::is_void_v<T>) {
        out.values = memory(e, host.values.size() * sizeof(T));
        e->to_device(out.values.data(), host.values.data(), out.values.bytes());
    }
    return out;
}

/// A copy on the host of a device matrix with values of type T. Waits for the stream.
template <class T>
graphblas_gpu::csr<T> downloaded(engine& e, const csr_ref& device) {
    graphblas_gpu::csr<T> out;
    out.nrows = device.nrows;
    out.ncols = device.ncols;
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(device.nrows) + 1);
    out.columns = buffer<column_index>(static_cast<std::size_t>(device.nvals));
    download values{};
    if constexpr (!std::is_void_v<T>) {
        out.values = buffer<T>(static_cast<std::size_t>(device.nvals));
        values = {out.values.data(), device.values, out.values.size() * sizeof(T)};
    }
    e.to_host({{out.offsets.data(), device.offsets, out.offsets.size() * sizeof(row_offset)},
               {out.columns.data(), device.columns, out.columns.size() * sizeof(column_index)},
               values});
    return out;
}

/// The same for a distributed matrix. Waits for all its devices.
template <class T>
graphblas_gpu::csr<T> downloaded_parts(const csr& distributed) {
    graphblas_gpu::csr<T> out;
    out.nrows = distributed.nrows;
    out.ncols = distributed.ncols;
    out.offsets = buffer<row_offset>(static_cast<std::size_t>(distributed.nrows) + 1, row_offset{0});
    out.columns = buffer<column_index>(static_cast<std::size_t>(distributed.nvals));
    if constexpr (!std::is_void_v<T>) out.values = buffer<T>(static_cast<std::size_t>(distributed.nvals));
    std::size_t before = 0;
    for (const csr_part& part : distributed.parts->list) {
        const csr& rows = part.rows;
        row_offset* const offsets = out.offsets.data() + part.first_row;
        const auto nvals = static_cast<std::size_t>(rows.nvals);
        download values{};
        if constexpr (!std::is_void_v<T>) values = {out.values.data() + before, rows.values.data(), nvals * sizeof(T)};
        rows.offsets.owner()->to_host({{offsets, rows.offsets.data(), (static_cast<std::size_t>(rows.nrows) + 1) * sizeof(row_offset)},
                                       {out.columns.data() + before, rows.columns.data(), nvals * sizeof(column_index)},
                                       values});
        for (index i = 0; i <= rows.nrows; ++i) offsets[i] += static_cast<row_offset>(before);
        before += nvals;
    }
    return out;
}

}  // namespace graphblas_gpu::cuda
