#pragma once

#include "tests/support/gltf_bounds.h"
#include "tests/support/gltf_parts.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

/// A character with everything that a glTF file can hold and the editor does not model, so that it
/// can be seen what comes through: every row of everything bears extras with a mark of its own and
/// an extension that nobody knows.
namespace posewright::test {

class MadeRichCharacter {
public:
    enum class Container { Glb, Separate };

    /// Writes the file into the folder, and returns its path. @param known  without extensions
    /// that validators do not know
    static std::filesystem::path write(const std::filesystem::path& folder, Container container,
                                       bool known = false)
    {
        MadeRichCharacter made(container == Container::Separate);
        made.build();
        if (!known) made.mark(made.root_, "root");
        const bool separate = container == Container::Separate;
        const std::filesystem::path path = folder / (separate ? "rich.gltf" : "rich.glb");
        if (separate) {
            made.root_["buffers"][0]["uri"] = "rich%20data.bin";
            save(folder / "rich data.bin", made.bytes_);
            save(folder / "skin.png", picture(0));
            save(path, made.root_.dump(2));
        } else {
            save(path, glb(made.root_.dump(), made.bytes_));
        }
        return path;
    }

    static std::string glb(std::string text, std::string bytes)
    {
        text.append((4 - text.size() % 4) % 4, ' ');
        bytes.append((4 - bytes.size() % 4) % 4, '\0');
        std::string out = "glTF";
        for (const std::size_t word : {std::size_t{2}, 28 + text.size() + bytes.size(), text.size(),
                                       std::size_t{0x4E4F534A}})
            put(out, static_cast<std::uint32_t>(word));
        out += text;
        put(out, static_cast<std::uint32_t>(bytes.size()));
        put(out, std::uint32_t{0x004E4942});
        return out + bytes;
    }

private:
    explicit MadeRichCharacter(bool separate) : separate_(separate) {}

