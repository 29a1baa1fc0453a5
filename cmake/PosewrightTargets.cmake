# Flags, layers and tests are described here once.
include(PosewrightSources)

# Bit-equal answers (docs/architecture.md, law 1) rest on three of these: no contraction into fused
# multiply-adds, no fast-math, and the baseline instruction set of the platform.
add_library(posewright_flags INTERFACE)
target_compile_features(posewright_flags INTERFACE cxx_std_20)
target_compile_options(posewright_flags INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>  # it takes the files of a unit for headers
  # A tenth of its time goes into collecting garbage from a heap that it keeps small [KiB].
  "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=2000000 --param ggc-min-expand=100>"
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)  # GCC PR 105651

# posewright_units(TARGET SOURCES...)
#   Adds sources, those of one folder several to a unit, since most of a file's time goes into the
#   headers that its neighbours include, too. A unit holds at most so many bytes, so that a change
#   stays cheap and all cores have work; what includes Qt's widgets spends so much on headers that
#   fewer, larger units are cheaper. Who compiles everything once may ask for even larger ones, and
#   for units that go on into the next folder. Without POSEWRIGHT_UNITS each file is compiled by itself.
#   (CMake's own unity builds name files by absolute paths, so that no two checkouts share a cache.)
set(POSEWRIGHT_UNIT_BYTES 45000 CACHE STRING "Most bytes of sources compiled together")
set(POSEWRIGHT_QT_UNIT_BYTES 90000 CACHE STRING "The same where Qt is included")
option(POSEWRIGHT_UNITS_ACROSS "A unit may hold sources of several folders" OFF)
# posewright_unit_room(FOLDER RESULT): what sources must share to be compiled together. Tests use whole
# namespaces at the top of their files, so theirs keep to one room (tests/core/ik) even then.
function(posewright_unit_room folder result)
  set(room ${folder})
  if(POSEWRIGHT_UNITS_ACROSS)
    set(room "")
    if(folder MATCHES "^tests/[^/]+/[^/]+")
      set(room ${CMAKE_MATCH_0})
    endif()
  endif()
  set(${result} "${room}" PARENT_SCOPE)
