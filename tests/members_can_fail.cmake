# A description that lacks a member of its struct, or has one twice, does not compile; a whole one
# does. Run: cmake -DROOT=. -DCOMPILER=c++ -P tests/members_can_fail.cmake
cmake_minimum_required(VERSION 3.24)
set(wrong "")
foreach(name whole forgotten twice)
  execute_process(
    COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I ${ROOT} ${ROOT}/tests/data/members/${name}.cpp
    OUTPUT_QUIET ERROR_VARIABLE said RESULT_VARIABLE result)
  if(name STREQUAL "whole" AND NOT result EQUAL 0)
    string(APPEND wrong "  whole.cpp should compile:\n${said}\n")
  elseif(NOT name STREQUAL "whole" AND NOT said MATCHES "structured binding|another order|decomposes")
    string(APPEND wrong "  ${name}.cpp should be refused for its members:\n${said}\n")
  endif()
endforeach()
if(wrong)
  message(FATAL_ERROR "Descriptions of values:\n${wrong}")
endif()
