#include "core/io/gltf/packed/packed_mesh.h"

#include <algorithm>
#include <array>
#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/varint_decoding.h>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>

namespace posewright::io::gltf {

namespace {

/// Most memory for unpacking the attributes of a mesh.
constexpr std::uint64_t kMostRoom = std::uint64_t{1} << 30;
/// More triangles per byte than any encoder reaches for useful meshes.
constexpr std::uint64_t kMostTrianglesAByte = 8192;

struct MeshLimits {
    std::uint64_t vertices = 0;
    std::uint64_t triangles = 0;
};

/// A decoder that checks the sizes in the data before it allocates. For the bitstream see
/// draco_bitstream_spec (Google, version 2.2), sections "Connectivity".
template <class Decoder>
class Wary : public Decoder {
public:
    explicit Wary(const MeshLimits& limits) : limits_(limits) {}

protected:
    bool DecodeConnectivity() override
    {
        draco::DecoderBuffer ahead = *this->buffer();
        const auto most = std::min(limits_.triangles,
                                   kMostTrianglesAByte * std::uint64_t(ahead.remaining_size()));
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        constexpr bool kEdges = std::is_base_of_v<draco::MeshEdgebreakerDecoder, Decoder>;
        if (!draco::DecodeVarint(&first, &ahead) || !draco::DecodeVarint(&second, &ahead))
            return false;
        const std::uint64_t triangles = kEdges ? second : first;
        const std::uint64_t vertices = kEdges ? first : second;
        if (triangles > most || vertices > std::min(limits_.vertices, 3 * triangles)) return false;
        return Decoder::DecodeConnectivity();
    }

    bool DecodeAllAttributes() override
    {
        const draco::PointCloud& points = *this->point_cloud();
        std::uint64_t each = 0;
        for (int i = 0; i < points.num_attributes(); ++i) {
            const draco::PointAttribute& attribute = *points.attribute(i);
            // The values, the values as integers, and the index map.
            each += std::uint64_t(attribute.byte_stride()) +
                    std::uint64_t{4} * attribute.num_components() + 4U;
        }
        if (points.num_points() > limits_.vertices || each > kMostRoom ||
            points.num_points() * each > kMostRoom)
            return false;
        return Decoder::DecodeAllAttributes();
    }

private:
    MeshLimits limits_;
};

bool decodeInto(draco::Mesh& mesh, std::string_view bytes, const MeshLimits& limits)
{
    draco::DecoderBuffer buffer;
    buffer.Init(bytes.data(), bytes.size());
    draco::DecoderBuffer ahead = buffer;
    draco::DracoHeader header{};
    if (!draco::PointCloudDecoder::DecodeHeader(&ahead, &header).ok()) return false;
    // glTF does not allow older ones, and their layout differs.
    if (header.version_major != 2 || header.version_minor != 2 ||
        header.encoder_type != draco::TRIANGULAR_MESH)
        return false;
    std::unique_ptr<draco::MeshDecoder> decoder;
    if (header.encoder_method == draco::MESH_EDGEBREAKER_ENCODING)
        decoder = std::make_unique<Wary<draco::MeshEdgebreakerDecoder>>(limits);
    else if (header.encoder_method == draco::MESH_SEQUENTIAL_ENCODING)
        decoder = std::make_unique<Wary<draco::MeshSequentialDecoder>>(limits);
    else
        return false;
    const draco::DecoderOptions options;
    return decoder->Decode(options, &buffer, &mesh).ok();
}

template <class T>
bool copyValues(const draco::PointAttribute& from, std::size_t vertices,
                const PackedAttribute& wanted, std::string& to)
{
    for (std::size_t i = 0; i < vertices; ++i) {
        const draco::PointIndex point(static_cast<std::uint32_t>(i));
        const draco::AttributeValueIndex value = from.mapped_index(point);
        std::array<T, 16> out{};
        if (value.value() >= from.size() ||
            !from.ConvertValue<T>(value, static_cast<std::int8_t>(wanted.components), out.data()))
            return false;
        const auto* raw = reinterpret_cast<const char*>(out.data());
        std::copy_n(raw, sizeof(T) * std::size_t(wanted.components), &to[i * wanted.stride]);
    }
    return true;
}

std::optional<std::string> valuesOf(const draco::PointAttribute& from, std::size_t vertices,
                                    const PackedAttribute& wanted)
{
    if (from.num_components() != wanted.components) return std::nullopt;
    std::string out(vertices * wanted.stride, '\0');
    const auto copied = [&] {
        switch (wanted.componentType) {
        case 5120: return copyValues<std::int8_t>(from, vertices, wanted, out);
        case 5121: return copyValues<std::uint8_t>(from, vertices, wanted, out);
        case 5122: return copyValues<std::int16_t>(from, vertices, wanted, out);
        case 5123: return copyValues<std::uint16_t>(from, vertices, wanted, out);
        case 5125: return copyValues<std::uint32_t>(from, vertices, wanted, out);
        case 5126: return copyValues<float>(from, vertices, wanted, out);
        default: return false;
        }
    };
    if (!copied()) return std::nullopt;
    return out;
}

Result<UnpackedMesh> unpack(std::string_view bytes, const std::vector<PackedAttribute>& wanted,
                            const MeshLimits& limits)
{
    const Error damaged{"the packed mesh is damaged, or more than its accessors have room for"};
    draco::Mesh mesh;
    if (!decodeInto(mesh, bytes, limits)) return damaged;
    UnpackedMesh out;
    out.vertices = mesh.num_points();
    if (out.vertices > limits.vertices || mesh.num_faces() > limits.triangles) return damaged;
    for (const PackedAttribute& each : wanted) {
        const draco::PointAttribute* from = mesh.GetAttributeByUniqueId(each.id);
        if (!from) return Error{"the packed mesh has no attribute " + std::to_string(each.id)};
        auto values = valuesOf(*from, out.vertices, each);
        if (!values)
            return Error{"attribute " + std::to_string(each.id) +
                         " of the packed mesh does not fit its accessor"};
        out.attributes.push_back(std::move(*values));
    }
    out.corners.reserve(std::size_t{3} * mesh.num_faces());
    for (std::uint32_t i = 0; i < mesh.num_faces(); ++i)
        for (const auto& corner : mesh.face(draco::FaceIndex(i))) {
            if (corner.value() >= out.vertices) return damaged;
            out.corners.push_back(corner.value());
        }
    return out;
}

}  // namespace

Result<UnpackedMesh> unpackMesh(std::string_view bytes, const std::vector<PackedAttribute>& wanted,
                                std::size_t mostVertices, std::size_t mostTriangles)
{
    // The library returns errors, but running out of memory throws.
    try {
        return unpack(bytes, wanted, {mostVertices, mostTriangles});
    } catch (const std::exception& error) {
        return Error{std::string("the packed mesh cannot be unpacked: ") + error.what()};
    }
}

}  // namespace posewright::io::gltf
