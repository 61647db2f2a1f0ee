# What installed.cmake and subdirectory.cmake share.

# run(COMMAND ...): ends the test with the command's output if it fails; leaves the output in `output`.
function(run)
    execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT status EQUAL 0)
        list(JOIN ARGV " " line)
        message(FATAL_ERROR "${line}\nended with ${status}:\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

# run_to_fail(TEXT COMMAND ...): the command has to fail and to say TEXT, a regular expression.
function(run_to_fail text)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    list(JOIN ARGN " " line)
    # CMake breaks the lines of its messages where it likes.
    string(REGEX REPLACE "[ \n]+" " " output "${output}")
    if(status EQUAL 0)
        message(FATAL_ERROR "${line}\nsucceeded, but had to fail:\n${output}")
    elseif(NOT output MATCHES "${text}")
        message(FATAL_ERROR "${line}\nfailed without saying '${text}':\n${output}")
    endif()
endfunction()

# The same compiler as the project's own, in `configure_with`.
set(configure_with -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Release
                   -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})

# A packager's environment must not move what the test installs.
unset(ENV{DESTDIR})
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
