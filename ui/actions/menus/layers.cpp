#include "core/motion/layer.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/playhead.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QInputDialog>

#include <cmath>

// The layer rows of the Pose menu. They act on the layer used last, else on the topmost one.
namespace posewright::ui::menus {

using namespace helpers;

namespace {

const Clip& clipOf(Desk& desk)
{
    return desk.session().document().clip();
}

/// Its row in the clip; -1 if there is none.
int layerInHand(Desk& desk)
{
    const int chosen = findLayer(clipOf(desk), desk.session().selection().layer());
    return chosen >= 0 ? chosen : static_cast<int>(clipOf(desk).layers.size()) - 1;
}

/// @pre there is one
const posewright::Layer& layer(Desk& desk)
{
    return *clipOf(desk).layers[layerInHand(desk)];
}

Obstacle noLayer(Desk& desk)
{
    return layerInHand(desk) < 0 ? QT_TRANSLATE_NOOP("Actions", "the motion has no layers")
                                 : nullptr;
}

Obstacle noLayerAbove(Desk& desk)
{
    if (const Obstacle none = noLayer(desk)) return none;
    return layerInHand(desk) + 1 == std::ssize(clipOf(desk).layers)
               ? QT_TRANSLATE_NOOP("Actions", "it is the uppermost already")
               : nullptr;
}

Obstacle noLayerBelow(Desk& desk)
{
    if (const Obstacle none = noLayer(desk)) return none;
    return layerInHand(desk) == 0 ? QT_TRANSLATE_NOOP("Actions", "it is the lowest already")
                                  : nullptr;
}

Obstacle noOtherClip(Desk& desk)
{
    return desk.session().document().clips.size() < 2
               ? QT_TRANSLATE_NOOP("Actions", "there is no other clip; File > Import Clips brings "
                                              "one in")
               : nullptr;
}

std::string freshName(Desk& desk)
{
    for (int n = 1;; ++n)
        if (std::string name =
                translated(QT_TRANSLATE_NOOP("Actions", "Layer %1")).arg(n).toStdString();
            findLayer(clipOf(desk), name) < 0)
            return name;
}

void addLayer(Desk& desk, const std::optional<std::string>& like)
{
    if (perform(desk, operate::NewLayer{like ? *like : freshName(desk), like}, {}))
        desk.session().selection().setLayer(clipOf(desk).layers.back()->name);
}

void addDifference(Desk& desk)
{
    QStringList names;
    for (const Shared<Clip>& clip : desk.session().document().clips)
        if (clip->name != clipOf(desk).name) names << toQt(clip->name);
    bool picked = false;
    const QString name = QInputDialog::getItem(
        &desk.widget(), translated(QT_TRANSLATE_NOOP("Actions", "Layer from Clip")),
        translated(QT_TRANSLATE_NOOP("Actions", "With the layer, this clip moves as:")), names, 0,
        false, &picked);
    if (picked) addLayer(desk, name.toStdString());
}

void rename(Desk& desk)
{
    const std::string old = layer(desk).name;
    bool given = false;
    const QString name = QInputDialog::getText(
        &desk.widget(), translated(QT_TRANSLATE_NOOP("Actions", "Rename Layer")),
        translated(QT_TRANSLATE_NOOP("Actions", "Name:")), QLineEdit::Normal, toQt(old), &given);
    if (!given || name.toStdString() == old) return;
    if (commit(desk, {edit::RenameLayer{old, name.toStdString()}}, {}))
        desk.session().selection().setLayer(name.toStdString());
}

void weigh(Desk& desk)
{
    const posewright::Layer& from = layer(desk);
    const double frame = desk.session().playhead().frame();
    const std::string name = from.name;
    const bool keyed = !from.weight.empty();
    bool given = false;
    const double percent = QInputDialog::getDouble(
        &desk.widget(), translated(QT_TRANSLATE_NOOP("Actions", "Weight of Layer")),
        keyed ? translated(QT_TRANSLATE_NOOP("Actions", "Percent at this frame:"))
              : translated(QT_TRANSLATE_NOOP("Actions", "Percent:")),
        weightAt(from, frame) * 100, 0, 100, 1, &given);
    if (!given) return;
    perform(desk, operate::WeighLayer{name, frame, percent / 100}, {});
}

void keyWeight(Desk& desk)
{
    perform(desk, operate::KeyLayer{layer(desk).name, {}, desk.session().playhead().frame()}, {});
}

template <bool posewright::Layer::*member>
bool isOn(Desk& desk)
{
    return layerInHand(desk) >= 0 && layer(desk).*member;
}

template <bool posewright::Layer::*member>
void flip(Desk& desk)
{
    commit(desk, {edit::flipped<member>(layer(desk))}, {});
}

template <int by>
void move(Desk& desk)
{
    commit(desk, {edit::MoveLayer{layer(desk).name, layerInHand(desk) + by}}, {});
}

template <class Edit>
void change(Desk& desk)
{
    Edit edit;
    edit.layer = layer(desk).name;
    commit(desk, {edit}, {});
}

}  // namespace

// Long: a row for each action of the menu.
std::vector<ActionRow> layers()
{
    using posewright::Layer;
    return {
        {"layer.new",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "&New Layer"),
         QT_TRANSLATE_NOOP("Actions", "An empty layer above the others: what you turn on recorded "
                                      "motion is written to it"),
         QT_TRANSLATE_NOOP("Actions", "add additive offset nla animation"),
         nullptr,
         {},
         nullptr,
         [](Desk& d) { addLayer(d, {}); }},
        {"layer.fromClip",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "Layer from &Clip..."),
         QT_TRANSLATE_NOOP("Actions", "A layer of the difference to another clip: with it, this "
                                      "clip moves as that one"),
         QT_TRANSLATE_NOOP("Actions", "difference additive subtract"),
         nullptr,
         {},
         noOtherClip,
         addDifference},
        {"layer.on",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "&On"),
         QT_TRANSLATE_NOOP("Actions", "Does the layer act?"),
         QT_TRANSLATE_NOOP("Actions", "mute enable disable hide eye"),
         nullptr,
         {},
         noLayer,
         flip<&Layer::on>,
         isOn<&Layer::on>,
         true},
        {"layer.solo",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "&Solo"),
         QT_TRANSLATE_NOOP("Actions", "While any layer is solo, only those act that are"),
         QT_TRANSLATE_NOOP("Actions", "alone isolate only"),
         nullptr,
         {},
         noLayer,
         flip<&Layer::solo>,
         isOn<&Layer::solo>},
        {"layer.weight",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "&Weight..."),
         QT_TRANSLATE_NOOP("Actions", "How much of the layer counts; where its weight has keys, at "
                                      "this frame"),
         QT_TRANSLATE_NOOP("Actions", "influence strength amount percent opacity"),
         nullptr,
         {},
         noLayer,
         weigh},
        {"layer.keyWeight",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "&Key Weight"),
         QT_TRANSLATE_NOOP("Actions", "A key of the layer's weight at the playhead"),
         QT_TRANSLATE_NOOP("Actions", "influence strength animate fade"),
         nullptr,
         {},
         noLayer,
         keyWeight},
        {"layer.rename",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "&Rename..."),
         QT_TRANSLATE_NOOP("Actions", "Give the layer another name"),
         QT_TRANSLATE_NOOP("Actions", "title call"),
         nullptr,
         {},
         noLayer,
         rename},
        {"layer.up",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "Move &Up"),
         QT_TRANSLATE_NOOP("Actions", "The layer is laid on after the one above it"),
         QT_TRANSLATE_NOOP("Actions", "order raise front"),
         nullptr,
         {},
         noLayerAbove,
         move<1>,
         nullptr,
         true},
        {"layer.down",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "Move &Down"),
         QT_TRANSLATE_NOOP("Actions", "The layer is laid on before the one below it"),
         QT_TRANSLATE_NOOP("Actions", "order lower back"),
         nullptr,
         {},
         noLayerBelow,
         move<-1>},
        {"layer.merge",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "&Merge Down"),
         QT_TRANSLATE_NOOP("Actions", "The layer becomes one with the one below it; the lowest is "
                                      "taken into the motion"),
         QT_TRANSLATE_NOOP("Actions", "join combine collapse"),
         nullptr,
         {},
         noLayer,
         change<edit::MergeLayer>,
         nullptr,
         true},
        {"layer.base",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "Make &Base"),
         QT_TRANSLATE_NOOP("Actions", "The layer and those below it are taken into the motion"),
         QT_TRANSLATE_NOOP("Actions", "apply bake flatten below"),
         nullptr,
         {},
         noLayer,
         change<edit::MakeLayerBase>},
        {"layer.flatten",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "&Flatten"),
         QT_TRANSLATE_NOOP("Actions", "All layers that act are taken into the motion; the others "
                                      "go"),
         QT_TRANSLATE_NOOP("Actions", "bake apply collapse all"),
         nullptr,
         {},
         noLayer,
         [](Desk& d) { commit(d, {edit::FlattenLayers{}}, {}); }},
        {"layer.delete",
         "Pose/Layers",
         QT_TRANSLATE_NOOP("Actions", "D&elete"),
         QT_TRANSLATE_NOOP("Actions", "The layer goes, and what it adds"),
         QT_TRANSLATE_NOOP("Actions", "remove erase"),
         nullptr,
         {},
         noLayer,
         change<edit::RemoveLayer>,
         nullptr,
         true},
    };
}

}  // namespace posewright::ui::menus
