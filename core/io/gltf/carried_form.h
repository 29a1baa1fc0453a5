#pragma once

#include "core/document/document.h"
#include "core/io/gltf/json.h"

#include <optional>
#include <string>
#include <vector>

/// What a glTF file holds beyond the model, as a document carries it: the file's JSON without what
/// the model has, under the file's own row numbers, so that no reference in it needs a change, not
/// even in extensions that nobody knows. Its buffers and pictures are one piece of data.
/// docs/file-format.md has the form.
namespace posewright::io::gltf {

struct CarriedForm {
    Json gltf = Json::object();  ///< members of the file
    Json own = Json::object();   ///< what the reader made of its rows: `nodes`, `animations`
    std::size_t size = 0;        ///< about how long its text is [bytes]

    /// Canonical: equal forms are equal text.
    std::string text() const&;
    std::string text() &&;  ///< for who needs the form no more: in half the time

    std::size_t rows(const char* list) const;
    /// The node that a row stands for; None for the end of a bone.
    NodeId nodeOf(std::size_t row) const;
    /// The bone whose end a row is; None for other rows.
    NodeId boneOfEnd(std::size_t row) const;
};

/// Nothing where the document carries nothing, or something else.
std::optional<CarriedForm> carriedForm(const Document& doc);

/// The rows of a list in the extension KHR_lights_punctual; 0 without it.
std::size_t carriedLights(const Json& gltf);

inline constexpr const char* kLightsExtension = "KHR_lights_punctual";

/// Extensions, in a list of names, about which is known where they name rows.
bool isKnownExtension(const std::string& name);

/// Nodes that are written at the root of the scene because where a skinned mesh hangs means nothing
/// to glTF, and readers warn about it. One row a node.
std::vector<bool> standingAtRoot(const Scene& scene);

/// Drops the samplers of an animation that no channel uses.
void dropUnusedSamplers(Json& animation);

/// The members of a node that a transform becomes: what is identity is left out.
void addTransform(Json& json, const Transform& t);

}  // namespace posewright::io::gltf
