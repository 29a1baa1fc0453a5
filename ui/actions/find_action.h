#pragma once

#include <QString>

#include <vector>

class QAction;
class QMenu;

namespace posewright::ui {

/// An entry of a menu, at any depth.
struct FoundAction {
    QAction* action = nullptr;
    QString path;  ///< "Time > Interpolation"
};

/// Every entry below the menus in order, without separators and submenus themselves.
std::vector<FoundAction> actionsBelow(const QList<QAction*>& menus);

/// The text of an action without mnemonic and ellipsis.
QString plainText(const QAction& action);

/// The property of a QAction with further search words.
inline constexpr const char* kSearchWords = "searchWords";

/// The property of a QAction with the reason why it is disabled; empty: it is enabled.
inline constexpr const char* kObstacle = "obstacle";

/// How well an entry matches the typed text; 0: not at all. Every word must occur, in any order, in
/// the text, the path, the search words or the hint; matches at the start of the text score
/// highest, then those at starts of its words, then others.
int matchScore(const FoundAction& entry, const QString& typed);

/// The matching entries, best first; equal matches keep their order.
std::vector<FoundAction> findActions(const std::vector<FoundAction>& entries, const QString& typed);

}  // namespace posewright::ui
