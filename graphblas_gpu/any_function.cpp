#include <graphblas_gpu/any_function.hpp>

#include <graphblas_gpu/base/value_room.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/elementwise/convert.hpp>
#include <semirings/index_operators.hpp>
#include <semirings/operators.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

namespace graphblas_gpu {
namespace {

using unary_loop = void (*)(const std::byte* values, std::byte* out, index count);

/// The ready-made unary operators, in the order of cuda::function_code.
template <class... Ops>
struct unary_list {
    static constexpr std::array<std::string_view, sizeof...(Ops)> names{Ops::name...};

    /// The loop of an operator over values of T; null if the operator does not take them.
    template <class T>
    static unary_loop loop(std::size_t number) {
        constexpr std::array<unary_loop, sizeof...(Ops)> loops{loop_of<T, Ops>()...};
        return loops[number];
    }

  private:
    template <class T, class Op>
    static constexpr unary_loop loop_of() {
        if constexpr (std::is_invocable_r_v<T, const Op&, T>)
            return [](const std::byte* values, std::byte* out, index count) {
                for (index n = 0; n < count; ++n) reinterpret_cast<T*>(out)[n] = Op{}(reinterpret_cast<const T*>(values)[n]);
            };
        else return nullptr;
    }
};
using unary_operators = unary_list<identity, ainv, abs, lnot, one, minv, bit_not>;

/// The functions of the position, in the order of cuda::function_code from `row` on; the first three make int64 values.
constexpr std::array<std::string_view, 11> position_names{"rowindex", "colindex", "diagindex", "tril",  "triu", "diag",
                                                          "offdiag",  "rowle",    "rowgt",     "colle", "colgt"};
constexpr std::size_t position_values = 3;

/// f(p, i, j) for every entry p of a range, at the position (i, j); the entries of a vector have the positions (j, 0).
template <class F>
void for_each_entry(const formats::untyped_view& a, const host::entry_range& where, const F& f) {
    for (index i = where.first_row; i < where.last_row; ++i) {
        const row_offset last = std::min(where.last, a.end(i));
        for (row_offset p = std::max(where.first, a.begin(i)); p < last; ++p) {
            const index j = a.columns[p];
            f(p, where.of_vector ? j : i, where.of_vector ? index{0} : j);
        }
    }
}

template <class Value, class F>
void write_positions(const formats::untyped_view& a, const host::entry_range& where, const F& f, std::byte* out) {
    for_each_entry(a, where, [&](row_offset p, index i, index j) { reinterpret_cast<Value*>(out)[p - where.first] = f(i, j); });
}

void write_positions(const formats::untyped_view& a, const host::entry_range& where, cuda::function_code code, std::int64_t k,
                     std::byte* out) {
    using enum cuda::function_code;
    switch (code) {
        case row: return write_positions<std::int64_t>(a, where, rowindex{k}, out);
        case column: return write_positions<std::int64_t>(a, where, colindex{k}, out);
        case diagonal: return write_positions<std::int64_t>(a, where, diagindex{k}, out);
        case tril: return write_positions<bool>(a, where, graphblas_gpu::tril{k}, out);
        case triu: return write_positions<bool>(a, where, graphblas_gpu::triu{k}, out);
        case diag: return write_positions<bool>(a, where, graphblas_gpu::diag{k}, out);
        case offdiag: return write_positions<bool>(a, where, graphblas_gpu::offdiag{k}, out);
        case row_le: return write_positions<bool>(a, where, rowle{k}, out);
        case row_gt: return write_positions<bool>(a, where, rowgt{k}, out);
        case column_le: return write_positions<bool>(a, where, colle{k}, out);
        default: return write_positions<bool>(a, where, colgt{k}, out);
    }
}

/// The number of a name in a list. Throws invalid_value.
template <std::size_t size>
std::size_t number_of(std::string_view name, const std::array<std::string_view, size>& names) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) throw invalid_value("any_function: there is no function '" + std::string(name) + "'");
    return static_cast<std::size_t>(at - names.begin());
}

}  // namespace

