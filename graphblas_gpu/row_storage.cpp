// Copies of rows between host memory and devices, compiled once for all types of values.
#include <graphblas_gpu/row_storage.hpp>

#include <graphblas_gpu/formats/within_memory.hpp>

namespace graphblas_gpu {

std::shared_ptr<const cuda::csr> shared_rows(cuda::csr&& made) {
    return formats::library_call("rows on a device", [&] { return std::make_shared<const cuda::csr>(std::move(made)); });
}

namespace {

std::shared_ptr<const cuda::csr> uploaded_rows(const cuda::engine_ptr& e, const std::shared_ptr<const cuda::csr>& known,
                                               const formats::untyped_view& host, type_code type) {
    if (known != nullptr && known->parts != nullptr) return shared_rows(cuda::gathered(e, *known));
    if (known != nullptr) return known->offsets.owner() == e ? known : shared_rows(cuda::copied(e, *known));
    if (host.nvals() == 0) return shared_rows(cuda::empty_csr(e, host.nrows, host.ncols, type));
    const auto entries = static_cast<std::size_t>(host.nvals());
    cuda::csr out;
    out.nrows = host.nrows;
    out.ncols = host.ncols;
    out.nvals = host.nvals();
    out.type = type;
    out.offsets = cuda::uploaded<row_offset>(e, {host.offsets, static_cast<std::size_t>(host.nrows) + 1});
    out.columns = cuda::uploaded<column_index>(e, {host.columns, entries});
    if (host.value_bytes > 0) {
        out.values = cuda::memory(e, entries * host.value_bytes);
        e->to_device(out.values.data(), host.values, out.values.bytes());
    }
    return shared_rows(std::move(out));
}

}  // namespace

std::shared_ptr<const cuda::csr> rows_on_device(const cuda::engine_ptr& e, const std::shared_ptr<const cuda::csr>& known,
                                                const formats::untyped_view& host, type_code type) {
    return formats::library_call("a copy of rows on a device", [&] { return uploaded_rows(e, known, host, type); });
}

formats::untyped_csr rows_on_host(const cuda::csr& device, std::size_t value_bytes) {
    return formats::library_call("a copy of rows of a device", [&] {
        auto out =
            formats::untyped_csr::with_room(device.nrows, device.ncols, static_cast<std::size_t>(device.nvals), value_bytes);
        cuda::download_rows(device, out.offsets.data(), out.columns.data(), value_bytes > 0 ? out.values.data() : nullptr);
        return out;
    });
}

}  // namespace graphblas_gpu
