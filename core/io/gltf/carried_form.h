#pragma once

#include "core/document/document.h"
#include "core/io/gltf/text/json.h"

#include <optional>
#include <string>
#include <vector>

/// The content of a glTF file beyond what the document models: the file's JSON without the modelled
/// parts. Row numbers are those of the file, so that references stay valid even in unknown
/// extensions. Buffers and pictures are merged into one block of data. Described in
/// docs/file-format.md.
namespace posewright::io::gltf {

struct CarriedForm {
    Json gltf = Json::object();  ///< members of the file
    Json own = Json::object();   ///< how the reader interpreted the rows: `nodes`, `animations`
    std::size_t size = 0;        ///< approximate length of its text [bytes]

    /// Canonical: equal forms have equal text.
    std::string text() const&;
    std::string text() &&;  ///< takes half the time and destroys the form

    std::size_t rows(const char* list) const;
    /// The node for a row; None for the end of a bone.
    NodeId nodeOf(std::size_t row) const;
    /// The bone whose end the row marks; None for other rows.
    NodeId boneOfEnd(std::size_t row) const;
};

/// Nullopt if the document carries nothing, or something else.
std::optional<CarriedForm> carriedForm(const Document& doc);

/// The number of lights in the extension KHR_lights_punctual; 0 without it.
std::size_t carriedLights(const Json& gltf);

inline constexpr const char* kLightsExtension = "KHR_lights_punctual";

/// Is it known where this extension refers to rows?
bool isKnownExtension(const std::string& name);

/// Which nodes are written at the root of the scene, per node: skinned meshes, whose parent has no
/// meaning in glTF and makes readers warn.
std::vector<bool> standingAtRoot(const Scene& scene);

/// What a file says of a node beyond what it is and where: the names of these members and
/// extensions, with commas; a message about the node needs its name, so the form keeps that, too.
std::string saidOfNode(const Json& node);

/// Does a file say more of a channel than its keys: extras or extensions?
bool saysMoreThanKeys(const Json& animation, const Json& channel);

/// Where the target of a channel points (KHR_animation_pointer); null: nowhere.
std::string* pointerIn(Json& target);
const std::string* pointerIn(const Json& target);
/// In quotes for a message: whole, unless it is very long.
std::string quotedPointer(const std::string& pointer);

/// Removes samplers that no channel uses.
void dropUnusedSamplers(Json& animation);

/// Adds a transform to a node's members, leaving out identities.
void addTransform(Json& json, const Transform& t);

}  // namespace posewright::io::gltf
