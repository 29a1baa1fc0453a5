#include "core/io/gltf/faults/faults.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

namespace posewright::io::gltf {

namespace {

/// Compares without creating a JSON value for the text.
bool isText(const Json& value, std::string_view text)
{
    const auto* own = value.get_ptr<const std::string*>();
    return own && *own == text;
}

/// Is this what a channel of glTF 2.0 or KHR_animation_pointer can move?
bool isPath(const Json& path)
{
    static constexpr std::array<std::string_view, 5> kPaths{"translation", "rotation", "scale",
                                                            "weights", "pointer"};
    return std::any_of(kPaths.begin(), kPaths.end(),
                       [&](std::string_view known) { return isText(path, known); });
}

/// Are the keys of rotations unit quaternions? True of other accessors, too.
bool areUnits(const GltfFile& file, int output, bool cubic)
{
    if (output < 0 || output >= static_cast<int>(file.accessors().size()) ||
        file.accessors()[output].components != 4 || file.accessors()[output].view < 0)
        return true;
    std::vector<float> room;
    const std::span<const float> values = file.floats(output, room);
    for (std::size_t i = cubic ? 4 : 0; i + 4 <= values.size(); i += cubic ? 12 : 4) {
        const float* q = values.data() + i;
        const double square =
            double(q[0]) * q[0] + double(q[1]) * q[1] + double(q[2]) * q[2] + double(q[3]) * q[3];
        if (std::abs(std::sqrt(square) - 1) > 1e-2) return false;
    }
    return true;
}

/// The samplers that channels of rotations use.
class Turns {
public:
    void look(const Json& samplers, const Json* sampler, const Json* path)
    {
        const int row = rowOf(sampler);
        if (path && isText(*path, "rotation") && row >= 0 &&
            row < static_cast<int>(samplers.size()))
            found_.push_back(&samplers[row]);
    }
    void tell(const GltfFile& file, FaultList& faults) const
    {
        for (const Json* sampler : found_) {
            const Json* how = at(*sampler, "interpolation");
            if (!areUnits(file, rowIn(*sampler, "output"), how && isText(*how, "CUBICSPLINE")))
                faults.add((*sampler)["output"], "a rotation is no unit quaternion");
        }
    }

private:
    std::vector<const Json*> found_;
};

}  // namespace

void tellAnimationFaults(const GltfFile& file, FaultList& faults)
{
    constexpr const char* kPointer = "KHR_animation_pointer";
    const Json& root = file.json();
    const Json& nodes = rows(root, "nodes");
    const std::vector<Accessor>& accessors = file.accessors();
    std::vector<bool> hasMatrix;
    for (const Json& node : nodes) hasMatrix.push_back(at(node, "matrix") != nullptr);
    const auto extensionsOf = [&](const Json& object) {
        return file.mayExtend() ? at(object, "extensions") : nullptr;
    };
    Turns turns;
    for (const Json& animation : rows(root, "animations")) {
        const Json& samplers = rows(animation, "samplers");
        for (const Json& sampler : samplers) {
            const int input = rowIn(sampler, "input");
            if (input < 0 || input >= static_cast<int>(accessors.size())) continue;
            if (!accessors[input].least || !accessors[input].most)
                faults.add(sampler["input"], "key times must say their least and greatest");
            if (accessors[input].hasNoBytes())
                faults.add(sampler["input"],
                           "the key times have no bytes; their keys are left out");
        }
        for (const Json& channel : rows(animation, "channels")) {
            if (const Json* extensions = extensionsOf(channel))
                if (const Json* pointer = at(*extensions, kPointer))
                    faults.add(*pointer, "this extension has no place here");
            if (!channel.is_object()) continue;
            static constexpr std::array<std::string_view, 2> kNames{"sampler", "target"};
            const auto [sampler, target] = membersOf(channel, kNames);
            if (!target || !target->is_object()) continue;
            static constexpr std::array<std::string_view, 2> kTarget{"node", "path"};
            const auto [nodeRow, path] = membersOf(*target, kTarget);
            const int node = rowOf(nodeRow);
            turns.look(samplers, sampler, path);
            if (node >= 0 && node < static_cast<int>(nodes.size()) && hasMatrix[node] && path &&
                *path != "weights")
                faults.add((*target)["node"], "a node that is placed by a matrix is animated");
            if (path && path->is_string() && !isPath(*path))
                faults.add(*path, "there is no path " +
                                      inQuotes(path->get_ref<const std::string&>()) +
                                      ": these keys move nothing");
            const Json* extensions = extensionsOf(*target);
            const Json* pointer = extensions ? at(*extensions, kPointer) : nullptr;
            if (!pointer) continue;
            if (node >= 0) faults.add(*pointer, "what is pointed at has no node beside it");
            if (path && *path != "pointer")
                faults.add(*pointer, "the channel's path must be \"pointer\"");
            const Json* text = at(*pointer, "pointer");
            if (!text)
                faults.add(*pointer, "pointer is missing");
            else if (!text->is_string() || !text->get_ref<const std::string&>().starts_with('/'))
                faults.add(*text, "this is no JSON pointer");
        }
    }
    turns.tell(file, faults);
}

}  // namespace posewright::io::gltf
