#include "core/edit/layers.h"

#include "core/base/number.h"
#include "core/edit/change.h"
#include "core/edit/checks.h"
#include "core/edit/track_keys.h"
#include "core/evaluate/bake.h"
#include "core/motion/layer.h"

#include <algorithm>

namespace posewright::edit {

namespace {

constexpr double kMostDifferent = 1e6;  ///< [frame]

Result<int> layerRow(const Document& doc, const std::string& name)
{
    const int row = findLayer(doc.clip(), name);
    if (row < 0) return refused("there is no layer " + quoted(name), "/layer");
    return row;
}

Result<void> checkLayerName(const Document& doc, const std::string& name)
{
    if (Result<void> text = checkText(name); !text) return text;
    if (findLayer(doc.clip(), name) >= 0)
        return refused("the name " + quoted(name) + " is taken", "/name");
    return {};
}

/// Applies a change to the named layer.
template <class Change>
Result<Document> withLayer(const Document& doc, const std::string& name, Change&& change)
{
    const Result<int> row = layerRow(doc, name);
    if (!row) return row.error();
    Document out = doc;
    changeClip(out, [&](Clip& clip) {
        clip.layers[*row] = clip.layers[*row].with([&](Layer& layer) { change(layer); });
    });
    return out;
}

}  // namespace

Result<Document> make(const Document& doc, const AddLayer& edit)
{
    if (const Result<void> name = checkLayerName(doc, edit.name); !name) return name.error();
    const int count = static_cast<int>(doc.clip().layers.size());
    const int row = edit.row.value_or(count);
    if (row < 0 || row > count) return refused("there is no such row", "/row");
    Layer layer;
    layer.name = edit.name;
    if (edit.like) {
        const auto other =
            std::find_if(doc.clips.begin(), doc.clips.end(),
                         [&](const Shared<Clip>& clip) { return clip->name == *edit.like; });
        if (other == doc.clips.end())
            return refused("there is no clip " + quoted(*edit.like), "/like");
        if (row != count)
            return refused("a difference is laid on last, or it would be none", "/row");
        const auto keyed = keyedRange(**other);
        const double pace = doc.clip().rate / (*other)->rate;
        if (keyed && !((keyed->second - keyed->first) * pace <= kMostDifferent))
            return refused("the clip is longer than a million frames", "/like");
        layer.tracks = differenceOf(doc.clip(), **other, restsOf(*doc.scene));
    }
    Document out = doc;
    changeClip(out, [&](Clip& clip) {
        clip.layers.insert(clip.layers.begin() + row, Shared<Layer>(std::move(layer)));
    });
    return out;
}

Result<Document> make(const Document& doc, const RemoveLayer& edit)
{
    const Result<int> row = layerRow(doc, edit.layer);
    if (!row) return row.error();
    Document out = doc;
    changeClip(out, [&](Clip& clip) { clip.layers.erase(clip.layers.begin() + *row); });
    return out;
}

Result<Document> make(const Document& doc, const RenameLayer& edit)
{
    if (edit.name != edit.layer)
        if (const Result<void> name = checkLayerName(doc, edit.name); !name) return name.error();
    return withLayer(doc, edit.layer, [&](Layer& layer) { layer.name = edit.name; });
}

Result<Document> make(const Document& doc, const MoveLayer& edit)
{
    const Result<int> row = layerRow(doc, edit.layer);
    if (!row) return row.error();
    if (edit.row < 0 || edit.row >= std::ssize(doc.clip().layers))
        return refused("there is no such row", "/row");
    Document out = doc;
    changeClip(out, [&](Clip& clip) {
        const Shared<Layer> layer = clip.layers[*row];
        clip.layers.erase(clip.layers.begin() + *row);
        clip.layers.insert(clip.layers.begin() + edit.row, layer);
    });
    return out;
}

Result<Document> make(const Document& doc, const SetLayer& edit)
{
    if (edit.weight && !(*edit.weight >= 0 && *edit.weight <= 1))
        return refused("it is not in [0, 1]", "/weight");
    return withLayer(doc, edit.layer, [&](Layer& layer) {
        layer.on = edit.on.value_or(layer.on);
        layer.solo = edit.solo.value_or(layer.solo);
        if (!edit.weight) return;
        layer.weight = {};
        layer.evenWeight = *edit.weight;
    });
}

Result<Document> make(const Document& doc, const SetLayerWeightKey& edit)
{
    if (!(edit.value >= 0 && edit.value <= 1)) return refused("it is not in [0, 1]", "/value");
    return withLayer(doc, edit.layer, [&](Layer& layer) {
        layer.weight.setValue(edit.frame, edit.value);
        if (edit.interpolation) shapeKey(layer.weight, edit.frame, *edit.interpolation);
    });
}

Result<Document> make(const Document& doc, const RemoveLayerWeightKey& edit)
{
    const Result<int> row = layerRow(doc, edit.layer);
    if (!row) return row.error();
    if (!doc.clip().layers[*row]->weight.find(edit.frame))
        return refused("the weight has no key at frame " + toText(edit.frame), "/frame");
    return withLayer(doc, edit.layer, [&](Layer& layer) { layer.weight.remove(edit.frame); });
}

Result<Document> make(const Document& doc, const SetLayerKey& edit)
{
    if (!edit.rotation && !edit.translation)
        return refused("it has neither a rotation nor a translation", {});
    std::optional<Quat> rotation;
    if (edit.rotation) {
        const Result<Quat> given = unit(*edit.rotation, "/rotation");
        if (!given) return given.error();
        rotation = *given;
    }
    return withLayer(doc, edit.layer, [&](Layer& layer) {
        Track track = offsetsOf(layer, edit.joint);
        if (rotation) setKey(track.rotation, edit.frame, *rotation, edit.interpolation);
        if (edit.translation)
            setKey(track.translation, edit.frame, *edit.translation, edit.interpolation);
        setTrack(layer, std::move(track));
    });
}

Result<Document> make(const Document& doc, const PutLayerKeys& edit)
{
    if (const Result<int> row = layerRow(doc, edit.layer); !row) return row.error();
    PutKeys put{edit.keys};
    for (std::size_t i = 0; i < put.keys.size(); ++i) {
        put.keys[i].layer = edit.layer;
        if (const Check wrong = check(doc, put.keys[i]))
            return refused(*wrong, "/keys/" + std::to_string(i));
    }
    return make(doc, put);
}

Result<Document> make(const Document& doc, const DeleteLayerKeys& edit)
{
    if (const Result<int> row = layerRow(doc, edit.layer); !row) return row.error();
    DeleteKeys gone{edit.keys};
    for (KeyRef& key : gone.keys) key.layer = edit.layer;
    return make(doc, gone);
}

Result<Document> make(const Document& doc, const MergeLayer& edit)
{
    const Result<int> row = layerRow(doc, edit.layer);
    if (!row) return row.error();
    const auto silent = [&](int r) { return !acts(doc.clip(), *doc.clip().layers[r]); };
    if (silent(*row) || (*row > 0 && silent(*row - 1)))
        return refused("a layer that does not act would be lost", "/layer",
                       "switch both layers on, or remove the one that is off");
    Document out = doc;
    changeClip(out, [&](Clip& clip) {
        if (*row == 0)
            makeBase(clip, 0, restsOf(*doc.scene));
        else
            mergeDown(clip, *row);
    });
    return out;
}

Result<Document> make(const Document& doc, const MakeLayerBase& edit)
{
    const Result<int> row = layerRow(doc, edit.layer);
    if (!row) return row.error();
    Document out = doc;
    changeClip(out, [&](Clip& clip) { makeBase(clip, *row, restsOf(*doc.scene)); });
    return out;
}

Result<Document> make(const Document& doc, const FlattenLayers&)
{
    if (doc.clip().layers.empty()) return refused("the clip has no layers", {});
    Document out = doc;
    changeClip(out, [&](Clip& clip) { clip = flattened(clip, restsOf(*doc.scene)); });
    return out;
}

void takeOffLayers(const Clip& clip, NodeId node, double frame, std::optional<Quat>& rotation,
                   Vec3* translation)
{
    if (clip.layers.empty()) return;
    const Offset laid = offsetAt(clip, node, frame);
    if (rotation) rotation = (*rotation * laid.rotation.conjugate()).normalized();
    if (translation) *translation -= laid.translation;
}

Track offsetsOf(const Layer& layer, NodeId node)
{
    if (const Track* track = layer.track(node)) return *track;
    Track track;
    track.node = node;
    return track;
}

}  // namespace posewright::edit
