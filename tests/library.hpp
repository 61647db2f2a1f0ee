// What most tests include: the public interface without products of matrices (mxm.hpp, plan.hpp). Tests of those include them
// themselves, so that a change there compiles no other test again. What those headers include is here: it is precompiled.
#pragma once

#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/bit_rows.hpp>
#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/concat.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/extract.hpp>
#include <graphblas_gpu/index_list.hpp>
#include <graphblas_gpu/integer_list.hpp>
#include <graphblas_gpu/kronecker.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/operations/device/fold.hpp>
#include <graphblas_gpu/operations/product.hpp>
#include <graphblas_gpu/permute.hpp>
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
