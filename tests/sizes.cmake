# Refuses files over 400 lines and functions over 60. One that has a reason to be longer says it:
# `// Long: why` stands above a file's first include, or right above the function or within it.
# Run: cmake -DROOT=. -P tests/sizes.cmake
#
# Sources are formatted: a function's braces stand alone in their lines, at the same indent.
cmake_minimum_required(VERSION 3.24)
cmake_path(ABSOLUTE_PATH ROOT NORMALIZE)
set(most_lines 400)
set(most_of_function 60)

# Not split yet. A file that has become short again leaves the list.
set(long_files
  core/document/validate.cpp core/edit/targets.cpp core/evaluate/bake.cpp
  core/io/bvh/bvh_reader.cpp core/io/gltf/gltf_file.cpp core/io/gltf/gltf_import.cpp
  core/io/gltf/project.cpp)
set(files_of_long_functions
  core/edit/spans.cpp core/evaluate/bake.cpp core/evaluate/evaluate.cpp
  core/evaluate/group_problem.cpp core/evaluate/one_solve.cpp core/evaluate/prepare.cpp
  core/ik/batch/follow.cpp core/io/gltf/project.cpp)

set(broken "")
macro(refuse line)
  string(APPEND broken "refused: ${line}\n")
endmacro()

function(look_at file)
  set(path ${ROOT}/${file})
  file(READ ${path} text)
  string(REGEX REPLACE "[][;\\\\]" " " text "${text}")  # they mean something in lists
  string(REGEX REPLACE "\n$" "" text "${text}")
  string(REPLACE "\n" ";" lines "${text}")
  list(LENGTH lines count)
  if(count GREATER most_lines AND NOT text MATCHES "^(//[^\n]*\n|#pragma once\n|\n)*// Long: ")
    if(NOT file IN_LIST long_files)
      refuse("${file} has ${count} lines, more than ${most_lines}")
    endif()
  endif()
  set(number 0)
  set(opened 0)
  set(reason FALSE)
  foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    if(line MATCHES "^ *// Long: ")
      set(reason TRUE)
    elseif(opened EQUAL 0 AND line MATCHES "^( *){$")
      set(opened ${number})
      set(indent "${CMAKE_MATCH_1}")
    elseif(opened GREATER 0 AND line STREQUAL "${indent}}")
      math(EXPR length "${number} - ${opened}")
      if(length GREATER most_of_function AND NOT reason AND NOT file IN_LIST files_of_long_functions)
        refuse("${file}:${opened}: a function has ${length} lines, more than ${most_of_function}")
      endif()
      set(opened 0)
      set(reason FALSE)
    elseif(opened EQUAL 0 AND line MATCHES "^ *}")
      set(reason FALSE)
    endif()
  endforeach()
  set(broken "${broken}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE sources RELATIVE ${ROOT}
  ${ROOT}/core/*.h ${ROOT}/core/*.cpp ${ROOT}/core/*.inl ${ROOT}/ui/*.h ${ROOT}/ui/*.cpp
  ${ROOT}/app/*.h ${ROOT}/app/*.cpp ${ROOT}/tests/*.h ${ROOT}/tests/*.cpp)
list(FILTER sources EXCLUDE REGEX "^tests/data/")
list(LENGTH sources count)
if(count EQUAL 0)
  message(FATAL_ERROR "no sources below ${ROOT}")
endif()
foreach(file IN LISTS sources)
  look_at(${file})
endforeach()
if(broken)
  message(NOTICE "${broken}")
  message(FATAL_ERROR "what is too long is split, or says why it is not")
endif()
message(STATUS "${count} files are of a size that can be read")
