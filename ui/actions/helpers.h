#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"
#include "core/operate/operate.h"
#include "ui/actions/row.h"

#include <QKeySequence>
#include <QString>

#include <vector>

namespace posewright::ui {
class Desk;
}

/// Helpers for the rows of several menus.
namespace posewright::ui::helpers {

/// Translated in the context "Actions".
QString translated(const char* text);
std::vector<QKeySequence> keys(QKeySequence::StandardKey key);

/// Is the scene drawn?
bool draws(Desk& desk);

/// Obstacles that several rows share: a file is being read or written, the scene is not drawn, no
/// target is selected.
Obstacle busy(Desk& desk);
Obstacle blind(Desk& desk);
Obstacle noTarget(Desk& desk);
/// Obstacle: the document has no bones.
Obstacle noBones(Desk& desk);

/// In the order of selection.
std::vector<NodeId> selectedBones(Desk& desk);

/// Tells the user why something failed; nothing if it succeeded.
void tell(Desk& desk, const Result<void>& done);

/// Commits the edits as one step of the history, or tells the user why that failed. Does nothing
/// without edits. True: done, or started if it takes long.
bool commit(Desk& desk, const std::vector<edit::Edit>& edits, const QString& text);

/// Commits the edits of an operation, as above.
bool perform(Desk& desk, const operate::Operation& operation, const QString& text);

/// The nodes to pose: the selected ones, else all targets, else everything that has keys.
std::vector<NodeId> posedNodes(Desk& desk);

/// Valid until the document changes.
std::vector<const Constraint*> selectedTargets(Desk& desk);
std::vector<ConstraintId> idsOf(const std::vector<const Constraint*>& constraints);
/// The target nodes that the edits have added.
std::vector<NodeId> targetsAdded(const Document& after, const std::vector<edit::Edit>& edits);
void removeTargets(Desk& desk, bool keepPose);

}  // namespace posewright::ui::helpers
