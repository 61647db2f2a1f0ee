// Host memory from a program's own resource: that arrays come from there and go back, and what a call does where it has none.
// tests/cuda/product_memory.cpp has the same for a device.
#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host_memory.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/select.hpp>

#include <tests/catch.hpp>

#include <cstddef>
#include <map>
#include <memory_resource>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace gb = graphblas_gpu;

namespace {

/// Knows its blocks, and fails at the n-th request.
class counting_resource final : public std::pmr::memory_resource {
  public:
    /// -1: none fails.
    void fail_at(long n) { left_ = n; }
    bool has(const void* block) const { return blocks_.contains(const_cast<void*>(block)); }
    std::size_t in_use() const { return blocks_.size(); }
    /// Requests; blocks that were given back with other numbers than those that were asked for.
    long requests = 0, wrong = 0;

  private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
        const std::lock_guard lock(mutex_);
        ++requests;
        if (left_ > 0 && --left_ == 0) throw std::bad_alloc();
        void* const block = ::operator new(bytes, page);  // the system would take a part of it back
        blocks_[block] = bytes + alignment;
        return block;
    }
    void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override {
        const std::lock_guard lock(mutex_);
        if (!has(block) || blocks_[block] != bytes + alignment) ++wrong;
        static_cast<char*>(block)[bytes - 1] = 0;
        blocks_.erase(block);
        ::operator delete(block, page);
    }
    bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    static constexpr std::align_val_t page{4096};
    std::mutex mutex_;
    std::map<void*, std::size_t> blocks_;
    long left_ = -1;
};

/// The resource is set from the construction of this object to its destruction.
class in_force {
  public:
    explicit in_force(std::pmr::memory_resource& resource) : before_(gb::set_host_memory(&resource)) {}
    ~in_force() { (void)gb::set_host_memory(before_); }
    in_force(const in_force&) = delete;
    in_force& operator=(const in_force&) = delete;

  private:
    std::pmr::memory_resource* before_;
};

gb::matrix<double> small_rmat(const gb::context& ctx) { return gb::from_coordinates<double>(ctx, gb::rmat(7, 6, {.seed = 2})); }

}  // namespace

TEST_CASE("host memory comes from the resource of the program and goes back to it") {
    counting_resource first, second;
    {
        const gb::context ctx = gb::context::host({.threads = 3});
        const gb::matrix<double> before = small_rmat(ctx);  // from the library's own memory
        gb::matrix<double> a;
        {
            const in_force here(first);
            a = small_rmat(ctx);
            const auto c = gb::mxm(ctx, gb::plus_times<double>, a, a);
            for (const gb::matrix<double>* m : {&std::as_const(a), &c})
                CHECK((first.has(m->columns().data()) && first.has(m->values().data())));
            CHECK_FALSE(first.has(before.columns().data()));
            const in_force there(second);
            const auto d = gb::mxm(ctx, gb::plus_times<double>, a, c);
            CHECK(second.has(d.columns().data()));
            a = d;  // frees what is of the first resource
        }
        const long requests = first.requests + second.requests;
        (void)gb::mxm(ctx, gb::plus_times<double>, before, a);
        CHECK(first.requests + second.requests == requests);
        CHECK(first.in_use() > 0);  // working memory of the context
    }
    CHECK(first.in_use() + second.in_use() == 0);
    CHECK(first.wrong + second.wrong == 0);
}

TEST_CASE("large blocks of a resource shrink and are given back on several threads") {
    counting_resource own;
    std::vector<gb::buffer<char>> blocks(8);
    {
        const in_force here(own);
        std::vector<std::thread> threads;
        for (auto& block : blocks) {
            threads.emplace_back([&block] {
                block = gb::buffer<char>(std::size_t{9} << 20, 'x');
                block.shrink(std::size_t{8} << 20);  // no part of it goes back to the system
                block.shrink(1000);                  // copied to a smaller block
            });
        }
        for (auto& t : threads) t.join();
    }
    CHECK(own.in_use() == 8);
    for (auto& block : blocks) CHECK((block[999] == 'x' && own.has(block.data())));
    blocks.clear();
    CHECK(own.in_use() == 0);
    CHECK(own.wrong == 0);
}

TEST_CASE("a resource of the host may fail at every request") {
    counting_resource own;
    {
        const gb::context ctx = gb::context::host({.threads = 2});
        const in_force here(own);
        const gb::matrix<double> a = small_rmat(ctx), before = gb::select(ctx, gb::triu{}, a);
        for (const gb::method method : {gb::method::hash, gb::method::dense, gb::method::dot}) {
            INFO(gb::to_string(method));
            const auto update = [&](gb::matrix<double>& c) {
                gb::mxm(ctx, c, gb::structure(a), gb::no_accum, gb::plus_times<double>, a, a, {.method = method});
            };
            gb::matrix<double> expected = before;
            update(expected);  // a transpose that is cached with A is there from now on
            for (long n = 1;; ++n) {
                REQUIRE(n < 1000);
                gb::matrix<double> c = before;
                ctx.release_memory();
                const std::size_t in_use = own.in_use();
                own.fail_at(n);
                try {
                    update(c);
                    own.fail_at(-1);
                    CHECK(n > 3);
                    CHECK(c == expected);
                    break;
                } catch (const gb::out_of_memory& e) {
                    own.fail_at(-1);
                    CHECK(std::string(e.what()).find("mxm: no memory for ") == 0);
                    CHECK(c == before);
                    ctx.release_memory();
                    CHECK(own.in_use() == in_use);
                }
            }
        }
    }
    CHECK(own.in_use() == 0);
    CHECK(own.wrong == 0);
}
