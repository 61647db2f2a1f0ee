// Needs: nothing.
// Idea: this file replaces zstd.cpp if libzstd was not found; see unpacker.hpp.
#include <graphblas_gpu/io/unpack/unpacker.hpp>

namespace graphblas_gpu::io {

std::unique_ptr<unpacker> make_zstd_unpacker() { return nullptr; }

}  // namespace graphblas_gpu::io
