// The kernels of all methods with open calls, and the semirings that they compute with.
//
// nvcc compiles this source to LTO-IR alone (sources.cmake, open_kernels.hpp): none of its kernels can be launched as it is.
#include <graphblas_gpu/cuda/bitmap_tile/values.cuh>
#include <graphblas_gpu/cuda/dense/dense.cuh>
#include <graphblas_gpu/cuda/dot/fold.cuh>
#include <graphblas_gpu/cuda/dot/vector_product.cuh>
#include <graphblas_gpu/cuda/elementwise/reduce.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/gather/gathered.cuh>
#include <graphblas_gpu/cuda/hash/numeric.cuh>
#include <graphblas_gpu/cuda/jit/linked_launch.hpp>
#include <graphblas_gpu/cuda/jit/open_addresses.cuh>
#include <graphblas_gpu/cuda/jit/open_kernels.hpp>
#include <graphblas_gpu/cuda/jit/open_semiring.cuh>
#include <graphblas_gpu/cuda/jit/sum_of_words.cuh>
#include <graphblas_gpu/cuda/kernels/compiled.cuh>
#include <graphblas_gpu/cuda/merge/values.cuh>
#include <graphblas_gpu/cuda/shared/products_at.cuh>
#include <graphblas_gpu/cuda/small/small_product.cuh>

#include <array>
#include <span>

namespace graphblas_gpu::cuda {
namespace {

/// The unsigned type of the size of a struct, or the type itself.
type_code as_number(type_code type) {
    switch (type) {
        case type_code::bytes1: return type_code::uint8;
        case type_code::bytes2: return type_code::uint16;
        case type_code::bytes4: return type_code::uint32;
        case type_code::bytes8: return type_code::uint64;
        default: return type;
    }
}

/// The type of the size of a word that holds all values of a type: the code of widened<T, Word>, or for structs an unsigned
/// type.
type_code wide_code(type_code own, std::size_t word_bytes) {
    const type_code type = as_number(own);
    if (type == type_code::none || base::size_of(type) == word_bytes) return type;
    const bool is_wide = word_bytes == 8;
    switch (type) {
        case type_code::float32:
            return type_code::float64;
        case type_code::int8:
        case type_code::int16:
        case type_code::int32:
            return is_wide ? type_code::int64 : type_code::int32;
        default:
            return is_wide ? type_code::uint64 : type_code::uint32;
    }
}

/// A value in its own type.
base::scalar_value narrowed(const base::scalar_value& wide, type_code type) {
    if (base::is_struct(type)) {
        auto out = base::scalar_value::uninitialised(type);
        std::memcpy(out.data(), wide.data(), base::size_of(type));
        return out;
    }
    return base::with_code(type, [&](auto t) { return base::scalar_value(wide.as<typename decltype(t)::type>()); });
}

/// A semiring with types of up to 8 bytes: values that are shorter than words are converted before and after. If its monoid
/// keeps any term, the library finds the least k of each entry, and only products_at() and sums are asked for.
template <class Word>
class linked_semiring final : public own_product_kernels {
  public:
    linked_semiring(const sourced_semiring& semiring, std::shared_ptr<linked_program> program, const operator_state& state)
        : types_(semiring.types), program_(std::move(program)) {
        k_.state = state;
        k_.nothing = static_cast<Word>(semiring.nothing);
        k_.value_type = wide_code(semiring.types.value, sizeof(Word));
        k_.needs_positions = semiring.reads_positions;
#ifdef GRAPHBLAS_GPU_REHEARSAL
        k_.calls = semiring.calls;
#endif
    }

