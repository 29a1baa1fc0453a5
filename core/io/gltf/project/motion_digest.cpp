#include "core/io/gltf/project/motion_digest.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace posewright::io::gltf {

namespace {

/// FNV-1a, 64 bits.
class Hash {
public:
    void add(std::string_view bytes)
    {
        for (const char c : bytes) {
            value_ ^= static_cast<unsigned char>(c);
            value_ *= 0x100000001B3ULL;
        }
    }
    void add(double value)
    {
        // Other programs store float32 and drop the sign of zero.
        const float kept = static_cast<float>(value) + 0.0F;
        add(std::string_view(reinterpret_cast<const char*>(&kept), sizeof kept));
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

}  // namespace

std::string motionDigest(const GltfFile& file)
{
    const Json& json = file.json();
    const Json& nodes = arrayOf(json, "nodes");
    std::uint64_t sum = 0;
    const auto nameOf = [&](std::size_t row) { return text(nodes[row], "name", ""); };
    for (const Json& node : nodes) {
        Hash hash;
        hash.add(text(node, "name", ""));
        for (const char* property : {"translation", "rotation", "scale"})
            if (const Json* values = find(node, property)) {
                const bool identity =
                    std::all_of(values->begin(), values->end(), [&](const Json& v) {
                        const bool last = property[0] == 'r' && &v == &values->back();
                        return number(v) == (property[0] == 's' || last ? 1 : 0);
                    });
                if (identity) continue;  // identity may be left out
                hash.add(property);
                for (const Json& value : *values) hash.add(number(value));
            }
        for (const Json& child : arrayOf(node, "children"))
            hash.add(nameOf(static_cast<std::size_t>(index(child, nodes.size(), "node"))));
        sum += hash.value();
    }
    for (const Json& animation : arrayOf(json, "animations")) {
        const Json& samplers = requiredArray(animation, "samplers");
        for (const Json& channel : requiredArray(animation, "channels")) {
            const Json& target = member(channel, "target");
            const Json* node = find(target, "node");
            if (!node) continue;
            const Json& sampler =
                samplers[index(member(channel, "sampler"), samplers.size(), "sampler")];
            Hash hash;
            hash.add(text(animation, "name", ""));
            hash.add(nameOf(static_cast<std::size_t>(index(*node, nodes.size(), "node"))));
            hash.add(text(member(target, "path")));
            hash.add(text(sampler, "interpolation", "LINEAR"));
            for (const char* end : {"input", "output"})
                for (const float value :
                     file.floats(index(member(sampler, end), file.accessors().size(), "accessor")))
                    hash.add(value);
            sum += hash.value();
        }
    }
    std::array<char, 17> digits{};
    std::to_chars(digits.data(), digits.data() + 16, sum, 16);
    return digits.data();
}

}  // namespace posewright::io::gltf
