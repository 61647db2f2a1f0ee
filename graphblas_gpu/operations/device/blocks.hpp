// Products on a device whose rows go to the host block by block.
#pragma once

#include <graphblas_gpu/formats/untyped_csr.hpp>

namespace graphblas_gpu::device {

class device_product;

/// A product, or its structure, in host memory, put together from its blocks: for a C that does not fit on the device. Files
/// the report. Throws out_of_memory where host memory does not suffice, or a row does not fit on the device.
formats::untyped_csr rows_by_blocks(device_product& p, bool structure_only);

}  // namespace graphblas_gpu::device
