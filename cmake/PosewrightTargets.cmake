# Flags, layers and tests are described here once.

# Bit-equal answers (docs/architecture.md, law 1) rest on three of these: no contraction into fused
# multiply-adds, no fast-math, and the baseline instruction set of the platform.
add_library(posewright_flags INTERFACE)
target_compile_features(posewright_flags INTERFACE cxx_std_20)
target_compile_options(posewright_flags INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>  # it takes the files of a unit for headers
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)  # GCC PR 105651

# posewright_units(TARGET SOURCES...)
#   Adds sources, those of one folder several to a unit, since most of a file's time goes into the
#   headers that its neighbours include, too. A unit holds at most so many bytes, so that a change
#   stays cheap and all cores have work; what includes Qt's widgets spends so much on headers that
#   fewer, larger units are cheaper. Who compiles everything once may ask for
#   even larger ones. Without POSEWRIGHT_UNITS each file is compiled by itself.
#   (CMake's own unity builds name files by absolute paths, so that no two checkouts share a cache.)
set(POSEWRIGHT_UNIT_BYTES 45000 CACHE STRING "Most bytes of sources compiled together")
set(POSEWRIGHT_QT_UNIT_BYTES 90000 CACHE STRING "The same where Qt is included")
function(posewright_units target)
  foreach(source ${ARGN})
    cmake_path(ABSOLUTE_PATH source)
    list(APPEND files ${source})
  endforeach()
  list(SORT files)
  target_sources(${target} PRIVATE ${files})
  if(NOT POSEWRIGHT_UNITS)
    return()
  endif()
  set_source_files_properties(${files} PROPERTIES HEADER_FILE_ONLY ON)
  set(bytes 0)
  set(room "")
  set(stretches "")
  set(units "")
  set("units at -O3" "")
  set("units at -O1" "")
  foreach(file ${files})
    cmake_path(GET file PARENT_PATH folder)
    file(SIZE ${file} size)
    math(EXPR bytes "${bytes} + ${size}")
    if(NOT folder STREQUAL room OR bytes GREATER most)
      set(bytes ${size})
      set(room ${folder})
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
      set(most ${POSEWRIGHT_UNIT_BYTES})
      if(NOT name MATCHES "^core")
        set(most ${POSEWRIGHT_QT_UNIT_BYTES})
      endif()
      set(level "")
      if(name MATCHES "^core/(ik|math|motion|evaluate|scene/limits)")
        set(level -O3)
      elseif(name MATCHES "^core/(edit|operate)")
        set(level -O1)
      endif()
      string(REPLACE "/" "_" name ${name})
      # A folder comes in several stretches where folders inside it sort between its files.
      list(APPEND stretches ${name})
      set(number 0)
      foreach(stretch ${stretches})
        if(stretch STREQUAL name)
          math(EXPR number "${number} + 1")
        endif()
      endforeach()
      set(unit ${CMAKE_CURRENT_BINARY_DIR}/units/${target}/${name}_${number}.cpp)
      list(APPEND units ${unit})
      if(level)
        list(APPEND "units at ${level}" ${unit})
      endif()
      set("text of ${unit}" "")
    endif()
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE include)
    string(APPEND "text of ${unit}" "#include \"${include}\"\n")
  endforeach()
  foreach(unit ${units})
    file(CONFIGURE OUTPUT ${unit} CONTENT "${text\ of\ ${unit}}" @ONLY)
  endforeach()
  target_sources(${target} PRIVATE ${units})
  set_source_files_properties(${units} PROPERTIES SKIP_AUTOGEN ON)
  # -O3 where the bars show that it buys something, -O1 where they show that -O2 buys nothing.
  foreach(level -O3 -O1)
    if("units at ${level}")
      set_source_files_properties(${units\ at\ ${level}} PROPERTIES
        COMPILE_OPTIONS "$<$<CONFIG:Release>:${level}>")
      # What is precompiled is so at -O2, and g++ goes on at that level behind it.
      if(CMAKE_BUILD_TYPE STREQUAL "Release")
        set_source_files_properties(${units\ at\ ${level}} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
      endif()
    endif()
  endforeach()
endfunction()

# posewright_quick(TARGET)
#   Compiled at -O1 in release, which takes a third less time: what waits for people, and leaves what
#   is heavy to core.
function(posewright_quick target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# posewright_precompile(TARGET HEADER)
#   Compiles HEADER, named from the top, once for all sources of TARGET, as part of POSEWRIGHT_UNITS.
#   (An absolute name would stand in what is compiled, and no two checkouts would share it.)
function(posewright_precompile target header)
  if(POSEWRIGHT_UNITS AND POSEWRIGHT_PRECOMPILED)
    target_precompile_headers(${target} PRIVATE "\"${header}\"")
  endif()
endfunction()

# posewright_library(NAME posewright_x SOURCES ... HEADERS ... PUBLIC ... PRIVATE ...)
#   One layer. Its headers are a file set, so that the build can check that each compiles alone.
function(posewright_library)
  cmake_parse_arguments(A "" "NAME" "SOURCES;HEADERS;PUBLIC;PRIVATE" ${ARGN})
  add_library(${A_NAME} STATIC)
  string(REPLACE "posewright_" "posewright::" alias ${A_NAME})
  add_library(${alias} ALIAS ${A_NAME})
  target_sources(${A_NAME} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${A_HEADERS})
  posewright_units(${A_NAME} ${A_SOURCES})
  target_compile_features(${A_NAME} PUBLIC cxx_std_20)
  target_link_libraries(${A_NAME} PUBLIC ${A_PUBLIC} PRIVATE ${A_PRIVATE} posewright_flags)
endfunction()

# posewright_test_program(folder SOURCES tst_*.cpp... LINKS ... [PRECOMPILED target])
#   The program of a folder's tests, tests_<folder>. Each file is a test of its own to ctest, named by
#   its path below tests/.
function(posewright_test_program folder)
  cmake_parse_arguments(A "" "PRECOMPILED" "SOURCES;LINKS" ${ARGN})
  string(REPLACE "/" "_" program tests_${folder})
  add_executable(${program} $<TARGET_OBJECTS:posewright_test_program>)
  # How one adds to a table (docs/extending.md): compiled with the tests that give it a row.
  file(GLOB examples CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${folder}/example_*.cpp)
  posewright_units(${program} ${A_SOURCES} ${examples})
  set_target_properties(${program} PROPERTIES AUTOMOC ON)
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${program} PRIVATE ${A_LINKS} posewright_test_paths Qt6::Test posewright_flags)
  if(POSEWRIGHT_UNITS AND POSEWRIGHT_PRECOMPILED AND A_PRECOMPILED)
    target_precompile_headers(${program} REUSE_FROM ${A_PRECOMPILED})
  endif()
  foreach(source ${A_SOURCES})
    cmake_path(GET source STEM name)
    add_test(NAME ${folder}/${name} COMMAND ${program} ${name})
    set_tests_properties(${folder}/${name} PROPERTIES
      ENVIRONMENT "QT_QPA_PLATFORM=offscreen" TIMEOUT 300 SKIP_RETURN_CODE 77)
    # Windows on one screen take the keyboard from one another.
    if(folder MATCHES "^ui/(desk|viewport|inspector|timeline)")
      set_tests_properties(${folder}/${name} PROPERTIES RESOURCE_LOCK screen)
    endif()
  endforeach()
endfunction()
