// Needs: nothing.
// Idea: this file replaces xz.cpp if liblzma was not found; see unpacker.hpp.
#include <graphblas_gpu/io/unpack/unpacker.hpp>

namespace graphblas_gpu::io {

std::unique_ptr<unpacker> make_xz_unpacker() { return nullptr; }

}  // namespace graphblas_gpu::io
