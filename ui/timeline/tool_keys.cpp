#include "ui/timeline/tool_keys.h"

#include "core/operate/retime.h"
#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/timeline/commands.h"
#include "ui/timeline/key_sheet.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::ui {

namespace {

struct KeyDragOptions {
    bool duplicate = false;
    bool ripple = false;
};

/// Moves the selected keys; `grabbed` is the frame of the key under the pointer.
class KeyDrag final : public EditGesture {
public:
    KeyDrag(Session& session, Snapper snapper, double grabbed, double pressed,
            const KeyDragOptions& options) :
        EditGesture(session),
        snapper_(std::move(snapper)), grabbed_(grabbed), pressed_(pressed), options_(options),
        before_(session.document()), keys_(session.selection().keys())
    {
        if (options.ripple) back_ = operate::farthestBack(before_, keys_);
    }
    void move(const TimePoint& at) override
    {
        const double to = snapper_(grabbed_ + at.frame - pressed_, at.pixelsPerFrame, at.modifiers);
        const double by = std::max(to - grabbed_, back_);
        if (by == by_) return;
        const QString text =
            options_.duplicate
                ? QCoreApplication::translate("History", "Duplicate %n key(s)", nullptr,
                                              static_cast<int>(keys_.size()))
                : QString();
        if (!perform(before_, movedBy(by), text)) return;
        by_ = by;
        session_.selection().setKeys(operate::shifted(keys_, by));
        readout_ = movedText(grabbed_, grabbed_ + by);
    }
    void cancel() override
    {
        EditGesture::cancel();
        session_.selection().setKeys(keys_);
    }

private:
    operate::Operation movedBy(double by) const
    {
        if (options_.duplicate) return operate::DuplicateKeys{keys_, by};
        return operate::MoveInTime{keys_, {}, {}, by, options_.ripple};
    }

    Snapper snapper_;
    double grabbed_, pressed_;
    KeyDragOptions options_;
    Document before_;
    std::vector<edit::KeyRef> keys_;
    double by_ = 0;
    double back_ = -1e9;
};

std::unique_ptr<TimeGesture> dragKeys(KeySheet& sheet, double grabbed, const TimePoint& pressed)
{
    const bool alt = pressed.modifiers & Qt::AltModifier;
    return std::make_unique<KeyDrag>(
        sheet.session(), sheet.snapper(true), grabbed, pressed.frame,
        KeyDragOptions{.duplicate = alt, .ripple = sheet.ripple() && !alt});
}

/// Selects the row's keys at a frame; looks the row up, since selecting may have changed the rows.
void chooseRowsKeys(KeySheet& sheet, const RowId& id, double frame)
{
    const std::vector<TimelineRow>& rows = sheet.model().rows();
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&id](const TimelineRow& shown) { return shown.id == id; });
    if (row != rows.end())
        sheet.chooseKeys(sheet.model().refs(static_cast<int>(row - rows.begin()), frame));
}

std::unique_ptr<TimeGesture> pressKey(KeySheet& sheet, const TimelineHit& hit, const TimePoint& at)
{
    const TimelineModel& model = sheet.model();
    const RowId id = model.rows()[hit.row].id;
    const double frame = (*model.rows()[hit.row].keys)[hit.key].frame;
    const std::vector<edit::KeyRef> refs = model.refs(hit.row, frame);
    if (refs.empty()) return nullptr;
    const Selection& selection = sheet.session().selection();
    const bool all = std::all_of(refs.begin(), refs.end(),
                                 [&](const edit::KeyRef& ref) { return selection.contains(ref); });
    // If several keys are selected, a click keeps only these; a drag moves all of them.
    const bool narrows = all && !at.modifiers && selection.keys().size() > refs.size();
    if (!clickKey(sheet, refs, at.modifiers)) return nullptr;
    return makeGesture({.click =
                            [&sheet, id, frame, narrows, at] {
                                Session& session = sheet.session();
                                if (at.modifiers & Qt::AltModifier)
                                    tell(sheet.canvas(),
                                         timeline::nextEasing(session, session.selection().keys()));
                                else if (narrows)
                                    chooseRowsKeys(sheet, id, frame);
                            },
                        .drag = [&sheet, frame, at] { return dragKeys(sheet, frame, at); }});
}

