#include <graphblas_gpu/any_matrix.hpp>

#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/elementwise/select.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/structure/transpose.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/host/arrange/transpose.hpp>
#include <graphblas_gpu/host/bitmap_tile/tiles_of.hpp>
#include <graphblas_gpu/host/elementwise/convert.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

namespace graphblas_gpu {

any_matrix::any_matrix(const any_matrix& other)
    : storage_(other.storage_), uses_(other.uses_), structure_id_(other.structure_id_) {
    if (const derived_data* const known = other.derived_.load(std::memory_order_acquire); known != nullptr)
        derived_ = base::library_call("a copy of a matrix", [&] { return new derived_data(*known); });
}

any_matrix::any_matrix(any_matrix&& other) noexcept
    : storage_(std::move(other.storage_)),
      derived_(other.derived_.exchange(nullptr, std::memory_order_relaxed)),
      uses_(other.uses_),
      structure_id_(std::exchange(other.structure_id_, base::next_structure_id())) {}

any_matrix& any_matrix::operator=(any_matrix&& other) noexcept {
    if (this == &other) return *this;
    forget_derived();
    storage_ = std::move(other.storage_);
    derived_.store(other.derived_.exchange(nullptr, std::memory_order_relaxed), std::memory_order_relaxed);
    uses_ = other.uses_;
    structure_id_ = std::exchange(other.structure_id_, base::next_structure_id());
    return *this;
}

any_matrix any_matrix::borrowed(const cuda::engine_ptr& e, const cuda::csr_ref& rows, const type_descriptor& type,
                                std::shared_ptr<const void> owner) {
    return any_matrix(row_storage::borrowed(e, rows, type, std::move(owner)));
}

any_matrix::derived_data& any_matrix::derived() const {
    if (derived_data* const known = derived_.load(std::memory_order_acquire); known != nullptr) return *known;
    auto made = base::library_call("what is derived from a matrix", [] { return std::make_unique<derived_data>(); });
    derived_data* before = nullptr;
    // Another thread may have been faster.
    if (!derived_.compare_exchange_strong(before, made.get(), std::memory_order_acq_rel)) return *before;
    return *made.release();
}

bool any_matrix::is_known_to_be_symmetric() const {
    const derived_data* const made = derived_.load(std::memory_order_acquire);
    if (made == nullptr) return false;
    const auto known = made->symmetric.get_if_cached();
    return known != nullptr && *known;
}

void any_matrix::set_symmetric(bool is_symmetric) const {
    (void)derived().symmetric.get([=] { return is_symmetric; });
}

bool any_matrix::keeps_transpose() const { return !formats::is_hypersparse(ncols(), nvals()); }

formats::untyped_rows any_matrix::transposed_rows(host::team& team) const {
    if (is_symmetric(team)) return {rows(), nullptr};
    const auto made = keeps_transpose() ? derived().transpose.get([&] { return host::transposed(team, rows()); })
                                        : std::make_shared<const formats::untyped_csr>(host::transposed(team, rows()));
    return {made->view(), made};
}

formats::untyped_csr any_matrix::copied_rows(host::team& team, bool transpose) const {
    if (!transpose) return formats::copy_of(rows());
    if (keeps_transpose() || has_cached_transpose()) return formats::copy_of(transposed_rows(team));
    return host::transposed(team, rows());
}

formats::untyped_tiles any_matrix::tiles(host::team& team) const {
    return *derived().tiles.get([&] { return host::tiles_of(team, rows()); });
}

csr<void> any_matrix::true_entries(host::team& team) const { return host::true_structure(team, rows(), type()); }

bool any_matrix::is_symmetric() const {
    return *derived().symmetric.get([&] { return formats::is_symmetric(rows(), rows().values, type().equality()); });
}

bool any_matrix::is_symmetric(host::team& team) const {
    return *derived().symmetric.get([&] { return host::is_symmetric(team, rows(), rows().values, type().equality()); });
}

bool any_matrix::is_symmetric(const context& ctx) const {
    if (const auto known = derived().symmetric.get_if_cached()) return *known;
    return operations::on_engine(ctx, "is_symmetric", operations::sizes_of(*this), [&](const context& call_ctx) {
        if (!call_ctx.is_cuda()) return is_symmetric(call_ctx.team());
        return *derived().symmetric.get(
            [&] { return cuda::is_symmetric(call_ctx.cuda_engine(), storage_.device(call_ctx.cuda_engine())->view()); });
    });
}

void any_matrix::set_device_transpose(cuda::csr&& transpose) const {
    (void)derived().device_transpose.get([&] { return std::move(transpose); });
}

std::shared_ptr<const cuda::csr> any_matrix::device_rows(const cuda::engine_ptr& e, bool transpose) const {
    const auto own = storage_.device(e);
    if (!transpose || is_known_to_be_symmetric()) return own;
    if (!keeps_transpose() && !has_cached_device_transpose())
        return std::make_shared<const cuda::csr>(cuda::transposed(e, own->view()));
    const auto known = derived().device_transpose.get_if_cached();
    if (known != nullptr && known->offsets.owner() != e) derived().device_transpose.forget();
    const auto made = derived().device_transpose.get([&] { return cuda::transposed(e, own->view()); });
    if (!*derived().symmetric.get([&] { return cuda::is_transpose_of_itself(e, own->view(), made->view()); })) return made;
    derived().device_transpose.forget();
    return own;
}

cuda::csr any_matrix::copied_device_rows(const cuda::engine_ptr& e, bool transpose) const {
    if (transpose && !keeps_transpose() && !has_cached_device_transpose())
        return cuda::transposed(e, storage_.device(e)->view());
    return cuda::cloned(e, device_rows(e, transpose)->view());
}

std::shared_ptr<const cuda::tiles> any_matrix::device_tiles(const cuda::engine_ptr& e, bool transpose) const {
    const auto rows = device_rows(e, transpose);
    const bool is_transposed = transpose && rows != storage_.device(e);
    const auto& cache = is_transposed ? derived().device_transpose_tiles : derived().device_tiles;
    const auto known = cache.get_if_cached();
    if (known != nullptr && known->bases.owner() != e) cache.forget();
    return cache.get([&] { return cuda::tiled(e, rows->view()); });
}

std::shared_ptr<const cuda::tiles> any_matrix::cached_device_tiles(const cuda::engine_ptr& e, bool transpose) const {
    if (derived_.load(std::memory_order_acquire) == nullptr) return nullptr;
    const auto& cache = transpose && !is_known_to_be_symmetric() ? derived().device_transpose_tiles : derived().device_tiles;
    const auto known = cache.get_if_cached();
    return known != nullptr && known->bases.owner() == e ? known : nullptr;
}

index any_matrix::count_tiles(const context& ctx) const {
    if (!ctx.is_cuda()) return tiles(ctx.team()).structure.tiles.nvals();
    const cuda::engine::use here(*ctx.cuda_engine(), "tiling");
    return device_tiles(ctx.cuda_engine(), false)->structure.nvals;
}

const std::byte* any_matrix::find(index i, index j) const {
    static constexpr std::byte no_bytes{};
    const formats::untyped_view from = rows();
    const row_offset p = formats::find(from, i, j);
    if (p < 0) return nullptr;
    return from.value_bytes > 0 ? from.values + static_cast<std::size_t>(p) * from.value_bytes : &no_bytes;
}

void any_matrix::set_element(index i, index j, const void* value) {
    const bool is_new = storage_.set(i, j, value);
    if (is_new) structure_id_ = base::next_structure_id();
    if (is_new || type().bytes > 0) forget_derived();
}

void any_matrix::remove_element(index i, index j) {
    const formats::untyped_view a = rows();
    const row_offset p = formats::find(a, i, j);
    if (p >= 0) replace(row_storage(formats::without_entry(a, i, p), type()));
}

void any_matrix::resize(index nrows, index ncols) {
    if (is_on_host()) return replace(row_storage(formats::resized(rows(), nrows, ncols), type()));
    const auto before = storage_.device();
    const cuda::engine_ptr e = before->offsets.owner();
    const cuda::engine::use here(*e, "matrix: resize");
    replace(base::library_call(
        "matrix: resize", [&] { return row_storage(shared_rows(cuda::resized(e, before->view(), nrows, ncols)), type()); }));
}

void any_matrix::replace(row_storage&& rows) noexcept {
    storage_ = std::move(rows);
    structure_id_ = base::next_structure_id();
    forget_derived();
}

formats::untyped_csr any_matrix::taken_rows() {
    formats::untyped_csr taken = std::move(storage_.changed());
    *this = any_matrix(0, 0, type());
    return taken;
}

}  // namespace graphblas_gpu
