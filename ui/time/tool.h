#pragma once

#include "ui/time/gesture.h"

#include <QString>

#include <functional>
#include <memory>
#include <span>
#include <string_view>

class QMenu;

namespace posewright::ui {

/// A context menu that is being filled: with the window's actions, by id.
struct TimeMenu {
    QMenu& menu;
    std::function<void(std::string_view)> offer;

    void separate() const;
};

/// One thing that the pointer can do: a row of a table. `Owner` has the table, the canvas one for
/// its lanes and the content one for itself; `Hit` is what the owner finds under the pointer. The
/// first row that takes a hit has it. A new tool is a file pair with its row, and a line in the
/// table.
template <class Owner, class Hit>
struct TimeTool {
    using Act = void (*)(Owner&, const Hit&, const TimePoint&);

    const char* id;
    bool (*takes)(const Owner&, const Hit&, Qt::KeyboardModifiers);
    Qt::CursorShape shape = Qt::ArrowCursor;
    /// What a press does at once. The gesture: what follows until the button is let go; null:
    /// nothing does.
    std::unique_ptr<TimeGesture> (*press)(Owner&, const Hit&, const TimePoint&) = nullptr;
    Act doubleClick = nullptr;
    /// What there is to do, for people.
    QString (*hint)(const Owner&, const Hit&, const TimePoint&) = nullptr;
    /// What a right click offers. Selects what it is about.
    void (*menu)(Owner&, const Hit&, const TimePoint&, TimeMenu&) = nullptr;
};

/// For `takes`: the hit is on one of these parts.
template <auto... parts>
inline constexpr auto kOnPart = [](const auto&, const auto& hit, Qt::KeyboardModifiers) {
    return ((hit.part == parts) || ...);
};

/// Null: no row takes the hit.
template <class Owner, class Hit>
const TimeTool<Owner, Hit>* toolFor(std::span<const TimeTool<Owner, Hit>> table, const Owner& owner,
                                    const Hit& hit, Qt::KeyboardModifiers modifiers)
{
    for (const TimeTool<Owner, Hit>& tool : table)
        if (tool.takes(owner, hit, modifiers)) return &tool;
    return nullptr;
}

}  // namespace posewright::ui
