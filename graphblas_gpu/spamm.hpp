// Approximate products of matrices of dense blocks; graphblas_gpu/spamm/ has all of it.
#pragma once

#include <graphblas_gpu/spamm/spamm.hpp>
