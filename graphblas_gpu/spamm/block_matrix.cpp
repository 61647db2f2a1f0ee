#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/spamm/block_matrix.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

namespace graphblas_gpu::formats {

namespace {

/// x in T, rounded to nearest even. Types of 16 bits are made of a float, which is rounded to odd, so that the second rounding
/// sees no tie that x is not.
template <class T, class U>
T rounded(U x) {
    if constexpr (sizeof(T) == 2) {
        auto f = static_cast<float>(x);
        if (std::isfinite(f) && static_cast<U>(f) != x) {
            if (std::abs(static_cast<U>(f)) > std::abs(x)) f = std::nextafter(f, 0.0f);
            f = std::bit_cast<float>(std::bit_cast<std::uint32_t>(f) | 1u);
        }
        return T(f);
    } else {
        return static_cast<T>(x);
    }
}

/// Collects blocks row by row, in a pool that is large enough for all that may come.
template <class T>
class block_builder {
  public:
    block_builder(block_type type, index nrows, index ncols, index max_blocks)
        : columns_(static_cast<std::size_t>(max_blocks)),
          norms_(static_cast<std::size_t>(max_blocks)),
          values_(static_cast<std::size_t>(max_blocks * block_values)) {
        made_.nrows = nrows;
        made_.ncols = ncols;
        made_.type = type;
        made_.offsets = buffer<row_offset>(static_cast<std::size_t>(blocks_for(nrows)) + 1, row_offset{0});
    }

    /// The next block, filled with zeros. Calls come in ascending order.
    T* append(column_index column) {
        columns_[count_] = column;
        T* const block = values_.data() + count_ * static_cast<std::size_t>(block_values);
        std::fill_n(block, block_values, T{});
        ++count_;
        return block;
    }
    /// Ends the last block; takes it back if its norm is 0.
    void keep_if_nonzero() {
        const T* const block = values_.data() + (count_ - 1) * static_cast<std::size_t>(block_values);
        norms_[count_ - 1] = frobenius_norm(made_.type, block, block_values);
        if (norms_[count_ - 1] == 0) --count_;
    }
    void end_row(index row) { made_.offsets[static_cast<std::size_t>(row) + 1] = static_cast<row_offset>(count_); }
    dense_blocks finish() {
        columns_.shrink(count_);
        norms_.shrink(count_);
        values_.shrink(count_ * static_cast<std::size_t>(block_values));
        made_.columns = std::move(columns_);
        made_.norms = std::move(norms_);
        made_.values = buffer<std::byte>::reinterpreted(std::move(values_));
        return std::move(made_);
    }