    void hash_rows(const engine_ptr& e, const product_rows& rows, const product_output& out) const override {
        write_rows(e, rows, out, [&](const product_rows& in, const product_output& to) { cuda::hash_rows(e, k_, in, to); });
    }
    void dense_rows(const engine_ptr& e, const product_rows& rows, const product_output& out) const override {
        write_rows(e, rows, out, [&](const product_rows& in, const product_output& to) {
            cuda::dense_rows(e, k_, in, to, nullptr, in.count());
        });
    }
    csr masked_product(const engine_ptr& e, const product_rows& rows, const csr_ref& b_transposed,
                       method& strategy) const override {
        return with_rows(e, rows, b_transposed, [&](const product_rows& in, const csr_ref& transposed) {
            return with_own_values(e, cuda::masked_product(e, k_, in, transposed, strategy));
        });
    }
    std::optional<base::scalar_value> masked_fold(const engine_ptr& e, const product_rows& rows, const csr_ref& b_transposed,
                                                  method& strategy) const override {
        return with_rows(e, rows, b_transposed, [&](const product_rows& in, const csr_ref& transposed) {
            const auto sum = fold_masked(e, k_, in, transposed, strategy);
            return sum ? std::optional(own_value(*sum)) : std::nullopt;
        });
    }
    bool reads_positions() const override { return k_.reads_positions(); }
    void gather_values(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const gather_lists& lists, row_offset nvals,
                       void* values) const override {
        with_operands(e, a, b, [&](const csr_ref& left, const csr_ref& right) {
            write_values(e, values, nvals, [&](Word* to) { cuda::gather_values(e, k_, left, right, lists, to); });
        });
    }
    void merged_values(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const merged_rows& rows,
                       void* values) const override {
        with_operands(e, a, b, [&](const csr_ref& left, const csr_ref& right) {
            write_values(e, values, rows.structure.nvals, [&](Word* to) { cuda::merged_values(e, k_, left, right, rows, to); });
        });
    }
    csr vector_product(const engine_ptr& e, const csr_ref& rows, const csr_ref& u, bool from_left, const mask_ref& mask,
                       bool pull, index size, bool first_suffices) const override {
        return with_operands(e, rows, u, [&](const csr_ref& matrix, const csr_ref& vector) {
            return with_own_values(e, cuda::vector_product(e, k_, matrix, vector, from_left, mask, pull, size, first_suffices));
        });
    }
    void tile_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                     void* values) const override {
        const linked_scope linked(*e, *program_);
        memory of_a, of_b, of_rows;
        tiles_ref left = a, right = b;
        left.values = in_words_up_to(e, types_.left, a.values, a.bases + a.tiles.nrows, of_a);
        right.values = in_words_up_to(e, types_.right, b.values, b.bases + b.tiles.nrows, of_b);
        right.rows.values = in_words_up_to(e, types_.right, b.rows.values, b.rows.bases + b.nrows, of_rows);
        write_values(e, values, c.nvals, [&](Word* to) { cuda::tile_values(e, k_, left, right, c, to); });
    }
    /// Only semirings of the catalogue are asked, whose values fill words: other kernels of a product run until this one is
    /// made.
    void small_product(const engine_ptr& e, const small::task& t, unsigned blocks, std::size_t shared_bytes) const override {
#ifndef GRAPHBLAS_GPU_OPERATORS_ARE_CALLED  // this kernel is specialised or does not run
        const linked_scope linked(*e, *program_);
        cuda::small_product(e, k_, t, blocks, shared_bytes);
#endif
    }
    base::scalar_value sum(const engine_ptr& e, const void* values, std::int64_t n) const override {
        const linked_scope linked(*e, *program_);
        memory wide;
        if (has_short_values()) {
            wide = converted(e, as_number(types_.value), values, k_.type(), n);
            values = wide.data();
        }
        return own_value(sum_of_words(e, k_, static_cast<const Word*>(values), n));
    }
    csr sums_of_rows(const engine_ptr& e, const csr_ref& a) const override {
        const linked_scope linked(*e, *program_);
        memory keep;
        array<Word> sums = sums_of_rows_of_words(e, k_, in_words(e, a, keep));
        return with_own_values(e, list_of_sums(e, a, memory(std::move(sums).release()), k_.type()));
    }
    void products_at(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const csr_ref& c, index first_row,
                     void* to) const override {
        with_operands(e, a, b, [&](const csr_ref& left, const csr_ref& right) {
            write_values(e, to, c.nvals, [&](Word* words) { compute_products_at(e, k_, left, right, c, first_row, words); });
        });
    }
    std::string take_note(std::int64_t) const override { return program_->take_note(); }

