// vector<T>: a sparse vector with value semantics.
//
// Idea: it is a typed view of an any_vector, which stores the entries as a sorted list or densely.
#pragma once

#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/entries.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/formats/dense_vector.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/operations/container_rows.hpp>
#include <graphblas_gpu/value_list.hpp>
#include <semirings/operators.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu {

/// Entries of a vector, indices ascending. `values` is empty for T = void.
template <class T>
struct entries {
    std::vector<index> indices;
    std::vector<formats::stored<T>> values;
};

/// A sparse vector with value semantics: a list of entries, or dense with a slot for every index where that pays.
/// Copies are deep.
template <class T>
class vector {
    static_assert(
        formats::storable<T>,
        "vector<T>: T is a number, bool, void, or a trivially copyable struct, neither const nor a reference; store the "
        "place of anything else (a std::string, a pointer that owns) in a list of your own");

  public:
    using value_type = T;
    using stored_type = formats::stored<T>;

    /// Makes a vector of size 0. A vector that was moved from is one, too.
    vector() noexcept : any_(0, type_of<T>()) {}

    /// Makes a vector without entries. Throws invalid_value if size is negative or exceeds 2^32 - 1. O(1).
    explicit vector(index size) : vector() {
        base::check_side(size, "vector: size");
        any_ = any_vector(size, type_of<T>());
    }

    /// The vector as the operations see it. Nothing is copied; values that are written there have type_of<T>().
    /// @{
    explicit vector(any_vector&& entries) : any_(std::move(base::require_type(entries, type_of<T>(), "vector"))) {}
    const any_vector& any() const noexcept { return any_; }
    any_vector& any() noexcept { return any_; }
    /// @}

    /// The vector whose entry n is (indices[n], values[n]), in any order; entries at one index are joined as in
    /// matrix::from_edges. Throws invalid_value, index_out_of_bounds, dimension_mismatch. O(entries log entries) at most.
    template <class Duplicates = second>
    static vector from_entries(index size, const integer_list<index>& indices, const value_list<stored_type>& values,
                               const Duplicates& duplicates = {}) requires(!std::is_void_v<T>) {
        base::check_same_length(indices.size(), "indices", values.size(), "values");
        return from_lists(nullptr, size, indices, values.data(), duplicates);
    }
    /// The same for structure alone.
    template <class Duplicates = second>
    static vector from_entries(index size, const integer_list<index>& indices,
                               const Duplicates& duplicates = {}) requires(std::is_void_v<T>) {
        return from_lists(nullptr, size, indices, nullptr, duplicates);
    }

    /// The same, built where the operations of a context run, like matrix::from_edges.
    template <class Duplicates = second>
    static vector from_entries(const context& ctx, index size, const integer_list<index>& indices,
                               const value_list<stored_type>& values,
                               const Duplicates& duplicates = {}) requires(!std::is_void_v<T>) {
        base::check_same_length(indices.size(), "indices", values.size(), "values");
        return from_lists(&ctx, size, indices, values.data(), duplicates);
    }
    /// The same for structure alone.
    template <class Duplicates = second>
    static vector from_entries(const context& ctx, index size, const integer_list<index>& indices,
                               const Duplicates& duplicates = {}) requires(std::is_void_v<T>) {
        return from_lists(&ctx, size, indices, nullptr, duplicates);
    }

    /// A vector with an entry at every index. O(size).
    static vector from_dense(const value_list<stored_type>& values) requires(!std::is_void_v<T>) {
        const vector empty(static_cast<index>(values.size()));  // checks the size
        dense_vector<T> dense = all_set(empty.size());
        std::copy(values.begin(), values.end(), dense.values.begin());
        return from_storage(std::move(dense));
    }
    /// A vector with the same value at every index. O(size).
    static vector full(index size, const stored_type& value) requires(!std::is_void_v<T>) {
        const vector empty(size);  // checks the size
        dense_vector<T> dense = all_set(size);
        std::fill(dense.values.begin(), dense.values.end(), value);
        return from_storage(std::move(dense));
    }

