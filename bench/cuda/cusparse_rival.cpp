#include "cusparse_rival.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <cuda_runtime.h>
#include <cusparse.h>
#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>

namespace bench {

namespace {

void check(cudaError_t status, const char* what) {
    if (status == cudaSuccess) return;
    (void)cudaGetLastError();
    throw gb::error(gb::error_code::panic, fmt::format("{}: {}", what, cudaGetErrorString(status)));
}

void check(cusparseStatus_t status, const char* what) {
    if (status != CUSPARSE_STATUS_SUCCESS)
        throw gb::error(gb::error_code::panic, fmt::format("{}: {}", what, cusparseGetErrorString(status)));
}

/// Gives device memory back in the order of a stream, and takes its bytes off a counter, if there is one.
struct freed {
    cudaStream_t stream = nullptr;
    std::int64_t* counter = nullptr;
    std::int64_t bytes = 0;
    void operator()(void* data) const {
        (void)cudaFreeAsync(data, stream);
        if (counter != nullptr) *counter -= bytes;
    }
};
using block = std::unique_ptr<void, freed>;

/// A factor on the device.
struct factor {
    std::int64_t nrows = 0, ncols = 0;
    block offsets, columns, values;
    cusparseSpMatDescr_t descriptor = nullptr;
};

constexpr std::array codes{CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3};
constexpr std::array names{"ALG1", "ALG2", "ALG3"};

}  // namespace

const char* to_string(cusparse_algorithm a) { return names[static_cast<std::size_t>(a)]; }

template <class T>
struct cusparse_product<T>::parts {
    static constexpr cudaDataType type = std::is_same_v<T, float> ? CUDA_R_32F : CUDA_R_64F;
    static constexpr cusparseOperation_t as_is = CUSPARSE_OPERATION_NON_TRANSPOSE;

    std::int64_t temporary = 0;  // bytes now, beside operands and result
    std::int64_t max_temporary = 0;
    cudaStream_t stream = nullptr;
    cusparseHandle_t handle = nullptr;
    factor a, own_b;
    bool is_square = false;  // of one matrix: b is a
    cusparseSpMatDescr_t c = nullptr;
    std::int64_t c_nvals = 0;
    block c_offsets, c_columns, c_values;
    cusparseSpGEMMDescr_t spgemm = nullptr;
    std::vector<block> reuse_buffers;
    T one = 1, zero = 0;

    const factor& b() const { return is_square ? a : own_b; }
    block kept_block(std::size_t bytes) {
        void* data = nullptr;
        check(cudaMallocAsync(&data, std::max<std::size_t>(bytes, 4), stream), "cudaMallocAsync");
        return block(data, freed{stream});
    }
    block temporary_block(std::size_t bytes) {
        block made = kept_block(bytes);
        made.get_deleter() = {stream, &temporary, static_cast<std::int64_t>(bytes)};
        temporary += made.get_deleter().bytes;
        max_temporary = std::max(max_temporary, temporary);
        return made;
    }
    void wait() { check(cudaStreamSynchronize(stream), "cudaStreamSynchronize"); }

    /// Calls a function for a step of C = A B; `rest` are the arguments behind those of every step.
    template <class Step, class... Rest>
    void call(const char* name, Step step, cusparseSpGEMMAlg_t code, Rest... rest) {
        check(step(handle, as_is, as_is, &one, a.descriptor, b().descriptor, &zero, c, type, code, spgemm, rest...), name);
    }
    /// The same for a step that prepares products of other values at the same places.
    template <class Step, class... Rest>
    void call_to_prepare(const char* name, Step step, Rest... rest) {
        check(step(handle, as_is, as_is, a.descriptor, b().descriptor, c, CUSPARSE_SPGEMM_DEFAULT, spgemm, rest...), name);
    }

    void make_empty_c() {
        discard();
        c_offsets = kept_block(static_cast<std::size_t>(a.nrows + 1) * sizeof(std::int32_t));
        check(cusparseCreateCsr(&c, a.nrows, b().ncols, 0, c_offsets.get(), nullptr, nullptr, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type),
              "cusparseCreateCsr");
        check(cusparseSpGEMM_createDescr(&spgemm), "cusparseSpGEMM_createDescr");
        max_temporary = temporary;
    }