  private:
    /// A word as a value of the semiring's own type.
    base::scalar_value own_value(const Word& word) const {
        auto out = base::scalar_value::uninitialised(k_.type());
        std::memcpy(out.data(), &word, sizeof(word));
        return narrowed(out, types_.value);
    }
    /// An operand with values as words.
    csr_ref in_words(const engine_ptr& e, const csr_ref& m, memory& keep) const {
        if (m.values == nullptr) return m;
        csr_ref numbers = m;
        numbers.type = as_number(m.type);
        return with_values_of(e, numbers, wide_code(m.type, sizeof(Word)), keep);
    }
    /// Values as words, from the first of a matrix on. Tiles may be some rows of a matrix, whose offsets count from there, so
    /// that their number is not that of the values before `end` (device).
    const void* in_words_up_to(const engine_ptr& e, type_code type, const void* values, const row_offset* end,
                               memory& keep) const {
        const type_code wide = wide_code(type, sizeof(Word)), narrow = as_number(type);
        if (values == nullptr || wide == narrow) return values;
        keep = converted(e, narrow, values, wide, read_element(*e, end));
        return keep.data();
    }
    bool has_short_values() const { return base::size_of(types_.value) < sizeof(Word); }
    /// write(to) writes n words; those of short values go through an array of their own.
    template <class Write>
    void write_values(const engine_ptr& e, void* to, std::int64_t n, const Write& write) const {
        if (to == nullptr || !has_short_values() || n == 0) return write(static_cast<Word*>(to));
        const array<Word> words(e, static_cast<std::size_t>(n));
        write(words.data());
        const memory narrow = converted(e, k_.type(), words.data(), as_number(types_.value), n);
        e->copy(to, narrow.data(), static_cast<std::size_t>(n) * base::size_of(types_.value));
    }
    csr with_own_values(const engine_ptr& e, csr&& c) const {
        csr out = recast(e, std::move(c), as_number(types_.value));
        out.type = types_.value;
        return out;
    }
    /// Calls f with both operands in words.
    template <class F>
    auto with_operands(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const F& f) const {
        const linked_scope linked(*e, *program_);
        memory of_a, of_b;
        return f(in_words(e, a, of_a), in_words(e, b, of_b));
    }
    /// Calls f with the rows and with B' in words.
    template <class F>
    auto with_rows(const engine_ptr& e, const product_rows& rows, const csr_ref& b_transposed, const F& f) const {
        const linked_scope linked(*e, *program_);
        memory of_a, of_b, of_transposed;
        product_rows in = rows;
        in.a = in_words(e, rows.a, of_a);
        in.b = in_words(e, rows.b, of_b);
        return f(in, in_words(e, b_transposed, of_transposed));
    }
    template <class Write>
    void write_rows(const engine_ptr& e, const product_rows& rows, const product_output& out, const Write& write) const {
        with_rows(e, rows, {}, [&](const product_rows& in, const csr_ref&) {
            write_values(e, out.values, out.nvals, [&](Word* values) {
                product_output to = out;
                to.values = values;
                write(in, to);
            });
        });
    }

    product_value_types types_;
    std::shared_ptr<linked_program> program_;
    open_semiring<Word> k_;
};

/// A semiring with a type of 16 bytes: see open_addresses.cuh.
class linked_by_address final : public own_product_kernels {
  public:
    linked_by_address(const sourced_semiring& semiring, std::shared_ptr<linked_program> program, const operator_state& state)
        : types_(semiring.types), program_(std::move(program)) {
        s_.state = state;
        s_.nothing = semiring.nothing_of_bytes;
        s_.left_bytes = base::size_of(types_.left);
        s_.right_bytes = base::size_of(types_.right);
        s_.value_bytes = base::size_of(types_.value);
        s_.is_any = semiring.is_any;
        s_.needs_positions = semiring.reads_positions;
#ifdef GRAPHBLAS_GPU_REHEARSAL
        s_.calls = semiring.calls;
#endif
    }

    bool reads_positions() const override { return s_.needs_positions; }
    base::scalar_value sum(const engine_ptr& e, const void* values, std::int64_t n) const override {
        const linked_scope linked(*e, *program_);
        memory keep;
        const value sum = sum_of_words(e, s_, in_sixteen(e, values, n, keep), n);
        auto out = base::scalar_value::uninitialised(types_.value);
        std::memcpy(out.data(), &sum, s_.value_bytes);
        return out;
    }
    csr sums_of_rows(const engine_ptr& e, const csr_ref& a) const override {
        if (s_.value_bytes != sizeof(value))
            throw error(error_code::panic, "sums_of_rows: the values have fewer than 16 bytes");
        const linked_scope linked(*e, *program_);
        array<value> sums = sums_of_rows_of_words(e, s_, a);
        return list_of_sums(e, a, memory(std::move(sums).release()), types_.value);
    }
    void products_at(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const csr_ref& c, index first_row,
                     void* to) const override {
        const linked_scope linked(*e, *program_);
        for_each(e, c.nvals, open_function_sum{s_, a, b, c, first_row, static_cast<unsigned char*>(to)});
    }
    void merged_values(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const merged_rows& rows,
                       void* values) const override {
        const linked_scope linked(*e, *program_);
        cuda::merged_values(e, s_, a, b, rows, static_cast<value*>(values));
    }
    std::string take_note(std::int64_t) const override { return program_->take_note(); }

  private:
    using value = base::sixteen_bytes;
    const value* in_sixteen(const engine_ptr& e, const void* values, std::int64_t n, memory& keep) const {
        if (s_.value_bytes == sizeof(value)) return static_cast<const value*>(values);
        keep = memory(e, static_cast<std::size_t>(n) * sizeof(value));
        for_each(
            e, n,
            open_function_widen{static_cast<const unsigned char*>(values), s_.value_bytes, static_cast<value*>(keep.data())});
        return static_cast<const value*>(keep.data());
    }

