# Each folder of tests/data/layering breaks one rule of the layering and nothing else, and is refused
# with the one sentence of its refused.txt. Run: cmake -DROOT=. -P tests/layering_can_fail.cmake
cmake_minimum_required(VERSION 3.24)
cmake_path(ABSOLUTE_PATH ROOT NORMALIZE)
set(wrong "")
set(twins ${ROOT}/tests/data/layering)
file(GLOB names RELATIVE ${twins} ${twins}/*)
foreach(name ${names})
  file(STRINGS ${twins}/${name}/refused.txt expected)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -DROOT=${twins}/${name} -P ${ROOT}/tests/layering.cmake
    OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
  string(REGEX MATCHALL "refused: [^\n]*" refused "${said}")
  if(result EQUAL 0 OR NOT refused STREQUAL "refused: ${expected}")
    string(APPEND wrong "  ${name} should be refused, and only because ${expected}:\n${said}\n")
  endif()
endforeach()

# Each row has a twin, and a folder.
function(outside)
endfunction()
function(room folder)
  string(REPLACE "/" "." twin ${folder})
  if(NOT twin IN_LIST names)
    string(APPEND wrong "  ${folder} has no twin tests/data/layering/${twin}\n")
  endif()
  file(GLOB files ${ROOT}/${folder}/*)
  if(NOT files)
    string(APPEND wrong "  ${folder} has a row, and no files\n")
  endif()
  set(wrong "${wrong}" PARENT_SCOPE)
endfunction()
include(${ROOT}/tests/layering_rooms.cmake)

if(wrong)
  message(FATAL_ERROR "the layering's test is broken:\n${wrong}")
endif()
list(LENGTH names count)
message(STATUS "${count} trees break one rule each, and are refused")
