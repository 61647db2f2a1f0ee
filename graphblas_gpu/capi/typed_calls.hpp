// What the generated functions of typed_functions.cpp call.
#pragma once

#include <graphblas_gpu/capi/collections.hpp>
#include <graphblas_gpu/capi/extensions.hpp>
#include <graphblas_gpu/capi/operations.hpp>
#include <graphblas_gpu/capi/query.hpp>
