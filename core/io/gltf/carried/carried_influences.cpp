#include "core/io/gltf/carried/carried_influences.h"

#include "core/io/gltf/import/mesh_import.h"

#include <cstring>
#include <optional>
#include <string>

namespace posewright::io::gltf {

namespace {

/// An accessor of four numbers a row.
struct FourColumns {
    const std::uint8_t* first = nullptr;
    std::size_t stride = 0;
    int type = 0;

    template <class T>
    T at(std::size_t row, std::size_t column) const
    {
        T value{};
        std::memcpy(&value, first + row * stride + column * sizeof(T), sizeof value);
        return value;
    }
    double number(std::size_t row, std::size_t column) const
    {
        switch (type) {
        case 5121: return at<std::uint8_t>(row, column);
        case 5123: return at<std::uint16_t>(row, column);
        default: return at<float>(row, column);
        }
    }
    double whole() const { return type == 5121 ? 255 : type == 5123 ? 65535 : 1; }
};

std::optional<FourColumns> columnsOf(const Json& gltf, const std::vector<std::uint8_t>& data,
                                     const Json& attributes, const std::string& name,
                                     std::size_t vertices)
{
    if (!attributes.contains(name) || vertices == 0) return std::nullopt;
    const Json& accessor = gltf["accessors"][attributes[name].get<std::size_t>()];
    if (!accessor.contains("bufferView") || accessor.contains("sparse") ||
        accessor["type"] != "VEC4" || accessor["count"] != vertices)
        return std::nullopt;
    const Json& view = gltf["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    if (view.contains("extensions")) return std::nullopt;
    const int type = accessor["componentType"].get<int>();
    if (type != 5121 && type != 5123 && type != 5126) return std::nullopt;
    const std::size_t row = 4 * componentSize(type);
    const std::size_t stride = view.value("byteStride", row);
    const std::size_t from =
        view.value("byteOffset", std::size_t{0}) + accessor.value("byteOffset", std::size_t{0});
    if (from + (vertices - 1) * stride + row > data.size()) return std::nullopt;
    return FourColumns{data.data() + from, stride, type};
}

}  // namespace

std::vector<Influences> carriedInfluences(const Json& gltf, const std::vector<std::uint8_t>& data,
                                          const Json& attributes, std::size_t vertices)
{
    std::vector<Influences> sets;
    while (sets.size() < kMostSets) {
        const std::string number = std::to_string(sets.size());
        if (!attributes.contains("JOINTS_" + number)) break;
        const auto joints = columnsOf(gltf, data, attributes, "JOINTS_" + number, vertices);
        const auto weights = columnsOf(gltf, data, attributes, "WEIGHTS_" + number, vertices);
        if (!joints || !weights || joints->type == 5126) return {};
        Influences& set = sets.emplace_back();
        for (std::size_t i = 0; i < vertices; ++i) {
            std::array<std::uint16_t, 4> row{};
            Eigen::Vector4f weight;
            for (std::size_t c = 0; c < 4; ++c) {
                row[c] = static_cast<std::uint16_t>(joints->number(i, c));
                weight[static_cast<int>(c)] =
                    static_cast<float>(weights->number(i, c) / weights->whole());
            }
            set.joints.push_back(row);
            set.weights.push_back(weight);
        }
    }
    for (std::size_t i = 0; !sets.empty() && i < vertices; ++i) scaleToOne(sets, i);
    return sets;
}

}  // namespace posewright::io::gltf
