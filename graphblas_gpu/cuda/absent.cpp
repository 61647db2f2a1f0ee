// The engine in builds without a CUDA compiler: its functions throw that there is no engine.
//
// Idea: the code around an operation is the same in every build, so every function of the engine that it calls is defined here.
// Only engine::make, engine::usable_devices and exact_memory can be reached, because all others need an engine.
#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/device/stream_mark.hpp>
#include <graphblas_gpu/cuda/devices/communicator.hpp>
#include <graphblas_gpu/cuda/devices/peer_copies.hpp>
#include <graphblas_gpu/cuda/devices/spread_walk.hpp>
#include <graphblas_gpu/cuda/dot/common_entries.hpp>
#include <graphblas_gpu/cuda/elementwise/apply.hpp>
#include <graphblas_gpu/cuda/elementwise/combine.hpp>
#include <graphblas_gpu/cuda/elementwise/reduce.hpp>
#include <graphblas_gpu/cuda/elementwise/select.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/jit/sourced_function.hpp>
#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/product/recipe.hpp>
#include <graphblas_gpu/cuda/propagate/relaxation.hpp>
#include <graphblas_gpu/cuda/propagate/search.hpp>
#include <graphblas_gpu/cuda/shared/flops.hpp>
#include <graphblas_gpu/cuda/structure/arrange.hpp>
#include <graphblas_gpu/cuda/structure/assign.hpp>
#include <graphblas_gpu/cuda/structure/bits.hpp>
#include <graphblas_gpu/cuda/structure/block_walk.hpp>
#include <graphblas_gpu/cuda/structure/build.hpp>
#include <graphblas_gpu/cuda/structure/graph.hpp>
#include <graphblas_gpu/cuda/structure/renumber.hpp>
#include <graphblas_gpu/cuda/structure/transpose.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/operations/device/product.hpp>
#include <graphblas_gpu/operations/product.hpp>

