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

/// What the rows of several menus need.
namespace posewright::ui::helpers {

/// In the context "Actions".
QString translated(const char* text);
std::vector<QKeySequence> keys(QKeySequence::StandardKey key);

/// There is a picture of the scene.
bool draws(Desk& desk);

/// Obstacles that several rows meet: something is being read or written, there is no picture, no
/// target is selected.
Obstacle busy(Desk& desk);
Obstacle blind(Desk& desk);
Obstacle noTarget(Desk& desk);
/// The document has no bones.
Obstacle noBones(Desk& desk);

/// In the order picked.
std::vector<NodeId> selectedBones(Desk& desk);

/// A word to the user about why something was not done; nothing where it was.
void tell(Desk& desk, const Result<void>& done);

/// The edits as one step of the history, or a word to the user about why not. Nothing where there
/// are none. True: done, or under way where it takes long.
bool commit(Desk& desk, const std::vector<edit::Edit>& edits, const QString& text);

/// The edits that the operation comes to on the document, as `commit` above.
bool perform(Desk& desk, const operate::Operation& operation, const QString& text);

/// What is posed together: what is selected; without a selection all targets, and where there are
/// none, all that has keys.
std::vector<NodeId> posedNodes(Desk& desk);

/// Valid until the document changes.
std::vector<const Constraint*> selectedTargets(Desk& desk);
std::vector<ConstraintId> idsOf(const std::vector<const Constraint*>& constraints);
/// Nodes of the targets that edits have added, once they are made.
std::vector<NodeId> targetsAdded(const Document& after, const std::vector<edit::Edit>& edits);
void removeTargets(Desk& desk, bool keepPose);

}  // namespace posewright::ui::helpers