endfunction()
function(posewright_units target)
  foreach(source ${ARGN})
    cmake_path(ABSOLUTE_PATH source)
    list(APPEND files ${source})
  endforeach()
  # The files of a folder after those of folders in it: these do not meet names that its headers give to the
  # namespace around (io::Source, where a format means posewright::Source).
  list(TRANSFORM files REPLACE "/([^/]+)$" "/~\\1")
  list(SORT files)
  list(TRANSFORM files REPLACE "/~([^/]+)$" "/\\1")
  target_sources(${target} PRIVATE ${files})
  if(NOT POSEWRIGHT_UNITS)
    return()
  endif()
  set_source_files_properties(${files} PROPERTIES HEADER_FILE_ONLY ON)
  set(bytes 0)
  set(unit "")
  set(named "")
  set(units "")
  foreach(file ${files})
    cmake_path(GET file PARENT_PATH name)
    cmake_path(RELATIVE_PATH name BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    posewright_unit_room(${name} room)
    file(SIZE ${file} size)
    math(EXPR bytes "${bytes} + ${size}")
    if(NOT unit OR bytes GREATER most OR NOT room STREQUAL last)
      set(bytes ${size})
      set(last "${room}")
      set(most ${POSEWRIGHT_UNIT_BYTES})
      if(NOT name MATCHES "^core")
        set(most ${POSEWRIGHT_QT_UNIT_BYTES})
      endif()
      string(REPLACE "/" "_" name ${name})
      if(NOT name STREQUAL named)
        set(named ${name})
        set(number 0)
      endif()
      math(EXPR number "${number} + 1")
      set(unit ${CMAKE_CURRENT_BINARY_DIR}/units/${target}/${name}_${number}.cpp)
      list(APPEND units ${unit})
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
endfunction()

# posewright_quick(TARGET)
#   Compiled at -Og in release, in two thirds of the time that -O2 takes: what the bars show to be
#   fast enough.
function(posewright_quick target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)
endfunction()

# posewright_part(TARGET LEVEL SOURCES ...)
#   Sources of TARGET that are compiled at another level: an object library that links what TARGET
#   does. It has no precompiled header, since g++ would go on at the level at which that was compiled.
#   Its objects come before all libraries, the first part's first: an inline function that several
#   levels compiled is then linked from there.
function(posewright_part target level)
  set(part ${target}${level})
  add_library(${part} OBJECT)
  posewright_units(${part} ${ARGN})
  target_compile_options(${part} PRIVATE ${level})
  target_include_directories(${part} PRIVATE ${PROJECT_SOURCE_DIR})
  get_target_property(links ${target} LINK_LIBRARIES)
  target_link_libraries(${part} PRIVATE ${links})
  target_link_libraries(${target} INTERFACE $<TARGET_OBJECTS:${part}>)
endfunction()

# posewright_precompile(TARGET HEADER)
#   Compiles HEADER, named from the top, once for all sources of TARGET, as part of POSEWRIGHT_UNITS.
#   (An absolute name would stand in what is compiled, and no two checkouts would share it.)
function(posewright_precompile target header)
  if(POSEWRIGHT_UNITS AND POSEWRIGHT_PRECOMPILED)
    target_precompile_headers(${target} PRIVATE "\"${header}\"")
  endif()
endfunction()

# posewright_moc(TARGET)
#   Classes with signals or slots: moc is run by CMake, on each file by itself. Called after the
#   sources are known: they stand in the program that is run, since that is what Ninja watches, and a
#   source that is added would get no moc file otherwise.
function(posewright_moc target)
  get_target_property(POSEWRIGHT_MOC Qt6::moc IMPORTED_LOCATION)
  get_target_property(POSEWRIGHT_MOC_SOURCES ${target} SOURCES)
  set(program ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/moc.in ${program} @ONLY
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  set_target_properties(${target} PROPERTIES AUTOMOC ON AUTOMOC_COMPILER_PREDEFINES OFF
    AUTOMOC_EXECUTABLE ${program})
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
#   The program of a folder's tests, or of all tests below it, tests_<folder>. Each file is a test of its own to ctest, named by
#   its path below tests/.
function(posewright_test_program folder)
  cmake_parse_arguments(A "" "PRECOMPILED" "SOURCES;LINKS" ${ARGN})
  string(REPLACE "/" "_" program tests_${folder})
  add_executable(${program} $<TARGET_OBJECTS:posewright_test_program>)
  # How one adds to a table (docs/extending.md): compiled with the tests that give it a row.
  set(examples "")
  foreach(source ${A_SOURCES})
    cmake_path(GET source PARENT_PATH room)
    file(GLOB beside CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${room}/example_*.cpp)
    list(APPEND examples ${beside})
  endforeach()
  list(REMOVE_DUPLICATES examples)
  posewright_units(${program} ${A_SOURCES} ${examples})
  posewright_moc(${program})
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${program} PRIVATE ${A_LINKS} posewright_test_paths Qt6::Test posewright_flags)
  if(POSEWRIGHT_UNITS AND POSEWRIGHT_PRECOMPILED AND A_PRECOMPILED)
    target_precompile_headers(${program} REUSE_FROM ${A_PRECOMPILED})
  endif()
  foreach(source ${A_SOURCES})
    cmake_path(GET source STEM name)
    cmake_path(GET source PARENT_PATH room)
    add_test(NAME ${room}/${name} COMMAND ${program} ${name})
    set_tests_properties(${room}/${name} PROPERTIES
      ENVIRONMENT "QT_QPA_PLATFORM=offscreen" TIMEOUT 300 SKIP_RETURN_CODE 77)
    # Windows on one screen take the keyboard from one another. What goes one after the other begins
    # first, so that other tests run beside it to the end.
    if(room MATCHES "^ui/(desk|viewport|inspector|timeline)")
      set_tests_properties(${room}/${name} PROPERTIES RESOURCE_LOCK screen COST 1000)
    endif()
  endforeach()
endfunction()