    /// A vector over arrays of somebody else, which `owner` keeps alive for it and its copies: indices that ascend and their
    /// values, or a value for every index. Everything else is as in matrix::borrow_csr. O(1) for trusted indices, else
    /// O(entries); O(size / 64) for a value for every index.
    /// @{
    static vector borrow_entries(index size, std::span<const column_index> indices, std::span<const stored_type> values,
                                 std::shared_ptr<const void> owner, csr_check check = csr_check::checked) {
        base::check_side(size, "vector: size");
        const row_offset offsets[] = {0, static_cast<row_offset>(indices.size())};
        if (check == csr_check::checked)
            formats::check_csr({1, size, offsets, indices.data()}, 2, indices.size(), values.size(), !std::is_void_v<T>);
        return borrow(size, offsets[1], indices.data(), values.data(), std::move(owner));
    }
    static vector borrow_dense(std::span<const stored_type> values,
                               std::shared_ptr<const void> owner) requires(!std::is_void_v<T>) {
        const vector empty(static_cast<index>(values.size()));  // checks the size
        return borrow(empty.size(), empty.size(), nullptr, values.data(), std::move(owner));
    }
    /// @}
    /// Drops what was derived from borrowed arrays, because values in them have changed. Indices must not change.
    void values_changed() { any_.values_changed(); }

    /// Takes over the only row of a matrix, in host memory or on a device, or a dense form, that is known to be valid. O(1).
    /// @{
    static vector from_storage(csr<T>&& row) { return vector(any_vector(formats::untyped(std::move(row)), type_of<T>())); }
    static vector from_storage(cuda::csr&& row) { return vector(any_vector(std::move(row), type_of<T>())); }
    static vector from_storage(dense_vector<T>&& dense) {
        return vector(any_vector(formats::untyped(std::move(dense)), type_of<T>()));
    }
    /// @}

    /// The numbers of indices and of entries.
    /// @{
    index size() const noexcept { return any_.size(); }
    index nvals() const noexcept { return any_.nvals(); }
    /// @}

    /// The entries in host memory as the row of a one-row matrix; if the vector is dense, the row is made on first use. A
    /// change of the vector invalidates the view.
    csr_view<T> list() const { return formats::typed<T>(any_.list()); }
    /// The dense form if the vector is stored in it, for reading and for writing in place; else its arrays are null.
    formats::dense_view<T> dense() const noexcept {
        const formats::untyped_dense_view v = any_.dense();
        return {v.size, v.nvals, v.bits, reinterpret_cast<const stored_type*>(v.values)};
    }
    /// The dense form, which the vector changes to if it is a list, for writing in place.
    formats::dense_writer<T> written_in_place() {
        const formats::untyped_dense_writer v = any_.written_in_place();
        return {v.size, v.nvals, v.bits, reinterpret_cast<stored_type*>(v.values)};
    }

    /// The indices of the entries, ascending. A change of the vector invalidates this span and that of values().
    std::span<const column_index> indices() const {
        const csr_view<T> row = list();
        return {row.columns, static_cast<std::size_t>(row.nvals())};
    }
    /// The values in the same order; none for T = void.
    std::span<const stored_type> values() const {
        const csr_view<T> row = list();
        return {row.values, std::is_void_v<T> ? 0 : static_cast<std::size_t>(row.nvals())};
    }

    /// All entries, indices ascending. O(nvals).
    graphblas_gpu::entries<T> to_entries() const {
        return base::library_call("vector: to_entries", [&] {
            graphblas_gpu::entries<T> out;
            const csr_view<T> from = list();
            out.indices.assign(from.columns, from.columns + from.nvals());
            if constexpr (!std::is_void_v<T>) out.values.assign(from.values, from.values + from.nvals());
            return out;
        });
    }

    /// The entry at i, or nothing. Throws invalid_index. O(1) or O(log nvals).
    std::optional<stored_type> get_element(index i) const {
        base::check_index(i, size(), "vector: index");
        const std::byte* const found = any_.find(i);
        if (found == nullptr) return std::nullopt;
        if constexpr (std::is_void_v<T>) return formats::no_value{};
        else return *reinterpret_cast<const T*>(found);
    }

    /// Whether there is an entry at i. Throws invalid_index.
    bool has_element(index i) const { return get_element(i).has_value(); }

    /// Changes or adds the entry at i: O(1) in a well-filled vector, else O(log nvals), in any order. The next read merges the
    /// entries that were added, as in a matrix. Throws invalid_index, out_of_memory; the vector is then as it was. The value
    /// may be an entry of this vector, as in matrix::set_element.
    void set_element(index i, stored_type value = {}) {
        base::check_index(i, size(), "vector: index");
        if (any_.is_dense()) put(static_cast<column_index>(i), value);
        else any_.set_element(i, &value);
    }