    product_value_types types_;
    std::shared_ptr<linked_program> program_;
    open_function_semiring s_{};
};

#ifndef GRAPHBLAS_GPU_OPERATORS_ARE_CALLED  // the host has these entries once

template <class... Kernels>
std::array<const void*, sizeof...(Kernels)> entries(Kernels*... kernels) {
    return {reinterpret_cast<const void*>(kernels)...};
}

template <class Word>
std::span<const void* const> entries_over(kernel_group group) {
    using K = open_semiring<Word>;
    switch (group) {
        case kernel_group::hash: {
            using namespace hashing;
            static const auto all =
                entries(rows_by_tables<K, simt::warp_size, false>, rows_by_tables<K, whole_block, false>, rows_by_sorting<K>,
                        rows_by_windows<K, simt::warp_size, false>, rows_by_windows<K, whole_block, false>, wide_rows<K>);
            return all;
        }
        case kernel_group::hash_in_order: {
            using namespace hashing;
            static const auto all = entries(rows_by_tables<K, simt::warp_size, true>, rows_by_tables<K, whole_block, true>,
                                            rows_by_windows<K, simt::warp_size, true>, rows_by_windows<K, whole_block, true>);
            return all;
        }
        case kernel_group::dense: {
            using namespace dense;
            static const auto all = entries(panel_rows<K, pass::write, false>, panel_rows<K, pass::refill, false>,
                                            window_rows<K, pass::write>, window_rows<K, pass::refill>,
                                            copied_rows<K, pass::write>, copied_rows<K, pass::refill>, rank_rows<K, false>);
            return all;
        }
        case kernel_group::dense_in_order: {
            using namespace dense;
            static const auto all =
                entries(panel_rows<K, pass::write, true>, panel_rows<K, pass::refill, true>, rank_rows<K, true>);
            return all;
        }
        case kernel_group::bitmap_tile: {
            using namespace bitmap_tile;
            static const auto all = entries(sum_tiles<K>, sum_all_segments<K>, sum_pieces<K>);
            return all;
        }
        case kernel_group::merge: {
            static const auto all = entries(merging::add_merged<K>);
            return all;
        }
        case kernel_group::masked: {
            using namespace masked;
            static const auto all =
                entries(push_short_rows<sums_of_products<K>>, walk_kernel<push_adder<K>>, walk_kernel<dot_adder<K>>);
            return all;
        }
        case kernel_group::masked_fold: {
            using namespace masked;
            static const auto all = entries(walk_kernel<push_folder<K>>, walk_kernel<dot_folder<K>>);
            return all;
        }
        case kernel_group::vector: {
            using namespace masked;
            static const auto all = entries(pull_all_kernel<K>, vector_walk_kernel<vector_table, vector_dot_adder<K>>,
                                            vector_walk_kernel<output_table, vector_push_adder<K>>);
            return all;
        }
        case kernel_group::gathered: {
            static const auto all = entries(gathering::add_pieces<K>);
            return all;
        }
        case kernel_group::small: {
            static const auto all = entries(small::product_kernel<K>, small::row_kernel<K>);
            return all;
        }
    }
    return {};
}

#endif

}  // namespace

#ifndef GRAPHBLAS_GPU_OPERATORS_ARE_CALLED
std::span<const void* const> entries_of(kernel_group group, int word_bytes) {
    return word_bytes == 4 ? entries_over<word32>(group) : entries_over<word64>(group);
}
#endif

std::shared_ptr<const own_product_kernels> linked_kernels(const char* operation, const sourced_semiring& semiring,
                                                          const std::shared_ptr<linked_program>& program,
                                                          const operator_state& state) {
#ifndef GRAPHBLAS_GPU_REHEARSAL
    if (open_kernel_count() == 0) {
        throw unsupported(std::string(operation) + ": this build has no kernels for semirings that are compiled at run time; " +
                          (semiring.runs_on_host
                               ? "it runs on the host, with context::host()"
                               : "written as a struct, with <graphblas_gpu/own_semiring.hpp>, it runs on the host"));
    }
#else
    if (semiring.calls.multiply == nullptr && semiring.calls.multiply_bytes == nullptr) {
        throw unsupported(std::string(operation) +
                          ": an emulated device calls operators on the host, which has none of a semiring that is "
                          "made from strings; written as a struct, with <graphblas_gpu/own_semiring.hpp>, it runs on both");
    }
#endif
    if (semiring.word_bytes == 16) return std::make_shared<const linked_by_address>(semiring, program, state);
    if (semiring.word_bytes == 4) return std::make_shared<const linked_semiring<word32>>(semiring, program, state);
    return std::make_shared<const linked_semiring<word64>>(semiring, program, state);
}

}  // namespace graphblas_gpu::cuda
