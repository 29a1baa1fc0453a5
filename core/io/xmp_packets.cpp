#include "core/io/xmp_packets.h"

#include <array>
#include <cstddef>
#include <utility>

namespace posewright::io {

namespace {

using gltf::Json;

constexpr const char* kXmp = "KHR_xmp_json_ld";

Json* packetsOf(Json& gltf)
{
    static const Json::json_pointer kPackets(std::string("/extensions/") + kXmp + "/packets");
    return gltf.contains(kPackets) && gltf[kPackets].is_array() ? &gltf[kPackets] : nullptr;
}

void renumber(Json& object, std::size_t first)
{
    static const Json::json_pointer kPacket(std::string("/extensions/") + kXmp + "/packet");
    if (object.is_object() && object.contains(kPacket) && object[kPacket].is_number_unsigned())
        object[kPacket] = object[kPacket].get<std::size_t>() + first;
}

}  // namespace

void joinPackets(Json& to, Json& from)
{
    Json* const packets = packetsOf(from);
    if (!packets) return;
    const Json* const before = packetsOf(to);
    const std::size_t first = before ? before->size() : 0;
    static constexpr std::array kLists{"nodes",  "meshes",   "materials", "images",
                                       "scenes", "textures", "cameras",   "animations"};
    for (const char* list : kLists)
        if (from.contains(list))
            for (Json& row : from[list]) renumber(row, first);
    Json& all = to["extensions"][kXmp]["packets"];
    for (Json& packet : *packets) all.push_back(std::move(packet));
    from["extensions"].erase(kXmp);
    if (from["extensions"].empty()) from.erase("extensions");
}

}  // namespace posewright::io
