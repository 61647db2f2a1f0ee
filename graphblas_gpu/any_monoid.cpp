#include <graphblas_gpu/any_monoid.hpp>

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/operations/device/run_time_source.hpp>
#include <semirings/monoids.hpp>

#include <cstring>
#include <string>

namespace graphblas_gpu {
namespace {

std::size_t as_size(row_offset p) { return static_cast<std::size_t>(p); }

/// The loops of the monoid of Op over T, and its identity, if the operator has this name and is a monoid over T.
template <class T, class Op>
bool set_if_named(std::string_view name, host::monoid_functions& loops, any_scalar& identity) {
    if constexpr (monoid_operator<Op, T>) {
        static constexpr monoid<Op, T> made{};
        if (name != Op::name) return false;
        loops = host::functions_of<monoid<Op, T>, T>(made);
        identity = any_scalar(made.identity());
        return true;
    } else {
        return false;
    }
}

template <class T, class... Ops>
bool set_by_name(std::string_view name, host::monoid_functions& loops, any_scalar& identity) {
    return (set_if_named<T, Ops>(name, loops, identity) || ...);
}

// The loops of a monoid of any operator; values of the monoid and those that are added have the same type.

void clear(const void* monoid, void* sum) {
    const any_scalar& identity = static_cast<const any_monoid*>(monoid)->identity();
    std::memcpy(sum, identity.data(), identity.type().bytes);
}

void add(const void* monoid, void* sum, bool begins, const void* values, row_offset first, row_offset last) {
    const any_monoid& m = *static_cast<const any_monoid*>(monoid);
    const std::size_t bytes = m.type().bytes;
    if (begins) std::memcpy(sum, static_cast<const std::byte*>(values) + as_size(first++) * bytes, bytes);
    // Pairs are combined one after the other, so that each finds the sum that the one before it has written.
    host::pair_batch batch(m.op().view().on_host);
    for (row_offset p = first; p < last; ++p) {
        batch.note(0, p, 0);
        batch.keep(true);
        if (batch.is_full()) batch.combine(sum, values, sum);
    }
    batch.combine(sum, values, sum);
}

void add_to_columns(const void* monoid, void* sums, bool* seen, const column_index* columns, const void* values,
                    row_offset first, row_offset last) {
    const any_monoid& m = *static_cast<const any_monoid*>(monoid);
    const std::size_t bytes = m.type().bytes;
    host::pair_batch batch(m.op().view().on_host);
    for (row_offset p = first; p < last; ++p) {
        const column_index j = columns[p];
        if (seen[j]) {
            batch.note(j, p, j);
            batch.keep(true);
            if (batch.is_full()) batch.combine(sums, values, sums);
        } else {
            std::memcpy(static_cast<std::byte*>(sums) + j * bytes, static_cast<const std::byte*>(values) + as_size(p) * bytes,
                        bytes);
            seen[j] = true;
        }
    }
    batch.combine(sums, values, sums);
}

/// The code of the operator on a device.
cuda::binary_code device_code(const char* operation, const void* monoid) {
    const operations::pair_operator op = static_cast<const any_monoid*>(monoid)->op().view();
    if (op.on_device.find == nullptr) device::refuse_own_function(operation, "monoid");
    return op.on_device.find(operation, true, op.on_device.op).op;
}

}  // namespace

any_monoid::any_monoid(std::string_view name, const type_descriptor& type) : op_(name, type) {
    const bool is_known = base::with_code(type.code, [&](auto tag) {
        using T = typename decltype(tag)::type;
        return set_by_name<T, plus, times, min, max, any, land, lor, lxor, lxnor, eq, bit_and, bit_or, bit_xor, bit_xnor>(
            name, named_, identity_);
    });
    if (!is_known || !op_.is_on(type))
        throw invalid_value("any_monoid: '" + std::string(name) + "' is no monoid over " + type.name);
}

any_monoid::any_monoid(const any_operator& op, const any_scalar& identity) : op_(op) {
    if (!op.is_present()) throw invalid_value("any_monoid: there is no operator");
    if (!op.is_on(op.result_type())) throw domain_mismatch("any_monoid: the operator works on several types");
    identity_ = identity.present().cast_to(op.result_type());
}

operations::monoid_view any_monoid::view() const {
    operations::monoid_view out{&type(), &type(), named_, {}};
    if (named_.add == nullptr) out.on_host = {this, type().bytes, false, &clear, &add, &add, &add_to_columns};
    out.on_device.monoid = this;
    out.on_device.sum = [](const char* operation, const cuda::engine_ptr& e, const cuda::csr_ref& a, const void* monoid) {
        const auto& own = *static_cast<const any_monoid*>(monoid);
        if (device::can_be_compiled(own.op())) {
            cuda::memory keep;
            const cuda::csr_ref values = cuda::with_values_of(e, a, own.type().code, keep);
            return device::kernels_of_sums(operation, own)->sum(e, values.values, values.nvals);
        }
        return cuda::sum_of_values(e, a.type, a.values, a.nvals, device_code(operation, monoid), own.type().code);
    };
    out.on_device.sums_of_rows = [](const char* operation, const cuda::engine_ptr& e, const cuda::csr_ref& a,
                                    const void* monoid) {
        const auto& own = *static_cast<const any_monoid*>(monoid);
        if (device::can_be_compiled(own.op())) {
            cuda::memory keep;
            return device::kernels_of_sums(operation, own)->sums_of_rows(e, cuda::with_values_of(e, a, own.type().code, keep));
        }
        return cuda::sums_of_rows(e, a, device_code(operation, monoid), own.type().code);
    };
    return out;
}

}  // namespace graphblas_gpu
