// A profiler in a few lines: a library that NVTX loads (NVTX_INJECTION64_PATH), which writes to standard error what ranges a
// program opens in the domain of this library, indented, and at its end how many are open. The interface is that of nvtx3
// (nvtxDetail/nvtxTypes.h).
#include <nvtx3/nvToolsExt.h>

#include <cstdio>
#include <cstring>

namespace {

int domain_of_library;  // its address is the handle
thread_local int depth = 0;
int opened = 0, closed = 0;

nvtxDomainHandle_t create(const char* name) {
    return std::strcmp(name, "graphblas_gpu") == 0 ? reinterpret_cast<nvtxDomainHandle_t>(&domain_of_library) : nullptr;
}
int push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes) {
    if (domain != reinterpret_cast<nvtxDomainHandle_t>(&domain_of_library)) return -1;
    std::fprintf(stderr, "nvtx: %*s%s\n", 2 * depth, "", attributes->message.ascii);
    ++opened;
    return depth++;
}
int pop(nvtxDomainHandle_t) {
    ++closed;
    return --depth;
}

struct at_end {
    ~at_end() { std::fprintf(stderr, "nvtx: %d ranges, %d left open\n", opened, opened - closed); }
} told;

}  // namespace

extern "C" int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t table_of) {
    const auto* const callbacks = static_cast<const NvtxExportTableCallbacks*>(table_of(NVTX_ETID_CALLBACKS));
    NvtxFunctionTable functions = nullptr;
    unsigned int size = 0;
    if (callbacks == nullptr || callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &functions, &size) == 0) return 0;
    *functions[NVTX_CBID_CORE2_DomainCreateA] = reinterpret_cast<NvtxFunctionPointer>(&create);
    *functions[NVTX_CBID_CORE2_DomainRangePushEx] = reinterpret_cast<NvtxFunctionPointer>(&push);
    *functions[NVTX_CBID_CORE2_DomainRangePop] = reinterpret_cast<NvtxFunctionPointer>(&pop);
    return 1;
}
