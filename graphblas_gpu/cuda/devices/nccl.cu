// Copies by NCCL between the devices of the ranks of a distributed program.
//
// Idea: NCCL is loaded with dlopen when a context needs it, and its functions are declared here, so that neither its header nor
// the library is needed for building. Between ranks every wait has a time limit: the communicator is non-blocking, and a
// wait asks for errors of NCCL and compares the time. After an error the communicator is aborted, which ends kernels that wait
// for a dead rank. Source: NCCL documentation, "NCCL API", "Error handling and communicator abort".
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/device/symbols.hpp>
#include <graphblas_gpu/cuda/devices/communicator.hpp>
#include <graphblas_gpu/error.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

namespace graphblas_gpu::cuda {

namespace {

struct nccl_library {
    struct unique_id {
        char bytes[128];
    };
    /// The fields of version 2.14, from which on newer ones take the defaults of what is missing.
    struct configuration {
        std::size_t size = sizeof(configuration);
        unsigned magic = 0xcafebeef;
        unsigned version = 21400;
        int blocking = 0;
    };
    using communicator = void*;
    static constexpr int success = 0, in_progress = 7, bytes = 1;  // ncclSuccess, ncclInProgress, ncclUint8

    symbols in = opened();
    int (*ncclGetVersion)(int*) = in["ncclGetVersion"];
    int (*ncclGetUniqueId)(unique_id*) = in["ncclGetUniqueId"];
    int (*ncclCommInitRankConfig)(communicator*, int, unique_id, int, configuration*) = in["ncclCommInitRankConfig"];
    int (*ncclCommDestroy)(communicator) = in["ncclCommDestroy"];
    int (*ncclCommAbort)(communicator) = in["ncclCommAbort"];
    int (*ncclCommGetAsyncError)(communicator, int*) = in["ncclCommGetAsyncError"];
    int (*ncclGroupStart)() = in["ncclGroupStart"];
    int (*ncclGroupEnd)() = in["ncclGroupEnd"];
    int (*ncclSend)(const void*, std::size_t, int, int, communicator, cudaStream_t) = in["ncclSend"];
    int (*ncclRecv)(void*, std::size_t, int, int, communicator, cudaStream_t) = in["ncclRecv"];
    const char* (*ncclGetErrorString)(int) = in["ncclGetErrorString"];

    static const nccl_library& get() {
        static const nccl_library loaded;  // a call that fails is made again by the next one
        return loaded;
    }
    void check(int status, const char* call) const {
        if (status != success) throw error(error_code::panic, std::string("NCCL: ") + call + ": " + ncclGetErrorString(status));
    }

  private:
    [[noreturn]] static void refuse(const std::string& why) {
        throw unsupported("context: devices are to be joined by NCCL, but " + why +
                          "; it is in the packages libnccl2 of NVIDIA and nvidia-nccl-cu13 of PyPI, whose folder "
                          "LD_LIBRARY_PATH has to name");
    }
    static symbols opened() {
        void* const library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) refuse(std::string("libnccl.so.2 was not found (") + dlerror() + ")");
        return {library, refuse};
    }
};

class nccl_ranks final : public communicator {
  public:
    nccl_ranks(const std::shared_ptr<engine>& e, int rank, int ranks, base::function_ref<void(void*, std::size_t)> broadcast,
               int timeout_seconds)
        : nccl_(nccl_library::get()), engine_(e), rank_(rank), ranks_(ranks), timeout_(timeout_seconds) {
        nccl_library::unique_id id{};
        if (rank_ == 0) nccl_.check(nccl_.ncclGetUniqueId(&id), "ncclGetUniqueId");
        broadcast(&id, sizeof(id));
        const engine::current_device here(*engine_);
        nccl_library::configuration how;
        settle(nccl_.ncclCommInitRankConfig(&joined_, ranks_, id, rank_, &how), "ncclCommInitRankConfig");
    }
    ~nccl_ranks() override {
        if (joined_ == nullptr) return;
        const engine::current_device here(*engine_);
        (void)nccl_.ncclCommDestroy(joined_);
    }

