# The tool grb and the library with the CUDA engine. It runs where the host has NVIDIA's container toolkit.
#
#     docker build -f packaging/docker/cuda.Dockerfile -t graphblas-gpu:cuda .
#     docker run --rm --gpus all -v "$PWD:/data" graphblas-gpu:cuda tc graph.mtx --engine cuda
#
# CUDAARCHS=90-real compiles for one architecture alone, in a third of the time: --build-arg CUDAARCHS=90-real
FROM nvidia/cuda:13.0.0-devel-ubuntu24.04 AS build
ARG CUDAARCHS=
ENV DEBIAN_FRONTEND=noninteractive
COPY . /src
WORKDIR /src
RUN ./scripts/install-deps && apt-get install --yes --no-install-recommends dpkg-dev=1.22.* file=1:5.45-* \
    && if [ -n "$CUDAARCHS" ]; then export CUDAARCHS; else unset CUDAARCHS; fi \
    && cmake --preset cuda -D GRAPHBLAS_GPU_TESTS=OFF && cmake --build --preset cuda
WORKDIR /src/build/cuda
RUN cpack -G DEB && mkdir /packages && mv ./*.deb /packages

# NVRTC and nvJitLink, which kernels of own semirings need at run time, are in the image "runtime".
FROM nvidia/cuda:13.0.0-runtime-ubuntu24.04
ENV DEBIAN_FRONTEND=noninteractive
RUN --mount=type=bind,from=build,source=/packages,target=/packages \
    apt-get update && apt-get install --yes --no-install-recommends /packages/*.deb && rm -rf /var/lib/apt/lists/*
WORKDIR /data
USER 65534
ENTRYPOINT ["grb"]
CMD ["--help"]
