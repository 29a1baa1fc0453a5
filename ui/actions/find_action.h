#pragma once

#include <QString>

#include <vector>

class QAction;
class QMenu;

namespace posewright::ui {

/// An entry of a menu, wherever it hangs.
struct FoundAction {
    QAction* action = nullptr;
    QString path;  ///< "Time > Interpolation"
};

/// Every entry below the menus, in their order; separators and menus themselves left out.
std::vector<FoundAction> actionsBelow(const QList<QAction*>& menus);

/// The text of an action without mnemonic and dots.
QString plainText(const QAction& action);

/// The property of a QAction that holds the other words that users may look for it by.
inline constexpr const char* kSearchWords = "searchWords";

/// The property of a QAction that says why it is not possible now; empty: it is.
inline constexpr const char* kObstacle = "obstacle";

/// How well an entry matches what was typed: 0 not at all. Every word must occur, in any order, in
/// the text, the path, the other words or the hint; the start of the text counts most, then starts
/// of its words, then anything else.
int matchScore(const FoundAction& entry, const QString& typed);

/// The entries that match, the best first; those that match equally keep their order.
std::vector<FoundAction> findActions(const std::vector<FoundAction>& entries, const QString& typed);

}  // namespace posewright::ui