any_function::any_function(std::string_view name, const type_descriptor& type)
    : kind_(kind::unary), argument_(&type), result_(&type) {
    const std::size_t number = number_of(name, unary_operators::names);
    code_ = static_cast<cuda::function_code>(number);
    if (type.bytes > 0 && type.is_built_in())
        loop_ =
            base::with_code(type.code, [&](auto tag) { return unary_operators::loop<typename decltype(tag)::type>(number); });
    if (loop_ == nullptr)
        throw invalid_value("any_function: '" + std::string(name) + "' does not take values of type " + type.name);
}

any_function::any_function(std::string_view name, std::int64_t k) : kind_(kind::position), k_(k) {
    const std::size_t number = number_of(name, position_names);
    code_ = static_cast<cuda::function_code>(static_cast<std::size_t>(cuda::function_code::row) + number);
    result_ = number < position_values ? &type_of<std::int64_t>() : &type_of<bool>();
}

any_function::any_function(index_function_pointer function, const type_descriptor& argument, const type_descriptor& result,
                           any_scalar y, function_source_ptr source)
    : kind_(kind::index_pointer),
      argument_(&argument),
      result_(&result),
      bound_(std::move(y)),
      index_unary_(function),
      source_(std::move(source)) {
    (void)bound_.present();
}

any_function::any_function(const any_operator& op, const any_scalar& bound, bool is_first)
    : kind_(is_first ? kind::bound_first : kind::bound_second), op_(op) {
    if (!op.is_present()) throw invalid_value("any_function: there is no operator to bind a value to");
    argument_ = is_first ? &op.right_type() : &op.left_type();
    result_ = &op.result_type();
    code_ = is_first ? cuda::function_code::bound_first : cuda::function_code::bound_second;
    bound_ = bound.present().cast_to(is_first ? op.left_type() : op.right_type());
}

void any_function::write_bound(const formats::untyped_view& a, const host::entry_range& where, std::byte* out) const {
    const host::pair_function f = op_.view().on_host;
    host::pair_batch batch(f);
    const void *x = a.values, *y = a.values;
    (kind_ == kind::bound_first ? x : y) = bound_.data();
    for (row_offset p = where.first; p < where.last; ++p) {
        batch.note(kind_ == kind::bound_first ? 0 : p, kind_ == kind::bound_first ? p : 0, p - where.first);
        batch.keep(true);
        if (batch.is_full()) batch.combine(x, y, out);
    }
    batch.combine(x, y, out);
}

void any_function::write(const formats::untyped_view& a, const host::entry_range& where, std::byte* out) const {
    const std::byte* const values = a.values + static_cast<std::size_t>(where.first) * a.value_bytes;
    const auto count = static_cast<std::size_t>(where.last - where.first);
    switch (kind_) {
        case kind::unary: return loop_(values, out, static_cast<index>(count));
        case kind::position: return write_positions(a, where, code_, k_, out);
        case kind::bound_first:
        case kind::bound_second: return write_bound(a, where, out);
        case kind::unary_pointer:
            for (std::size_t n = 0; n < count; ++n) unary_(out + n * result_->bytes, values + n * a.value_bytes);
            return;
        case kind::index_pointer:
            for_each_entry(a, where, [&](row_offset p, index i, index j) {
                const auto n = static_cast<std::size_t>(p - where.first);
                index_unary_(out + n * result_->bytes, values + n * a.value_bytes, static_cast<std::uint64_t>(i),
                             static_cast<std::uint64_t>(j), bound_.data());
            });
    }
}

cuda::entry_function any_function::device_code(const char* operation, bool of_vector) const {
    cuda::entry_function out;
    out.code = code_;
    out.of_vector = of_vector;
    out.k = k_;
    out.type = kind_ == kind::position ? type_code::int64 : argument_->code;
    out.result = result_->code;
    if (kind_ == kind::unary_pointer || kind_ == kind::index_pointer) device::refuse_own_function(operation, "function");
    if (kind_ == kind::bound_first || kind_ == kind::bound_second) {
        const operations::pair_operator op = op_.view();
        if (op.on_device.find == nullptr) device::refuse_own_function(operation, "function");
        out.op = op.on_device.find(operation, true, op.on_device.op).op;
        out.bound = base::scalar_value::uninitialised(bound_.type().code);
        std::memcpy(out.bound.data(), bound_.data(), bound_.type().bytes);
    }
    return out;
}

