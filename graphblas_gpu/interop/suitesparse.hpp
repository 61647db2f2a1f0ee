// Needs: SuiteSparse:GraphBLAS 7 or newer (CMake: find_package(GraphBLAS), link GraphBLAS::GraphBLAS). Optional:
// nothing else of the library includes this.
//
// Idea: containers are converted to GrB objects and back by copying the arrays of compressed sparse rows. Handles, errors and
// operators are in suitesparse_objects.hpp.
//
// Source: SuiteSparse:GraphBLAS user guide for pack and unpack.
#pragma once

#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/interop/suitesparse_objects.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <type_traits>

namespace graphblas_gpu::suitesparse {

// ---- the library as a whole ----

/// Starts SuiteSparse:GraphBLAS, which can be done once in a program, and ends it. All handles must be destroyed before. In the
/// usual mode calls block, so that a failure is reported by the call that failed.
class session {
  public:
    /// With threads == 0, as many threads are used as OpenMP gives.
    explicit session(int threads = 0, GrB_Mode mode = GrB_BLOCKING) {
        check(GrB_init(mode), "GrB_init");
        if (threads > 0) check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads), "GxB_Global_Option_set");
    }
    ~session() { GrB_finalize(); }
    session(const session&) = delete;
    session& operator=(const session&) = delete;

    /// The version of the library that runs, not of the header, such as "7.4.0".
    static std::string version() {
        int parts[3] = {};
        check(GxB_Global_Option_get(GxB_LIBRARY_VERSION, parts), "GxB_Global_Option_get");
        return std::to_string(parts[0]) + "." + std::to_string(parts[1]) + "." + std::to_string(parts[2]);
    }
};

// ---- containers ----

namespace detail {

struct free_memory {
    void operator()(void* p) const noexcept { std::free(p); }
};
template <class T>
using c_array = std::unique_ptr<T[], free_memory>;

/// Memory that SuiteSparse can free; never null, so that empty arrays need no special case.
template <class T>
c_array<T> allocate(std::size_t size) {
    c_array<T> array(static_cast<T*>(std::malloc(std::max<std::size_t>(size, 1) * sizeof(T))));
    if (array == nullptr) base::throw_does_not_fit("an array for SuiteSparse", nullptr);
    return array;
}

/// The type of the values of a structure-only object: one `true` for all entries.
template <class T>
using carried = std::conditional_t<std::is_void_v<T>, bool, T>;

/// Copies of the three arrays of a matrix, or the two of a vector, until an object owns them.
template <class T>
struct outgoing {
    using value = carried<T>;
    static constexpr bool iso = std::is_void_v<T>;

    explicit outgoing(const csr<T>& from)
        : offsets(allocate<GrB_Index>(static_cast<std::size_t>(from.nrows) + 1)),
          columns(allocate<GrB_Index>(from.columns.size())),
          values(allocate<value>(from.values.size())) {
        offsets[0] = 0;
        std::copy(from.offsets.begin(), from.offsets.end(), offsets.get());
        std::copy(from.columns.begin(), from.columns.end(), columns.get());
        if constexpr (iso)
            values[0] = true;
        else
            std::copy(from.values.begin(), from.values.end(), values.get());
    }

    c_array<GrB_Index> offsets, columns;
    c_array<value> values;
};

template <class T>
constexpr GrB_Index bytes(std::size_t elements) {
    return static_cast<GrB_Index>(std::max<std::size_t>(elements, 1) * sizeof(T));
}

/// The arrays of an object that was unpacked.
struct incoming {
    c_array<GrB_Index> offsets, columns;
    c_array<unsigned char> values;
    bool iso = false;

    template <class T>
    csr<T> rows(index nrows, index ncols, std::size_t count) const {
        csr<T> to(nrows, ncols);
        if (offsets != nullptr) std::copy_n(offsets.get(), to.offsets.size(), to.offsets.begin());
        to.columns = buffer<column_index>(count);
        std::transform(columns.get(), columns.get() + count, to.columns.begin(),
                       [](GrB_Index j) { return static_cast<column_index>(j); });
        if constexpr (!std::is_void_v<T>) {
            const T* const from = reinterpret_cast<const T*>(values.get());
            to.values = buffer<T>(count);
            for (std::size_t p = 0; p < count; ++p) to.values[p] = from[iso ? 0 : p];
        }
        return to;
    }
};

template <class T>
void check_type(GrB_Type actual, const char* what) {
    if constexpr (!std::is_void_v<T>) {
        if (actual != type<T>())
            throw error(error_code::domain_mismatch, std::string(what) + ": its values are not of type " + type_name<T>());
    }
}

}  // namespace detail

/// An empty matrix or vector with values of type T.
template <scalar T>
matrix_handle new_matrix(index nrows, index ncols) {
    matrix_handle made;
    check(GrB_Matrix_new(made.out(), type<T>(), static_cast<GrB_Index>(nrows), static_cast<GrB_Index>(ncols)),
          "GrB_Matrix_new");
    return made;
}
/// The same for a vector.
template <scalar T>
vector_handle new_vector(index size) {
    vector_handle made;
    check(GrB_Vector_new(made.out(), type<T>(), static_cast<GrB_Index>(size)), "GrB_Vector_new");
    return made;
}

