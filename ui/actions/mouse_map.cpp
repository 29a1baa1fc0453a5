#include "ui/actions/mouse_map.h"

#include <QCoreApplication>
#include <QStringList>

namespace posewright::ui {

const std::vector<MouseRow>& viewMouse()
{
    static const std::vector<MouseRow> rows{
        {QT_TRANSLATE_NOOP("Mouse", "Click"),
         QT_TRANSLATE_NOOP("Mouse", "select; again: what lies behind"), true},
        {QT_TRANSLATE_NOOP("Mouse", "Shift+click, Ctrl+click"),
         QT_TRANSLATE_NOOP("Mouse", "add to the selection, take out of it")},
        {QT_TRANSLATE_NOOP("Mouse", "Drag a target"),
         QT_TRANSLATE_NOOP("Mouse", "move it, the limb follows"), true},
        {QT_TRANSLATE_NOOP("Mouse", "Drag a bone"),
         QT_TRANSLATE_NOOP("Mouse", "swing it; the topmost moves the figure")},
        {QT_TRANSLATE_NOOP("Mouse", "Drag a handle (W, E)"),
         QT_TRANSLATE_NOOP("Mouse", "move or turn along what it shows")},
        {QT_TRANSLATE_NOOP("Mouse", "X, Y, Z while dragging"),
         QT_TRANSLATE_NOOP("Mouse", "hold the drag to an axis, or let go of it")},
        {QT_TRANSLATE_NOOP("Mouse", "Shift, Ctrl while dragging"),
         QT_TRANSLATE_NOOP("Mouse", "slow; snapping the other way about")},
        {QT_TRANSLATE_NOOP("Mouse", "T while dragging"),
         QT_TRANSLATE_NOOP(
             "Mouse", "touch what is under the pointer; again: its far side; again: stop that")},
        {QT_TRANSLATE_NOOP("Mouse", "E, Alt while dragging"),
         QT_TRANSLATE_NOOP("Mouse", "on recorded motion: the target acts over the whole range")},
        {QT_TRANSLATE_NOOP("Mouse", "Esc while dragging"),
         QT_TRANSLATE_NOOP("Mouse", "take the drag back")},
        {QT_TRANSLATE_NOOP("Mouse", "Drag from nothing"),
         QT_TRANSLATE_NOOP("Mouse",
                           "select what the box touches; with Shift add, with Ctrl toggle")},
        {QT_TRANSLATE_NOOP("Mouse", "Right click"),
         QT_TRANSLATE_NOOP("Mouse", "what can be done with the selection"), true},
        {QT_TRANSLATE_NOOP("Mouse", "Ctrl+right click"),
         QT_TRANSLATE_NOOP("Mouse", "all that lies under the pointer")},
        {QT_TRANSLATE_NOOP("Mouse", "K+left drag, Alt+wheel"),
         QT_TRANSLATE_NOOP("Mouse", "scrub through time")},
        {QT_TRANSLATE_NOOP("Mouse", "Middle drag"), QT_TRANSLATE_NOOP("Mouse", "turn the view"),
         true},
        {QT_TRANSLATE_NOOP("Mouse", "Alt+left drag"), QT_TRANSLATE_NOOP("Mouse", "turn the view")},
        {QT_TRANSLATE_NOOP("Mouse", "Shift+middle drag"),
         QT_TRANSLATE_NOOP("Mouse", "move the view"), true},
        {QT_TRANSLATE_NOOP("Mouse", "Alt+middle drag"),
         QT_TRANSLATE_NOOP("Mouse", "move the view")},
        {QT_TRANSLATE_NOOP("Mouse", "Wheel"), QT_TRANSLATE_NOOP("Mouse", "come closer, go away"),
         true},
        {QT_TRANSLATE_NOOP("Mouse", "Alt+right drag, Ctrl+middle drag"),
         QT_TRANSLATE_NOOP("Mouse", "come closer, go away")},
    };
    return rows;
}

const std::vector<MouseRow>& timelineMouse()
{
    static const std::vector<MouseRow> rows{
        {QT_TRANSLATE_NOOP("Mouse", "Drag on the ruler"), QT_TRANSLATE_NOOP("Mouse", "scrub"),
         true},
        {QT_TRANSLATE_NOOP("Mouse", "Drag a key"), QT_TRANSLATE_NOOP("Mouse", "move it in time"),
         true},
        {QT_TRANSLATE_NOOP("Mouse", "Drag on empty ground, or on a Reach not selected"),
         QT_TRANSLATE_NOOP("Mouse", "select keys in a box"), false},
        {QT_TRANSLATE_NOOP("Mouse", "Shift+drag, Ctrl+drag on ground or any span"),
         QT_TRANSLATE_NOOP("Mouse", "add what the box touches; toggle it"), false},
        {QT_TRANSLATE_NOOP("Mouse", "Alt+drag a key, Alt+click it"),
         QT_TRANSLATE_NOOP("Mouse", "copy it; change how it is left")},
        {QT_TRANSLATE_NOOP("Mouse", "Shift, Ctrl while dragging"),
         QT_TRANSLATE_NOOP("Mouse", "stop at keys and markers; whole frames or not")},
        {QT_TRANSLATE_NOOP("Mouse", "Drag an end of the frame around keys"),
         QT_TRANSLATE_NOOP("Mouse", "spread them in time")},
        {QT_TRANSLATE_NOOP("Mouse", "Drag a span, its ends, its triangles"),
         QT_TRANSLATE_NOOP("Mouse",
                           "move it (a Reach once it is selected), make it longer, fade it")},
        {QT_TRANSLATE_NOOP("Mouse", "Alt+drag on a target's row"),
         QT_TRANSLATE_NOOP("Mouse", "draw a span")},
        {QT_TRANSLATE_NOOP("Mouse", "Right click"),
         QT_TRANSLATE_NOOP("Mouse", "what can be done with what lies there")},
        {QT_TRANSLATE_NOOP("Mouse", "Double click on a row"),
         QT_TRANSLATE_NOOP("Mouse", "set a key there"), true},
        {QT_TRANSLATE_NOOP("Mouse", "Double click on the ruler"),
         QT_TRANSLATE_NOOP("Mouse", "show the whole range")},
        {QT_TRANSLATE_NOOP("Mouse", "Wheel"), QT_TRANSLATE_NOOP("Mouse", "scroll the rows")},
        {QT_TRANSLATE_NOOP("Mouse", "Ctrl+wheel"),
         QT_TRANSLATE_NOOP("Mouse", "zoom about the pointer"), true},
        {QT_TRANSLATE_NOOP("Mouse", "Shift+wheel, middle drag"),
         QT_TRANSLATE_NOOP("Mouse", "move through time")},
    };
    return rows;
}

QStringList mouseHints(const std::vector<MouseRow>& rows)
{
    QStringList parts;
    for (const MouseRow& row : rows)
        if (row.first)
            parts << QCoreApplication::translate("Mouse", "%1: %2", "a gesture, and what it does")
                         .arg(QCoreApplication::translate("Mouse", row.gesture),
                              QCoreApplication::translate("Mouse", row.what));
    return parts;
}

}  // namespace posewright::ui