namespace graphblas_gpu {

namespace {
[[noreturn]] void refuse() { throw unsupported("context: this build has no CUDA engine"); }
}  // namespace

namespace cuda {

// ---- device/ ----

std::shared_ptr<engine> engine::make(int, std::int64_t, CUstream_st*, std::shared_ptr<device_memory_resource>) { refuse(); }
std::shared_ptr<device_memory_resource> exact_memory(int) { refuse(); }
int engine::usable_devices() noexcept { return 0; }
bool engine::run_concurrently() noexcept { return false; }
void engine::give_access(const engine&) { refuse(); }
void engine::pull(void*, const engine&, const void*, std::size_t) { refuse(); }
std::string why_no_nccl() { refuse(); }
std::shared_ptr<communicator> nccl_of_ranks(const std::shared_ptr<engine>&, int, int,
                                            base::function_ref<void(void*, std::size_t)>, int) {
    refuse();
}
bool is_exact_memory(const device_memory_resource&) noexcept { return false; }
engine::~engine() = default;
engine::current_device::current_device(const engine&) { refuse(); }
engine::current_device::~current_device() = default;
engine::use::use(const engine& e, const char*) : turn_(e.owner_), device_(e) { refuse(); }
engine::use::~use() = default;
void* engine::allocate(std::size_t) { refuse(); }
void engine::deallocate(void*, std::size_t) noexcept {}
void engine::share(void*) { refuse(); }
void engine::synchronise() const { refuse(); }
void engine::await() const { refuse(); }
void engine::to_device(void*, const void*, std::size_t) { refuse(); }
void engine::to_host(std::initializer_list<download>) { refuse(); }
void engine::copy(void*, const void*, std::size_t) { refuse(); }
void engine::set_bytes(void*, int, std::size_t) { refuse(); }
std::int64_t engine::free_bytes() const { refuse(); }
std::int64_t engine::cached_bytes() const { refuse(); }
std::int64_t engine::bytes_in_use() const noexcept { return 0; }
std::int64_t engine::peak_bytes() const noexcept { return 0; }
void engine::reset_peak() noexcept {}
void engine::release_memory() { refuse(); }
void engine::count_pulled(std::int64_t, double) noexcept {}
moves engine::moved() const noexcept { return {}; }
moves engine::take_moves() noexcept { return {}; }
csr copy_of(const engine_ptr&, const csr&) { refuse(); }
csr distributed(csr_parts&&) { refuse(); }
csr gathered(const engine_ptr&, const csr&) { refuse(); }
void download_rows(const csr&, row_offset*, column_index*, void*) { refuse(); }
const engine_ptr& first_engine_of(const csr&) { refuse(); }
std::vector<matrix_copy_ptr> copies_on(device_group&, const std::shared_ptr<const csr>&) { refuse(); }
std::vector<matrix_copy_ptr> blocks_on(device_group&, const std::shared_ptr<const csr>&, std::span<const index>) { refuse(); }
csr empty_csr(const engine_ptr&, index, index, type_code) { refuse(); }
csr structure_shared_with(const csr&) { refuse(); }
csr borrowed(const engine_ptr&, const csr_ref&, std::shared_ptr<const void>) { refuse(); }
void wait_for(const engine&, CUstream_st*) { refuse(); }
void make_wait(const engine&, CUstream_st*) { refuse(); }

// ---- elementwise/ ----

csr applied(const engine_ptr&, const csr_ref&, const entry_function&) { refuse(); }
csr selected(const engine_ptr&, const csr_ref&, const entry_function&) { refuse(); }
csr union_of(const engine_ptr&, const csr_ref&, const csr_ref&, const binary_function&) { refuse(); }
csr intersection_of(const engine_ptr&, const csr_ref&, const csr_ref&, const binary_function&) { refuse(); }
csr write_back(const engine_ptr&, const csr_ref&, csr&&, const mask_ref&, std::optional<binary_code>, bool, bool) { refuse(); }
csr write_back(const engine_ptr&, const csr_ref&, const csr_ref&, const mask_ref&, std::optional<binary_code>, bool, bool) {
    refuse();
}
base::scalar_value sum_of_values(const engine_ptr&, type_code, const void*, std::int64_t, binary_code, type_code) { refuse(); }
csr sums_of_rows(const engine_ptr&, const csr_ref&, binary_code, type_code) { refuse(); }
memory converted(const engine_ptr&, type_code, const void*, type_code, std::int64_t) { refuse(); }
memory memory_filled_with(const engine_ptr&, const base::scalar_value&, std::int64_t) { refuse(); }
memory gathered(const engine_ptr&, type_code, const void*, const row_offset*, std::int64_t) { refuse(); }
csr cloned(const engine_ptr&, const csr_ref&) { refuse(); }
csr recast(const engine_ptr&, csr&&, type_code) { refuse(); }

// ---- shared/ ----

void sums_before(const engine_ptr&, const std::int64_t*, index, std::int64_t*) { refuse(); }

// ---- structure/ ----

csr build_rows(const engine_ptr&, const char*, index, index, const entry_lists&, type_code, std::optional<binary_code>,
               index&) {
    refuse();
}
csr build_rows(const engine_ptr&, const char*, index, index, const entry_lists&, type_code, const group_join&, index&) {
    refuse();
}
csr resized(const engine_ptr&, const csr_ref&, index, index) { refuse(); }
csr transposed(const engine_ptr&, const csr_ref&) { refuse(); }
bool is_symmetric(const engine_ptr&, const csr_ref&) { refuse(); }
bool is_transpose_of_itself(const engine_ptr&, const csr_ref&, const csr_ref&) { refuse(); }
csr true_structure(const engine_ptr&, const csr_ref&) { refuse(); }
csr extracted(const engine_ptr&, const csr_ref&, const formats::selection&, const formats::selection&) { refuse(); }
csr scattered(const engine_ptr&, const csr_ref&, const formats::ordered_selection&, const formats::ordered_selection&, index,
              index) {
    refuse();
}
csr positions_admitted(const engine_ptr&, const region&, index, index, const mask_ref&) { refuse(); }
csr left_by_assignment(const engine_ptr&, const csr_ref&, const region&, const mask_ref&, const region&, bool, bool) {
    refuse();
}
csr admitted(const engine_ptr&, const csr_ref&, const mask_ref&) { refuse(); }
csr as_column(const engine_ptr&, const csr_ref&) { refuse(); }
csr matrix_of_diagonal(const engine_ptr&, const csr_ref&, index) { refuse(); }
csr diagonal_of(const engine_ptr&, const csr_ref&, index, index, index) { refuse(); }
csr concatenated(const engine_ptr&, std::span<const csr_ref>, const host::tiling&) { refuse(); }
kronecker_structure kronecker(const engine_ptr&, const csr_ref&, const csr_ref&, const mask_ref&) { refuse(); }
csr changes(const engine_ptr&, const csr_ref&, const csr_ref&, const csr_ref&) { refuse(); }
csr permuted(const engine_ptr&, const csr_ref&, std::span<const column_index>, std::span<const column_index>) { refuse(); }
array<row_offset> sorted_positions(const engine_ptr&, const csr_ref&, bool) { refuse(); }
sorted_rows sorted(const engine_ptr&, const csr_ref&, const array<row_offset>&) { refuse(); }
numbering numbered_rows(const engine_ptr&, const csr_ref&) { refuse(); }
numbering numbered_columns(const engine_ptr&, const csr_ref&) { refuse(); }
csr renumbered(const engine_ptr&, const csr_ref&, const numbering&, const numbering&) { refuse(); }
csr in_original_numbers(const engine_ptr&, csr&&, const numbering&, const numbering&) { refuse(); }
csr edges_by_degree(const engine_ptr&, const csr_ref&, bool) { refuse(); }
csr edges_by_degree(const engine_ptr&, const csr_ref&, const degrees_of_block&) { refuse(); }
oriented_edges oriented(const engine_ptr&, const csr_ref&, bool) { refuse(); }
base::short_row_facts count_short_rows(const engine_ptr&, const csr_ref&, bool) { refuse(); }
csr tight_edges(const engine_ptr&, const csr_ref&, const csr_ref&) { refuse(); }
struct block_walk::state {};
block_walk::block_walk(const engine_ptr&, const walk_block&, const random_walk_options&) { refuse(); }
block_walk::~block_walk() = default;
double* block_walk::moved(std::int64_t) const { refuse(); }
double* block_walk::own_moved(std::int64_t) const { refuse(); }
double* block_walk::sums() const { refuse(); }
double* block_walk::pieces() const { refuse(); }
void* block_walk::sums_of(std::int64_t, int) const { refuse(); }
void block_walk::sum_up(std::int64_t) { refuse(); }
void block_walk::settle(std::int64_t) { refuse(); }
bool block_walk::has_ended(std::int64_t, base::walk_end&) { refuse(); }
csr block_walk::shares(const base::walk_end&) { refuse(); }
void row_sizes(const engine_ptr&, const csr_ref&, std::int64_t*) { refuse(); }
csr sums_of_pieces(const engine_ptr&, const std::int64_t*, index, index) { refuse(); }
walk_result random_walk(const engine_ptr&, const csr_ref&, const csr_ref&, const random_walk_options&) { refuse(); }
walk_result spread_random_walk(device_group&, const std::shared_ptr<const csr>&, const std::shared_ptr<const csr>&,
                               const random_walk_options&) {
    refuse();
}
csr with_dependencies(const engine_ptr&, const csr_ref&, const csr_ref&, const csr_ref&, const csr&) { refuse(); }
labelled_components connected_components(const engine_ptr&, const csr_ref&, bool) { refuse(); }
void label_block(const engine_ptr&, const csr_ref&, index, index, index, column_index*) { refuse(); }
void join_labels(const engine_ptr&, index, column_index*, const column_index*) { refuse(); }
std::int64_t number_components(const engine_ptr&, index, const column_index*, const base::random_deal*, std::int64_t*) {
    refuse();
}
csr independent_set(const engine_ptr&, const csr_ref&, std::uint64_t) { refuse(); }
csr triangles_of_edges(const engine_ptr&, const csr&) { refuse(); }
csr jaccard_of_edges(const engine_ptr&, const csr&, const csr_ref&) { refuse(); }
numbered_cores core_numbers(const engine_ptr&, const csr_ref&) { refuse(); }

// ---- structure/bits.hpp ----

index count_bits(const engine_ptr&, const word*, index) { refuse(); }
void set_bits(const engine_ptr&, word*, std::span<const std::uint64_t>, std::span<const word>) { refuse(); }
void or_words(const engine_ptr&, word*, const word*, index) { refuse(); }
bits_frontier look_at_bits(const engine_ptr&, const csr_ref&, const word*, index) { refuse(); }
void pull_bits(const engine_ptr&, const csr_ref&, const word*, word, word*, word*, const witness_table&) { refuse(); }
void add_fresh_words(const engine_ptr&, const word*, index, index, word*, word*) { refuse(); }
void push_bits(const engine_ptr&, const csr_ref&, const word*, index, word*, word*, const witness_table&) { refuse(); }
csr rows_of_bits(const engine_ptr&, const word*, index, index) { refuse(); }
memory values_of_digits(const engine_ptr&, const csr_ref&, std::span<const word* const>) { refuse(); }
memory values_of_witnesses(const engine_ptr&, const csr_ref&, const witness_table&) { refuse(); }
void write_witnesses(const engine_ptr&, const witness_table&, std::span<const std::uint64_t>, std::span<const column_index>) {
    refuse();
}

// ---- products and propagate ----

tiles tiled(const engine_ptr&, const csr_ref&) { refuse(); }
product_recipe recipe_for(const semiring_code&) { refuse(); }
product_recipe recipe_at_first_k(const product_value_types&, std::shared_ptr<const own_product_kernels>, product_values) {
    refuse();
}
std::shared_ptr<linked_program> program_of(const sourced_semiring&) { refuse(); }
std::shared_ptr<linked_program> program_of(const sourced_function&) { refuse(); }
csr applied(const engine_ptr&, const csr_ref&, const sourced_function&, const std::shared_ptr<linked_program>&,
            const operator_state&) {
    refuse();
}
std::shared_ptr<linked_program> program_of(const sourced_operator&) { refuse(); }
csr merge_entries(const engine_ptr&, const csr_ref&, const csr_ref&, bool, const sourced_operator&,
                  const std::shared_ptr<linked_program>&, const operator_state&) {
    refuse();
}
void join_rows(const engine_ptr&, const csr_ref&, void*, const sourced_operator&, const std::shared_ptr<linked_program>&,
               const operator_state&) {
    refuse();
}
array<row_offset> positions_sorted_by(const engine_ptr&, const csr_ref&, const sourced_operator&,
                                      const std::shared_ptr<linked_program>&, const operator_state&) {
    refuse();
}
csr selected(const engine_ptr&, const csr_ref&, const sourced_function&, const std::shared_ptr<linked_program>&,
             const operator_state&) {
    refuse();
}
std::shared_ptr<const own_product_kernels> linked_kernels(const char*, const sourced_semiring&,
                                                          const std::shared_ptr<linked_program>&, const operator_state&) {
    refuse();
}
bool can_be_searched(index, row_offset) { refuse(); }
search_answer run_search(const engine_ptr&, const search_request&) { refuse(); }
propagated_rows run_relaxation(const engine_ptr&, const relaxation_request&) { refuse(); }
bool relaxations_fit(const engine_ptr&, const csr_ref&, index, type_code) { refuse(); }
propagated_rows run_relaxations(const engine_ptr&, const relaxation_request&) { refuse(); }
bool searches_fit(const engine_ptr&, const csr_ref&, index) { refuse(); }
propagated_rows run_searches(const engine_ptr&, const searches_request&) { refuse(); }

namespace masked {
std::optional<common_entries> count_common_entries(const engine_ptr&, const csr_ref&, const csr_ref&, const csr_ref&,
                                                   const csr_ref&) {
    refuse();
}
}  // namespace masked

}  // namespace cuda

namespace device {

operations::result_rows multiply(const context&, const operations::product_call&, const operations::any_output*) { refuse(); }
operations::result_rows structure_of_product(const context&, const operations::product_call&) { refuse(); }
void multiply_in_batches(const context&, const operations::product_call&, std::int64_t, operations::batch_receiver) {
    refuse();
}
index count_entries(const context&, const operations::product_call&) { refuse(); }
std::optional<base::scalar_value> fold_product(const context&, const operations::product_call&,
                                               base::function_ref<cuda::product_fold()>) {
    refuse();
}
operations::planned_product plan_product(const context&, const operations::product_call&) { refuse(); }
operations::result_rows execute_plan(const context&, const operations::product_call&, const operations::planned_product&,
                                     const operations::any_output*) {
    refuse();
}
std::int64_t count_multiplications(const context&, const operations::product_call&) { refuse(); }
cuda::csr product_with_vector(const context&, const host::vector_call&, const cuda::mask_ref&) { refuse(); }

}  // namespace device

}  // namespace graphblas_gpu