    template <class T>
    static void put(std::string& to, T value)
    {
        to.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    static void save(const std::filesystem::path& path, const std::string& bytes)
    {
        std::ofstream(path, std::ios::binary) << bytes;
    }
    static std::string picture(int which)
    {
        return parts::decoded64(
            which == 0
                ? "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAA"
                  "AABJRU5ErkJggg=="
                : "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAA"
                  "SUVORK5CYII=");
    }

    std::size_t view(const std::string& bytes, int stride = 0, int target = 0)
    {
        bytes_.append((4 - bytes_.size() % 4) % 4, '\0');
        Json row = {{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", bytes.size()}};
        if (stride > 0) row["byteStride"] = stride;
        if (target > 0) row["target"] = target;
        root_["bufferViews"].push_back(row);
        bytes_ += bytes;
        return root_["bufferViews"].size() - 1;
    }
    std::size_t accessor(std::size_t view, std::size_t offset, int type, const char* shape,
                         std::size_t count, Json more = Json::object())
    {
        more.update(
            {{"bufferView", view}, {"componentType", type}, {"type", shape}, {"count", count}});
        if (offset > 0) more["byteOffset"] = offset;
        root_["accessors"].push_back(more);
        return root_["accessors"].size() - 1;
    }
    std::size_t floats(const std::vector<float>& values, const char* shape, std::size_t width,
                       bool bounded = false, int target = 0)
    {
        std::string bytes;
        for (const float value : values) put(bytes, value);
        const Json more = bounded ? gltfBounds(values, width) : Json::object();
        return accessor(view(bytes, 0, target), 0, 5126, shape, values.size() / width, more);
    }

    void build()
    {
        root_["asset"] = {{"version", "2.0"},
                          {"generator", "made for a test"},
                          {"copyright", "2026 Nobody \xC3\xA4"}};
        root_["scene"] = 1;
        root_["extensionsUsed"] = {"KHR_lights_punctual", "KHR_materials_unlit",
                                   "KHR_texture_transform"};
        buildNodes();
        buildLooks();
        buildMeshes();
        buildAnimations();
        root_["buffers"] = {{{"byteLength", bytes_.size()}, {"name", "all of it"}}};
    }

    void buildNodes()
    {
        const auto bone = [](const char* name, double y, Json children) {
            Json out = {{"name", name}, {"translation", {0.125, y, 0}}};
            if (!children.empty()) out["children"] = children;
            return out;
        };
        Json& nodes = root_["nodes"];
        nodes.push_back({{"name", "Rig"},
                         {"matrix", {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0.25, 0, 1}},
                         {"children", {7, 1}}});
        nodes.push_back(bone("Hips", 1, {4, 2}));
        nodes.push_back(bone("Spine", 0.5, {3, 9}));
        nodes.push_back(bone("Hand", 0.25, {8}));
        nodes.push_back(bone("Leg", -0.5, {5}));
        nodes.push_back(bone("Foot", -0.4, Json::array()));
        nodes[5].erase("name");
        nodes[4]["rotation"] = {0.0, 0.6, 0.0, 0.80000001};
        nodes.push_back({{"name", "Adrift"}, {"scale", {1, 1, 1}}});
        nodes.push_back({{"name", "Body"}, {"mesh", 0}, {"skin", 0}});
        nodes.push_back({{"name", "Hand_end"}, {"translation", {0, 0.2, 0}}});
        nodes.push_back({{"name", "Eye"}, {"camera", 0}, {"translation", {0, 0.1, 0.3}}});
        nodes.push_back({{"name", "Hat"}, {"mesh", 1}, {"weights", {0.25, 0.5}}});
        nodes.push_back(
            {{"name", "Lamp"}, {"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}});
        nodes.push_back({{"name", "Hat"}, {"camera", 1}});
        root_["scenes"] = {{{"name", "another"}, {"nodes", {12}}},
                           {{"name", "shown"}, {"nodes", {11, 0, 10}}}};
        root_["cameras"] = {
            {{"type", "perspective"}, {"perspective", {{"yfov", 0.7}, {"znear", 0.1}}}},
            {{"type", "orthographic"},
             {"orthographic", {{"xmag", 2}, {"ymag", 1}, {"znear", 0.1}, {"zfar", 9}}}}};
        root_["extensions"]["KHR_lights_punctual"]["lights"] = {
            {{"type", "spot"},
             {"color", {1, 0.5, 0.25}},
             {"range", 8},
             {"spot", {{"outerConeAngle", 0.5}}}}};
    }

    void buildLooks()
    {
        root_["samplers"] = {{{"magFilter", 9728}, {"wrapS", 33071}}};
        Json first = separate_ ? Json{{"uri", "skin.png"}}
                               : Json{{"bufferView", view(picture(0))}, {"mimeType", "image/png"}};
        root_["images"] = {first, {{"bufferView", view(picture(1))}, {"mimeType", "image/png"}}};
        root_["textures"] = {{{"sampler", 0}, {"source", 0}}, {{"source", 1}}};
        root_["materials"] = {
            {{"name", "Cloth"},
             {"pbrMetallicRoughness",
              {{"baseColorTexture",
                {{"index", 0},
                 {"extensions", {{"KHR_texture_transform", {{"offset", {0.5, 0.25}}}}}}}},
               {"baseColorFactor", {0.2, 0.4, 0.6, 0.5}},
               {"metallicFactor", 0.75}}},
             {"alphaMode", "MASK"},
             {"alphaCutoff", 0.25}},
            {{"name", "Felt"},
             {"emissiveTexture", {{"index", 1}}},
             {"emissiveFactor", {1, 0, 0.5}},
             {"extensions", {{"KHR_materials_unlit", Json::object()}}}}};
    }

    /// Vertices one after the other, each with all it has.
    Json interleaved(bool skinned)
    {
        std::string bytes;
        constexpr int kVertices = 6;
        Json low = {0, 0, 0}, high = {0.0, 0.0, 0.0};
        for (int i = 0; i < kVertices; ++i) {
            const std::array<float, 3> at{float(i % 3) * 0.5F, float(i / 3), float(i % 2) * 0.25F};
            for (std::size_t c = 0; c < 3; ++c) {
                put(bytes, at[c]);
                high[c] = std::max(high[c].get<float>(), at[c]);
            }
            for (const float n : {0.0F, 0.0F, 1.0F}) put(bytes, n);
            for (const float t : {1.0F, 0.0F, 0.0F, -1.0F}) put(bytes, t);
            for (const float uv : {float(i) / 8, 0.5F}) put(bytes, uv);
            for (const int c : {255, 40 * i, 0, 255}) put(bytes, static_cast<std::uint8_t>(c));
            for (const int j : {i % 4, (i + 1) % 4, 0, 0}) put(bytes, static_cast<std::uint8_t>(j));
            for (const int w : {155, 100, 0, 0}) put(bytes, static_cast<std::uint8_t>(w));
        }
        const std::size_t all = view(bytes, 60, 34962);
        Json out = {
            {"POSITION", accessor(all, 0, 5126, "VEC3", kVertices, {{"min", low}, {"max", high}})},
            {"NORMAL", accessor(all, 12, 5126, "VEC3", kVertices)},
            {"TANGENT", accessor(all, 24, 5126, "VEC4", kVertices)},
            {"TEXCOORD_0", accessor(all, 40, 5126, "VEC2", kVertices)},
            {"COLOR_0", accessor(all, 48, 5121, "VEC4", kVertices, {{"normalized", true}})}};
        if (!skinned) return out;
        out["JOINTS_0"] = accessor(all, 52, 5121, "VEC4", kVertices);
        out["WEIGHTS_0"] = accessor(all, 56, 5121, "VEC4", kVertices, {{"normalized", true}});
        return out;
    }

    /// How six vertices move: the last but one alone, as what differs from zeros.
    std::size_t sparseMove()
    {
        std::string at, by;
        put(at, std::uint16_t{4});
        for (const float v : {0.0F, 0.125F, 0.0F}) put(by, v);
        root_["accessors"].push_back(
            {{"componentType", 5126},
             {"type", "VEC3"},
             {"count", 6},
             {"min", {0, 0, 0}},
             {"max", {0, 0.125, 0}},
             {"sparse",
              {{"count", 1},
               {"indices", {{"bufferView", view(at)}, {"componentType", 5123}}},
               {"values", {{"bufferView", view(by)}}}}}});
        return root_["accessors"].size() - 1;
    }

    void buildMeshes()
    {
        std::string corners;
        for (const int i : {0, 1, 2, 3, 4, 5}) put(corners, static_cast<std::uint16_t>(i));
        const std::size_t indices = accessor(view(corners, 0, 34963), 0, 5123, "SCALAR", 6);
        const Json body = interleaved(true);
        Json sleeves = body;
        for (const char* name : {"COLOR_0", "TANGENT"}) sleeves.erase(name);
        const std::vector<float> wide(18, 0.25F);
        const std::size_t move = floats(wide, "VEC3", 3, true);
        root_["meshes"] = {
            {{"name", "Body"},
             {"primitives",
              {{{"attributes", body}, {"indices", indices}, {"material", 0}},
               {{"attributes", sleeves}, {"indices", indices}, {"material", 1}}}}},
            {{"name", "Hat"},
             {"weights", {0, 0}},
             {"primitives",
              {{{"attributes", interleaved(false)},
                {"indices", indices},
                {"material", 1},
                {"targets", {{{"POSITION", move}}, {{"POSITION", sparseMove()}}}}}}}}};
        std::vector<float> binds;
        for (int joint = 0; joint < 4; ++joint)
            for (int i = 0; i < 16; ++i)
                binds.push_back(i % 5 == 0 ? 1.0F : i == 13 ? -1.0F : 0.0F);
        root_["skins"] = {{{"name", "Skin"},
                           {"joints", {2, 1, 4, 3}},
                           {"skeleton", 0},
                           {"inverseBindMatrices", floats(binds, "MAT4", 16)}}};
    }

    void animate(const char* name, const char* how, bool morph)
    {
        const std::size_t times = floats({0, 0.5F, 1.25F}, "SCALAR", 1, true);
        const std::size_t width = std::string(how) == "CUBICSPLINE" ? 3 : 1;
        Json out = {{"name", name}, {"channels", Json::array()}, {"samplers", Json::array()}};
        const auto add = [&](int node, const char* path, std::size_t components) {
            std::vector<float> values;
            for (std::size_t i = 0; i < 3 * width; ++i)
                for (std::size_t c = 0; c < components; ++c) {
                    const bool isValue = width == 1 || i % 3 == 1;
                    values.push_back(components == 4 ? (isValue ? (c == 3   ? 0.8F
                                                                   : c == 1 ? 0.6F
                                                                            : 0.0F)
                                                                : 0.1F * float(c))
                                                     : 0.125F * float(i + c));
                }
            out["channels"].push_back({{"sampler", out["samplers"].size()},
                                       {"target", {{"node", node}, {"path", path}}}});
            const char* shape = components == 4 ? "VEC4" : components == 3 ? "VEC3" : "SCALAR";
            out["samplers"].push_back(
                {{"input", times},
                 {"output", floats(values, shape, components == 2 ? 1 : components)},
                 {"interpolation", how}});
        };
        add(1, "rotation", 4);
        add(1, "translation", 3);
        add(3, "rotation", 4);
        add(4, "scale", 3);
        add(11, "rotation", 4);
        if (morph) add(10, "weights", 2);
        root_["animations"].push_back(out);
    }

    void buildAnimations()
    {
        animate("Walk", "LINEAR", true);
        animate("Wave", "CUBICSPLINE", false);
        animate("Wave", "STEP", true);
        root_["animations"][2].erase("name");
    }

    /// Extras and an unknown extension for every object that may have them.
    void mark(Json& value, const std::string& place)
    {
        if (!value.is_object()) return;
        static const std::vector<const char*> kLists{
            "accessors", "animations", "bufferViews", "buffers",    "cameras",
            "images",    "materials",  "meshes",      "nodes",      "samplers",
            "scenes",    "skins",      "textures",    "primitives", "channels"};
        for (const char* list : kLists)
            if (value.contains(list))
                for (std::size_t i = 0; i < value[list].size(); ++i)
                    mark(value[list][i], place + '/' + list + '/' + std::to_string(i));
        for (const char* object : {"asset", "target", "sparse", "perspective",
                                   "pbrMetallicRoughness", "baseColorTexture"})
            if (value.contains(object)) mark(value[object], place + '/' + object);
        value["extras"] = {{"mark", place}, {"nothing", nullptr}, {"list", {1, "two", false}}};
        value["extensions"]["MADE_unknown"] = {{"of", place}, {"node", 3}};
        if (place == "root") value["extensionsUsed"].push_back("MADE_unknown");
    }

    bool separate_;
    Json root_;
    std::string bytes_;
};

}  // namespace posewright::test
