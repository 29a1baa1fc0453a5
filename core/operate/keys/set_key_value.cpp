#include "core/edit/change.h"
#include "core/operate/row.h"

namespace posewright::operate {

namespace {

Result<Edits> setKeyValue(const Document&, const SetKeyValue& arguments, const edit::Context&)
{
    const edit::KeyRef& key = arguments.key;
    const bool ofLayer = !key.layer.empty();
    if (key.node == NodeId::None) {
        if (!arguments.share || arguments.translation || arguments.rotation)
            return edit::refused("a key of influence or weight has a share and nothing else",
                                 "/share");
        if (ofLayer)
            return Edits{edit::SetLayerWeightKey{key.layer, key.frame, *arguments.share, {}}};
        return Edits{edit::SetInfluenceKey{key.constraint, key.frame, *arguments.share}};
    }
    if (arguments.share) return edit::refused("a node's key has no share", "/share");
    if (ofLayer)
        return Edits{edit::SetLayerKey{
            key.layer, key.node, key.frame, arguments.rotation, arguments.translation, {}}};
    edit::SetJointKey set;
    set.joint = key.node;
    set.frame = key.frame;
    set.rotation = arguments.rotation;
    set.translation = arguments.translation;
    return Edits{set};
}

}  // namespace

Row row(Of<SetKeyValue>)
{
    using O = SetKeyValue;
    return rowOf<O>("setKeyValue", "sets what a key says: of a node, a layer or an influence",
                    setKeyValue, edit::required("key", &O::key),
                    edit::optional("translation", &O::translation),
                    edit::optional("rotation", &O::rotation), edit::optional("share", &O::share));
}

}  // namespace posewright::operate
