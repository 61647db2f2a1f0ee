// A stand-in for libnvrtc and libnvJitLink of any version, for what is said of versions that do not fit.
//
// Idea: it has the functions that the library looks up. Those that tell a version tell the one that the environment names, as
// "13.2", and all others fail.
#include <cstdio>
#include <cstdlib>

namespace {

template <class T>
int tell(const char* variable, T* major, T* minor) {
    int x = 0, y = 0;
    const char* const text = std::getenv(variable);
    if (text == nullptr || std::sscanf(text, "%d.%d", &x, &y) != 2) return 1;
    *major = static_cast<T>(x);
    *minor = static_cast<T>(y);
    return 0;
}

}  // namespace

extern "C" {
int nvrtcVersion(int* major, int* minor) { return tell("STAND_IN_NVRTC", major, minor); }
int nvJitLinkVersion(unsigned* major, unsigned* minor) { return tell("STAND_IN_NVJITLINK", major, minor); }

const char* nvrtcGetErrorString(int) { return "out of memory"; }

#define STAND_IN(name) \
    int name() { return 1; }
STAND_IN(nvrtcCreateProgram)
STAND_IN(nvrtcDestroyProgram)
STAND_IN(nvrtcCompileProgram)
STAND_IN(nvrtcGetProgramLogSize)
STAND_IN(nvrtcGetProgramLog)
STAND_IN(nvrtcGetLTOIRSize)
STAND_IN(nvrtcGetLTOIR)
STAND_IN(nvrtcGetCUBINSize)
STAND_IN(nvrtcGetCUBIN)
STAND_IN(nvJitLinkCreate)
STAND_IN(nvJitLinkDestroy)
STAND_IN(nvJitLinkAddData)
STAND_IN(nvJitLinkComplete)
STAND_IN(nvJitLinkGetErrorLogSize)
STAND_IN(nvJitLinkGetErrorLog)
STAND_IN(nvJitLinkGetLinkedCubinSize)
STAND_IN(nvJitLinkGetLinkedCubin)
}
