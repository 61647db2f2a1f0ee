#include <graphblas_gpu/operations/pair_operator.hpp>

#include <graphblas_gpu/base/value_mover.hpp>

namespace graphblas_gpu::operations {
namespace {

template <bool is_second>
void move_values(const void* type, const void* a, const void* b, void* out, const host::entry_pair* pairs, std::size_t count) {
    const auto* const from = static_cast<const std::byte*>(is_second ? b : a);
    auto* const to = static_cast<std::byte*>(out);
    if (to == from) return;  // every value is in its place
    base::with_value_mover(static_cast<const type_descriptor*>(type)->bytes, [&](auto moved) {
        if (pairs == nullptr) return moved.copy_run(to, 0, from, 0, count);
        for (std::size_t n = 0; n < count; ++n) {
            const row_offset at = is_second ? pairs[n].b : pairs[n].a;
            moved.copy(to, static_cast<std::size_t>(pairs[n].out), from, static_cast<std::size_t>(at));
        }
    });
}

template <bool is_second>
pair_operator moving(const type_descriptor& type) {
    pair_operator out{&type, &type, &type, {&type, &move_values<is_second>}, {}};
    out.on_device.op = &type;
    out.on_device.find = [](const char* operation, bool, const void* op) -> cuda::binary_function {
        const type_code code = device::code_of_moved_values(operation, *static_cast<const type_descriptor*>(op));
        return {is_second ? cuda::binary_code::second : cuda::binary_code::first, code, code};
    };
    return out;
}

}  // namespace

pair_operator first_of(const type_descriptor& type) { return moving<false>(type); }
pair_operator second_of(const type_descriptor& type) { return moving<true>(type); }

}  // namespace graphblas_gpu::operations
