// Needs: nothing.
// Idea: in place of xz.cpp where liblzma was not found; see unpacker.hpp.
#include <graphblas_gpu/io/unpack/unpacker.hpp>

namespace graphblas_gpu::io {

std::unique_ptr<unpacker> make_xz_unpacker() { return nullptr; }

}  // namespace graphblas_gpu::io
