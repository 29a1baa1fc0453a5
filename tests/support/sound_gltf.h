#pragma once

#include <QByteArray>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace posewright::test {

/// A skinned triangle of two morph targets, with a material, a camera and an animation: sound.
inline nlohmann::json soundFile()
{
    std::vector<float> floats{0, 0, 0, 1, 0, 0, 0, 1, 0,  // positions
                              0, 0, 1, 0, 0, 1, 0, 0, 1,  // normals
                              0, 1,                       // times
                              0, 0, 0, 1, 0, 0, 0, 1};    // rotations
    for (int m = 0; m < 2; ++m)
        for (int i = 0; i < 16; ++i) floats.push_back(i % 5 == 0 ? 1.F : 0.F);
    for (int i = 0; i < 3; ++i) floats.insert(floats.end(), {1, 0, 0, 0});  // weights
    QByteArray bytes(reinterpret_cast<const char*>(floats.data()),
                     qsizetype(floats.size() * sizeof(float)));
    bytes.append(QByteArray(24, '\0'));  // joints, as 16 bits
    const std::string uri =
        "data:application/octet-stream;base64," + bytes.toBase64().toStdString();
    const auto view = [](int at, int length) {
        return nlohmann::json{{"buffer", 0}, {"byteOffset", at}, {"byteLength", length}};
    };
    const auto accessor = [](int row, int type, const char* shape, int count) {
        return nlohmann::json{
            {"bufferView", row}, {"componentType", type}, {"type", shape}, {"count", count}};
    };
    nlohmann::json file = {
        {"asset", {{"version", "2.0"}}},
        {"buffers", {{{"uri", uri}, {"byteLength", bytes.size()}}}},
        {"bufferViews",
         {view(0, 36), view(36, 36), view(72, 8), view(80, 32), view(112, 128), view(240, 48),
          view(288, 24)}},
        {"accessors",
         {accessor(0, 5126, "VEC3", 3), accessor(1, 5126, "VEC3", 3),
          accessor(2, 5126, "SCALAR", 2), accessor(3, 5126, "VEC4", 2),
          accessor(4, 5126, "MAT4", 2), accessor(5, 5126, "VEC4", 3),
          accessor(6, 5123, "VEC4", 3)}},
        {"materials", {{{"pbrMetallicRoughness", {{"metallicFactor", 0}}}}}},
        {"cameras", {{{"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 1}}}}}},
        {"meshes",
         {{{"primitives",
            {{{"attributes", {{"POSITION", 0}, {"NORMAL", 1}, {"JOINTS_0", 6}, {"WEIGHTS_0", 5}}},
              {"material", 0},
              {"targets", {{{"POSITION", 0}}, {{"POSITION", 0}}}}}}},
           {"weights", {0, 1}}}}},
        {"nodes",
         {{{"name", "hip"}, {"children", {1}}}, {{"name", "knee"}}, {{"mesh", 0}, {"skin", 0}}}},
        {"skins", {{{"joints", {0, 1}}, {"inverseBindMatrices", 4}}}},
        {"animations",
         {{{"samplers", {{{"input", 2}, {"output", 3}}}},
           {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}}}}}},
        {"scenes", {{{"nodes", {0, 2}}}}}};
    file["accessors"][0]["min"] = {0, 0, 0};
    file["accessors"][0]["max"] = {1, 1, 0};
    file["accessors"][2]["min"] = nlohmann::json::array({0});
    file["accessors"][2]["max"] = nlohmann::json::array({1});
    return file;
}

}  // namespace posewright::test
