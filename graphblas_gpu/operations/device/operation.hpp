// Operands, masks and the last step of operations on a device; operations/operand.hpp and operation.hpp do the same on the
// host.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/cuda/elementwise/combine.hpp>
#include <graphblas_gpu/cuda/elementwise/function_codes.hpp>
#include <graphblas_gpu/cuda/elementwise/select.hpp>
#include <graphblas_gpu/cuda/elementwise/values.hpp>
#include <graphblas_gpu/cuda/structure/transpose.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/function_ref.hpp>
#include <graphblas_gpu/operations/device/sourced.hpp>
#include <graphblas_gpu/operations/structural_mask.hpp>

namespace graphblas_gpu::device {

using cuda::engine_ptr;

/// The engine of a context, which an operation has for itself while this object lives.
class engine_in_use {
  public:
    engine_in_use(const engine_ptr& e, const char* operation) : e_(e), here_(*e, operation) {}
    operator const engine_ptr&() const { return e_; }
    cuda::engine* operator->() const { return e_.get(); }

  private:
    const engine_ptr& e_;
    cuda::engine::use here_;
};

/// Throws unsupported for an operator or a function that has no code.
[[noreturn]] inline void refuse_own_function(const char* operation, const char* what) {
    throw unsupported(std::string(operation) + ": the CUDA engine runs the ready-made operators on built-in types, and this " +
                      what + " is none of them; it runs on the host, with context::host()");
}

/// The code of a container's value type; refuses types of the user's own.
template <class T>
type_code code_of_values(const char* operation) {
    if constexpr (formats::has_type_code<T>) {
        return formats::code_of<T>();
    } else {
        throw unsupported(std::string(operation) +
                          ": the CUDA engine works on the built-in value types; one of the user's own stays on the host, with "
                          "context::host()");
    }
}

/// The code of a type whose values are only moved. A struct of the caller's own has a code by its size. Throws unsupported for
/// structs that no device moves.
type_code code_of_moved_values(const char* operation, const type_descriptor& type);
template <class T>
type_code code_of_moved_values(const char* operation) {
    return code_of_moved_values(operation, type_of<T>());
}

/// The entries of a container on the device in their own type. A matrix is transposed if `transpose`; a vector is one row.
/// @{
inline std::shared_ptr<const cuda::csr> rows_on(const engine_ptr& e, const any_matrix& m, bool transpose) {
    return m.device_rows(e, transpose);
}
inline std::shared_ptr<const cuda::csr> rows_on(const engine_ptr& e, const any_vector& v, bool) { return v.device_rows(e); }
template <class X>
std::shared_ptr<const cuda::csr> own_operand(const engine_ptr& e, const X& x, bool transpose) {
    return rows_on(e, x.any(), transpose);
}
/// @}

/// Accum is monoid<Op, T> for a ready-made operator.
template <class Accum, class T>
concept monoid_of = std::same_as<typename Accum::value_type, T> && requires { typename Accum::operator_type; };

/// The code of an accumulator of values of T, or nothing for no_accum. Throws unsupported for a function of the user's own that
/// would have to be called. `added` is the type of the values that are accumulated; a monoid can be replaced by its operator
/// only if that type is T too.
template <class T, class Accum>
std::optional<cuda::binary_code> accumulator_code(const char* operation, const Accum& accum, type_code added) {
    if constexpr (cuda::names_its_operator<Accum>) {
        return accum.code();
    } else if constexpr (std::is_same_v<Accum, no_accum_t>) {
        return std::nullopt;
    } else if constexpr (std::is_void_v<T>) {
        return cuda::binary_code::first;  // it says that C accumulates; structure alone has no values to call an operator with
    } else if constexpr (monoid_of<Accum, T>) {
        constexpr std::optional<cuda::binary_code> code = cuda::binary_code_of<typename Accum::operator_type>();
        if (!code || added != formats::code_or_none<T>()) refuse_own_function(operation, "accumulator");
        return code;
    } else {
        constexpr std::optional<cuda::binary_code> code = cuda::binary_code_of<Accum>();
        if (!code) refuse_own_function(operation, "accumulator");
        if (formats::is_plain_struct<T>() && added != formats::code_or_none<T>()) refuse_own_function(operation, "accumulator");
        return code;
    }
}

/// Throws unsupported if values would have to be cast, and one of both types is a struct. If C has no values, those of the
/// result are dropped, and nothing is cast.
/// @{
void require_device_cast(const char* operation, const type_descriptor& from, const type_descriptor& to);
template <class From, class To>
void require_device_cast(const char* operation) {
    require_device_cast(operation, type_of<From>(), type_of<To>());
}
/// @}

/// An accumulator and the type of its values, without their types.
struct accumulation {
    struct codes {
        type_code type = type_code::none;      ///< of the values of C
        std::optional<cuda::binary_code> accum;  ///< none: no accumulator, or one that carries its source
    };

    const void* accum = nullptr;
    /// Throws unsupported for what the device cannot accumulate; an operation asks before it computes.
    codes (*find_codes)(const char* operation, const void* accum) = nullptr;
    /// device::accumulated for an accumulator that carries its source; null for all others.
    cuda::csr (*by_source)(const engine_ptr& e, const cuda::csr_ref& c, const cuda::csr_ref& t, const void* accum) = nullptr;

    codes codes_for(const char* operation) const { return find_codes(operation, accum); }
};

/// The accumulation of values of T in an object with values of TC.
template <class T, class TC, class Accum>
accumulation accumulation_of(const Accum& accum) {
    accumulation out;
    out.accum = reinterpret_cast<const void*>(&accum);
    out.find_codes = [](const char* operation, [[maybe_unused]] const void* by) {
        require_device_cast<T, TC>(operation);
        accumulation::codes codes;
        codes.type = code_of_moved_values<TC>(operation);
        if constexpr (!sourced_accumulator<Accum, TC>) {
            constexpr type_code added = formats::code_or_none<T>();
            codes.accum = accumulator_code<TC>(operation, *reinterpret_cast<std::add_const_t<Accum>*>(by), added);
        }
        return codes;
    };
    if constexpr (sourced_accumulator<Accum, TC>) {
        out.by_source = [](const engine_ptr& e, const cuda::csr_ref& c, const cuda::csr_ref& t, const void* by) {
            return accumulated<TC>(e, c, t, *static_cast<const Accum*>(by));
        };
    }
    return out;
}

/// C<M, replace> = accum(C, T) as the new content of C, while the engine is in use. C has `nvals_of_c` entries; rows_of_c()
/// gives them, and is called only if they are needed. `t_is_masked`: T has no entry outside the mask.
cuda::csr merged(const engine_ptr& e, const char* operation, index nvals_of_c,
                 formats::function_ref<std::shared_ptr<const cuda::csr>()> rows_of_c, cuda::csr&& t, const cuda::mask_ref& mask,
                 const accumulation& by, bool replace, bool t_is_masked);

}  // namespace graphblas_gpu::device
