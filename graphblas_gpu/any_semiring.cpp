#include <graphblas_gpu/any_semiring.hpp>

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/own_semiring.hpp>

#include <algorithm>
#include <string>

namespace graphblas_gpu {
namespace {

/// A value of up to `size` bytes. Behind its bytes a block has any content.
template <std::size_t size>
struct alignas(16) block {
    std::byte bytes[size];
};

/// A semiring of two functions. The loops of products are compiled for a few sizes of blocks; the functions read and write the
/// bytes of the values, which stand at the beginning of a block.
template <std::size_t size>
struct semiring_of_functions {
    struct addition {
        using value_type = block<size>;
        binary_function_pointer function;
        static value_type identity() { return {}; }  // no product begins with it
        value_type operator()(const value_type& x, const value_type& y) const {
            value_type z;
            function(&z, &x, &y);
            return z;
        }
    };
    addition add;
    binary_function_pointer function;
    block<size> multiply(const block<size>& x, const block<size>& y) const {
        block<size> z;
        function(&z, &x, &y);
        return z;
    }
};

template <std::size_t size>
void set_functions(operations::semiring_view& view, std::shared_ptr<const void>& owner, const semiring_functions& f) {
    using semiring = semiring_of_functions<size>;
    const auto made = std::make_shared<const semiring>(semiring{{f.add}, f.multiply});
    view.kernels = &host::kernels_of(*made);
    view.object = made.get();
    view.block_bytes = size;
    owner = made;
}

}  // namespace

any_semiring::any_semiring(std::string_view name, const type_descriptor& type) {
    const catalogue_kernels& entry = find_in_catalogue(name, type.is_built_in() ? type.code : type_code::none);
    view_.left = view_.right = view_.value = &type;
    view_.kernels = entry.host;
    view_.object = entry.semiring;
    view_.source = &entry;
    view_.find_recipe = [](const char*, const void* chosen) {
        return cuda::recipe_for(static_cast<const catalogue_kernels*>(chosen)->code);
    };
}

any_semiring::any_semiring(const semiring_functions& f) {
    if (f.add == nullptr || f.multiply == nullptr || f.left == nullptr || f.right == nullptr || f.value == nullptr)
        throw invalid_value("any_semiring: a function or a type is null");
    view_.left = f.left;
    view_.right = f.right;
    view_.value = f.value;
    const std::size_t bytes = std::max({f.left->bytes, f.right->bytes, f.value->bytes});
    if (bytes <= 16) set_functions<16>(view_, owner_, f);
    else if (bytes <= 64) set_functions<64>(view_, owner_, f);
    else if (bytes <= 256) set_functions<256>(view_, owner_, f);
    else throw unsupported("any_semiring: functions on values of more than 256 bytes, here " + std::to_string(bytes));
    view_.find_recipe = [](const char* operation, const void*) -> cuda::product_recipe {
        throw unsupported(std::string(operation) +
                          ": a semiring of two functions runs on the host, with context::host(), because a device cannot call "
                          "them");
    };
}

}  // namespace graphblas_gpu
