#include <graphblas_gpu/error.hpp>

#include <graphblas_gpu/base/throw_error.hpp>

namespace graphblas_gpu {

namespace {

// Copies of an exception share its text and allocate nothing. The text is made before main() begins, and never destroyed,
// because an object with static storage may be destroyed later and need it.
const error& without_numbers =
    *new error(error_code::out_of_memory, "there is no memory, not even for a message with the numbers");

}  // namespace

out_of_memory::out_of_memory() noexcept : error(without_numbers) {}

const char* grb_info_name(error_code code) noexcept {
    switch (code) {
        case error_code::no_value: return "GrB_NO_VALUE";
        case error_code::uninitialized_object: return "GrB_UNINITIALIZED_OBJECT";
        case error_code::null_pointer: return "GrB_NULL_POINTER";
        case error_code::invalid_value: return "GrB_INVALID_VALUE";
        case error_code::invalid_index: return "GrB_INVALID_INDEX";
        case error_code::domain_mismatch: return "GrB_DOMAIN_MISMATCH";
        case error_code::dimension_mismatch: return "GrB_DIMENSION_MISMATCH";
        case error_code::output_not_empty: return "GrB_OUTPUT_NOT_EMPTY";
        case error_code::not_implemented: return "GrB_NOT_IMPLEMENTED";
        case error_code::panic: return "GrB_PANIC";
        case error_code::out_of_memory: return "GrB_OUT_OF_MEMORY";
        case error_code::insufficient_space: return "GrB_INSUFFICIENT_SPACE";
        case error_code::invalid_object: return "GrB_INVALID_OBJECT";
        case error_code::index_out_of_bounds: return "GrB_INDEX_OUT_OF_BOUNDS";
        case error_code::empty_object: return "GrB_EMPTY_OBJECT";
        case error_code::cancelled: return "CANCELLED";
    }
    return "GrB_PANIC";
}

namespace base {

void throw_error(error_code code, const std::string& message) {
    switch (code) {
        case error_code::cancelled: throw cancelled(message);
        case error_code::out_of_memory: throw out_of_memory(message);
        case error_code::not_implemented: throw unsupported(message);
        case error_code::invalid_value: throw invalid_value(message);
        case error_code::invalid_index: throw invalid_index(message);
        case error_code::invalid_object: throw invalid_object(message);
        case error_code::index_out_of_bounds: throw index_out_of_bounds(message);
        case error_code::domain_mismatch: throw domain_mismatch(message);
        case error_code::dimension_mismatch: throw dimension_mismatch(message);
        default: throw error(code, message);
    }
}

}  // namespace base
}  // namespace graphblas_gpu