  private:
    dense_blocks made_;
    std::size_t count_ = 0;
    buffer<column_index> columns_;
    buffer<double> norms_;
    buffer<T> values_;
};

/// Calls take(row, column, value) for the values within the matrix, block by block.
template <class T, class Take>
void for_values_of_row(const dense_blocks& a, index row, const Take& take) {
    for (index i = row * block_side; i < std::min(a.nrows, (row + 1) * block_side); ++i) {
        for (row_offset p = a.offsets[static_cast<std::size_t>(row)]; p < a.offsets[static_cast<std::size_t>(row) + 1]; ++p) {
            const index first = index{a.columns[static_cast<std::size_t>(p)]} * block_side;
            const T* const values = a.block<T>(p) + (i - row * block_side) * block_side;
            for (index c = 0; c < std::min(block_side, a.ncols - first); ++c) take(i, first + c, values[c]);
        }
    }
}

}  // namespace

template <class U>
block_storage blocks_of_dense(block_type type, index nrows, index ncols, std::span<const U> values) {
    return base::library_call("block_matrix: from_dense", [&] {
        base::check_side(nrows, "block_matrix: number of rows");
        base::check_side(ncols, "block_matrix: number of columns");
        const auto size = static_cast<index>(values.size());
        if ((nrows != 0 && size / nrows != ncols) || size != nrows * ncols) {
            throw dimension_mismatch("block_matrix: " + std::to_string(values.size()) + " values for a " +
                                     std::to_string(nrows) + "x" + std::to_string(ncols) + " matrix");
        }
        return with_block_type(type, [&]<class T>(T) {
            block_builder<T> build(type, nrows, ncols, blocks_for(nrows) * blocks_for(ncols));
            for (index row = 0; row < blocks_for(nrows); ++row) {
                for (index column = 0; column < blocks_for(ncols); ++column) {
                    T* const block = build.append(static_cast<column_index>(column));
                    const index width = std::min(block_side, ncols - column * block_side);
                    for (index r = 0; r < std::min(block_side, nrows - row * block_side); ++r) {
                        const U* const from = values.data() + (row * block_side + r) * ncols + column * block_side;
                        for (index c = 0; c < width; ++c) block[r * block_side + c] = rounded<T>(from[c]);
                    }
                    build.keep_if_nonzero();
                }
                build.end_row(row);
            }
            return block_storage(build.finish());
        });
    });
}

template <class U>
block_storage blocks_of_rows(block_type type, const csr_view<U>& rows) {
    return base::library_call("block_matrix: from_matrix", [&] {
        const row_offset* const offsets = rows.offsets;
        std::vector<column_index> present;  // of all rows of blocks, one after the other
        std::vector<std::size_t> ends;
        for (index first = 0; first < rows.nrows; first += block_side) {
            const auto begin = static_cast<std::ptrdiff_t>(present.size());
            for (row_offset p = offsets[first]; p < offsets[std::min(rows.nrows, first + block_side)]; ++p) {
                const auto column = static_cast<column_index>(rows.columns[static_cast<std::size_t>(p)] / block_side);
                if (static_cast<std::ptrdiff_t>(present.size()) == begin || present.back() != column) present.push_back(column);
            }
            std::sort(present.begin() + begin, present.end());
            present.erase(std::unique(present.begin() + begin, present.end()), present.end());
            ends.push_back(present.size());
        }
        return with_block_type(type, [&]<class T>(T) {
            block_builder<T> build(type, rows.nrows, rows.ncols, static_cast<index>(present.size()));
            std::size_t next = 0;
            for (index row = 0; row < blocks_for(rows.nrows); ++row) {
                const index first = row * block_side;
                for (; next < ends[static_cast<std::size_t>(row)]; ++next) {
                    T* const block = build.append(present[next]);
                    const auto left = static_cast<column_index>(present[next] * block_side);
                    for (index i = first; i < std::min(rows.nrows, first + block_side); ++i) {
                        const column_index* const behind = rows.columns + offsets[i + 1];
                        const column_index* at = std::lower_bound(rows.columns + offsets[i], behind, left);
                        for (; at != behind && *at - left < block_side; ++at) {
                            const auto p = static_cast<std::size_t>(at - rows.columns);
                            block[(i - first) * block_side + (*at - left)] = rounded<T>(rows.values[p]);
                        }
                    }
                    build.keep_if_nonzero();
                }
                build.end_row(row);
            }
            return block_storage(build.finish());
        });
    });
}

template <class U>
std::vector<U> dense_of_blocks(const block_storage& storage) {
    const auto a = storage.host();
    auto out = base::within_memory("block_matrix: all values", [&] {
        return std::vector<U>(static_cast<std::size_t>(a->nrows) * static_cast<std::size_t>(a->ncols), U{0});
    });
    with_block_type(a->type, [&]<class T>(T) {
        for (index row = 0; row < blocks_for(a->nrows); ++row) {
            for_values_of_row<T>(*a, row, [&](index i, index j, T x) {
                out[static_cast<std::size_t>(i * a->ncols + j)] = static_cast<U>(as_double(x));
            });
        }
        return 0;
    });
    return out;
}

template <class U>
csr<U> rows_of_blocks(const block_storage& storage) {
    return base::library_call("block_matrix: to_matrix", [&] {
        const auto a = storage.host();
        csr<U> out(a->nrows, a->ncols);
        std::vector<column_index> columns;
        std::vector<U> values;
        with_block_type(a->type, [&]<class T>(T) {
            for (index row = 0; row < blocks_for(a->nrows); ++row) {
                for_values_of_row<T>(*a, row, [&](index i, index j, T x) {
                    const double value = as_double(x);
                    if (value == 0) return;
                    columns.push_back(static_cast<column_index>(j));
                    values.push_back(static_cast<U>(value));
                    out.offsets[static_cast<std::size_t>(i) + 1] = static_cast<row_offset>(columns.size());
                });
            }
            return 0;
        });
        for (index i = 0; i < a->nrows; ++i) {  // rows without a value end where the row before them ends
            auto& end = out.offsets[static_cast<std::size_t>(i) + 1];
            end = std::max(end, out.offsets[static_cast<std::size_t>(i)]);
        }
        out.columns = buffer<column_index>(columns);
        out.values = buffer<U>(values);
        return out;
    });
}

template block_storage blocks_of_dense<float>(block_type, index, index, std::span<const float>);
template block_storage blocks_of_dense<double>(block_type, index, index, std::span<const double>);
template block_storage blocks_of_rows<float>(block_type, const csr_view<float>&);
template block_storage blocks_of_rows<double>(block_type, const csr_view<double>&);
template std::vector<float> dense_of_blocks<float>(const block_storage&);
template std::vector<double> dense_of_blocks<double>(const block_storage&);
template csr<float> rows_of_blocks<float>(const block_storage&);
template csr<double> rows_of_blocks<double>(const block_storage&);

block_storage converted_blocks(const block_storage& storage, block_type type) {
    return base::library_call("block_matrix", [&] {
        const auto a = storage.host();
        return with_block_type(type, [&]<class T>(T) {
            return with_block_type(a->type, [&]<class From>(From) {
                block_builder<T> build(type, a->nrows, a->ncols, a->count());
                for (index row = 0; row < blocks_for(a->nrows); ++row) {
                    for (row_offset p = a->offsets[static_cast<std::size_t>(row)];
                         p < a->offsets[static_cast<std::size_t>(row) + 1]; ++p) {
                        T* const block = build.append(a->columns[static_cast<std::size_t>(p)]);
                        const From* const from = a->block<From>(p);
                        for (index n = 0; n < block_values; ++n) block[n] = rounded<T>(as_double(from[n]));
                        build.keep_if_nonzero();
                    }
                    build.end_row(row);
                }
                return block_storage(build.finish());
            });
        });
    });
}

double element_of_blocks(const block_storage& storage, index i, index j) {
    const auto a = storage.host();
    const structure_view blocks{blocks_for(a->nrows), blocks_for(a->ncols), a->offsets.data(), a->columns.data()};
    const row_offset p = find(blocks, i / block_side, j / block_side);
    if (p < 0) return 0;
    return with_block_type(a->type,
                           [&]<class T>(T) { return as_double(a->block<T>(p)[i % block_side * block_side + j % block_side]); });
}

double norm_of_blocks(const block_storage& storage) {
    const auto a = storage.host();
    double most = 0, sum = 0;
    for (const double x : a->norms) most = std::max(most, x);
    if (most == 0 || most == std::numeric_limits<double>::infinity()) return most;
    for (const double x : a->norms) sum += x / most * (x / most);
    return most * std::sqrt(sum);
}

}  // namespace graphblas_gpu::formats
