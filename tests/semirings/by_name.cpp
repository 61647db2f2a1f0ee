// What a semiring of the catalogue stands for that is chosen by its name: what a call with its type runs.
#include "tests/catch.hpp"
#include <graphblas_gpu/catalogued.hpp>

namespace gb = graphblas_gpu;

namespace {

struct pair_of_ways {
    const char* name;
    gb::type_code type;
    const gb::host::product_loops* kernels;
    gb::cuda::semiring_code code;
};

}  // namespace

TEST_CASE("a semiring by name is the semiring of that type") {
    std::vector<pair_of_ways> all;
    gb::for_each_semiring([&]<class S>(S semiring) {
        all.push_back({gb::semiring_name<S>(), gb::base::code_of<gb::semiring_value_t<S>>(), &gb::host::kernels_of(semiring),
                       gb::cuda::code_of<S>()});
    });
    REQUIRE(all.size() > 100);
    for (const pair_of_ways& by_type : all) {
        INFO(by_type.name << " " << static_cast<int>(by_type.type));
        const gb::catalogue_kernels& by_name = gb::find_in_catalogue(by_type.name, by_type.type);
        CHECK(by_name.host == by_type.kernels);
        const bool same_code = by_name.code == by_type.code;
        CHECK(same_code);
    }
}
