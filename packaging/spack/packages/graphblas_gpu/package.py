from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class GraphblasGpu(CMakePackage, CudaPackage):
    """Graph analytics by sparse linear algebra, on host threads and NVIDIA GPUs: a C++20 library with the
    operations of the GraphBLAS C API 2.1, that API for C, and the command-line tool grb."""

    license("Apache-2.0")

    version("develop")  # spack develop --path CHECKOUT graphblas-gpu@develop

    variant("shared", default=True, description="Build shared libraries")
    variant("tool", default=True, description="Build the command-line tool grb")
    variant("capi", default=True, when="+shared", description="Build the GraphBLAS C API, libgraphblas.so.2")
    variant("mpi", default=False, when="+shared+tool", description="Have grb run under mpirun")
    variant("verify", default=False, when="+tool", description="grb --verify compares with SuiteSparse:GraphBLAS and Boost.Graph")

    depends_on("c", type="build", when="+capi")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")

    depends_on("fmt")
    depends_on("zlib-api")
    depends_on("bzip2")
    depends_on("xz")
    depends_on("zstd")
    depends_on("libarchive")
    depends_on("expat")
    depends_on("nlohmann-json")
    depends_on("cli11", type="build", when="+tool")
    depends_on("mpi", when="+mpi")
    depends_on("suite-sparse@7:", when="+verify")
    depends_on("boost@1.74:", when="+verify")
    depends_on("cuda@12.5:", when="+cuda")

    conflicts("%gcc@:11", msg="C++20 as GCC 12 has it")
    conflicts("cuda_arch=none", when="+cuda", msg="name the architectures: cuda_arch=80,90")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("GRAPHBLAS_GPU_TOOL", "tool"),
            self.define_from_variant("GRAPHBLAS_GPU_CAPI", "capi"),
            self.define("GRAPHBLAS_GPU_CUDA", "ON" if self.spec.satisfies("+cuda") else "OFF"),
            self.define("GRAPHBLAS_GPU_TESTS", False),
            self.define("GRAPHBLAS_GPU_CCACHE", False),
            self.define("CMAKE_UNITY_BUILD", True),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_MPI", not self.spec.satisfies("+mpi")),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_GraphBLAS", not self.spec.satisfies("+verify")),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_Boost", not self.spec.satisfies("+verify")),
        ]
        if self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CUDA_ARCHITECTURES", [f"{arch}-real" for arch in self.spec.variants["cuda_arch"].value]))
        return args
