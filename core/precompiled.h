#pragma once

// What most sources of core include, compiled once. No source may rely on it: preset "files"
// compiles without it.
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>