    void make_room_for_c() {
        std::int64_t rows = 0, columns = 0;
        check(cusparseSpMatGetSize(c, &rows, &columns, &c_nvals), "cusparseSpMatGetSize");
        c_columns = kept_block(static_cast<std::size_t>(c_nvals) * sizeof(std::int32_t));
        c_values = kept_block(static_cast<std::size_t>(c_nvals) * sizeof(T));
        check(cusparseCsrSetPointers(c, c_offsets.get(), c_columns.get(), c_values.get()), "cusparseCsrSetPointers");
    }

    void discard() {
        reuse_buffers.clear();
        if (spgemm != nullptr) (void)cusparseSpGEMM_destroyDescr(spgemm);
        if (c != nullptr) (void)cusparseDestroySpMat(c);
        spgemm = nullptr;
        c = nullptr;
        c_nvals = 0;
        for (block* b : {&c_offsets, &c_columns, &c_values}) b->reset();
    }
};

template <class T>
cusparse_product<T>::cusparse_product(const gb::csr<T>& a, const gb::csr<T>& b) : parts_(std::make_unique<parts>()) {
    parts& p = *parts_;
    check(cudaStreamCreateWithFlags(&p.stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    cudaMemPool_t pool = nullptr;
    check(cudaDeviceGetDefaultMemPool(&pool, 0), "cudaDeviceGetDefaultMemPool");
    std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all), "cudaMemPoolSetAttribute");
    check(cusparseCreate(&p.handle), "cusparseCreate");
    check(cusparseSetStream(p.handle, p.stream), "cusparseSetStream");
    p.is_square = &a == &b;
    const auto upload = [&](const gb::csr<T>& m) {
        if (m.nvals() > std::numeric_limits<std::int32_t>::max())
            throw gb::unsupported(fmt::format("cuSPARSE: {} entries do not fit 32-bit offsets", m.nvals()));
        const auto copied = [&](const void* from, std::size_t bytes) {
            block on_device = p.kept_block(bytes);
            check(cudaMemcpyAsync(on_device.get(), from, bytes, cudaMemcpyHostToDevice, p.stream), "cudaMemcpyAsync");
            return on_device;
        };
        const std::vector<std::int32_t> offsets(m.offsets.begin(), m.offsets.end());
        factor f;
        f.nrows = m.nrows;
        f.ncols = m.ncols;
        f.offsets = copied(offsets.data(), offsets.size() * sizeof(std::int32_t));
        f.columns = copied(m.columns.data(), m.columns.size() * sizeof(gb::column_index));
        f.values = copied(m.values.data(), m.values.size() * sizeof(T));
        p.wait();
        check(cusparseCreateCsr(&f.descriptor, f.nrows, f.ncols, m.nvals(), f.offsets.get(), f.columns.get(), f.values.get(),
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, parts::type),
              "cusparseCreateCsr");
        return f;
    };
    p.a = upload(a);
    if (!p.is_square) p.own_b = upload(b);
}

template <class T>
cusparse_product<T>::~cusparse_product() {
    parts& p = *parts_;
    p.discard();
    for (factor* f : {&p.a, &p.own_b}) {
        if (f->descriptor != nullptr) (void)cusparseDestroySpMat(f->descriptor);
        *f = {};
    }
    (void)cudaStreamSynchronize(p.stream);
    if (p.handle != nullptr) (void)cusparseDestroy(p.handle);
    if (p.stream != nullptr) (void)cudaStreamDestroy(p.stream);
}

template <class T>
void cusparse_product<T>::run(cusparse_algorithm how) {
    parts& p = *parts_;
    const cusparseSpGEMMAlg_t code = codes[static_cast<std::size_t>(how)];
    p.make_empty_c();
    std::size_t bytes = 0;
    const auto estimate = [&](void* buffer) {
        p.call("cusparseSpGEMM_workEstimation", cusparseSpGEMM_workEstimation, code, &bytes, buffer);
    };
    const auto compute = [&](void* buffer) { p.call("cusparseSpGEMM_compute", cusparseSpGEMM_compute, code, &bytes, buffer); };
    estimate(nullptr);
    const block first = p.temporary_block(bytes);
    estimate(first.get());
    if (how == cusparse_algorithm::alg1) {
        compute(nullptr);
    } else {
        // A fifth of the products at a time, as in NVIDIA's example of the call.
        constexpr float share = 0.2F;
        std::size_t compute_bytes = 0;
        const auto measure = [&](void* buffer) {
            p.call("cusparseSpGEMM_estimateMemory", cusparseSpGEMM_estimateMemory, code, share, &bytes, buffer, &compute_bytes);
        };
        measure(nullptr);
        const block third = p.temporary_block(bytes);
        measure(third.get());
        bytes = compute_bytes;
    }
    const block second = p.temporary_block(bytes);
    compute(second.get());
    p.make_room_for_c();
    p.call("cusparseSpGEMM_copy", cusparseSpGEMM_copy, code);
    p.wait();
}

template <class T>
void cusparse_product<T>::prepare_reuse() {
    parts& p = *parts_;
    p.make_empty_c();
    std::size_t b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0;
    const auto keep = [&](std::size_t bytes) {
        p.reuse_buffers.push_back(p.temporary_block(bytes));
        return p.reuse_buffers.back().get();
    };
    const auto estimate = [&](void* buffer) {
        p.call_to_prepare("cusparseSpGEMMreuse_workEstimation", cusparseSpGEMMreuse_workEstimation, &b1, buffer);
    };
    estimate(nullptr);
    estimate(keep(b1));
    const auto count = [&](void* x2, void* x3, void* x4) {
        p.call_to_prepare("cusparseSpGEMMreuse_nnz", cusparseSpGEMMreuse_nnz, &b2, x2, &b3, x3, &b4, x4);
    };
    count(nullptr, nullptr, nullptr);
    void* const x2 = keep(b2);
    void* const x3 = keep(b3);
    void* const x4 = keep(b4);
    count(x2, x3, x4);
    p.make_room_for_c();
    const auto copy = [&](void* buffer) {
        p.call_to_prepare("cusparseSpGEMMreuse_copy", cusparseSpGEMMreuse_copy, &b5, buffer);
    };
    copy(nullptr);
    copy(keep(b5));
    p.wait();
}

template <class T>
void cusparse_product<T>::run_reuse() {
    parts_->call("cusparseSpGEMMreuse_compute", cusparseSpGEMMreuse_compute, CUSPARSE_SPGEMM_DEFAULT);
    parts_->wait();
}

template <class T>
void cusparse_product<T>::discard() {
    parts_->discard();
    parts_->wait();
}

template <class T>
std::int64_t cusparse_product<T>::temporary_bytes() const {
    return parts_->max_temporary;
}

template <class T>
gb::csr<T> cusparse_product<T>::result() const {
    parts& p = *parts_;
    gb::csr<T> out(p.a.nrows, p.b().ncols);
    std::vector<std::int32_t> offsets(static_cast<std::size_t>(p.a.nrows) + 1);
    out.columns = gb::buffer<gb::column_index>(static_cast<std::size_t>(p.c_nvals));
    out.values = gb::buffer<T>(static_cast<std::size_t>(p.c_nvals));
    const auto download = [&](void* to, const block& from, std::size_t bytes) {
        check(cudaMemcpyAsync(to, from.get(), bytes, cudaMemcpyDeviceToHost, p.stream), "cudaMemcpyAsync");
    };
    download(offsets.data(), p.c_offsets, offsets.size() * sizeof(std::int32_t));
    download(out.columns.data(), p.c_columns, out.columns.size() * sizeof(gb::column_index));
    download(out.values.data(), p.c_values, out.values.size() * sizeof(T));
    p.wait();
    std::copy(offsets.begin(), offsets.end(), out.offsets.begin());
    return out;
}

template class cusparse_product<float>;
template class cusparse_product<double>;

}  // namespace bench
