# The tool grb and the library for host threads, from the Debian packages that CPack makes.
#
#     docker build -f packaging/docker/cpu.Dockerfile -t graphblas-gpu .
#     docker run --rm -v "$PWD:/data" graphblas-gpu tc graph.mtx
FROM debian:12 AS build
ENV DEBIAN_FRONTEND=noninteractive
COPY . /src
WORKDIR /src
# install-deps runs apt-get update itself.
RUN ./scripts/install-deps && apt-get install --yes --no-install-recommends dpkg-dev=1.21.* file=1:5.44-* \
    && cmake --preset host -D GRAPHBLAS_GPU_CUDA=OFF -D GRAPHBLAS_GPU_TESTS=OFF \
    && cmake --build --preset host
WORKDIR /src/build/host
RUN cpack -G DEB && mkdir /packages && mv ./*.deb /packages

FROM debian:12-slim
ENV DEBIAN_FRONTEND=noninteractive
RUN --mount=type=bind,from=build,source=/packages,target=/packages \
    apt-get update && apt-get install --yes --no-install-recommends /packages/*.deb && rm -rf /var/lib/apt/lists/*
WORKDIR /data
USER 65534
ENTRYPOINT ["grb"]
CMD ["--help"]
