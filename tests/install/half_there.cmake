# What is optional never stops the build: each optional part is half there once, and the project is configured without it, with one
# line that says what is left out, why, and which package brings it.
#
# Needs: SOURCE, GENERATOR, COMPILER, LAUNCHER, FLAGS, WORK (a folder to write in).
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

set(path $ENV{PATH})
unset(ENV{CUDACXX})
unset(ENV{CUDA_PATH})

# stand_in(FOLDER NAME TEXT): a program that is first on PATH.
function(stand_in folder name text)
    file(WRITE ${WORK}/${folder}/bin/${name} "#!/bin/sh\n${text}\n")
    file(CHMOD ${WORK}/${folder}/bin/${name} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()

# configure(FOLDER OPTIONS ...): with the stand-ins of the folder; leaves what CMake printed in `output`.
function(configure folder)
    set(ENV{PATH} ${WORK}/${folder}/bin:${path})
    run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/${folder}/build ${configure_with} -DGRAPHBLAS_GPU_CUDA=AUTO -DGRAPHBLAS_GPU_TESTS=ON
        -DGRAPHBLAS_GPU_CCACHE=OFF ${ARGN})
    set(output "${output}" PARENT_SCOPE)
endfunction()

# left_out(TEXT): one line of the output begins with "Left out: " and goes on with TEXT.
function(left_out text)
    string(REGEX MATCHALL "\n-- Left out: ${text}" lines "${output}")
    list(LENGTH lines count)
    if(NOT count EQUAL 1)
        message(FATAL_ERROR "one line has to say 'Left out: ${text}', but ${count} do:\n${output}")
    endif()
endfunction()

# An MPI at run time without headers, as Debian's openmpi-bin without libopenmpi-dev; an old CUDA compiler; broken libraries.
set(showme "case $* in *showme:version*) echo 'Open MPI 4.1.4' ;; *showme*) echo")
stand_in(first mpicxx "${showme} -I${WORK}/nowhere/include -L${WORK}/nowhere/lib -lmpi ;; *) exec ${COMPILER} \"$@\" -I${WORK}/nowhere/include ;; esac")
set(asked_nvcc ${WORK}/asked_nvcc)
stand_in(first nvcc "echo asked >> ${asked_nvcc}; echo 'Cuda compilation tools, release 12.0, V12.0.140'")
file(WRITE ${WORK}/first/libbz2.so "")
file(WRITE ${WORK}/first/libgraphblas.so "")
configure(first -DBZIP2_LIBRARY_RELEASE=${WORK}/first/libbz2.so
          -Dzstd_INCLUDE_DIR=${WORK}/nowhere -DGraphBLAS_LIBRARY=${WORK}/first/libgraphblas.so)
left_out("programs of MPI: [^\n]*/mpicxx does not compile")
left_out("the CUDA engine: [^\n]*/nvcc is of CUDA 12.0, and 12.5 or newer is needed")
left_out("reading of files packed by bzip2: [^\n]* [(]Debian: libbz2-dev[)]\n")
left_out("reading of files packed by zstd: [^\n]* names the folder [^\n]*nowhere, which does not exist [(]Debian: libzstd-dev[)]\n")
left_out("grb --verify and the tests against SuiteSparse:GraphBLAS[^\n]* [(]Debian: libgraphblas-dev[)]\n")
# A CUDA compiler is looked for and asked once, and not at all where none is wanted.
file(STRINGS ${asked_nvcc} asked)
if(NOT asked MATCHES "^asked$")
    message(FATAL_ERROR "nvcc was started as often as this: ${asked}")
endif()
file(REMOVE ${asked_nvcc})
configure(first -DGRAPHBLAS_GPU_CUDA=OFF --trace-expand)
string(REGEX MATCHALL "\n[^\n]*(check_language|find_program)[(][^\n]*(nvcc|CUDA)[^\n]*" searches "${output}")
if(EXISTS ${asked_nvcc} OR searches OR NOT output MATCHES "\n-- CUDA engine: none, as GRAPHBLAS_GPU_CUDA says\n")
    message(FATAL_ERROR "without CUDA a compiler for it was looked for: ${searches}")
endif()

# Compilers that fail, and libraries that were never there.
stand_in(second mpicxx "echo 'mpicxx: no underlying compiler' >&2; exit 1")
stand_in(second nvcc "exit 1")
configure(second -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON
          -DCMAKE_DISABLE_FIND_PACKAGE_LibLZMA=ON)
left_out("programs of MPI: [^\n]*/mpicxx does not compile")
left_out("the CUDA engine: [^\n]*/nvcc --version fails")
left_out("reading of files packed by xz: LibLZMA::LibLZMA was not found [(]Debian: liblzma-dev[)]\n")
left_out("grb --verify and the tests against Boost.Graph")

# A CUDA compiler that is new enough and compiles nothing; an MPI whose headers are there and whose library is not.
stand_in(third mpicxx "${showme} -I${WORK}/third -L${WORK}/third -lmpi ;; *) exec ${COMPILER} \"$@\" -I${WORK}/third -L${WORK}/third -lmpi ;; esac")
file(WRITE ${WORK}/third/mpi.h "int MPI_Init(int*, char***);\n")
stand_in(third nvcc "case $* in *--version*) echo 'release 13.0, V13.0.1' ;; *) exit 1 ;; esac")
configure(third)
left_out("programs of MPI: [^\n]*/mpicxx does not compile")
left_out("the CUDA engine: [^\n]*/nvcc does not compile a small program")

# What was asked for, or cannot be left out, is an error in one sentence.
run_to_fail("fmt was not found, which the library needs. Debian has it as libfmt-dev"
            ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/needed ${configure_with} -DGRAPHBLAS_GPU_CUDA=OFF -DGRAPHBLAS_GPU_TESTS=OFF
            -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON)
set(ENV{PATH} ${WORK}/first/bin:${path})
run_to_fail("GRAPHBLAS_GPU_CUDA is ON, but .*/nvcc is of CUDA 12.0"
            ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/asked_for ${configure_with} -DGRAPHBLAS_GPU_CUDA=ON -DGRAPHBLAS_GPU_TESTS=OFF)
