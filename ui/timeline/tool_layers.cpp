#include "core/motion/layer.h"
#include "ui/timeline/key_sheet.h"
#include "ui/timeline/sheet_tools.h"
#include "ui/timeline/tool_rows.h"

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

/// Null: the row no longer exists.
const posewright::Layer* layerOf(const KeySheet& sheet, int row)
{
    const Clip& clip = sheet.session().document().clip();
    const int at = findLayer(clip, sheet.model().rows()[row].id.layer);
    return at < 0 ? nullptr : &*clip.layers[at];
}

class WeightDrag final : public EditGesture {
public:
    WeightDrag(Session& session, const posewright::Layer& layer, double pressed) :
        EditGesture(session), name_(layer.name), before_(session.document()),
        frame_(session.playhead().frame()), from_(weightAt(layer, frame_)), pressed_(pressed)
    {
    }
    void move(const TimePoint& at) override
    {
        const double percent = std::round(from_ * 100 + at.at.x() - pressed_);
        const double weight = std::clamp(percent / 100, 0.0, 1.0);
        const auto edits = operate::plainEdits(before_, operate::WeighLayer{name_, frame_, weight});
        if (edits && commit(*edits))
            readout_ = KeySheet::tr("weight %1 %").arg(std::lround(weight * 100));
    }
    Scroll scrolls() const override { return Scroll::Never; }

private:
    std::string name_;
    Document before_;
    double frame_, from_, pressed_;
};

template <bool posewright::Layer::*member>
std::unique_ptr<TimeGesture> flip(KeySheet& sheet, const TimelineHit& hit, const TimePoint&)
{
    const posewright::Layer* layer = layerOf(sheet, hit.row);
    if (!layer) return nullptr;
    tell(sheet.canvas(), sheet.session().commit(edit::flipped<member>(*layer)));
    return nullptr;
}

}  // namespace

/// The eye and the S in a layer's row: a click toggles on or solo.
SheetTool layerOnTool()
{
    SheetTool tool{.id = "layerOn", .takes = kOnPart<TimelineHit::Part::LayerOn>};
    tool.shape = Qt::PointingHandCursor;
    tool.press = flip<&posewright::Layer::on>;
    tool.menu = nameMenu;
    tool.says = QT_TRANSLATE_NOOP("Timeline", "Click to switch the layer on or off");
    return tool;
}

SheetTool layerSoloTool()
{
    SheetTool tool{.id = "layerSolo", .takes = kOnPart<TimelineHit::Part::LayerSolo>};
    tool.shape = Qt::PointingHandCursor;
    tool.press = flip<&posewright::Layer::solo>;
    tool.menu = nameMenu;
    tool.says = QT_TRANSLATE_NOOP("Timeline",
                                  "Click to let no other layers act than those marked like this");
    return tool;
}

/// Drags a layer's weight sideways, one percent per pixel; if it has two or more keys, it is keyed
/// at the playhead.
SheetTool layerWeightTool()
{
    SheetTool tool{.id = "layerWeight", .takes = kOnPart<TimelineHit::Part::LayerWeight>};
    tool.shape = Qt::SizeHorCursor;
    tool.press = [](KeySheet& sheet, const TimelineHit& hit,
                    const TimePoint& at) -> std::unique_ptr<TimeGesture> {
        return makeGesture(
            {.click = [&sheet, row = hit.row,
                       modifiers = at.modifiers] { clickName(sheet, row, modifiers); },
             .drag = [&sheet, row = hit.row, x = at.at.x()]() -> std::unique_ptr<TimeGesture> {
                 const posewright::Layer* layer = layerOf(sheet, row);
                 if (!layer) return nullptr;
                 return std::make_unique<WeightDrag>(sheet.session(), *layer, x);
             }});
    };
    tool.menu = nameMenu;
    tool.says = QT_TRANSLATE_NOOP("Timeline", "Drag sideways: how much of the layer counts");
    return tool;
}

}  // namespace posewright::ui
