// vector<T>: a sparse vector with value semantics.
//
// Idea: a vector is stored in one of two forms: a sorted list of entries (the only row of a one-row matrix, so that every
// matrix kernel can be used for vectors too), or dense, with a value and a bit for every position. It changes its form with the
// number of entries; the other form is made when an operation needs it.
#pragma once

#include <graphblas_gpu/cuda/elementwise/select.hpp>
#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/entries.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/formats/dense_vector.hpp>
#include <graphblas_gpu/formats/lazy.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/operations/container_rows.hpp>
#include <graphblas_gpu/row_storage.hpp>
#include <graphblas_gpu/value_list.hpp>
#include <semirings/operators.hpp>

#include <optional>
#include <span>
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
    static_assert(std::is_void_v<T> || std::is_trivially_copyable_v<T>,
                  "vector<T>: T must be a number, bool, void, or a trivially copyable struct");

  public:
    using value_type = T;
    using stored_type = formats::stored<T>;

    /// Makes a vector of size 0.
    vector() : vector(0) {}

    vector(const vector&) = default;
    vector& operator=(const vector& other) { return *this = vector(other); }
    /// Leaves a vector of size 0 behind.
    vector(vector&& other) noexcept
        : list_(std::move(other.list_)), dense_(std::move(other.dense_)), collected_(std::move(other.collected_)) {
        other.be_moved_from();
    }
    vector& operator=(vector&& other) noexcept {
        if (this == &other) return *this;
        list_ = std::move(other.list_);
        dense_ = std::move(other.dense_);
        collected_ = std::move(other.collected_);
        other.be_moved_from();
        return *this;
    }
    ~vector() = default;

    /// Makes a vector without entries. Throws invalid_value if size is negative or exceeds 2^32 - 1. O(1).
    explicit vector(index size) {
        formats::check_side(size, "vector: size");
        list_ = row_storage<T>(1, size);
    }

    /// The vector whose entry n is (indices[n], values[n]), in any order; entries at one index are joined as in
    /// matrix::from_edges. Throws invalid_value, index_out_of_bounds, dimension_mismatch. O(entries log entries) at most.
    template <class Duplicates = second>
    static vector from_entries(index size, const integer_list<index>& indices, const value_list<stored_type>& values,
                               const Duplicates& duplicates = {}) requires(!std::is_void_v<T>) {
        formats::check_same_length(indices.size(), "indices", values.size(), "values");
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
        formats::check_same_length(indices.size(), "indices", values.size(), "values");
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
        vector v(static_cast<index>(values.size()));
        dense_vector<T> dense = all_set(v.size());
        std::copy(values.begin(), values.end(), dense.values.begin());
        v.adopt(std::move(dense));
        return v;
    }
    /// A vector with the same value at every index. O(size).
    static vector full(index size, const stored_type& value) requires(!std::is_void_v<T>) {
        vector v(size);
        dense_vector<T> dense = all_set(size);
        std::fill(dense.values.begin(), dense.values.end(), value);
        v.adopt(std::move(dense));
        return v;
    }

    /// For engines: takes over a one-row matrix that is known to be valid.
    static vector from_storage(csr<T>&& row) {
        vector v;
        v.adopt(std::move(row));
        return v;
    }

    /// The numbers of indices and of entries.
    /// @{
    index size() const noexcept { return list_.ncols(); }
    index nvals() const noexcept { return dense_ ? dense_->nvals : list_.nvals(); }
    /// @}

    /// The indices of the entries, ascending. A change of the vector invalidates this span and that of values().
    std::span<const column_index> indices() const { return list().columns; }
    /// The values in the same order; none for T = void.
    std::span<const stored_type> values() const { return list().values; }

    /// All entries, indices ascending. O(nvals).
    graphblas_gpu::entries<T> to_entries() const {
        return formats::library_call("vector: to_entries", [&] {
            graphblas_gpu::entries<T> out;
            out.indices.assign(list().columns.begin(), list().columns.end());
            if constexpr (!std::is_void_v<T>) out.values.assign(list().values.begin(), list().values.end());
            return out;
        });
    }

    /// The entry at i, or nothing. Throws invalid_index. O(1) or O(log nvals).
    std::optional<stored_type> get_element(index i) const {
        formats::check_index(i, size(), "vector: index");
        const auto at = static_cast<column_index>(i);
        if (dense_) {
            if (!formats::test_bit(dense_->bits.data(), at)) return std::nullopt;
            if constexpr (std::is_void_v<T>) return formats::no_value{};
            else return dense_->values[at];
        }
        const row_offset p = formats::find(list_.host().structure(), 0, i);
        if (p < 0) return std::nullopt;
        if constexpr (std::is_void_v<T>) return formats::no_value{};
        else return list_.host().values[static_cast<std::size_t>(p)];
    }

    /// Whether there is an entry at i. Throws invalid_index.
    bool has_element(index i) const { return get_element(i).has_value(); }

    /// Changes or adds the entry at i: O(1) in a well-filled vector, else O(log nvals), in any order. The next read merges the
    /// entries that were added, as in a matrix. Throws invalid_index, out_of_memory; the vector is then as it was. The value
    /// may be an entry of this vector, as in matrix::set_element.
    void set_element(index i, stored_type value = {}) {
        formats::check_index(i, size(), "vector: index");
        if (!dense_ && formats::becomes_dense(list_.max_nvals() + 1, size()) && formats::becomes_dense(nvals() + 1, size()))
            make_dense();
        if (dense_) put(static_cast<column_index>(i), value);
        else list_.set(0, i, value);
    }

    /// Removes the entry at i if there is one. Throws invalid_index. O(nvals) at most.
    void remove_element(index i) {
        formats::check_index(i, size(), "vector: index");
        const auto at = static_cast<column_index>(i);
        if (dense_) {
            if (!formats::test_bit(dense_->bits.data(), at)) return;
            formats::clear_bit(dense_->bits.data(), at);
            --dense_->nvals;
            collected_.reset();
            return;
        }
        const row_offset p = formats::find(list_.host().structure(), 0, i);
        if (p >= 0) adopt(formats::without_entry<T>(list_.host(), 0, p));
    }

    /// Removes all entries; the size stays. O(1).
    void clear() noexcept { adopt(row_storage<T>(1, size())); }

    /// Changes the size: entries beyond it are dropped. Throws invalid_value, out_of_memory; the vector is then as it was.
    /// O(nvals), and O(size) where it is dense.
    void resize(index size) {
        formats::check_side(size, "vector: size");
        if constexpr (formats::fits_on_device<T>) {
            if (!is_on_host()) {
                const auto before = list_.device();
                const cuda::engine_ptr e = before->offsets.owner();
                const cuda::engine::use here(*e, "vector: resize");
                *this = formats::library_call("vector: resize",
                                              [&] { return from_device(cuda::resized(e, before->view(), 1, size)); });
                return;
            }
        }
        vector changed;
        changed.adopt(formats::resized(list().view(), 1, size));
        if (dense_ && formats::becomes_dense(changed.nvals(), size)) changed.make_dense();
        *this = std::move(changed);
    }

    /// Fills a vector that has no entries, for programs that follow GrB_Vector_build; other programs use from_entries. Like
    /// matrix::build.
    template <class Duplicates = no_duplicates_t>
    void build(const integer_list<index>& indices, const value_list<stored_type>& values,
               const Duplicates& duplicates = {}) requires(!std::is_void_v<T>) {
        formats::check_no_entries(nvals(), "vector: build");
        *this = from_entries(size(), indices, values, duplicates);
    }
    /// The same for structure alone.
    template <class Duplicates = no_duplicates_t>
    void build(const integer_list<index>& indices, const Duplicates& duplicates = {}) requires(std::is_void_v<T>) {
        formats::check_no_entries(nvals(), "vector: build");
        *this = from_entries(size(), indices, duplicates);
    }

    /// The entries as a range, in ascending order: `for (const auto [i, x] : v.entries())`; for T = void the indices, `for
    /// (const gb::index i : v.entries())`. A change of the vector invalidates it. The range reads either form of the vector and
    /// makes no list.
    vector_entries<T> entries() const& { return {list_.host(), dense()}; }
    void entries() const&& = delete;  // the vector would be gone before the loop begins

    /// Whether size, indices and values are the same.
    friend bool operator==(const vector& a, const vector& b) { return a.size() == b.size() && a.list() == b.list(); }

    /// For engines: the entries as the row of a one-row matrix; if the vector is dense, the row is made on first use.
    const csr<T>& list() const {
        if (!dense_) return list_.host();
        return collected()->host();
    }
    /// The dense form if the vector is stored in it, else null.
    const dense_vector<T>* dense() const noexcept { return dense_ ? &*dense_ : nullptr; }

    /// For engines: the dense form of a vector that is stored in it, for writing in place. The writer must keep bits, values
    /// and nvals consistent.
    dense_vector<T>& written_in_place() noexcept {
        collected_.reset();
        return *dense_;
    }

    /// Changes to the dense form, for writing many single entries. O(size) unless the vector is in this form.
    void make_dense() {
        if (dense_) return;
        dense_ = formats::to_dense(list_.host());
        list_ = row_storage<T>(1, size());
    }
    /// Writes entry i of a dense vector. O(1).
    void put(column_index i, const stored_type& value) {
        formats::word& here = dense_->bits[formats::word_of(i)];
        dense_->nvals += (here & formats::bit_of(i)) == 0;
        here |= formats::bit_of(i);
        if constexpr (!std::is_void_v<T>) dense_->values[i] = value;
        collected_.reset();
    }

    /// For engines: takes over rows or a dense form that are known to be valid.
    /// @{
    void adopt(csr<T>&& row) noexcept { adopt(row_storage<T>(std::move(row))); }
    void adopt(dense_vector<T>&& dense) noexcept {
        list_ = row_storage<T>(1, dense.size);
        dense_ = std::move(dense);
        collected_.reset();
    }
    /// @}

    /// For the CUDA engine: the entries as a row on its device, copied there if needed.
    std::shared_ptr<const cuda::csr> device_list(const cuda::engine_ptr& e) const {
        return dense_ ? collected()->device(e) : list_.device(e);
    }
    /// Whether host memory has the entries; a device may have them too.
    bool is_on_host() const noexcept { return dense_ || list_.is_on_host(); }
    /// Takes over one row that an operation has made on a device.
    static vector from_device(cuda::csr&& made) {
        vector v;
        v.list_ = row_storage<T>(shared_rows(std::move(made)));
        return v;
    }

  private:
    void adopt(row_storage<T>&& row) noexcept {
        list_ = std::move(row);
        dense_.reset();
        collected_.reset();
    }

    std::shared_ptr<const row_storage<T>> collected() const {
        return collected_.get([this] { return row_storage<T>(formats::collected(*dense_)); });
    }

    void be_moved_from() noexcept {
        list_.changed().nrows = 1;
        dense_.reset();
    }

    static dense_vector<T> all_set(index size) {
        dense_vector<T> out;
        out.size = size;
        out.nvals = size;
        out.bits = buffer<formats::word>(static_cast<std::size_t>(formats::words_for(size)), ~formats::word{0});
        if (size % formats::word_bits != 0) {
            out.bits[out.bits.size() - 1] = (formats::word{1} << (size % formats::word_bits)) - 1;
        }
        out.values = buffer<T>(static_cast<std::size_t>(size));
        return out;
    }

    /// Built on the engine of the context `*ctx`, or in host memory if ctx is nullptr.
    template <class Context, class Duplicates>
    static vector from_lists(Context ctx, index size, std::span<const index> indices, const stored_type* values,
                             const Duplicates& duplicates) {
        formats::check_side(size, "vector: size");
        return formats::library_call("from_entries", [&] {
            const std::vector<column_index> j = formats::checked_positions(indices, size, "from_entries: index");
            vector v;
            v.list_ = operations::built_rows<T>(ctx, "from_entries", 1, size, {}, {j.data(), j.size()}, values, duplicates);
            return v;
        });
    }

    row_storage<T> list_{1, 0};  // its ncols is the size of the vector in both forms
    std::optional<dense_vector<T>> dense_;
    formats::lazy<row_storage<T>> collected_;
};

}  // namespace graphblas_gpu
