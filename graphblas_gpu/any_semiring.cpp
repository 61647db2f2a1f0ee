#include <graphblas_gpu/any_semiring.hpp>

#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/operations/device/run_time_source.hpp>
#include <graphblas_gpu/own_semiring.hpp>

#include <algorithm>
#include <string>

namespace graphblas_gpu {
namespace {

/// A value of up to `size` bytes. Behind its bytes a block has any content.
template <std::size_t size>
struct alignas(size < 16 ? size : 16) block {
    std::byte bytes[size];
};

/// A semiring of two operators. The loops of products are compiled for a few sizes of blocks; the operators read and write the
/// bytes of the values, which stand at the beginning of a block.
template <std::size_t size>
struct semiring_of_operators {
    struct addition {
        using value_type = block<size>;
        any_operator op;
        static value_type identity() { return {}; }  // no product begins with it
        value_type operator()(const value_type& x, const value_type& y) const {
            value_type z;
            op.call(&z, &x, &y);
            return z;
        }
    };
    addition add;
    any_operator op;
    block<size> multiply(const block<size>& x, const block<size>& y) const {
        block<size> z;
        op.call(&z, &x, &y);
        return z;
    }
};

template <std::size_t size>
void set_operators(operations::semiring_view& view, std::shared_ptr<const void>& owner, const any_operator& add,
                   const any_operator& multiply) {
    using semiring = semiring_of_operators<size>;
    const auto made = base::library_call("any_semiring", [&] {
        return std::make_shared<const semiring>(semiring{{add}, multiply});
    });
    view.kernels = &host::kernels_of(*made);
    view.object = made.get();
    view.block_bytes = size;
    owner = made;
}

/// What a device compiles, beside the object of the host's loops.
struct compiled_parts {
    any_monoid add;
    any_operator multiply;
    std::shared_ptr<const void> loops;
};

/// The semiring of two operators on host threads.
void set_operators(operations::semiring_view& view, std::shared_ptr<const void>& owner, const any_operator& add,
                   const any_operator& multiply) {
    view.left = &multiply.left_type();
    view.right = &multiply.right_type();
    view.value = &add.result_type();
    const std::size_t bytes = std::max({view.left->bytes, view.right->bytes, view.value->bytes});
    // Values of 8 bytes are blocks as they are; others are copied into blocks.
    if (bytes <= 8) set_operators<8>(view, owner, add, multiply);
    else if (bytes <= 16) set_operators<16>(view, owner, add, multiply);
    else if (bytes <= 64) set_operators<64>(view, owner, add, multiply);
    else if (bytes <= 256) set_operators<256>(view, owner, add, multiply);
    else throw unsupported("any_semiring: functions on values of more than 256 bytes, here " + std::to_string(bytes));
    view.find_recipe = [](const char* operation, const void*) -> cuda::product_recipe {
        throw unsupported(std::string(operation) +
                          ": a semiring of two functions runs on the host, with context::host(), because a device cannot call "
                          "them");
    };
}

}  // namespace

void any_semiring::set_catalogued(const catalogue_kernels& entry, const type_descriptor& type) {
    view_.left = view_.right = view_.value = &type;
    view_.kernels = entry.host;
    view_.object = entry.semiring;
    view_.source = &entry;
    view_.find_recipe = [](const char*, const void* chosen) {
        return cuda::recipe_for(static_cast<const catalogue_kernels*>(chosen)->code);
    };
}

any_semiring::any_semiring(std::string_view name, const type_descriptor& type) {
    set_catalogued(find_in_catalogue(name, type.is_built_in() ? type.code : type_code::none), type);
}

any_semiring::any_semiring(const semiring_functions& f) {
    if (f.add == nullptr || f.multiply == nullptr || f.left == nullptr || f.right == nullptr || f.value == nullptr)
        throw invalid_value("any_semiring: a function or a type is null");
    set_operators(view_, owner_, {f.add, *f.value}, {f.multiply, *f.left, *f.right, *f.value});
}

any_semiring::any_semiring(const any_monoid& add, const any_operator& multiply) {
    if (!multiply.is_present()) throw invalid_value("any_semiring: there is no operator");
    if (!(multiply.result_type() == add.type()))
        throw domain_mismatch(std::string("any_semiring: the operator makes values of type ") + multiply.result_type().name +
                              ", and the monoid adds values of type " + add.type().name);
    const catalogue_kernels* entry = nullptr;
    if (!add.op().name().empty() && !multiply.name().empty() && multiply.is_on(add.type()))
        entry = find_if_in_catalogue(std::string(add.op().name()) + "_" + std::string(multiply.name()), add.type().code);
    if (entry != nullptr) {
        set_catalogued(*entry, add.type());
        return;
    }
    set_operators(view_, owner_, add.op(), multiply);
    const auto kept = base::library_call("any_semiring", [&] {
        return std::make_shared<const compiled_parts>(compiled_parts{add, multiply, owner_});
    });
    view_.source = kept.get();
    view_.find_recipe = [](const char* operation, const void* source) {
        const auto& parts = *static_cast<const compiled_parts*>(source);
        return device::recipe_of(operation, parts.add, parts.multiply);
    };
    owner_ = kept;
}

}  // namespace graphblas_gpu
