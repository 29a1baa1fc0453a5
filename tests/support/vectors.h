#pragma once

#include "core/base/number.h"
#include "core/math/transform.h"
#include "tests/support/shared.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <vector>

/// The shared reference numbers of the solvers, as JSON whose numbers may be texts.
namespace posewright::test {

inline nlohmann::json ikVectors()
{
    std::ifstream file(sharedPath(QStringLiteral("vectors/ik_vectors.json")).toStdString());
    return nlohmann::json::parse(file);
}

inline double number(const nlohmann::json& value)
{
    return value.is_string() ? toNumber(value.get<std::string>()).value() : value.get<double>();
}

inline Vec3 vec3(const nlohmann::json& value)
{
    return {number(value[0]), number(value[1]), number(value[2])};
}

inline std::vector<Vec3> vec3s(const nlohmann::json& value)
{
    std::vector<Vec3> all;
    for (const auto& one : value) all.push_back(vec3(one));
    return all;
}

inline std::vector<double> numbers(const nlohmann::json& value)
{
    std::vector<double> all;
    for (const auto& one : value) all.push_back(number(one));
    return all;
}

}  // namespace posewright::test
