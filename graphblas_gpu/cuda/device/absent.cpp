// The engine in builds without a CUDA compiler: it says that it is not there. Nothing but make() can be reached, for no engine
// can be had to call the rest with; what the drivers of operations refer to is defined all the same.
#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/elementwise/reduce.hpp>
#include <graphblas_gpu/cuda/elementwise/select.hpp>
#include <graphblas_gpu/cuda/structure/transpose.hpp>

#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::cuda {

namespace {
[[noreturn]] void refuse() { throw unsupported("context: this build has no CUDA engine"); }
}  // namespace

std::shared_ptr<engine> engine::make(int, std::int64_t, CUstream_st*, std::shared_ptr<device_memory_resource>) { refuse(); }
std::shared_ptr<device_memory_resource> exact_memory(int) { refuse(); }
int engine::usable_devices() noexcept { return 0; }
engine::~engine() = default;
void* engine::allocate(std::size_t) { refuse(); }
void engine::deallocate(void*, std::size_t) noexcept {}
void engine::synchronise() const { refuse(); }
void engine::to_device(void*, const void*, std::size_t) { refuse(); }
void engine::to_host(std::initializer_list<download>) { refuse(); }
void engine::copy(void*, const void*, std::size_t) { refuse(); }
void engine::set_bytes(void*, int, std::size_t) { refuse(); }
void engine::peek(void*, const void*, std::size_t) { refuse(); }
std::int64_t* engine::answer() const noexcept { return nullptr; }
std::int64_t engine::await_answer() { refuse(); }
void engine::poke(void*, const void*, std::size_t) { refuse(); }
std::int64_t engine::free_bytes() const { refuse(); }
std::int64_t engine::bytes_in_use() const noexcept { return 0; }
std::int64_t engine::peak_bytes() const noexcept { return 0; }
void engine::reset_peak() noexcept {}
std::int64_t engine::kept_bytes() const { refuse(); }
void engine::release_memory() { refuse(); }
moves engine::moved() const noexcept { return {}; }
moves engine::take_moves() noexcept { return {}; }
csr copied(const engine_ptr&, const csr&) { refuse(); }
csr empty_csr(const engine_ptr&, index, index, type_code) { refuse(); }
csr transposed(const engine_ptr&, const csr_ref&) { refuse(); }
bool is_transpose_of_itself(const engine_ptr&, const csr_ref&, const csr_ref&) { refuse(); }
csr true_structure(const engine_ptr&, const csr_ref&) { refuse(); }
tiles tiled(const engine_ptr&, const csr_ref&) { refuse(); }
formats::scalar_value sum_of_values(const engine_ptr&, type_code, const void*, std::int64_t, binary_code, type_code) { refuse(); }

}  // namespace graphblas_gpu::cuda
