// Element-wise operations on the CUDA engine when device memory runs out.
//
// Idea: a memory resource whose n-th allocation fails, for n = 1, 2, ... until the call succeeds: every failure leaves the
// output as it was, and nothing is leaked.
#include <tests/catch.hpp>
#include <tests/cuda/compare.hpp>

using namespace compare;

namespace {

/// Takes memory from an engine of its own; the allocation that `left` counts down to fails, and once more when it is asked for
/// again.
class failing_memory final : public gb::device_memory_resource {
  public:
    static constexpr int never = -1;
    int left = never;

    void* allocate(std::size_t bytes, CUstream_st*) override {
        const bool fails_again = std::exchange(fails_again_, false);
        if (!fails_again && left != never && left-- == 0) fails_again_ = true;
        if (fails_again || fails_again_) throw gb::out_of_memory("as the test wants it");
        void* const block = source_.cuda_engine()->allocate(bytes);
        // The engine that uses the memory has another stream.
        source_.cuda_engine()->synchronise();
        return block;
    }
    void deallocate(void* block, std::size_t bytes, CUstream_st*) noexcept override {
        source_.cuda_engine()->deallocate(block, bytes);
    }

  private:
    gb::context source_ = gb::context::cuda();
    bool fails_again_ = false;
};

/// f(ctx, c) with every allocation failing once.
template <class C, class F>
void check_failures(const C& c, const F& f) {
    const auto memory = std::make_shared<failing_memory>();
    const gb::context ctx = gb::context::cuda({.memory = memory});
    C out = c;
    f(ctx, out);  // operands, and transposes that are kept, are on the device from here on
    out = c;
    int failures = 0;
    for (;; ++failures) {
        REQUIRE(failures < 200);
        const auto in_use = ctx.cuda_engine()->bytes_in_use();
        memory->left = failures;
        try {
            f(ctx, out);
            break;
        } catch (const gb::out_of_memory&) {
            memory->left = failing_memory::never;
            ctx.cuda_engine()->synchronise();
            CHECK(same(out, c));
            out = c;
            CHECK(ctx.cuda_engine()->bytes_in_use() == in_use);
        }
    }
    memory->left = failing_memory::never;
    CHECK(failures > 3);
    C expected = c;
    f(on_host(), expected);
    CHECK(same(out, expected));
}

}  // namespace

TEST_CASE("every allocation of an element-wise operation may fail") {
    const auto a = any_matrix<float>(20, 20, 1), b = any_matrix<float>(20, 20, 2), c = any_matrix<float>(20, 20, 3);
    const auto m = any_matrix<bool>(20, 20, 4);
    check_failures(c, [&](const gb::context& ctx, auto& out) {
        gb::ewise_add(ctx, out, gb::values(m), gb::plus{}, gb::plus{}, a, b, {.transpose_b = true});
    });
    check_failures(c, [&](const gb::context& ctx, auto& out) {
        gb::apply(ctx, out, !gb::structure(m), gb::no_accum, gb::ainv{}, a, {.replace = true});
    });
    check_failures(c, [&](const gb::context& ctx, auto& out) { gb::select(ctx, out, gb::no_mask, gb::plus{}, gb::tril{}, a); });
    check_failures(any_vector<float>(20, 5), [&](const gb::context& ctx, auto& out) {
        gb::reduce(ctx, out, gb::no_mask, gb::plus{}, gb::max{}, a, {.transpose_a = true});
    });
    check_failures(c, [&](const gb::context& ctx, auto& out) { gb::transpose(ctx, out, gb::structure(m), gb::no_accum, a); });
    const auto list = a.to_edges();
    check_failures(c, [&](const gb::context& ctx, auto& out) {
        out = gb::matrix<float>::from_edges(ctx, 20, 20, list.rows, list.columns, list.values, gb::plus{});
    });
}
