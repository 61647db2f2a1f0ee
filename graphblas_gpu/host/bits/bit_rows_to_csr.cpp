#include <graphblas_gpu/host/bits/bit_rows_to_csr.hpp>

namespace graphblas_gpu::host {

bit_block rows_of_block(const bit_columns& a, index n) {
    bit_block block{};
    base::for_each_bit(a.occupied[n], 0, [&](column_index i) { block[i] = a.words[n * base::word_bits + i]; });
    if (a.occupied[n] != 0) base::transpose_block(block.data());
    return block;
}

binary_values::binary_values(std::span<const bit_columns> digits, index block) {
    blocks_.reserve(digits.size());
    for (const bit_columns& digit : digits) blocks_.push_back(rows_of_block(digit, block));
}

}  // namespace graphblas_gpu::host
