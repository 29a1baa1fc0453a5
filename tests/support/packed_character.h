#pragma once

#include "tests/support/made_rich_character.h"

#include <cmath>
#include <cstring>
#include <draco/compression/expert_encode.h>
#include <draco/mesh/mesh.h>
#include <meshoptimizer.h>
#include <numbers>
#include <string>
#include <vector>

/// A sleeve on two bones that bends, packed by the libraries that define how files are packed.
namespace posewright::test {

struct PackedCharacter {
    enum class Kind { DracoEdges, DracoSequence, Meshopt, MeshoptFilters };

    std::string glb;
    std::vector<std::pair<std::size_t, std::size_t>> packed;  ///< from, size: in `glb`
    std::vector<std::array<float, 3>> positions;
    std::vector<std::array<float, 3>> normals;
    std::vector<std::array<std::uint16_t, 4>> joints;
    std::vector<std::array<float, 4>> weights;
    std::vector<std::uint32_t> corners;

    static constexpr int kAround = 24;
    static constexpr int kAlong = 30;
    static constexpr int kKeys = 40;

    explicit PackedCharacter(Kind kind) : kind_(kind)
    {
        build();
        const bool draco = kind == Kind::DracoEdges || kind == Kind::DracoSequence;
        root_ = {
            {"asset", {{"version", "2.0"}}},
            {"scene", 0},
            {"scenes", {{{"nodes", {0, 2}}}}},
            {"nodes",
             {{{"name", "upper"}, {"children", {1}}},
              {{"name", "lower"}, {"translation", {0, 1, 0}}},
              {{"name", "sleeve"}, {"mesh", 0}, {"skin", 0}}}},
            {"skins", {{{"joints", {0, 1}}}}},
            {"animations",
             {{{"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}}},
               {"samplers", {{{"input", 5}, {"output", 6}}}}}}},
            {"accessors", Json::array()},
            {"bufferViews", Json::array()}};
        root_["meshes"] = {
            {{"primitives",
              {{{"attributes", {{"POSITION", 0}, {"NORMAL", 1}, {"JOINTS_0", 2}, {"WEIGHTS_0", 3}}},
                {"indices", 4}}}}}};
        draco ? packWithDraco() : packWithMeshopt();
        finish();
    }

private:
    void build()
    {
        for (int y = 0; y <= kAlong; ++y)
            for (int i = 0; i < kAround; ++i) {
                const double turn = 2 * std::numbers::pi * i / kAround;
                const float up = 2.F * float(y) / kAlong;
                positions.push_back({float(0.2 * std::cos(turn)), up, float(0.2 * std::sin(turn))});
                normals.push_back({float(std::cos(turn)), 0, float(std::sin(turn))});
                joints.push_back({0, 1, 0, 0});
                // None is 0: the joint of such a weight means nothing.
                weights.push_back({0.9F - up / 3, 0.1F + up / 3, 0, 0});
            }
        for (int y = 0; y < kAlong; ++y)
            for (int i = 0; i < kAround; ++i) {
                const auto at = [&](int row, int column) {
                    return std::uint32_t(row * kAround + column % kAround);
                };
                for (const std::uint32_t corner : {at(y, i), at(y + 1, i), at(y, i + 1),
                                                   at(y, i + 1), at(y + 1, i), at(y + 1, i + 1)})
                    corners.push_back(corner);
            }
        for (int key = 0; key < kKeys; ++key) {
            times_.push_back(float(key) / 30);
            const double half = 0.01 * key;
            turns_.push_back({float(std::sin(half)), 0, 0, float(std::cos(half))});
        }
    }

    Json accessor(int type, const char* shape, std::size_t count) const
    {
        return {{"componentType", type}, {"type", shape}, {"count", count}};
    }
    void addAccessors()
    {
        Json& list = root_["accessors"];
        list.push_back(accessor(5126, "VEC3", positions.size()));
        list[0]["min"] = {-0.2, 0, -0.2};
        list[0]["max"] = {0.2, 2, 0.2};
        list.push_back(accessor(5126, "VEC3", normals.size()));
        list.push_back(accessor(5123, "VEC4", joints.size()));
        list.push_back(accessor(5126, "VEC4", weights.size()));
        list.push_back(accessor(5123, "SCALAR", corners.size()));
        list.push_back(accessor(5126, "SCALAR", times_.size()));
        list[5]["min"] = {0};
        list[5]["max"] = {times_.back()};
        list.push_back(accessor(5126, "VEC4", turns_.size()));
    }

    template <class T>
    static void addAttribute(draco::Mesh& mesh, draco::GeometryAttribute::Type type,
                             draco::DataType data, const std::vector<T>& values)
    {
        constexpr auto width = std::tuple_size_v<T>;
        draco::GeometryAttribute attribute;
        attribute.Init(type, nullptr, std::int8_t(width), data, false, sizeof(T), 0);
        const int row = mesh.AddAttribute(attribute, true, std::uint32_t(values.size()));
        for (std::uint32_t i = 0; i < values.size(); ++i)
            mesh.attribute(row)->SetAttributeValue(draco::AttributeValueIndex(i), values[i].data());
    }

    std::string dracoBytes() const
    {
        draco::Mesh mesh;
        mesh.set_num_points(std::uint32_t(positions.size()));
        using Geometry = draco::GeometryAttribute;
        addAttribute(mesh, Geometry::POSITION, draco::DT_FLOAT32, positions);
        addAttribute(mesh, Geometry::NORMAL, draco::DT_FLOAT32, normals);
        addAttribute(mesh, Geometry::GENERIC, draco::DT_UINT16, joints);
        addAttribute(mesh, Geometry::GENERIC, draco::DT_FLOAT32, weights);
        for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
            draco::Mesh::Face face;
            for (int c = 0; c < 3; ++c) face[c] = corners[i + std::size_t(c)];
            mesh.AddFace(face);
        }
        draco::ExpertEncoder encoder(mesh);
        encoder.SetEncodingMethod(kind_ == Kind::DracoEdges ? draco::MESH_EDGEBREAKER_ENCODING
                                                            : draco::MESH_SEQUENTIAL_ENCODING);
        encoder.SetAttributeQuantization(0, 16);
        encoder.SetAttributeQuantization(1, 12);
        encoder.SetAttributeQuantization(3, 14);
        draco::EncoderBuffer buffer;
        if (!encoder.EncodeToBuffer(&buffer).ok()) return {};
        return {buffer.data(), buffer.size()};
    }