/// A copy of a matrix; a structure-only matrix becomes a matrix of bool, all true. O(nvals + nrows).
template <class T>
matrix_handle to_suitesparse(const matrix<T>& a) {
    using value = detail::carried<T>;
    matrix_handle made = new_matrix<value>(a.nrows(), a.ncols());
    detail::outgoing<T> arrays(a.to_csr());
    GrB_Index* offsets = arrays.offsets.get();
    GrB_Index* columns = arrays.columns.get();
    void* values = arrays.values.get();
    const auto count = static_cast<std::size_t>(a.nvals());
    check(GxB_Matrix_pack_CSR(
              made, &offsets, &columns, &values, detail::bytes<GrB_Index>(static_cast<std::size_t>(a.nrows()) + 1),
              detail::bytes<GrB_Index>(count), detail::bytes<value>(arrays.iso ? 1 : count), arrays.iso, false, nullptr),
          "GxB_Matrix_pack_CSR", static_cast<GrB_Matrix>(made));
    // The object owns the arrays now.
    (void)arrays.offsets.release();
    (void)arrays.columns.release();
    (void)arrays.values.release();
    return made;
}

/// A copy of a vector; a structure-only vector becomes a vector of bool, all true. O(nvals).
template <class T>
vector_handle to_suitesparse(const vector<T>& v) {
    using value = detail::carried<T>;
    vector_handle made = new_vector<value>(v.size());
    detail::outgoing<T> arrays(formats::copy_of(v.list()));
    GrB_Index* indices = arrays.columns.get();
    void* values = arrays.values.get();
    const auto count = static_cast<std::size_t>(v.nvals());
    check(GxB_Vector_pack_CSC(made, &indices, &values, detail::bytes<GrB_Index>(count),
                              detail::bytes<value>(arrays.iso ? 1 : count), arrays.iso, static_cast<GrB_Index>(count),
                              false, nullptr),
          "GxB_Vector_pack_CSC", static_cast<GrB_Vector>(made));
    (void)arrays.columns.release();
    (void)arrays.values.release();
    return made;
}

/// The content of the object, which is empty afterwards. T must be its type (domain_mismatch otherwise), or void for its
/// structure alone. Throws invalid_value if a side is longer than this library allows. O(nvals + nrows).
template <class T>
matrix<T> matrix_from(matrix_handle object) {
    GrB_Type actual = nullptr;
    check(GxB_Matrix_type(&actual, object), "GxB_Matrix_type");
    detail::check_type<T>(actual, "matrix_from");
    GrB_Index nrows = 0, ncols = 0, count = 0;
    check(GrB_Matrix_nrows(&nrows, object), "GrB_Matrix_nrows");
    check(GrB_Matrix_ncols(&ncols, object), "GrB_Matrix_ncols");
    check(GrB_Matrix_nvals(&count, object), "GrB_Matrix_nvals");
    base::check_side(static_cast<index>(nrows), "matrix_from: number of rows");
    base::check_side(static_cast<index>(ncols), "matrix_from: number of columns");
    GrB_Index *offsets = nullptr, *columns = nullptr, size = 0;
    void* values = nullptr;
    detail::incoming arrays;
    check(GxB_Matrix_unpack_CSR(object, &offsets, &columns, &values, &size, &size, &size, &arrays.iso, nullptr, nullptr),
          "GxB_Matrix_unpack_CSR", static_cast<GrB_Matrix>(object));
    arrays.offsets.reset(offsets);
    arrays.columns.reset(columns);
    arrays.values.reset(static_cast<unsigned char*>(values));
    return matrix<T>::from_storage(
        arrays.rows<T>(static_cast<index>(nrows), static_cast<index>(ncols), static_cast<std::size_t>(count)));
}

/// The same for vectors. O(nvals).
template <class T>
vector<T> vector_from(vector_handle object) {
    GrB_Type actual = nullptr;
    check(GxB_Vector_type(&actual, object), "GxB_Vector_type");
    detail::check_type<T>(actual, "vector_from");
    GrB_Index length = 0, count = 0;
    check(GrB_Vector_size(&length, object), "GrB_Vector_size");
    base::check_side(static_cast<index>(length), "vector_from: size");
    GrB_Index *indices = nullptr, size = 0;
    void* values = nullptr;
    detail::incoming arrays;
    check(GxB_Vector_unpack_CSC(object, &indices, &values, &size, &size, &arrays.iso, &count, nullptr, nullptr),
          "GxB_Vector_unpack_CSC", static_cast<GrB_Vector>(object));
    arrays.columns.reset(indices);
    arrays.values.reset(static_cast<unsigned char*>(values));
    csr<T> row = arrays.rows<T>(1, static_cast<index>(length), static_cast<std::size_t>(count));
    row.offsets[1] = static_cast<row_offset>(count);
    return vector<T>::from_storage(std::move(row));
}

}  // namespace graphblas_gpu::suitesparse
