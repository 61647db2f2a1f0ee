#include <graphblas_gpu/host/kronecker_rows.hpp>

#include <graphblas_gpu/host/intersect.hpp>
#include <graphblas_gpu/host/rows.hpp>

#include <array>

namespace graphblas_gpu::host {

using formats::untyped_csr;

namespace {

/// The entries of a row of the product: their columns at once, their values by batches.
class row_of_product {
  public:
    row_of_product(const paired_values& both, column_index* columns, std::byte* values)
        : both_(both), columns_(columns), values_(values), batch_(both.function) {}

    void add(column_index column, row_offset p, row_offset q) {
        columns_[size_] = column;
        batch_.note(p, q, size_);
        batch_.keep(true);
        ++size_;
        if (batch_.is_full()) batch_.combine(both_.a, both_.b, values_);
    }
    /// The number of entries, when all of them are added.
    index finished() {
        batch_.combine(both_.a, both_.b, values_);
        return size_;
    }

  private:
    const paired_values& both_;
    column_index* columns_;
    std::byte* values_;
    pair_batch batch_;
    index size_ = 0;
};

untyped_csr all_entries(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                        const paired_values& both) {
    const index nrows = a.nrows * b.nrows;
    buffer<row_offset> offsets(static_cast<std::size_t>(nrows) + 1);
    row_offset before = 0;
    std::size_t row = 0;
    for (index i = 0; i < a.nrows; ++i) {
        for (index k = 0; k < b.nrows; ++k) {
            offsets[row++] = before;
            before += a.row_size(i) * b.row_size(k);
        }
    }
    offsets[row] = before;
    return build_untyped_rows(team, nrows, a.ncols * b.ncols, value_bytes, offsets,
                              [&](index r, column_index* columns, std::byte* values) {
                                  const index i = r / b.nrows, k = r % b.nrows;
                                  // Plain local variables instead of a row_of_product, so that the compiler keeps the counters
                                  // in registers.
                                  std::array<entry_pair, 128> pairs;
                                  std::size_t count = 0;
                                  row_offset size = 0;
                                  const pair_function f = both.function;
                                  const auto combine = [&] {
                                      if (f.combine != nullptr) f.combine(f.op, both.a, both.b, values, pairs.data(), count);
                                      count = 0;
                                  };
                                  for (row_offset p = a.begin(i); p < a.end(i); ++p) {
                                      const index first = a.columns[p] * b.ncols;
                                      for (row_offset q = b.begin(k); q < b.end(k); ++q, ++size) {
                                          columns[size] = static_cast<column_index>(first + b.columns[q]);
                                          pairs[count] = {p, q, size};
                                          if (++count == pairs.size()) combine();
                                      }
                                  }
                                  combine();
                                  return size;
                              });
}

untyped_csr entries_of_mask(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                            const paired_values& both, const structure_view& mask) {
    const std::span<const row_offset> bound(mask.offsets, static_cast<std::size_t>(mask.nrows) + 1);
    return build_untyped_rows(team, mask.nrows, mask.ncols, value_bytes, bound,
                              [&](index r, column_index* columns, std::byte* values) {
                                  const index i = r / b.nrows, k = r % b.nrows;
                                  row_offset p = a.begin(i), q = b.begin(k);
                                  index block = 0;
                                  row_of_product out(both, columns, values);
                                  for (row_offset m = mask.begin(r); m < mask.end(r); ++m) {
                                      const index j = mask.columns[m] / b.ncols, l = mask.columns[m] % b.ncols;
                                      if (j != block) q = b.begin(k);
                                      block = j;
                                      p = gallop(a.columns, p, a.end(i), static_cast<column_index>(j));
                                      if (p == a.end(i)) break;
                                      if (a.columns[p] != j) continue;
                                      q = gallop(b.columns, q, b.end(k), static_cast<column_index>(l));
                                      if (q == b.end(k) || b.columns[q] != l) continue;
                                      out.add(mask.columns[m], p, q);
                                  }
                                  return out.finished();
                              });
}

}  // namespace

untyped_csr kronecker(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                      const paired_values& both, const mask_rows& mask) {
    if (mask.admits_only() && mask.rows.nvals() < a.nvals() * b.nvals())
        return entries_of_mask(team, a, b, value_bytes, both, mask.rows);
    return all_entries(team, a, b, value_bytes, both);
}

}  // namespace graphblas_gpu::host
