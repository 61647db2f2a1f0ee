# Installs the built tree, and builds and runs programs that know nothing but the place.
#
# Needs: SOURCE, BUILD, VERSION, GENERATOR, COMPILER, LAUNCHER, FLAGS, WORK (a folder to write in), LIBDIR, DATADIR,
# TOOL and CAPI (whether grb and the C API are built), PKG_CONFIG (or what find_program says when there is none).
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
set(prefix ${WORK}/prefix)
set(project ${CMAKE_CURRENT_LIST_DIR}/project)
set(ENV{CMAKE_PREFIX_PATH} ${prefix})

# ---- what is installed ----

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
file(GLOB_RECURSE installed RELATIVE ${prefix}/include/graphblas_gpu ${prefix}/include/*)
list(REMOVE_ITEM installed capi/GraphBLAS.h)  # which is generated; the example in C uses it
set(wanted)
foreach(folder IN ITEMS semirings graphblas_gpu algorithms)
    file(GLOB_RECURSE headers RELATIVE ${SOURCE} ${SOURCE}/${folder}/*.hpp ${SOURCE}/${folder}/*.cuh ${SOURCE}/${folder}/*.def)
    list(APPEND wanted ${headers})
endforeach()
list(FILTER wanted EXCLUDE REGEX "^graphblas_gpu/capi/")
list(SORT installed)
list(SORT wanted)
if(NOT installed STREQUAL wanted)
    message(FATAL_ERROR "installed below include/graphblas_gpu:\n${installed}\nwanted:\n${wanted}")
endif()
foreach(file IN LISTS wanted)
    # By sums, because a process for each pair of files takes 20 ms.
    file(SHA256 ${SOURCE}/${file} in_source)
    file(SHA256 ${prefix}/include/graphblas_gpu/${file} in_prefix)
    if(NOT in_source STREQUAL in_prefix)
        message(FATAL_ERROR "${prefix}/include/graphblas_gpu/${file} is another file than ${SOURCE}/${file}")
    endif()
endforeach()

# With DESTDIR the same files lie below it.
file(GLOB_RECURSE direct RELATIVE ${prefix} ${prefix}/*)
run(${CMAKE_COMMAND} -E env DESTDIR=${WORK}/stage ${CMAKE_COMMAND} --install ${BUILD} --prefix /opt/somewhere)
file(GLOB_RECURSE staged RELATIVE ${WORK}/stage/opt/somewhere ${WORK}/stage/*)
if(NOT direct STREQUAL staged)
    message(FATAL_ERROR "installed directly:\n${direct}\nwith DESTDIR:\n${staged}")
endif()

# No file may name the build tree or the prefix that was configured: the tree can be moved.
file(GLOB_RECURSE package_files ${prefix}/${LIBDIR}/cmake/*.cmake ${prefix}/${LIBDIR}/pkgconfig/*.pc)
foreach(file IN LISTS package_files)
    file(READ ${file} text)
    foreach(place IN ITEMS ${BUILD} ${SOURCE} ${prefix})
        string(FIND "${text}" "${place}" at)
        if(NOT at EQUAL -1)
            message(FATAL_ERROR "${file} names ${place}")
        endif()
    endforeach()
endforeach()

# ---- find_package ----

set(configure ${CMAKE_COMMAND} -S ${project} ${configure_with} -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF)
run(${configure} -B ${WORK}/outside -DWANTED_VERSION=${VERSION})
if(NOT output MATCHES "graphblas_gpu ${VERSION} in ${prefix}/")
    message(FATAL_ERROR "another graphblas_gpu than the installed one was found:\n${output}")
endif()
run(${CMAKE_COMMAND} --build ${WORK}/outside)
run(${WORK}/outside/outside ${WORK}/widths.mtx.gz)
message("${output}")

string(REGEX MATCH "^([0-9]+)\\.([0-9]+)" ignored ${VERSION})
set(refused ${CMAKE_MATCH_1}.99 99)
if(CMAKE_MATCH_2 GREATER 0)
    math(EXPR minor_before "${CMAKE_MATCH_2} - 1")
    list(APPEND refused ${CMAKE_MATCH_1}.${minor_before})
endif()
foreach(version IN LISTS refused)
    run_to_fail("compatible with requested version \"${version}\"" ${configure} -B ${WORK}/refused -DWANTED_VERSION=${version})
endforeach()

# ---- pkg-config ----

if(PKG_CONFIG)
    set(ENV{PKG_CONFIG_PATH} ${prefix}/${LIBDIR}/pkgconfig)
    run(${PKG_CONFIG} --exact-version=${VERSION} graphblas_gpu)
    run(${PKG_CONFIG} --static --cflags --libs graphblas_gpu)
    separate_arguments(options UNIX_COMMAND "${output}")
    separate_arguments(flags UNIX_COMMAND "${FLAGS}")
    run(${COMPILER} -std=c++20 -O1 ${flags} ${project}/small.cpp -o ${WORK}/small ${options})
    set(ENV{LD_LIBRARY_PATH} ${prefix}/${LIBDIR})
    run(${WORK}/small)
    unset(ENV{LD_LIBRARY_PATH})
    message("pkg-config: right, with ${options}")
else()
    message("skipped: there is no pkg-config to compile with")
endif()

# ---- the C API ----

if(CAPI)
    set(c_program ${SOURCE}/examples/13_plain_c.c)
    file(WRITE ${WORK}/c/CMakeLists.txt "cmake_minimum_required(VERSION 3.20)\nproject(outside C)\n"
         "find_package(GraphBLAS REQUIRED)\nadd_executable(outside ${c_program})\n"
         "target_link_libraries(outside PRIVATE GraphBLAS::GraphBLAS)\n")
    run(${CMAKE_COMMAND} -S ${WORK}/c -B ${WORK}/c/build -G ${GENERATOR} -DCMAKE_C_STANDARD=11 -DCMAKE_C_FLAGS=${FLAGS}
        -DCMAKE_PREFIX_PATH=${prefix}/${LIBDIR}/graphblas_gpu)
    run(${CMAKE_COMMAND} --build ${WORK}/c/build)
    run(${CMAKE_COMMAND} -E env GRAPHBLAS_GPU_ENGINE=host ${WORK}/c/build/outside)
    if(PKG_CONFIG)
        run(${PKG_CONFIG} --cflags --libs graphblas_gpu_capi)
        separate_arguments(options UNIX_COMMAND "${output}")
        run(cc -std=c11 ${flags} ${c_program} -o ${WORK}/c/plain ${options})
        run(${CMAKE_COMMAND} -E env GRAPHBLAS_GPU_ENGINE=host ${WORK}/c/plain)
    endif()
else()
    message("skipped: the C API is not built")
endif()

# ---- the tool ----

if(TOOL)
    run(${prefix}/bin/grb --version)
    if(NOT output STREQUAL "grb ${VERSION}\n")
        message(FATAL_ERROR "grb --version: ${output}")
    endif()
    foreach(script IN ITEMS bash-completion/completions/grb zsh/site-functions/_grb fish/vendor_completions.d/grb.fish)
        file(READ ${prefix}/${DATADIR}/${script} text)
        if(NOT text MATCHES "made by `grb completion")
            message(FATAL_ERROR "${script} is no completion script:\n${text}")
        endif()
    endforeach()
    message("${output}")
else()
    message("skipped: grb is not built")
endif()
