// Containers, operations, semirings and contexts. Headers of their own have: products over semirings that are not in the
// catalogue (own_semiring.hpp), semirings from strings (jit_semiring.hpp), approximate products (spamm.hpp), what graph
// algorithms share (graph.hpp), algorithms (algorithms/), files (graphblas_gpu/io/) and objects of other libraries
// (graphblas_gpu/interop/).
#pragma once

#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/bit_rows.hpp>
#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/concat.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/device_source.hpp>
#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/index_list.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/kronecker.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/permute.hpp>
#include <graphblas_gpu/plan.hpp>
#include <graphblas_gpu/propagate.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/sort.hpp>
#include <graphblas_gpu/subassign.hpp>
#include <graphblas_gpu/tiling.hpp>
#include <graphblas_gpu/transpose.hpp>
#include <graphblas_gpu/vector.hpp>
#include <graphblas_gpu/vxm_update.hpp>
#include <semirings/semirings.hpp>