    void packWithDraco()
    {
        addAccessors();
        root_["extensionsUsed"] = root_["extensionsRequired"] = {"KHR_draco_mesh_compression"};
        root_["bufferViews"].push_back(view(dracoBytes(), true));
        root_["bufferViews"].push_back(view(raw(times_), false));
        root_["bufferViews"].push_back(view(raw(turns_), false));
        root_["accessors"][5]["bufferView"] = 1;
        root_["accessors"][6]["bufferView"] = 2;
        root_["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"] = {
            {"bufferView", 0},
            {"attributes", {{"POSITION", 0}, {"NORMAL", 1}, {"JOINTS_0", 2}, {"WEIGHTS_0", 3}}}};
        root_["buffers"] = {{{"byteLength", bytes_.size()}}};
    }

    /// @return the row
    template <class T>
    std::size_t packed4(const std::vector<T>& values, const char* filter)
    {
        std::vector<unsigned char> bytes(meshopt_encodeVertexBufferBound(values.size(), sizeof(T)));
        bytes.resize(meshopt_encodeVertexBuffer(bytes.data(), bytes.size(), values.data(),
                                                values.size(), sizeof(T)));
        return addPacked(bytes, "ATTRIBUTES", filter, sizeof(T), values.size());
    }
    std::size_t addPacked(const std::vector<unsigned char>& bytes, const char* mode,
                          const char* filter, std::size_t stride, std::size_t count)
    {
        Json extension = view({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, true);
        extension["mode"] = mode;
        extension["byteStride"] = stride;
        extension["count"] = count;
        if (filter) extension["filter"] = filter;
        root_["bufferViews"].push_back({{"buffer", 1},
                                        {"byteOffset", fallback_},
                                        {"byteLength", stride * count},
                                        {"extensions", {{"EXT_meshopt_compression", extension}}}});
        fallback_ += (stride * count + 3) / 4 * 4;
        return root_["bufferViews"].size() - 1;
    }

    void packWithMeshopt()
    {
        addAccessors();
        root_["extensionsUsed"] =
            root_["extensionsRequired"] = {"EXT_meshopt_compression", "KHR_mesh_quantization"};
        Json& list = root_["accessors"];
        const bool filters = kind_ == Kind::MeshoptFilters;
        if (filters) {
            list[0]["bufferView"] = packed4(exponential(positions), "EXPONENTIAL");
            list[1] = accessor(5122, "VEC3", normals.size());
            list[1]["normalized"] = true;
            list[1]["bufferView"] = packed4(octahedral(normals), "OCTAHEDRAL");
            root_["bufferViews"].back()["byteStride"] = 8;
            list[6] = accessor(5122, "VEC4", turns_.size());
            list[6]["normalized"] = true;
            list[6]["bufferView"] = packed4(quaternions(turns_), "QUATERNION");
        } else {
            list[0]["bufferView"] = packed4(positions, nullptr);
            list[1]["bufferView"] = packed4(normals, nullptr);
            list[6]["bufferView"] = packed4(turns_, "NONE");
        }
        list[2]["bufferView"] = packed4(joints, nullptr);
        list[3]["bufferView"] = packed4(weights, nullptr);
        std::vector<std::array<float, 1>> times;
        for (const float time : times_) times.push_back({time});
        list[5]["bufferView"] = packed4(times, nullptr);
        const std::size_t count = corners.size();
        std::vector<unsigned char> bytes(
            filters ? meshopt_encodeIndexSequenceBound(count, positions.size())
                    : meshopt_encodeIndexBufferBound(count, positions.size()));
        const std::uint32_t* from = corners.data();
        bytes.resize(filters ? meshopt_encodeIndexSequence(bytes.data(), bytes.size(), from, count)
                             : meshopt_encodeIndexBuffer(bytes.data(), bytes.size(), from, count));
        list[4]["bufferView"] =
            addPacked(bytes, filters ? "INDICES" : "TRIANGLES", nullptr, 2, count);
        root_["buffers"] = {{{"byteLength", bytes_.size()}},
                            {{"byteLength", fallback_},
                             {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}}};
    }

    static std::vector<std::array<float, 3>>
    exponential(const std::vector<std::array<float, 3>>& values)
    {
        std::vector<std::array<float, 3>> out(values.size());
        meshopt_encodeFilterExp(out.data(), values.size(), 12, 20, values[0].data());
        return out;
    }
    static std::vector<std::array<std::int16_t, 4>>
    octahedral(const std::vector<std::array<float, 3>>& values)
    {
        std::vector<std::array<float, 4>> four;
        for (const auto& v : values) four.push_back({v[0], v[1], v[2], 0});
        std::vector<std::array<std::int16_t, 4>> out(values.size());
        meshopt_encodeFilterOct(out.data(), values.size(), 8, 14, four[0].data());
        return out;
    }
    static std::vector<std::array<std::int16_t, 4>>
    quaternions(const std::vector<std::array<float, 4>>& values)
    {
        std::vector<std::array<std::int16_t, 4>> out(values.size());
        meshopt_encodeFilterQuat(out.data(), values.size(), 8, 14, values[0].data());
        return out;
    }

    template <class T>
    static std::string raw(const std::vector<T>& values)
    {
        return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
    }
    Json view(const std::string& bytes, bool isPacked)
    {
        bytes_.append((4 - bytes_.size() % 4) % 4, '\0');
        const std::size_t at = bytes_.size();
        bytes_ += bytes;
        if (isPacked) packed.emplace_back(at, bytes.size());
        return {{"buffer", 0}, {"byteOffset", at}, {"byteLength", bytes.size()}};
    }
    void finish()
    {
        bytes_.append((4 - bytes_.size() % 4) % 4, '\0');
        root_["buffers"][0]["byteLength"] = bytes_.size();
        glb = MadeRichCharacter::glb(root_.dump(), bytes_);
        for (auto& [from, size] : packed) from += glb.size() - bytes_.size();
    }

    Kind kind_;
    Json root_;
    std::string bytes_;
    std::size_t fallback_ = 0;
    std::vector<float> times_;
    std::vector<std::array<float, 4>> turns_;
};

}  // namespace posewright::test
