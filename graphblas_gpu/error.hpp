// Every failure of the library is an exception derived from graphblas_gpu::error.
//
// Idea: one class for each reason, so that a caller can catch the failures that it can handle. code() maps one to one to the
// GrB_Info of the GraphBLAS C API 2.1 (the enumerators have its values), so that a C binding can be a switch. Messages contain
// the numbers.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace graphblas_gpu {

/// The values of GrB_Info (GraphBLAS C API 2.1, section 3.9), and `cancelled`, for which the C API has none.
enum class error_code : int {
    no_value = 1,
    uninitialized_object = -1,
    null_pointer = -2,
    invalid_value = -3,
    invalid_index = -4,
    domain_mismatch = -5,
    dimension_mismatch = -6,
    output_not_empty = -7,
    not_implemented = -8,
    panic = -101,
    out_of_memory = -102,
    insufficient_space = -103,
    invalid_object = -104,
    index_out_of_bounds = -105,
    empty_object = -106,
    cancelled = -9001,
};

/// The name of the matching GrB_Info, such as "GrB_DIMENSION_MISMATCH"; "CANCELLED" for error_code::cancelled.
const char* grb_info_name(error_code code) noexcept;

/// The base class of all exceptions of the library. what() contains the operation and the numbers.
class error : public std::runtime_error {
  public:
    error(error_code code, const std::string& message) : std::runtime_error(message), code_(code) {}
    /// The matching value of GrB_Info.
    error_code code() const noexcept { return code_; }

  private:
    error_code code_;
};

/// The sizes of the operands do not fit each other.
class dimension_mismatch : public error {
  public:
    explicit dimension_mismatch(const std::string& message) : error(error_code::dimension_mismatch, message) {}
};

/// Values of one type are asked for as values of another type that they do not become.
class domain_mismatch : public error {
  public:
    explicit domain_mismatch(const std::string& message) : error(error_code::domain_mismatch, message) {}
};

/// A single row, column or element index lies outside its object.
class invalid_index : public error {
  public:
    explicit invalid_index(const std::string& message) : error(error_code::invalid_index, message) {}
};

/// An index in an array of indices lies outside its object.
class index_out_of_bounds : public error {
  public:
    explicit index_out_of_bounds(const std::string& message) : error(error_code::index_out_of_bounds, message) {}
};

/// An argument has a value that the operation cannot take.
class invalid_value : public error {
  public:
    explicit invalid_value(const std::string& message) : error(error_code::invalid_value, message) {}
};

/// Arrays given as a matrix do not form one (offsets that fall, columns out of order, ...).
class invalid_object : public error {
  public:
    explicit invalid_object(const std::string& message) : error(error_code::invalid_object, message) {}
};

/// The request is meaningful, but this build, engine or method cannot serve it.
class unsupported : public error {
  public:
    explicit unsupported(const std::string& message) : error(error_code::not_implemented, message) {}
};

/// A context cannot be used now: it was moved from, another thread or the operation that calls this operator is using it, or it
/// belongs to the parent of this process.
class invalid_context : public error {
  public:
    explicit invalid_context(const std::string& message) : error(error_code::invalid_object, message) {}
};

/// context::cancel() has ended the call. Outputs are as they were before it.
class cancelled : public error {
  public:
    explicit cancelled(const std::string& message) : error(error_code::cancelled, message) {}
};

/// The result does not fit in memory, or in the limit of the context; or the system has no more memory or threads.
class out_of_memory : public error {
  public:
    explicit out_of_memory(const std::string& message) : error(error_code::out_of_memory, message) {}
    /// For where there is no memory for a message with numbers either: it allocates nothing.
    out_of_memory() noexcept;
};

/// A file cannot be read or written, or its content is not valid; line 0 stands for the file as a whole.
class io_error : public error {
  public:
    io_error(std::string file, std::int64_t line, const std::string& what_is_wrong)
        : error(error_code::invalid_value,
                line > 0 ? file + ":" + std::to_string(line) + ": " + what_is_wrong : file + ": " + what_is_wrong),
          file_(std::move(file)),
          line_(line) {}
    /// The name of the file in messages: its path, or the name of the stream.
    const std::string& file() const noexcept { return file_; }
    /// The number of the line, from 1; 0 if the error is not in a single line.
    std::int64_t line() const noexcept { return line_; }

  private:
    std::string file_;
    std::int64_t line_;
};

}  // namespace graphblas_gpu
