#include <graphblas_gpu/catalogued.hpp>

#include <string>

#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/instances/instances.hpp>

namespace graphblas_gpu {
namespace {

template <class S>
catalogue_kernels entry_of(std::string_view name, const S& semiring) {
    return {name, base::code_of<semiring_value_t<S>>(), &host::kernels<S>::table, &semiring, cuda::code_of<S>()};
}

const auto& catalogue_entries() {
    static const auto all = std::to_array<catalogue_kernels>({
#define GB_ENTRY(name, T) entry_of(#name, name<T>),
#define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(GB_ENTRY, name)
#include <semirings/catalogue.def>
#undef GB_ENTRY
    });
    return all;
}

}  // namespace

const catalogue_kernels* find_if_in_catalogue(std::string_view name, type_code type) {
    for (const catalogue_kernels& entry : catalogue_entries())
        if (entry.name == name && entry.type == type) return &entry;
    return nullptr;
}

const catalogue_kernels& find_in_catalogue(std::string_view name, type_code type) {
    if (const catalogue_kernels* const found = find_if_in_catalogue(name, type); found != nullptr) return *found;
    return base::library_call("catalogued", [&]() -> const catalogue_kernels& {
        bool name_is_known = false;
        for (const catalogue_kernels& entry : catalogue_entries()) name_is_known = name_is_known || entry.name == name;
        throw invalid_value("semiring '" + std::string(name) +
                            (name_is_known ? "' is not compiled for " : "' is unknown, for ") + type_name(type));
    });
}

}  // namespace graphblas_gpu
