// The extension module graphblas_gpu._core. The package in front of it has the interface (python/graphblas_gpu).
#include "objects.hpp"
#include "session.hpp"

NB_MODULE(_core, m) {
    namespace python = graphblas_gpu::python;
    m.attr("version") = GRAPHBLAS_GPU_VERSION;
    python::bind_exceptions();
    python::bind_session(m);
    python::bind_types(m);
    python::bind_operators(m);
    python::bind_containers(m);
    python::bind_arrays(m);
    python::bind_operations(m);
    python::bind_algorithms(m);
    python::bind_measures(m);
    python::bind_files(m);
}