    /// Removes the entry at i if there is one. Throws invalid_index. O(nvals) at most.
    void remove_element(index i) {
        base::check_index(i, size(), "vector: index");
        any_.remove_element(i);
    }

    /// Removes all entries; the size stays. O(1).
    void clear() noexcept { any_.clear(); }

    /// Changes the size: entries beyond it are dropped. Throws invalid_value, out_of_memory; the vector is then as it was.
    /// O(nvals), and O(size) where it is dense.
    void resize(index size) {
        base::check_side(size, "vector: size");
        any_.resize(size);
    }

    /// Fills a vector that has no entries, for programs that follow GrB_Vector_build; other programs use from_entries. Like
    /// matrix::build.
    template <class Duplicates = no_duplicates_t>
    void build(const integer_list<index>& indices, const value_list<stored_type>& values,
               const Duplicates& duplicates = {}) requires(!std::is_void_v<T>) {
        base::check_no_entries(nvals(), "vector: build");
        *this = from_entries(size(), indices, values, duplicates);
    }
    /// The same for structure alone.
    template <class Duplicates = no_duplicates_t>
    void build(const integer_list<index>& indices, const Duplicates& duplicates = {}) requires(std::is_void_v<T>) {
        base::check_no_entries(nvals(), "vector: build");
        *this = from_entries(size(), indices, duplicates);
    }

    /// The entries as a range, in ascending order: `for (const auto [i, x] : v.entries())`; for T = void the indices, `for
    /// (const gb::index i : v.entries())`. A change of the vector invalidates it. The range reads either form of the vector and
    /// makes no list.
    vector_entries<T> entries() const& {
        const formats::dense_view<T> form = dense();
        return {form.bits != nullptr ? csr_view<T>{} : list(), form};
    }
    /// @cond
    template <class Of = T>
    auto entries() const&& {
        static_assert(detail::never<Of>,
                      "entries() of a temporary: it is gone before the loop begins; keep the vector in a variable");
        return entries();
    }
    /// @endcond

    /// Whether size, indices and values are the same.
    friend bool operator==(const vector& a, const vector& b) { return formats::same_entries(a.list(), b.list()); }

    /// Changes to the dense form, for writing many single entries. O(size) unless the vector is in this form.
    void make_dense() { any_.make_dense(); }
    /// A copy of the dense form; std::move(v).to_dense() moves it out of a vector that is stored in this form and owns it, in
    /// O(1), and leaves a vector of size 0. Else O(size).
    /// @{
    dense_vector<T> to_dense() const& { return vector(*this).taken_dense(); }
    dense_vector<T> to_dense() && { return taken_dense(); }
    /// @}
    /// Writes entry i of a dense vector. O(1).
    void put(column_index i, const stored_type& value) {
        const formats::dense_writer<T> to = written_in_place();
        to.nvals += !base::test_bit(to.bits, i);
        base::set_bit(to.bits, i);
        if constexpr (!std::is_void_v<T>) to.values[i] = value;
    }

  private:
    dense_vector<T> taken_dense() { return formats::typed<T>(any_.taken_dense()); }
    static vector borrow(index size, index nvals, const column_index* indices, const stored_type* values,
                         std::shared_ptr<const void> owner) {
        const auto* const bytes = reinterpret_cast<const std::byte*>(values);
        return vector(any_vector::borrowed(size, nvals, indices, bytes, type_of<T>(), std::move(owner)));
    }
    static dense_vector<T> all_set(index size) {
        dense_vector<T> out;
        out.size = size;
        out.nvals = size;
        out.bits = formats::all_bits(size);
        out.values = buffer<T>(static_cast<std::size_t>(size));
        return out;
    }

    /// Built on the engine of the context `*ctx`, or in host memory if ctx is nullptr.
    template <class Duplicates>
    static vector from_lists(const context* ctx, index size, std::span<const index> indices, const stored_type* values,
                             const Duplicates& duplicates) {
        return vector(any_vector(operations::built_vector(ctx, size, {"from_entries", {}, indices, values}, type_of<T>(),
                                                          operations::duplicate_rule_of<T>(duplicates))));
    }

    any_vector any_;
};

}  // namespace graphblas_gpu
