#include <graphblas_gpu/integer_list.hpp>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>
#include <semirings/types.hpp>

namespace graphblas_gpu {

namespace {

template <class To, class From>
To checked(From number, std::size_t entry) {
    if (std::in_range<To>(number)) return static_cast<To>(number);
    throw index_out_of_bounds(
        fmt::format("{} in entry {} of a list of integers does not fit {}", number, entry, type_name<To>()));
}

}  // namespace

template <class To>
template <class From>
void integer_list<To>::convert(const From* from, std::size_t count) {
    converted_.resize(count);
    for (std::size_t n = 0; n < count; ++n) converted_[n] = checked<To>(from[n], n);
}

template <class To>
void integer_list<To>::add(std::int64_t number) {
    converted_.push_back(checked<To>(number, converted_.size()));
}

template <class To>
void integer_list<To>::add(std::uint64_t number) {
    converted_.push_back(checked<To>(number, converted_.size()));
}

#define GB_CONVERTS(to, from) template void integer_list<to>::convert(const from*, std::size_t);
#define GB_CONVERTS_TO(to)               \
    template class integer_list<to>;     \
    GB_CONVERTS(to, signed char)         \
    GB_CONVERTS(to, unsigned char)       \
    GB_CONVERTS(to, short)               \
    GB_CONVERTS(to, unsigned short)      \
    GB_CONVERTS(to, int)                 \
    GB_CONVERTS(to, unsigned)            \
    GB_CONVERTS(to, long)                \
    GB_CONVERTS(to, unsigned long)       \
    GB_CONVERTS(to, long long)           \
    GB_CONVERTS(to, unsigned long long)
GB_CONVERTS_TO(index)
GB_CONVERTS_TO(column_index)
#undef GB_CONVERTS
#undef GB_CONVERTS_TO

}  // namespace graphblas_gpu
