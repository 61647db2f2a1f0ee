#include "session.hpp"

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/log.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <pthread.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <optional>
#include <string>
#include <vector>

namespace nb = nanobind;

namespace graphblas_gpu::python {
namespace {

thread_local std::shared_ptr<const session> of_thread;

/// The thread whose signals Python handles: the one that has imported the package, as a rule, and the only one after fork().
pthread_t main_thread;
/// The context of the call that the main thread makes.
std::atomic<const context*> running{nullptr};
struct sigaction pythons_action {};

void cancel_and_tell_python(int signal) {
    if (const context* const ctx = running.load(std::memory_order_relaxed)) ctx->cancel();
    pythons_action.sa_handler(signal);
}

/// signal.getsignal and signal.default_int_handler, which live as long as the process.
PyObject* getsignal = nullptr;
PyObject* default_int_handler = nullptr;

/// Whether SIGINT raises KeyboardInterrupt: Python handles it, and not the system, a function with more arguments or a handler
/// of the program.
bool raises_keyboard_interrupt(const struct sigaction& action) {
    if ((action.sa_flags & SA_SIGINFO) != 0 || action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) return false;
    const nb::object number = nb::steal(PyLong_FromLong(SIGINT));
    const nb::object handler = nb::steal(PyObject_CallFunctionObjArgs(getsignal, number.ptr(), nullptr));
    if (!handler.is_valid()) PyErr_Clear();
    return handler.ptr() == default_int_handler;
}

context context_of(const session_options& chosen) {
    const auto& [device, threads, memory_limit, deterministic, stream] = chosen;
    const bool is_cuda = device == "cuda" || device.starts_with("cuda:");
    if (threads != 0 && device != "host") throw invalid_value("context: threads are those of device 'host'");
    if (stream != 0 && !is_cuda) throw invalid_value("context: a stream is one of a device 'cuda'");
    if (device == "host") return context::host({.threads = threads, .memory_limit = memory_limit});
    if (device == "auto") {
        if (memory_limit != 0) throw invalid_value("context: name the device that the memory limit is for");
        return context::automatic();
    }
    if (!is_cuda)
        throw invalid_value("context: device '" + device + "' is none of 'auto', 'host', 'cuda', 'cuda:0', 'cuda:0,1'");
    std::vector<int> numbers;
    for (std::size_t at = 5; at < device.size();) {
        const std::size_t end = std::min(device.find(',', at), device.size());
        const std::string number = device.substr(at, end - at);
        if (number.empty() || number.size() > 3 || number.find_first_not_of("0123456789") != std::string::npos)
            throw invalid_value("context: '" + number + "' in '" + device + "' is not the number of a device");
        numbers.push_back(std::stoi(number));
        at = end + 1;
    }
    cuda_options options{.memory_limit = memory_limit, .stream = reinterpret_cast<CUstream_st*>(stream)};
    if (numbers.size() == 1) options.device = numbers[0];
    else options.devices = numbers;
    return context::cuda(options);
}

nb::dict dictionary_of(const report& r) {
    nb::dict out;
    out["operation"] = r.operation;
    out["engine"] = r.engine;
    out["method"] = to_string(r.method);
    out["reason"] = r.reason;
    out["flops"] = r.flops;
    out["nvals"] = r.nvals;
    out["estimated_bytes"] = r.estimated_bytes;
    out["milliseconds"] = r.milliseconds;
    out["panels"] = r.panels;
    out["peak_bytes"] = r.peak_bytes;
    out["bytes_to_device"] = r.bytes_to_device;
    out["bytes_to_host"] = r.bytes_to_host;
    out["devices"] = r.devices;
    return out;
}

nb::dict dictionary_of(const log_event& e) {
    constexpr const char* kinds[] = {"call_begins", "method_chosen", "phase_ends", "device_refuses", "call_ends", "call_fails"};
    nb::dict out;
    out["kind"] = kinds[static_cast<int>(e.kind)];
    out["operation"] = e.operation;
    out["engine"] = e.engine;
    out["name"] = e.name;
    out["text"] = text_of(e.text, "backslashreplace");
    out["milliseconds"] = e.milliseconds;
    out["bytes"] = e.bytes;
    out["depth"] = e.depth;
    out["report"] = e.told == nullptr ? nb::object(nb::none()) : nb::object(dictionary_of(*e.told));
    return out;
}

/// Passes events to a function of Python. It is never destroyed, because other threads may be in a call at the end.
class python_log final : public log_sink {
  public:
    void write(const log_event& event) override {
        if (Py_IsInitialized() == 0) return;
        const nb::gil_scoped_acquire held;
        const nb::object to = tell;  // the function may set another one
        if (!to.is_valid()) return;
        try {
            to(text_of(to_string(event), "backslashreplace"), dictionary_of(event));
        } catch (nb::python_error& raised) {
            raised.discard_as_unraisable("the log of graphblas_gpu");
        }
    }
    nb::object tell;  ///< read and written with the GIL
};

void set_python_log(const nb::object& tell) {
    static auto* const log = new python_log;
    log->tell = tell.is_none() ? nb::object() : tell;
    (void)set_log(tell.is_none() ? nullptr : log);
}

}  // namespace

session::session(const session_options& chosen) : options(chosen), on(context_of(chosen)), process(getpid()) {}

const session& current_session() {
    if (of_thread == nullptr || of_thread->process != getpid()) {
        const nb::gil_scoped_release released;
        of_thread = std::make_shared<const session>(of_thread == nullptr ? session_options{} : of_thread->options);
    }
    return *of_thread;
}

cancelled_by_interrupt::cancelled_by_interrupt(const context& ctx) noexcept {
    if (pthread_equal(pthread_self(), main_thread) == 0) return;
    outer_ = running.exchange(&ctx);
    if (outer_ != nullptr) return;  // a call that another one has made: the outer one has installed the handler
    struct sigaction before {};
    if (sigaction(SIGINT, nullptr, &before) != 0 || !raises_keyboard_interrupt(before)) return;
    pythons_action = before;
    struct sigaction ours = before;
    ours.sa_handler = &cancel_and_tell_python;
    is_installed_ = sigaction(SIGINT, &ours, nullptr) == 0;
}

cancelled_by_interrupt::~cancelled_by_interrupt() {
    if (pthread_equal(pthread_self(), main_thread) == 0) return;
    if (is_installed_) sigaction(SIGINT, &pythons_action, nullptr);
    running.store(outer_);
}

void bind_session(nb::module_& m) {
    main_thread = pthread_self();
    const nb::module_ signals = nb::module_::import_("_signal");
    getsignal = nb::object(signals.attr("getsignal")).release().ptr();
    default_int_handler = nb::object(signals.attr("default_int_handler")).release().ptr();
    pthread_atfork(nullptr, nullptr, [] { main_thread = pthread_self(); });
    nb::class_<session>(m, "Session", "Where the calls of a thread run. Made by graphblas_gpu.context.")
        .def(
            "__init__",
            [](session* self, const std::string& device, int threads, std::int64_t memory_limit, bool deterministic,
               std::uintptr_t stream) {
                new (self) session({device, threads, memory_limit, deterministic, stream});
            },
            nb::arg("device"), nb::arg("threads"), nb::arg("memory_limit"), nb::arg("deterministic"), nb::arg("stream"))
        .def_prop_ro("engine", [](const session& s) { return s.on.engine_name(); })
        .def_prop_ro("threads", [](const session& s) { return s.on.threads(); })
        .def_prop_ro("progress",
                     [](const session& s) {
                         const progress_counters& seen = s.algorithm->total > 0 ? *s.algorithm : s.on.progress();
                         return nb::make_tuple(seen.done.load(), seen.total.load());
                     })
        .def_prop_ro("last_report", [](const session& s) { return dictionary_of(s.on.last_report()); })
        .def("cancel", [](const session& s) { s.on.cancel(); })
        .def("release_memory", [](const session& s) { s.on.release_memory(); })
        .def("wait_for", [](const session& s, std::uintptr_t stream) { s.on.wait_for(reinterpret_cast<CUstream_st*>(stream)); })
        .def("make_wait",
             [](const session& s, std::uintptr_t stream) { s.on.make_wait(reinterpret_cast<CUstream_st*>(stream)); });
    m.def("set_log", &set_python_log, nb::arg("tell").none(),
          "Calls tell(line, event) with every event of the log; None: nobody.");
    m.def(
        "current_session", [] { return session(current_session()); }, "The session of this thread; a copy shares its context.");
    m.def(
        "set_session",
        [](session* s) {
            std::optional<session> before;
            if (of_thread != nullptr) before = *of_thread;
            of_thread = nullptr;
            if (s != nullptr) {
                if (s->process != getpid()) *s = session(s->options);
                of_thread = std::make_shared<const session>(*s);
            }
            return before;
        },
        nb::arg("session").none(),
        "Sets the session of this thread, and returns the one before it. A session of the parent process is made anew.");
}

}  // namespace graphblas_gpu::python
