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
    buffer<To> list(count);
    for (std::size_t n = 0; n < count; ++n) list[n] = checked<To>(from[n], n);
    own(std::move(list));
}

template <class To>
void integer_list<To>::add(buffer<To>& list, std::int64_t number) {
    list.make_room(1);
    list.extend(1);
    list[list.size() - 1] = checked<To>(number, list.size() - 1);
}

template <class To>
void integer_list<To>::add(buffer<To>& list, std::uint64_t number) {
    list.make_room(1);
    list.extend(1);
    list[list.size() - 1] = checked<To>(number, list.size() - 1);
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
