#pragma once

#include "core/edit/description.h"
#include "core/edit/put_keys.h"

/// Layers of the active clip, identified by name.
namespace posewright::edit {

inline constexpr std::string_view kLayer = "layer";

/// Adds a layer on top, or at a row. With `like`, its offsets are the difference between the motion
/// of this clip and that one.
struct AddLayer {
    std::string name;
    std::optional<int> row;           ///< 0: applied first
    std::optional<std::string> like;  ///< name of another clip
};
template <std::same_as<AddLayer> E>
constexpr auto describe(Of<E>)
{
    return description("addLayer", "Add layer", required("name", &E::name, "name"),
                       optional("row", &E::row), optional("like", &E::like, "clip"));
}
Result<Document> make(const Document& doc, const AddLayer& edit);

struct RemoveLayer {
    std::string layer;
};
template <std::same_as<RemoveLayer> E>
constexpr auto describe(Of<E>)
{
    return description("removeLayer", "Remove layer", required("layer", &E::layer, kLayer));
}
Result<Document> make(const Document& doc, const RemoveLayer& edit);

struct RenameLayer {
    std::string layer;
    std::string name;
};
template <std::same_as<RenameLayer> E>
constexpr auto describe(Of<E>)
{
    return description("renameLayer", "Rename layer", required("layer", &E::layer, kLayer),
                       required("name", &E::name, "name"));
}
Result<Document> make(const Document& doc, const RenameLayer& edit);

struct MoveLayer {
    std::string layer;
    int row = 0;  ///< its new row
};
template <std::same_as<MoveLayer> E>
constexpr auto describe(Of<E>)
{
    return description("moveLayer", "Move layer", required("layer", &E::layer, kLayer),
                       required("row", &E::row));
}
Result<Document> make(const Document& doc, const MoveLayer& edit);

struct SetLayer {
    std::string layer;
    std::optional<bool> on;
    std::optional<bool> solo;
    std::optional<double> weight;  ///< constant weight; replaces the keys of the weight
};
template <std::same_as<SetLayer> E>
constexpr auto describe(Of<E>)
{
    return description("setLayer", "Set layer", required("layer", &E::layer, kLayer),
                       optional("on", &E::on), optional("solo", &E::solo),
                       optional("weight", &E::weight));
}
Result<Document> make(const Document& doc, const SetLayer& edit);
/// Switches `on` or `solo` of a layer.
template <bool Layer::*member>
SetLayer flipped(const Layer& layer)
{
    SetLayer set;
    set.layer = layer.name;
    (member == &Layer::on ? set.on : set.solo) = !(layer.*member);
    return set;
}

struct SetLayerWeightKey {
    std::string layer;
    double frame = 0;
    double value = 1;
    std::optional<KeyShape> interpolation;
};
template <std::same_as<SetLayerWeightKey> E>
constexpr auto describe(Of<E>)
{
    return description("setLayerWeightKey", "Set weight key", required("layer", &E::layer, kLayer),
                       required("frame", &E::frame, kFrame), required("value", &E::value),
                       optional("interpolation", &E::interpolation));
}
Result<Document> make(const Document& doc, const SetLayerWeightKey& edit);

struct RemoveLayerWeightKey {
    std::string layer;
    double frame = 0;
};
template <std::same_as<RemoveLayerWeightKey> E>
constexpr auto describe(Of<E>)
{
    return description("removeLayerWeightKey", "Remove weight key",
                       required("layer", &E::layer, kLayer), required("frame", &E::frame, kFrame));
}
Result<Document> make(const Document& doc, const RemoveLayerWeightKey& edit);

/// A key of the offset of one node.
struct SetLayerKey {
    std::string layer;
    NodeId joint = NodeId::None;
    double frame = 0;
    std::optional<Quat> rotation;     ///< local; multiplied on the right of what is below
    std::optional<Vec3> translation;  ///< added to what is below [m]
    std::optional<KeyShape> interpolation;
};
template <std::same_as<SetLayerKey> E>
constexpr auto describe(Of<E>)
{
    return description("setLayerKey", "Set layer key", required("layer", &E::layer, kLayer),
                       required("joint", &E::joint), required("frame", &E::frame, kFrame),
                       optional("rotation", &E::rotation), optional("translation", &E::translation),
                       optional("interpolation", &E::interpolation));
}
Result<Document> make(const Document& doc, const SetLayerKey& edit);

/// Inserts keys of rotations and translations, replacing those at their frames.
struct PutLayerKeys {
    std::string layer;
    std::vector<KeyData> keys;
};
template <std::same_as<PutLayerKeys> E>
constexpr auto describe(Of<E>)
{
    return description("putLayerKeys", "Put layer keys", required("layer", &E::layer, kLayer),
                       required("keys", &E::keys));
}
Result<Document> make(const Document& doc, const PutLayerKeys& edit);

struct DeleteLayerKeys {
    std::string layer;
    std::vector<KeyRef> keys;
};
template <std::same_as<DeleteLayerKeys> E>
constexpr auto describe(Of<E>)
{
    return description("deleteLayerKeys", "Delete layer keys", required("layer", &E::layer, kLayer),
                       required("keys", &E::keys));
}
Result<Document> make(const Document& doc, const DeleteLayerKeys& edit);

/// Merges a layer into the one below it, or the lowest layer into the tracks.
struct MergeLayer {
    std::string layer;
};
template <std::same_as<MergeLayer> E>
constexpr auto describe(Of<E>)
{
    return description("mergeLayer", "Merge layer down", required("layer", &E::layer, kLayer));
}
Result<Document> make(const Document& doc, const MergeLayer& edit);

/// Merges a layer and those below it into the tracks.
struct MakeLayerBase {
    std::string layer;
};
template <std::same_as<MakeLayerBase> E>
constexpr auto describe(Of<E>)
{
    return description("makeLayerBase", "Make layer the base",
                       required("layer", &E::layer, kLayer));
}
Result<Document> make(const Document& doc, const MakeLayerBase& edit);

/// Merges all layers that act into the tracks and drops the others.
struct FlattenLayers {};
template <std::same_as<FlattenLayers> E>
constexpr auto describe(Of<E>)
{
    return description("flattenLayers", "Flatten layers");
}
Result<Document> make(const Document& doc, const FlattenLayers& edit);

using LayerEdits = Family<AddLayer, RemoveLayer, RenameLayer, MoveLayer, SetLayer,
                          SetLayerWeightKey, RemoveLayerWeightKey, SetLayerKey, PutLayerKeys,
                          DeleteLayerKeys, MergeLayer, MakeLayerBase, FlattenLayers>;

}  // namespace posewright::edit
