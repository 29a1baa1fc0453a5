# Flags, layers and tests are described here once.

# Bit-equal answers (docs/architecture.md, law 1) rest on three of these: no contraction into fused
# multiply-adds, no fast-math, and the baseline instruction set of the platform.
add_library(posewright_flags INTERFACE)
target_compile_features(posewright_flags INTERFACE cxx_std_20)
target_compile_options(posewright_flags INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off>
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)  # GCC PR 105651

# posewright_library(NAME posewright_x SOURCES ... HEADERS ... PUBLIC ... PRIVATE ...)
#   One layer. Its headers are a file set, so that the build can check that each compiles alone.
function(posewright_library)
  cmake_parse_arguments(A "" "NAME" "SOURCES;HEADERS;PUBLIC;PRIVATE" ${ARGN})
  add_library(${A_NAME} STATIC ${A_SOURCES})
  string(REPLACE "posewright_" "posewright::" alias ${A_NAME})
  add_library(${alias} ALIAS ${A_NAME})
  target_sources(${A_NAME} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${A_HEADERS})
  target_compile_features(${A_NAME} PUBLIC cxx_std_20)
  target_link_libraries(${A_NAME} PUBLIC ${A_PUBLIC} PRIVATE ${A_PRIVATE} posewright_flags)
endfunction()

# posewright_test(path/to/tst_x.cpp LINKS ... [TIMEOUT seconds])
#   The path is below tests/; the test is named by it, the program by the file.
function(posewright_test source)
  cmake_parse_arguments(A "" "TIMEOUT" "LINKS" ${ARGN})
  if(NOT A_TIMEOUT)
    set(A_TIMEOUT 300)
  endif()
  cmake_path(GET source STEM name)
  cmake_path(GET source PARENT_PATH folder)
  add_executable(${name} ${source})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${A_LINKS} posewright_test_paths Qt6::Test posewright_flags)
  add_test(NAME ${folder}/${name} COMMAND ${name})
  set_tests_properties(${folder}/${name} PROPERTIES
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen" TIMEOUT ${A_TIMEOUT})
  # Windows on one screen take the keyboard from one another.
  if(folder MATCHES "^ui/(desk|viewport|inspector|timeline)")
    set_tests_properties(${folder}/${name} PROPERTIES RESOURCE_LOCK screen)
  endif()
endfunction()
