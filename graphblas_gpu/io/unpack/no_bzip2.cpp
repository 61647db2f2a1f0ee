// Needs: nothing.
// Idea: this file replaces bzip2.cpp if libbz2 was not found; see unpacker.hpp.
#include <graphblas_gpu/io/unpack/unpacker.hpp>

namespace graphblas_gpu::io {

std::unique_ptr<unpacker> make_bzip2_unpacker() { return nullptr; }

}  // namespace graphblas_gpu::io
