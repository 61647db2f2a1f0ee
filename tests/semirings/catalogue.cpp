// The list of compiled-in combinations, against a copy of what was agreed, and the three ways to walk it.
#include "tests/catch.hpp"
#include <semirings/catalogue.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

namespace gb = graphblas_gpu;

// As an engine would: a template declared, then instantiated, for every combination.
namespace an_engine {
template <class S>
struct kernels {
    static const char* name();
};
#define DECLARE(name, T) extern template struct kernels<gb::semiring_t<gb::name<T>>>;
#define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(DECLARE, name)
#include <semirings/catalogue.def>
#undef DECLARE
template <class S>
const char* kernels<S>::name() {
    return gb::semiring_name<S>();
}
#define INSTANTIATE(name, T) template struct kernels<gb::semiring_t<gb::name<T>>>;
#define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(INSTANTIATE, name)
#include <semirings/catalogue.def>
#undef INSTANTIATE
}  // namespace an_engine

namespace {

static_assert(gb::is_catalogued<decltype(gb::plus_times<float>)>);
static_assert(gb::is_catalogued<gb::semiring<gb::any, gb::pair, bool>>);
static_assert(gb::is_catalogued<gb::semiring_t<gb::lor_land<>>>);
static_assert(!gb::is_catalogued<gb::semiring<gb::plus, gb::max, float>>);
static_assert(!gb::is_catalogued<gb::semiring<gb::plus, gb::times, bool>>);
static_assert(!gb::is_catalogued<gb::semiring<gb::any, gb::secondi, double>>);
static_assert(!gb::is_catalogued<int>);

static_assert(std::is_same_v<gb::semiring_t<gb::min_plus<float>>, gb::semiring<gb::min, gb::plus, float>>);
static_assert(gb::in_domain<bool, gb::domain::any_type> && !gb::in_domain<bool, gb::domain::numeric>);
static_assert(gb::in_domain<std::int32_t, gb::domain::positional> && !gb::in_domain<float, gb::domain::positional>);

using combination = std::pair<std::string, std::string>;

const std::map<gb::domain, std::set<std::string>> types_of{
    {gb::domain::numeric,
     {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double"}},
    {gb::domain::boolean, {"bool"}},
    {gb::domain::any_type,
     {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double"}},
    {gb::domain::positional, {"int32", "int64"}},
};

const std::map<gb::domain, std::set<std::string>> names_of{
    {gb::domain::numeric,
     {"plus_times", "min_plus", "max_plus", "min_times", "max_times", "min_max", "max_min", "plus_pair", "plus_first",
      "plus_second", "min_first", "min_second", "max_first", "max_second", "plus_min"}},
    {gb::domain::boolean, {"lor_land", "land_lor", "lxor_land"}},
    {gb::domain::any_type, {"any_pair", "any_first", "any_second"}},
    {gb::domain::positional, {"any_secondi", "any_firsti", "min_firsti", "min_secondi"}},
};

std::set<combination> agreed() {
    std::set<combination> all;
    for (const auto& [domain, names] : names_of)
        for (const auto& name : names)
            for (const auto& type : types_of.at(domain)) all.insert({name, type});
    return all;
}

template <gb::domain D>
std::set<std::string> walked_types() {
    std::set<std::string> names;
    gb::for_each_type<D>([&](auto type) { names.insert(gb::type_name<typename decltype(type)::type>()); });
    return names;
}

}  // namespace

TEST_CASE("the catalogue lists what was agreed", "[semirings][catalogue]") {
    std::map<gb::domain, std::set<std::string>> listed;
    for (const auto& entry : gb::semiring_catalogue) {
        CAPTURE(std::string(entry.name), gb::to_string(entry.types));
        CHECK(listed[entry.types].insert(std::string(entry.name)).second);
    }
    CHECK(listed == names_of);
    CHECK(walked_types<gb::domain::numeric>() == types_of.at(gb::domain::numeric));
    CHECK(walked_types<gb::domain::boolean>() == types_of.at(gb::domain::boolean));
    CHECK(walked_types<gb::domain::any_type>() == types_of.at(gb::domain::any_type));
    CHECK(walked_types<gb::domain::positional>() == types_of.at(gb::domain::positional));
}

TEST_CASE("walking the catalogue visits every combination once", "[semirings][catalogue]") {
    std::multiset<combination> visited;
    gb::for_each_semiring([&](auto s) {
        using S = decltype(s);
        STATIC_REQUIRE(gb::semiring_like<S>);
        STATIC_REQUIRE(gb::is_catalogued<S>);
        CHECK(std::string(an_engine::kernels<S>::name()) == gb::semiring_name<S>());
        visited.insert({gb::semiring_name<S>(), gb::type_name<gb::semiring_value_t<S>>()});
    });
    const auto wanted = agreed();
    CHECK(wanted.size() == 194);
    CHECK(visited == std::multiset<combination>(wanted.begin(), wanted.end()));
}

TEST_CASE("a combination is found by its names", "[semirings][catalogue]") {
    combination met;
    int calls = 0;
    const auto note = [&](auto s) {
        using S = decltype(s);
        met = {gb::semiring_name<S>(), gb::type_name<gb::semiring_value_t<S>>()};
        ++calls;
    };
    int expected_calls = 0;
    for (const auto& wanted : agreed()) {
        CHECK(gb::with_semiring(wanted.first, wanted.second, note) == gb::catalogue_lookup::found);
        CHECK(met == wanted);
        CHECK(calls == ++expected_calls);
    }
    CHECK(gb::with_semiring("plus_tims", "float", note) == gb::catalogue_lookup::unknown_semiring);
    CHECK(gb::with_semiring("plus_times", "half", note) == gb::catalogue_lookup::unknown_type);
    CHECK(gb::with_semiring("plus_times", "bool", note) == gb::catalogue_lookup::type_outside_domain);
    CHECK(gb::with_semiring("any_secondi", "float", note) == gb::catalogue_lookup::type_outside_domain);
    CHECK(calls == expected_calls);

    std::string type_met;
    CHECK(gb::with_type<gb::domain::any_type>(
        "uint16", [&](auto type) { type_met = gb::type_name<typename decltype(type)::type>(); }));
    CHECK(type_met == "uint16");
    CHECK_FALSE(gb::with_type<gb::domain::numeric>("bool", [&](auto) { type_met = "called"; }));
    CHECK(type_met == "uint16");
}
