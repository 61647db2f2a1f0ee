// NCCL on the emulated device: a stand-in for libnccl.so.2, of what the library calls.
//
// Idea: device memory is ordinary memory and work on a stream is done at once, so that a message between processes goes in
// pieces through memory that each pair of them shares. A process that is not joined by the others within a moment goes on, and
// is told "in progress" from then on, as NCCL tells it when another process is dead. Processes of one machine only; nothing
// else of NCCL.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <new>
#include <thread>
#include <vector>

namespace {

constexpr int success = 0, system_error = 2, invalid_usage = 5, in_progress = 7;

/// From one process to another.
struct channel {
    std::atomic<std::size_t> bytes_waiting;
    char bytes[4096];
};
constexpr int max_processes = 8;

struct shared {
    channel ways[max_processes][max_processes];
    std::atomic<int> arrived;
    std::atomic<int> passed;
};
struct communicator {
    shared* common = nullptr;
    int processes = 0, rank = 0;
    int state = success;

    void meet() {
        const int before = common->passed.load();
        if (common->arrived.fetch_add(1) + 1 == processes) {
            common->arrived = 0;
            ++common->passed;
            return;
        }
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        while (common->passed.load() == before) {
            std::this_thread::sleep_for(std::chrono::microseconds(20));
            if (std::chrono::steady_clock::now() > until) {
                state = in_progress;
                return;
            }
        }
    }
};
struct message {
    int source, target;
    void* at;
    std::size_t bytes;
    communicator* over;
};
std::vector<message> sent, received;
/// Copies a part of the first unfinished message of each pair of processes; whether any byte has moved.
bool moves_on(std::vector<message>& messages, bool sends) {
    bool moved = false;
    std::vector<const channel*> taken;
    for (message& m : messages) {
        channel& way = m.over->common->ways[m.source][m.target];
        if (m.bytes == 0 || std::find(taken.begin(), taken.end(), &way) != taken.end()) continue;
        taken.push_back(&way);
        const std::size_t waiting = way.bytes_waiting;
        if ((waiting == 0) != sends) continue;
        const std::size_t n = sends ? std::min(m.bytes, sizeof(way.bytes)) : std::min(m.bytes, waiting);
        if (sends) std::memcpy(way.bytes, m.at, n);
        else std::memcpy(m.at, way.bytes, n);
        way.bytes_waiting = sends ? n : 0;
        m.at = static_cast<char*>(m.at) + n;
        m.bytes -= n;
        moved = true;
    }
    return moved;
}

/// What a group sends to, and receives from, other processes.
void exchange_between_processes() {
    const auto is_left = [](const message& m) { return m.bytes > 0; };
    auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (std::any_of(sent.begin(), sent.end(), is_left) || std::any_of(received.begin(), received.end(), is_left)) {
        const bool has_sent = moves_on(sent, true), has_received = moves_on(received, false);
        if (has_sent || has_received) {
            until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        } else if (std::chrono::steady_clock::now() > until) {
            for (const message& m : sent) m.over->state = in_progress;
            for (const message& m : received) m.over->state = in_progress;
            break;
        }
        std::this_thread::yield();
    }
    sent.clear();
    received.clear();
}
struct unique_id {
    char bytes[128];
};

}  // namespace

extern "C" {

int ncclGetVersion(int* version) { return *version = 0, success; }
const char* ncclGetErrorString(int status) {
    return status == in_progress ? "in progress" : "an error of the stand-in for NCCL";
}
int ncclGetUniqueId(unique_id* id) {
    std::snprintf(id->bytes, sizeof(id->bytes), "/graphblas_gpu_nccl_%d", static_cast<int>(getpid()));
    shm_unlink(id->bytes);
    return success;
}
int ncclCommInitRankConfig(communicator** out, int processes, unique_id id, int rank, void*) {
    if (processes > max_processes) return invalid_usage;
    const int file = shm_open(id.bytes, O_CREAT | O_RDWR, 0600);
    if (file < 0 || ftruncate(file, sizeof(shared)) != 0) return system_error;
    void* const at = mmap(nullptr, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (at == MAP_FAILED) return system_error;
    *out = new communicator{static_cast<shared*>(at), processes, rank, success};
    (*out)->meet();
    if (rank == 0) shm_unlink(id.bytes);
    return (*out)->state;
}
int ncclCommDestroy(communicator* c) {
    munmap(c->common, sizeof(shared));
    delete c;
    return success;
}
int ncclCommAbort(communicator* c) { return ncclCommDestroy(c); }
int ncclCommGetAsyncError(communicator* c, int* state) { return *state = c->state, success; }
// What a group sends and receives is copied at its end.
int ncclGroupStart() { return sent.empty() && received.empty() ? success : invalid_usage; }
int ncclSend(const void* from, std::size_t bytes, int, int peer, communicator* c, void*) {
    sent.push_back({c->rank, peer, const_cast<void*>(from), bytes, c});
    return success;
}
int ncclRecv(void* to, std::size_t bytes, int, int peer, communicator* c, void*) {
    received.push_back({peer, c->rank, to, bytes, c});
    return success;
}
int ncclGroupEnd() { return exchange_between_processes(), success; }
}
