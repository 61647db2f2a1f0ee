// Matrices of dense blocks, the operands of approximate products; graphblas_gpu/spamm/ has all of it.
#pragma once

#include <graphblas_gpu/spamm/block_matrix.hpp>
