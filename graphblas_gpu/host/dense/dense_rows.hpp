// Rows of a product by a dense accumulator (method `dense`).
//
// Idea: the accumulator has one value and one bit for each column of C. A row with many multiplications for the width of its
// column range adds every product to a value that starts as neutral, without a branch, and is then read by scanning the bits of
// the range. A sparser row also marks the words of bits that it touches (column_marks.hpp) and is read from the marks. Nothing
// is sorted in either case. Terms are added in ascending k. Cost of a row: its multiplications, and the words of its range or
// the entries of the row.
// Source: kkSpGEMM (Deveci, Trott, Rajamanickam), kkDENSE; the bits and their marks are ours.
#pragma once

#include <graphblas_gpu/host/dense/row_extent.hpp>
#include <graphblas_gpu/host/product/column_marks.hpp>
#include <graphblas_gpu/host/product/masked_rows.hpp>
#include <graphblas_gpu/host/product/neutral_fill.hpp>
#include <graphblas_gpu/host/product/operands.hpp>
#include <graphblas_gpu/host/product/rows_of_product.hpp>
#include <graphblas_gpu/host/simd/emit.hpp>

#include <algorithm>

namespace graphblas_gpu::host {

/// A dense accumulator: a value and a mark for each column of C.
struct dense_workspace final : workspace {
    // Rounded up to whole words, because simd::take_row reads and fills values a word at a time.
    dense_workspace(const product_arrays& in, const product_loops& kernels, scratch& memory, index)
        : size(static_cast<std::size_t>(base::words_for(in.b.ncols)) * base::word_bits),
          values(memory.get<std::byte>(scratch::raw::values, size * kernels.value_bytes)),
          marks(memory, in.b.ncols) {}

    std::size_t size;
    void* values;
    column_marks marks;
    bool filled = false;  ///< all values are neutral
};

template <class S>
class dense_rows {
    using value = semiring_value_t<S>;
    using monoid_type = semiring_add_t<S>;
    static constexpr bool prefills = has_neutral_fill<monoid_type>;

  public:
    using workspace_type = dense_workspace;
    static constexpr bool can_fold = false;

    dense_rows(const operands<S>& in, dense_workspace& own) : in_(in), own_(own), values_(static_cast<value*>(own.values)) {}

    /// Writes row i, sorted; returns its size.
    index compute(index i, column_index* columns, value* values) {
        const row_extent range = extent_of_row(in_.a, in_.b, i);
        if (range.multiplications == 0) return 0;
        if (scan_is_profitable(range.multiplications, range.words())) return by_scan(i, range, columns, values);
        return by_marks(i, columns, values);
    }

  private:
    index by_scan(index i, const row_extent& range, column_index* columns, value* values) {
        base::word* const bits = own_.marks.bits();
        if constexpr (prefills) {
            if (!own_.filled) {
                std::fill_n(values_, own_.size, neutral_fill<monoid_type>());
                own_.filled = true;
            }
        }
        in_.for_each_product(i, [this, sums = values_, bits](column_index j, const value& product) {
            if constexpr (prefills) {
                sums[j] = in_.semiring.add(sums[j], product);
                base::set_bit(bits, j);
            } else {
                const bool seen = base::test_bit(bits, j);
                sums[j] = seen ? in_.semiring.add(sums[j], product) : product;
                base::set_bit(bits, j);
            }
        });
        drop_forbidden(i);
        if constexpr (prefills) {
            const value fill = neutral_fill<monoid_type>();
            return simd::take_row(bits, range.low, range.high, values_, &fill, columns, values);
        } else {
            return simd::take_row(bits, range.low, range.high, values_, nullptr, columns, values);
        }
    }

    index by_marks(index i, column_index* columns, value* values) {
        in_.for_each_product(i, [this, sums = values_](column_index j, const value& product) {
            sums[j] = own_.marks.insert(j) ? product : in_.semiring.add(sums[j], product);
        });
        drop_forbidden(i);
        index size = 0;
        own_.marks.take([&](column_index j) {
            columns[size] = j;
            values[size] = values_[j];
            if constexpr (prefills) values_[j] = neutral_fill<monoid_type>();  // by_scan starts from neutral values
            ++size;
        });
        return size;
    }

    /// Removes the columns that a complemented mask forbids from the finished row.
    void drop_forbidden(index i) {
        if (!in_.mask.forbids()) return;
        const structure_view& mask = in_.mask.rows;
        for (row_offset p = mask.begin(i); p < mask.end(i); ++p) {
            const column_index j = mask.columns[p];
            own_.marks.bits()[base::word_of(j)] &= ~base::bit_of(j);
            if constexpr (prefills) values_[j] = neutral_fill<monoid_type>();
        }
    }

    const operands<S>& in_;
    dense_workspace& own_;
    value* values_;
};

template <class S>
const row_method kernels<S>::dense = {
    .rows = loops_over<S, dense_rows>(),
    .masked = loops_over<S, masked_dense_rows>(),
};

}  // namespace graphblas_gpu::host