QString keyHint(const KeySheet& sheet, const TimelineHit& hit, const TimePoint&)
{
    const TimelineRow& row = sheet.model().rows()[hit.row];
    const double frame = (*row.keys)[hit.key].frame;
    const QString written = sheet.canvas().timeFormat().text(frame);
    for (const auto& [from, to] : row.overridden)
        if (frame >= from && frame <= to && row.isGroup())
            return KeySheet::tr("%1, frame %2: none of the keys here acts, see the rows below")
                .arg(row.name, written);
        else if (frame >= from && frame <= to && row.constraint != ConstraintId::None)
            return KeySheet::tr("%1, frame %2: %3")
                .arg(row.name, written, heldWords(sheet.session().document(), row.node, frame));
        else if (frame >= from && frame <= to)
            return KeySheet::tr(
                       "%1, frame %2: a target decides here, the key shows where none does")
                .arg(row.name, written);
    return KeySheet::tr("%1, frame %2: drag moves, Alt+drag copies, Alt+click changes the easing, "
                        "Shift adds")
        .arg(row.name, written);
}

void fillKeyMenu(KeySheet& sheet, const TimelineHit& hit, const TimePoint&, TimeMenu& menu)
{
    const TimelineModel& model = sheet.model();
    const auto refs = model.refs(hit.row, (*model.rows()[hit.row].keys)[hit.key].frame);
    Selection& selection = sheet.session().selection();
    if (!refs.empty() && !selection.contains(refs.front())) {
        selection.setSpans({});
        selection.setMarkers({});
        sheet.chooseKeys(refs);
    }
    for (const operate::EasingShape& easing : operate::easings())
        menu.offer("time.ease." + std::string(easing.id));
    menu.separate();
    for (const char* id : {"edit.copy", "edit.duplicate", "edit.delete"}) menu.offer(id);
}

}  // namespace

SheetTool keyTool()
{
    SheetTool tool{.id = "key", .takes = kOnPart<TimelineHit::Part::Key>};
    tool.shape = Qt::PointingHandCursor;
    tool.press = pressKey;
    tool.hint = keyHint;
    tool.menu = fillKeyMenu;
    return tool;
}

SheetTool keyFrameTool()
{
    SheetTool tool{.id = "keyFrame", .takes = kOnPart<TimelineHit::Part::Box>};
    tool.press = [](KeySheet& sheet, const TimelineHit&,
                    const TimePoint& at) -> std::unique_ptr<TimeGesture> {
        // A click beside the keys deselects them.
        return makeGesture({.click = [&sheet] { sheet.session().selection().setKeys({}); },
                            .drag =
                                [&sheet, at] {
                                    const auto keys = sheet.session().selection().keys();
                                    return dragKeys(sheet, operate::firstAndLast(keys)[0], at);
                                }});
    };
    tool.doubleClick = setKeyThere;
    tool.says = QT_TRANSLATE_NOOP("Timeline", "Drag to move the selected keys");
    return tool;
}

bool clickKey(KeySheet& sheet, const std::vector<edit::KeyRef>& refs,
              Qt::KeyboardModifiers modifiers)
{
    Selection& selection = sheet.session().selection();
    std::vector<edit::KeyRef> keys = selection.keys();
    const bool all = std::all_of(refs.begin(), refs.end(),
                                 [&](const edit::KeyRef& ref) { return selection.contains(ref); });
    const bool adds = modifiers & (Qt::ShiftModifier | Qt::ControlModifier);
    selection.setMarkers({});
    if (!adds) selection.setSpans({});
    const auto holds = [](const std::vector<edit::KeyRef>& some, const edit::KeyRef& key) {
        return std::find(some.begin(), some.end(), key) != some.end();
    };
    if (modifiers & Qt::ControlModifier && all) {
        std::erase_if(keys, [&](const edit::KeyRef& key) { return holds(refs, key); });
        sheet.chooseKeys(std::move(keys));
        return false;
    }
    if (!all && !adds) keys.clear();
    for (const edit::KeyRef& ref : refs)
        if (!holds(keys, ref)) keys.push_back(ref);
    const KeySheet::StillRows still(sheet);
    sheet.chooseKeys(std::move(keys));
    return true;
}

void setKeyThere(KeySheet& sheet, const TimelineHit& hit, const TimePoint& at)
{
    if (hit.row >= 0) sheet.setKeyAt(hit.row, std::round(at.frame));
}

}  // namespace posewright::ui
