#include <graphblas_gpu/capi/core.hpp>

#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/host/elementwise/convert.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

namespace graphblas_gpu::capi {
namespace {

void check_operator_of_monoid(const GB_BinaryOp_opaque& op) {
    if (op.left != op.result || op.right != op.result)
        throw domain_mismatch("the operator of a monoid has operands and results of one type");
}

/// Throws unsupported for the operators of positions, which have no function.
void check_has_function(bool has_function, const object& op) {
    if (!has_function)
        throw unsupported(std::string(op.predefined_name) +
                          " makes positions, which this library has for a few semirings alone");
}

function_source_ptr source_of(const function_source_ptr* source) { return source == nullptr ? nullptr : *source; }

}  // namespace

// ---- values ----

any_scalar scalar_argument::as(GrB_Type expected) const {
    if (object_ != nullptr) return object_->value;
    check_not_null(given_.data, "the value");
    const GrB_Type type = given_.type != nullptr ? given_.type : expected;
    (void)type_of_call(given_.type, expected, "the value");
    return any_scalar(type->values, given_.data);
}

any_scalar scalar_argument::present_as(GrB_Type expected) const {
    any_scalar x = as(expected);
    if (!x.is_present()) throw error(error_code::empty_object, "the scalar is empty");
    return x;
}

GrB_Type type_of_call(GrB_Type given, GrB_Type of_object, const char* what) {
    const bool is_user_defined = of_object->code == GrB_UDT_CODE;
    if ((given == nullptr) != is_user_defined)
        throw domain_mismatch(std::string(what) + (is_user_defined ? " has a predefined type, the object a user-defined one"
                                                                   : " has a user-defined type, the object a predefined one"));
    return is_user_defined ? of_object : given;
}

void cast_values_to(const type_descriptor& from, const void* values, const type_descriptor& to, void* out, index count) {
    if (from == to) {
        if (count > 0) std::memcpy(out, values, static_cast<std::size_t>(count) * from.bytes);
    } else if (from.is_built_in() && to.is_built_in()) {
        host::convert_values(from.code, values, to.code, out, count);
    } else {
        throw domain_mismatch("a user-defined type is cast to no other type");
    }
}

// ---- operators ----

any_operator operator_of(const GrB_BinaryOp op) {
    const GB_BinaryOp_opaque& f = checked(op, "the operator");
    check_has_function(f.function != nullptr, f);
    if (f.core_name != nullptr) return any_operator(f.core_name, f.left->values, f.function);
    return any_operator(f.function, f.left->values, f.right->values, f.result->values, source_of(f.source));
}

any_operator accumulator_of(const GrB_BinaryOp accum) { return accum == nullptr ? any_operator() : operator_of(accum); }

any_function function_of(const GrB_UnaryOp op) {
    const GB_UnaryOp_opaque& f = checked(op, "the operator");
    check_has_function(f.function != nullptr, f);
    if (f.core_name != nullptr) return any_function(f.core_name, f.argument->values);
    return any_function(f.function, f.argument->values, f.result->values, source_of(f.source));
}

any_function function_of(const GrB_IndexUnaryOp op, const scalar_argument& thunk, GrB_Type entries, index longest_side) {
    using form = GB_IndexUnaryOp_opaque::form;
    const GB_IndexUnaryOp_opaque& f = checked(op, "the operator");
    const any_scalar y = thunk.present_as(f.thunk).cast_to(f.thunk->values);
    if (f.computes == form::position) {
        const auto k = y.as<std::int64_t>();
        // The functions of this library make 64-bit numbers, which are cast; sums that 32 bits do not hold would differ.
        const auto is_small = [](std::int64_t n) { return n > -(std::int64_t{1} << 30) && n < std::int64_t{1} << 30; };
        if (f.result->code != GrB_INT32_CODE || (is_small(k) && is_small(longest_side))) return any_function(f.core_name, k);
        return any_function(f.function, entries->values, f.result->values, y);
    }
    if (f.computes == form::comparison) return any_function::bind_second(any_operator(f.core_name, f.argument->values), y);
    return any_function(f.function, f.argument == nullptr ? entries->values : f.argument->values, f.result->values, y,
                        source_of(f.source));
}

bool is_ready_made_monoid(const GB_BinaryOp_opaque& op) {
    if (op.core_name == nullptr || op.left != op.result) return false;
    constexpr std::array<std::string_view, 12> names{"plus", "times", "min",    "max",     "land",    "lor",
                                                     "lxor", "lxnor", "bit_or", "bit_and", "bit_xor", "bit_xnor"};
    return std::find(names.begin(), names.end(), op.core_name) != names.end() ||
           (op.result->code == GrB_BOOL_CODE && std::string_view(op.core_name) == "eq");
}

any_monoid monoid_of(const GrB_Monoid monoid) {
    const GB_Monoid_opaque& m = checked(monoid, "the monoid");
    if (m.identity == nullptr) return any_monoid(m.core_name, m.op->result->values);
    return any_monoid(operator_of(m.op), *m.identity);
}

any_monoid monoid_of(const GrB_BinaryOp op) {
    const GB_BinaryOp_opaque& f = checked(op, "the operator");
    check_operator_of_monoid(f);
    if (is_ready_made_monoid(f)) return any_monoid(f.core_name, f.result->values);
    const buffer<std::byte> zeros(f.result->values.bytes);
    // A device would take the zeros for the identity.
    return any_monoid(operator_of(op).without_source(), any_scalar(f.result->values, zeros.data()));
}

any_semiring semiring_of(const GrB_Semiring semiring) {
    const GB_Semiring_opaque& s = checked(semiring, "the semiring");
    const GB_BinaryOp_opaque& multiply = *s.multiply;
    const bool has_one_type = multiply.left == multiply.result && multiply.right == multiply.result;
    if (has_one_type && s.add->core_name != nullptr && multiply.core_name != nullptr) {
        const std::string name = std::string(s.add->core_name) + "_" + multiply.core_name;
        const type_descriptor& type = multiply.result->values;
        if (find_if_in_catalogue(name, type.code) != nullptr) return any_semiring(name, type);
    }
    return any_semiring(monoid_of(s.add), operator_of(s.multiply));
}

// ---- descriptors, masks, indices ----

const GB_Descriptor_opaque& options_of(const GrB_Descriptor desc) {
    static constinit GB_Descriptor_opaque none{{object_kind::descriptor, ""}, false, false, false, false, false};
    return desc == nullptr ? none : checked(desc, "the descriptor");
}

void set_option(GB_Descriptor_opaque& desc, int field, int value) {
    const auto refuse = [&] {
        throw invalid_value("a descriptor takes no value " + std::to_string(value) + " for the field " + std::to_string(field));
    };
    if (desc.predefined_name != nullptr) throw invalid_value("a predefined descriptor cannot be changed");
    const auto one_of = [&](int set) {
        if (value != GrB_DEFAULT && value != set) refuse();
        return value == set;
    };
    switch (field) {
        case GrB_OUTP: desc.replace = one_of(GrB_REPLACE); break;
        case GrB_INP0: desc.transpose_first = one_of(GrB_TRAN); break;
        case GrB_INP1: desc.transpose_second = one_of(GrB_TRAN); break;
        case GrB_MASK:
            // GrB_COMP and GrB_STRUCTURE add up, as both may be set by one call or by two.
            if (value != GrB_DEFAULT && (value & ~GrB_COMP_STRUCTURE) != 0) refuse();
            desc.complement = value != GrB_DEFAULT && (desc.complement || (value & GrB_COMP) != 0);
            desc.structure = value != GrB_DEFAULT && (desc.structure || (value & GrB_STRUCTURE) != 0);
            break;
        default: refuse();
    }
}

descriptor descriptor_of(const GrB_Descriptor desc) {
    const GB_Descriptor_opaque& options = options_of(desc);
    descriptor out;
    out.transpose_a = options.transpose_first;
    out.transpose_b = options.transpose_second;
    out.replace = options.replace;
    return out;
}

namespace {

void check_can_be_mask(GrB_Type type, const GB_Descriptor_opaque& options) {
    if (!options.structure && type->code == GrB_UDT_CODE)
        throw domain_mismatch("a mask with values of a user-defined type needs GrB_STRUCTURE");
}

}  // namespace

mask_argument::mask_argument(const GrB_Matrix mask, const GrB_Descriptor desc, const any_matrix& output) {
    const GB_Descriptor_opaque& options = options_of(desc);
    if (mask != nullptr) {
        check_can_be_mask(checked(mask, "the mask").type, options);
        mask_ = {&mask->value, nullptr, !options.structure, options.complement};
    } else if (options.complement) {
        no_matrix_ = any_matrix(output.nrows(), output.ncols(), type_of<void>());
        mask_ = {&no_matrix_, nullptr, false, false};
    }
}

mask_argument::mask_argument(const GrB_Vector mask, const GrB_Descriptor desc, index size) {
    const GB_Descriptor_opaque& options = options_of(desc);
    if (mask != nullptr) {
        check_can_be_mask(checked(mask, "the mask").type, options);
        mask_ = {nullptr, &mask->value, !options.structure, options.complement};
    } else if (options.complement) {
        no_vector_ = any_vector(size, type_of<void>());
        mask_ = {nullptr, &no_vector_, false, false};
    }
}

index_list indices_of(const GrB_Index* list, GrB_Index count) {
    check_not_null(list, "the list of indices");
    if (list == GrB_ALL) return index_list(all);
    if (count > GrB_INDEX_MAX) throw invalid_value("a list of " + std::to_string(count) + " indices");
    // Unsigned numbers may be read as signed ones; those that do not fit become negative, and are out of bounds too.
    return index_list(std::span<const index>(reinterpret_cast<const index*>(list), count));
}

}  // namespace graphblas_gpu::capi
