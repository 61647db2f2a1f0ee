// The arguments of every method on a device: the rows to compute (product_rows), and where the numeric phase writes them
// (product_output).
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>

namespace graphblas_gpu::cuda {

namespace hashing {
struct row_classes;
}

/// The most entries that B may have. The methods by rows cut up to 256 rows of B at a time into steps of 32 entries and number
/// the steps in 32 bits. These rows are different, because the columns of a row of A are, so they have at most nvals(B) / 32
/// steps and a few more for each row. A product with a larger B is refused (stages::decide); the columns of such a B alone
/// would take 256 GiB.
inline constexpr row_offset max_entries_of_b = row_offset{1} << 36;

/// A row of B: its first entry, and its length.
struct row_of_b {
    std::uint32_t start;
    std::uint32_t length;
};

/// Rows first_row .. last_row - 1 of A (+).(x) B under a mask. Methods write row i of C as row i - first_row of their output.
struct product_rows {
    csr_ref a;  ///< values of the semiring's left type; null if it does not read them
    csr_ref b;  ///< values of the semiring's right type; null if it does not read them
    mask_ref mask;
    index first_row = 0;
    index last_row = 0;
    const std::int64_t* flops = nullptr;  ///< multiplications of each row of A without the mask, from row 0 (device)
    std::int64_t total_flops = 0;         ///< of these rows
    std::int64_t max_flops = 0;           ///< the maximum for one of these rows
    std::int64_t min_flops = 0;           ///< a lower bound for each of these rows
    const row_of_b* b_rows = nullptr;     ///< the row of B of each entry of A (device); null: looked up in b.offsets
    bool in_order = false;                ///< terms are added in ascending k

    GB_HD index count() const { return last_row - first_row; }
    GB_HD index ncols() const { return b.ncols; }
};

/// Bits of the columns of some rows of a product (device): bit j % 32 of word j / 32 of a row's slot is set if it has column j.
struct row_bits {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    unsigned* words = nullptr;       ///< null: there are none
    std::uint32_t* slots = nullptr;  ///< of each row of the panel; `none` if its bits are not here
    unsigned* used = nullptr;        ///< the number of slots that were asked for
    unsigned words_of_slot = 0;      ///< a multiple of 4
    unsigned max_slots = 0;

    /// The bits of row r, or null.
    GB_HD unsigned* bits_of(index r) const {
        if (words == nullptr || slots[r] == none) return nullptr;
        return words + static_cast<std::size_t>(slots[r]) * words_of_slot;
    }
};

/// Where the numeric phase writes: row r of the panel has the entries offsets[r] .. offsets[r + 1] - 1.
struct product_output {
    const row_offset* offsets = nullptr;  ///< count() + 1 offsets from 0 on, which the symbolic phase has computed (device)
    row_offset nvals = 0;
    row_offset most_nvals = 0;        ///< of the longest row, or more
    column_index* columns = nullptr;  ///< written, ascending in each row
    void* values = nullptr;           ///< written, of the semiring's value type; null for structure alone
    bool columns_known = false;       ///< columns hold the structure already, and only values are written
    row_bits bits;                    ///< the bits that the symbolic phase has cached
    const hashing::row_classes* classes = nullptr;  ///< the classes of the symbolic phase (host); null: they are not known
};

}  // namespace graphblas_gpu::cuda
