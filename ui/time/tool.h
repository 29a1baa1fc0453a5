#pragma once

#include "ui/time/gesture.h"

#include <QString>

#include <functional>
#include <memory>
#include <span>
#include <string_view>

class QMenu;

namespace posewright::ui {

/// A context menu being filled; `offer` adds one of the window's actions by id.
struct TimeMenu {
    QMenu& menu;
    std::function<void(std::string_view)> offer;

    void separate() const;
};

/// A pointer tool: a row of a table. `Owner` has the table: the canvas for its lanes, the content
/// for itself. `Hit` is what the owner finds under the pointer. The first row that takes a hit
/// handles it. A new tool is a source, and its row in the table of its content.
template <class Owner, class Hit>
struct TimeTool {
    using Act = void (*)(Owner&, const Hit&, const TimePoint&);

    const char* id;
    bool (*takes)(const Owner&, const Hit&, Qt::KeyboardModifiers);
    Qt::CursorShape shape = Qt::ArrowCursor;
    /// Handles a press. Returns the gesture until the button is released; null: none.
    std::unique_ptr<TimeGesture> (*press)(Owner&, const Hit&, const TimePoint&) = nullptr;
    Act doubleClick = nullptr;
    /// A hint about what can be done here: one that is always the same, in the owner's context of
    /// translation, or one that depends on what is there.
    const char* says = nullptr;
    QString (*hint)(const Owner&, const Hit&, const TimePoint&) = nullptr;
    /// Fills the context menu, and selects what is there.
    void (*menu)(Owner&, const Hit&, const TimePoint&, TimeMenu&) = nullptr;

    QString hintAt(const Owner& owner, const Hit& hit, const TimePoint& at) const
    {
        return hint ? hint(owner, hit, at) : says ? Owner::tr(says) : QString();
    }
};

/// A `takes` function: is the hit on one of these parts?
template <auto... parts>
inline constexpr auto kOnPart = [](const auto&, const auto& hit, Qt::KeyboardModifiers) {
    return ((hit.part == parts) || ...);
};

/// The tool for a hit; null: no row takes it.
template <class Owner, class Hit>
const TimeTool<Owner, Hit>* toolFor(std::span<const TimeTool<Owner, Hit>> table, const Owner& owner,
                                    const Hit& hit, Qt::KeyboardModifiers modifiers)
{
    for (const TimeTool<Owner, Hit>& tool : table)
        if (tool.takes(owner, hit, modifiers)) return &tool;
    return nullptr;
}

}  // namespace posewright::ui
