// A matrix as the drivers of operations see it: its shape, its structure and its values as bytes, whatever their type.
//
// Idea: drivers are compiled once. What they ask of a matrix (rows, transpose, symmetry, tiles, each cached with it) goes
// through an interface that source_of<T> implements; the library compiles it for the built-in types.
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/formats/bitmap_tile/bitmap_tiles.hpp>
#include <graphblas_gpu/formats/built_in_types.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/operations/operand.hpp>
#include <graphblas_gpu/shapes.hpp>

#include <memory>

namespace graphblas_gpu::operations {

/// Rows with their values as bytes. `keep` owns the arrays if they were made for this object.
struct untyped_rows : formats::untyped_view {
    std::shared_ptr<const void> keep;
};

/// A matrix in tiles of 8 x 8, with its values as bytes.
struct untyped_tiles {
    formats::bitmap_tiles_view<void> structure;
    const void* values = nullptr;
    std::shared_ptr<const void> keep;
};

class matrix_source {
  public:
    virtual ~matrix_source() = default;

    virtual shapes::shape shape() const = 0;
    virtual index nvals() const = 0;
    /// Bytes of a value; 0 for structure alone.
    virtual std::size_t value_bytes() const = 0;

    /// The matrix on host threads: its rows, and the rows of its transpose and its tiles, which are made once and cached with
    /// the matrix. A source without a cache has no tiles: the structure of its tiles has no rows.
    /// @{
    virtual untyped_rows rows() const = 0;
    virtual untyped_rows transposed_rows(host::team& team) const = 0;
    virtual untyped_tiles cached_tiles(host::team& team) const = 0;
    virtual bool has_cached_transpose() const = 0;
    virtual bool is_symmetric(host::team& team) const = 0;
    virtual bool is_known_to_be_symmetric() const = 0;
    /// @}
};

/// A matrix as the drivers of the CUDA engine see it: its rows and tiles on the device.
class device_matrix_source {
  public:
    virtual ~device_matrix_source() = default;

    virtual shapes::shape shape() const = 0;
    virtual index nvals() const = 0;
    /// The rows, or the rows of the transpose, which is made once and cached.
    virtual std::shared_ptr<const cuda::csr> device_rows(const cuda::engine_ptr& e, bool transpose) const = 0;
    virtual bool has_cached_device_transpose() const = 0;
    /// device_tiles makes the tiles, of the transpose if `transpose`, once and caches them; cached_device_tiles gives cached
    /// tiles, or null.
    /// @{
    virtual std::shared_ptr<const cuda::tiles> device_tiles(const cuda::engine_ptr& e, bool transpose) const = 0;
    virtual std::shared_ptr<const cuda::tiles> cached_device_tiles(const cuda::engine_ptr& e, bool transpose) const = 0;
    /// @}
    /// Counts one more product that reads the matrix, and returns how many there were since it changed. The more there were,
    /// the more preparation is worth while.
    virtual std::int64_t count_use() const = 0;
};

/// A matrix of the caller, which is in the memory of either engine.
class stored_matrix : public matrix_source, public device_matrix_source {
  public:
    shapes::shape shape() const override = 0;
    index nvals() const override = 0;
    /// The entries that cast to true.
    virtual csr<void> true_entries(host::team& team) const = 0;
};

/// The number of 8 x 8 tiles that have entries, on the engine of the context. The tiles are made if they are not cached with
/// the matrix.
index count_tiles(const context& ctx, const stored_matrix& m);

using formats::bytes_of;

template <class T>
class source_of final : public stored_matrix {
  public:
    explicit source_of(const matrix<T>& of) : of_(of) {}

    shapes::shape shape() const override { return shapes::of(of_); }
    index nvals() const override { return of_.nvals(); }
    std::size_t value_bytes() const override { return bytes_of<T>; }

    untyped_rows rows() const override { return {formats::untyped(of_.storage().view()), nullptr}; }
    untyped_rows transposed_rows(host::team& team) const override {
        const auto cached = of_.transposed_storage(team);
        return {formats::untyped(cached->view()), cached};
    }
    untyped_tiles cached_tiles(host::team& team) const override {
        const auto cached = of_.tiles(team);
        return {cached->view().structure(), cached->values.data(), cached};
    }
    bool has_cached_transpose() const override { return of_.has_cached_transpose(); }
    bool is_symmetric(host::team& team) const override { return of_.is_symmetric(team); }
    bool is_known_to_be_symmetric() const override { return of_.known_symmetric(); }

    std::shared_ptr<const cuda::csr> device_rows(const cuda::engine_ptr& e, bool transpose) const override {
        return device::own_operand(e, of_, transpose);
    }
    bool has_cached_device_transpose() const override { return of_.has_cached_device_transpose(); }
    std::shared_ptr<const cuda::tiles> device_tiles(const cuda::engine_ptr& e, bool transpose) const override {
        const auto rows = device_rows(e, transpose);
        const bool is_transposed = transpose && rows != of_.device_storage(e);
        return of_.device_tiles(e, is_transposed, [&] { return cuda::tiled(e, rows->view()); });
    }
    std::shared_ptr<const cuda::tiles> cached_device_tiles(const cuda::engine_ptr& e, bool transpose) const override {
        return of_.cached_device_tiles(e, transpose);
    }
    std::int64_t count_use() const override { return of_.count_use(); }
    csr<void> true_entries(host::team& team) const override {
        if constexpr (truth_value<T>) return host::true_structure(team, of_.storage());
        else throw unsupported("a mask by value needs values that are true or false");
    }

  private:
    const matrix<T>& of_;
};

/// How values of one type become values of another.
struct value_conversion {
    std::size_t bytes = 0;  ///< of a converted value; 0 for structure alone
    /// The converted values; null if nothing has to be converted.
    buffer<std::byte> (*convert)(host::team& team, const untyped_rows& rows) = nullptr;

    formats::untyped_csr converted(host::team& team, formats::untyped_csr&& rows) const;
};

/// Converts values of T to values of To.
template <class T, class To>
buffer<std::byte> convert_values(host::team& team, const untyped_rows& rows) {
    const csr_view<T> from{rows, reinterpret_cast<const formats::stored<T>*>(rows.values)};
    return buffer<std::byte>::reinterpreted(host::converted_values<To>(team, from));
}
template <class T, class To>
constexpr value_conversion conversion() {
    if constexpr (std::is_same_v<T, To> || std::is_void_v<To>) return {bytes_of<To>, nullptr};
    else return {sizeof(To), &convert_values<T, To>};
}

// Compiled into the library for the built-in types (matrix_source.cpp).
#define GB_DECLARE(T) extern template class source_of<T>;
GB_FOR_EACH_BUILT_IN_TYPE(GB_DECLARE)
#undef GB_DECLARE

}  // namespace graphblas_gpu::operations
