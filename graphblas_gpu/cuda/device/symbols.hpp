// The functions of a library that is loaded at run time.
#pragma once

#include <dlfcn.h>

#include <string>

namespace graphblas_gpu::cuda {

/// symbols["name"] initialises a pointer to the function of this name. If there is none, `refuse` is called, which throws.
struct symbols {
    void* library = nullptr;
    void (*refuse)(const std::string& why) = nullptr;

    struct symbol {
        const symbols& in;
        const char* name;

        template <class Function>
        operator Function*() const {
            void* const found = dlsym(in.library, name);
            if (found == nullptr) in.refuse(std::string("the library that was found lacks ") + name);
            return reinterpret_cast<Function*>(found);
        }
    };
    symbol operator[](const char* name) const { return {*this, name}; }
};

}  // namespace graphblas_gpu::cuda
