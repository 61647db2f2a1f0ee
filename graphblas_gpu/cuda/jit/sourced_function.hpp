// Functions of entries and binary operators that carry their source, as the engine sees them: without types.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/jit/operator_state.hpp>

#include <cstdint>
#include <memory>

namespace graphblas_gpu::cuda {

struct sourced_function {
    const char* name = "";               ///< of the type, as the source defines it
    const char* text = "";               ///< the source
    type_code value = type_code::none;   ///< of the entries that it reads; none: they read as true
    type_code result = type_code::none;  ///< boolean for predicates
    bool of_vector = false;              ///< positions are those of a vector
    bool is_predicate = false;
    /// Writes f of the value at `x` (null: true) and its position to `out`, on the host. Only the emulated device of a
    /// rehearsal calls it.
    void (*call)(const void* state, const void* x, std::int64_t i, std::int64_t j, void* out) = nullptr;
};

/// A binary operator that carries its source: for unions, intersections, accumulators, duplicates and orders.
struct sourced_operator {
    const char* name = "";
    const char* text = "";
    type_code left = type_code::none;  ///< of the values that it reads; none: they read as true
    type_code right = type_code::none;
    type_code result = type_code::none;
    /// Writes op(x, y), or the one value that there is, cast to the result's type, to `out`, on the host. `which`: 1 for x, 2
    /// for y, 3 for both. Only the emulated device of a rehearsal calls it.
    void (*call)(const void* state, const void* x, const void* y, int which, void* out) = nullptr;
};

/// Cheap: nothing is compiled yet.
/// @{
std::shared_ptr<linked_program> program_of(const sourced_function& function);
std::shared_ptr<linked_program> program_of(const sourced_operator& op);
/// @}

/// The structure of a with the values of f. Throws unsupported as linked_kernels() does, at the latest when the kernel is
/// launched. O(nvals + nrows).
csr applied(const engine_ptr& e, const csr_ref& a, const sourced_function& f, const std::shared_ptr<linked_program>& program,
            const operator_state& state);

/// The entries for which the predicate holds, with their values. Waits. Errors and cost as for applied().
csr selected(const engine_ptr& e, const csr_ref& a, const sourced_function& f, const std::shared_ptr<linked_program>& program,
             const operator_state& state);

/// The union of two structures, or their intersection, with op where both have an entry. Errors as for applied(). Waits. Time
/// of two such operations with ready-made operators; memory: 16 bytes an entry of a, b and the result.
csr merge_entries(const engine_ptr& e, const csr_ref& a, const csr_ref& b, bool intersection, const sourced_operator& op,
                  const std::shared_ptr<linked_program>& program, const operator_state& state);

/// The values of each row of `groups` joined by op from the first to the last: out[row], of op's result type. One thread joins
/// a row, which has entries. Errors as for applied(). O(entries).
void join_rows(const engine_ptr& e, const csr_ref& groups, void* out, const sourced_operator& op,
               const std::shared_ptr<linked_program>& program, const operator_state& state);

/// The index in A of each entry of the result if every row is sorted by value: op(x, y), a bool, says that x comes before y.
/// Equal values keep the order of their columns, and NaN comes last. Errors as for applied(). Waits. A launch for each doubling
/// of the length of runs, in which an entry is compared with O(log row) others.
array<row_offset> positions_sorted_by(const engine_ptr& e, const csr_ref& a, const sourced_operator& op,
                                      const std::shared_ptr<linked_program>& program, const operator_state& state);

}  // namespace graphblas_gpu::cuda