void any_function::call(void* z, const void* x, std::uint64_t i, std::uint64_t j) const {
    switch (kind_) {
        case kind::unary: return loop_(static_cast<const std::byte*>(x), static_cast<std::byte*>(z), 1);
        case kind::bound_first: return op_.call(z, bound_.data(), x);
        case kind::bound_second: return op_.call(z, x, bound_.data());
        case kind::unary_pointer: return unary_(z, x);
        case kind::index_pointer: return index_unary_(z, x, i, j, bound_.data());
        case kind::position: break;
    }
    throw invalid_value("any_function: a function of the position has no value to call it with");
}

const function_source* any_function::device_source() const noexcept {
    const bool fits = argument_->fits_on_device() && result_->fits_on_device() && bound_.type().fits_on_device();
    return !fits ? nullptr : op_.source() != nullptr ? op_.source() : source_.get();
}

device::call_form any_function::form() const noexcept {
    switch (kind_) {
        case kind::bound_first: return device::call_form::bound_first;
        case kind::bound_second: return device::call_form::bound_second;
        case kind::index_pointer: return device::call_form::index;
        default: return device::call_form::unary;
    }
}

device::entry_function any_function::on_device(bool is_predicate) const {
    device::entry_function out;
    out.f = this;
    out.find = [](const char* operation, bool of_vector, const void* f) {
        return static_cast<const any_function*>(f)->device_code(operation, of_vector);
    };
    if (device_source() == nullptr) return out;
    if (is_predicate) {
        out.by_source = [](const device::engine_ptr& e, const cuda::csr_ref& a, bool of_vector, const void* f) {
            const auto& own = *static_cast<const any_function*>(f);
            return device::selected(e, a, of_vector, own.form(), *own.device_source(), own);
        };
    } else {
        out.by_source = [](const device::engine_ptr& e, const cuda::csr_ref& a, bool of_vector, const void* f) {
            const auto& own = *static_cast<const any_function*>(f);
            return device::applied(e, a, of_vector, own.form(), *own.device_source(), own);
        };
    }
    return out;
}

operations::entry_function any_function::view() const {
    const auto map = [](const void* f, const formats::untyped_view& a, const host::entry_range& where, std::byte* out) {
        const auto& function = *static_cast<const any_function*>(f);
        function.write(a, where, out + static_cast<std::size_t>(where.first) * function.result_->bytes);
    };
    return {argument_, result_, this, map, on_device(false)};
}

operations::entry_predicate any_function::predicate() const {
    if (!result_->is_built_in() && result_->is_true == nullptr)
        throw domain_mismatch(std::string("select: values of type ") + result_->name + " are neither true nor false");
    const auto keep = [](const void* f, const formats::untyped_view& a, const host::entry_range& where, row_offset* kept) {
        const auto& function = *static_cast<const any_function*>(f);
        const type_descriptor& type = *function.result_;
        const auto total = static_cast<std::size_t>(where.last - where.first);
        base::value_room<2048> values(total * type.bytes);
        function.write(a, where, values.data());
        base::value_room<256> truth(type.is_built_in() ? total : 0);
        const bool* const is_true = reinterpret_cast<bool*>(truth.data());
        if (type.is_built_in())
            host::convert_values(type.code, values.data(), type_code::boolean, truth.data(), static_cast<index>(total));
        index count = 0;
        for (std::size_t n = 0; n < total; ++n) {
            kept[count] = where.first + static_cast<row_offset>(n);
            count += type.is_built_in() ? is_true[n] : type.is_true(values.data() + n * type.bytes);
        }
        return count;
    };
    return {argument_, this, keep, on_device(true)};
}

}  // namespace graphblas_gpu
