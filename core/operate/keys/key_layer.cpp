#include "core/operate/keys/key_layer.h"

#include "core/edit/change.h"
#include "core/motion/layer.h"
#include "core/operate/row.h"

namespace posewright::operate {

namespace {

Result<const Layer*> layerNamed(const Document& doc, const std::string& name)
{
    const int row = findLayer(doc.clip(), name);
    if (row < 0) return edit::refused("there is no layer " + edit::quoted(name), "/layer");
    return &*doc.clip().layers[static_cast<std::size_t>(row)];
}

std::string freeLayerName(const Clip& clip, const std::string& wanted)
{
    std::string name = wanted;
    for (int n = 2; findLayer(clip, name) >= 0; ++n) name = wanted + ' ' + std::to_string(n);
    return name;
}

Result<Edits> newLayer(const Document& doc, const NewLayer& arguments, const edit::Context&)
{
    edit::AddLayer add;
    add.name = freeLayerName(doc.clip(), arguments.name);
    add.like = arguments.like;
    Edits edits{add};
    if (anySolo(doc.clip())) edits.emplace_back(edit::SetLayer{add.name, {}, true, {}});
    return edits;
}

Result<Edits> keyLayer(const Document& doc, const KeyLayer& arguments, const edit::Context&)
{
    const Result<const Layer*> layer = layerNamed(doc, arguments.layer);
    if (!layer) return layer.error();
    const double frame = arguments.frame;
    if (arguments.nodes.empty())
        return Edits{edit::SetLayerWeightKey{arguments.layer, frame, weightAt(**layer, frame), {}}};
    Edits edits;
    for (const NodeId node : arguments.nodes)
        if ((*layer)->track(node)) edits.emplace_back(offsetKey(**layer, node, frame));
    return edits;
}

Result<Edits> weighLayer(const Document& doc, const WeighLayer& arguments, const edit::Context&)
{
    const Result<const Layer*> layer = layerNamed(doc, arguments.layer);
    if (!layer) return layer.error();
    if (!(arguments.weight >= 0 && arguments.weight <= 1))
        return edit::refused("a weight is a number from 0 to 1", "/weight");
    if ((*layer)->weight.empty())
        return Edits{edit::SetLayer{arguments.layer, {}, {}, arguments.weight}};
    return Edits{edit::SetLayerWeightKey{arguments.layer, arguments.frame, arguments.weight, {}}};
}

}  // namespace

edit::SetLayerKey offsetKey(const Layer& layer, NodeId node, double frame)
{
    const Track* track = layer.track(node);
    std::size_t row = 0;
    const Offset offset = track ? offsetAt(*track, 1, frame, row) : Offset{};
    edit::SetLayerKey key{layer.name, node, frame, {}, {}, {}};
    const bool moves = track && hasKeys(track->translation);
    if (moves) key.translation = offset.translation;
    if (!moves || !track->rotation->empty()) key.rotation = offset.rotation;
    return key;
}

Row row(Of<NewLayer>)
{
    using O = NewLayer;
    return rowOf<O>("newLayer", "a layer on top that acts", newLayer,
                    edit::required("name", &O::name, "name"),
                    edit::optional("like", &O::like, "clip"));
}

Row row(Of<KeyLayer>)
{
    using O = KeyLayer;
    return rowOf<O>("keyLayer", "the offsets of a layer are keyed as they are, or its weight",
                    keyLayer, edit::required("layer", &O::layer, edit::kLayer),
                    edit::optional("nodes", &O::nodes),
                    edit::required("frame", &O::frame, edit::kFrame));
}

Row row(Of<WeighLayer>)
{
    using O = WeighLayer;
    return rowOf<O>("weighLayer", "how much of a layer counts, by a key where it has keys",
                    weighLayer, edit::required("layer", &O::layer, edit::kLayer),
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::required("weight", &O::weight));
}

}  // namespace posewright::operate
