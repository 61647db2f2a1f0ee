// Lesson 7: a semiring of your own.
//
// How wide a load can be carried from one place to another? A way is as wide as its narrowest road, and among several
// ways the widest one counts: "multiply" is the smaller of two widths, "add" the larger. To know the way as well, the
// values are small structs: any trivially copyable type will do on the host, and structs of 1, 2, 4, 8 or 16 bytes on a GPU.
// GB_DEVICE_SOURCE keeps the text of the definitions, so that a GPU can run them (docs/device-source.md).
#include <graphblas_gpu/device_source.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/own_semiring.hpp>
#include <semirings/laws.hpp>

#include <cstdio>
#include <limits>
#include <vector>

namespace gb = graphblas_gpu;

namespace {

GB_DEVICE_SOURCE(way,
    struct way {
        double width = 0;
        std::int64_t over = 0;  ///< the last place passed
        friend constexpr bool operator==(const way&, const way&) = default;
    };)

/// A monoid: associative, closed, with an identity that changes nothing.
GB_DEVICE_SOURCE_USING(widest, way,
    struct widest {
        using value_type = way;
        constexpr way operator()(const way& x, const way& y) const {
            return y.width > x.width || (y.width == x.width && y.over < x.over) ? y : x;
        }
        static constexpr way identity() { return {0.0, INT64_MAX}; }
    };)

/// A semiring: a monoid `add`, and `multiply`. A multiply may ask where the operands stand: here it meets the entry of
/// A at (i, k) and that of B at (k, j).
GB_DEVICE_SOURCE_USING(carry_on, widest,
    struct carry_on {
        using left_type = way;
        using right_type = double;
        static constexpr widest add{};
        static constexpr way multiply(const way& x, double road, std::int64_t, std::int64_t k, std::int64_t) {
            return {x.width < road ? x.width : road, k};
        }
    };)

}  // namespace

int main() {
    // A GPU if there is one. Without NVRTC it cannot compile the text; the calls run on the host then, and the report says why.
    const gb::context ctx = gb::context::automatic();

    // Ask before trusting it: laws that do not hold for the samples are named.
    const std::vector<way> samples{widest::identity(), {1.5, 3}, {2.5, 0}, {2.5, 4}, {7.0, 1}};
    const std::vector<std::string> broken = gb::check_laws(widest{}, samples);
    for (const auto& law : broken) std::printf("broken: %s\n", law.c_str());

    const std::vector<gb::index> from{0, 0, 1, 2, 2, 3};
    const std::vector<gb::index> to{1, 2, 3, 3, 4, 4};
    const std::vector<double> width{3.5, 2.0, 2.5, 6.0, 1.0, 4.0};
    const auto roads = gb::matrix<double>::from_edges(5, 5, from, to, width);

    // From place 0, as wide as you like, one road after the other until nothing gets wider.
    gb::vector<way> best(5);
    best.set_element(0, {std::numeric_limits<double>::infinity(), 0});
    for (bool wider = true; wider;) {
        const gb::vector<way> before = best;
        gb::vxm(ctx, best, gb::no_mask, widest{}, carry_on{}, before, roads);
        wider = !(best == before);
    }
    const gb::report report = ctx.last_report();
    std::printf("on engine %s: %s\n", report.engine.c_str(), report.reason.c_str());
    for (gb::index place = 1; place < 5; ++place) {
        const way w = *best.get_element(place);
        std::printf("to place %d: %.1f wide, over %d\n", static_cast<int>(place), w.width, static_cast<int>(w.over));
    }

    // The same without a struct: max.min is among the ready-made ones.
    gb::vector<double> widths(5);
    widths.set_element(0, std::numeric_limits<double>::infinity());
    for (int hops = 1; hops < 5; ++hops)
        gb::vxm(ctx, widths, gb::no_mask, gb::max{}, gb::max_min<double>, widths, roads);

    bool right = broken.empty() && best.get_element(4) == way{2.5, 3} && best.get_element(3) == way{2.5, 1};
    for (gb::index place = 0; place < 5; ++place) {
        right = right && best.get_element(place)->width == *widths.get_element(place);
    }
    return right ? 0 : 1;
}