    void exchange(engine& e, std::span<const device_message> sends, std::span<const device_message> receives) override {
        require_usable();
        const engine::current_device here(e);
        int status = nccl_.ncclGroupStart();
        std::int64_t received = 0;
        for (const device_message& m : sends) {
            if (status == nccl_.success && m.bytes > 0)
                status = nccl_.ncclSend(m.data, m.bytes, nccl_.bytes, m.rank, joined_, e.stream());
        }
        for (const device_message& m : receives) {
            if (status == nccl_.success && m.bytes > 0)
                status = nccl_.ncclRecv(m.data, m.bytes, nccl_.bytes, m.rank, joined_, e.stream());
            received += static_cast<std::int64_t>(m.bytes);
        }
        // A group that is begun has to be ended, or the thread's later calls would stay in it.
        const int ended = nccl_.ncclGroupEnd();
        settle(status == nccl_.success ? ended : status, "ncclSend and ncclRecv");
        e.count_pulled(received, 0);
    }

    void wait(const engine& e) override {
        require_usable();
        const engine::current_device here(e);
        const limit until(timeout_);
        while (true) {
            const cudaError_t status = cudaStreamQuery(e.stream());
            int state = nccl_.success;
            const int asked = nccl_.ncclCommGetAsyncError(joined_, &state);
            if (asked != nccl_.success || (state != nccl_.success && state != nccl_.in_progress)) {
                give_up(nccl_.ncclGetErrorString(asked != nccl_.success ? asked : state), "a copy between ranks");
            }
            if (status == cudaSuccess && state == nccl_.success) return;
            if (status != cudaSuccess && status != cudaErrorNotReady) simt::check(status, "cudaStreamQuery");
            if (until.has_passed()) give_up_waiting("a copy between ranks");
            std::this_thread::yield();
        }
    }

  private:
    class limit {
      public:
        explicit limit(std::chrono::seconds at_most) : end_(std::chrono::steady_clock::now() + at_most) {}
        bool has_passed() const { return std::chrono::steady_clock::now() > end_; }

      private:
        std::chrono::steady_clock::time_point end_;
    };

    /// Waits until NCCL has taken a call.
    void settle(int status, const char* call) {
        const limit until(timeout_);
        while (status == nccl_.in_progress) {
            if (nccl_.ncclCommGetAsyncError(joined_, &status) != nccl_.success) break;
            if (status == nccl_.in_progress && until.has_passed()) give_up_waiting(call);
            if (status == nccl_.in_progress) std::this_thread::yield();
        }
        if (status != nccl_.success) give_up(nccl_.ncclGetErrorString(status), call);
    }

    [[noreturn]] void give_up_waiting(const char* call) {
        give_up(("another rank has been waited for longer than " + std::to_string(timeout_.count()) + " s").c_str(), call);
    }
    [[noreturn]] void give_up(const char* why, const char* call) {
        const std::string text = std::string("NCCL: ") + call + " in rank " + std::to_string(rank_) + " of " +
                                 std::to_string(ranks_) + ": " + why + "; this context can only be destroyed";
        (void)nccl_.ncclCommAbort(joined_);
        joined_ = nullptr;
        throw error(error_code::panic, text);
    }
    void require_usable() const {
        if (joined_ == nullptr)
            throw error(error_code::panic, "NCCL: a call before has lost another rank; this context can only be destroyed");
    }

    const nccl_library& nccl_;
    std::shared_ptr<engine> engine_;
    int rank_ = 0, ranks_ = 0;
    std::chrono::seconds timeout_;
    nccl_library::communicator joined_ = nullptr;
};

}  // namespace

std::string why_no_nccl() {
    try {
        (void)nccl_library::get();
    } catch (const unsupported& x) {
        return x.what();
    }
    return {};
}
std::shared_ptr<communicator> nccl_of_ranks(const std::shared_ptr<engine>& e, int rank, int ranks,
                                            base::function_ref<void(void*, std::size_t)> broadcast, int timeout_seconds) {
    return std::make_shared<nccl_ranks>(e, rank, ranks, broadcast, timeout_seconds);
}

}  // namespace graphblas_gpu::cuda
