# A name that no source begins with. Run: cmake -DROOT=. -P tests/data/sources/gone.cmake
cmake_minimum_required(VERSION 3.24)
include(${ROOT}/cmake/PosewrightSources.cmake)
posewright_sources(found FROM /top/core/math/camera.cpp /top/core/ik/solve.cpp
  BEGIN core/math/cam core/ik/ core/ik/gone)
