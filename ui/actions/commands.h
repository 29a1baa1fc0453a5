#pragma once

namespace posewright::ui {
class Desk;
}

/// What the rows of the action table do, where that is more than a line. Each turns what is
/// selected into edits and commits them as one step.
namespace posewright::ui::commands {

void newDocument(Desk& desk);
void save(Desk& desk);

bool canDelete(Desk& desk);
void deleteSelected(Desk& desk);

/// A target on each selected bone: its chain goes up two bones where there are that many.
bool canAddTarget(Desk& desk);
void addTarget(Desk& desk);
bool canAddPole(Desk& desk);
void addPole(Desk& desk);
bool hasTarget(Desk& desk);
void removeTargets(Desk& desk);
void removeTargetsKeepingPose(Desk& desk);

void setKey(Desk& desk);
void setAllKeys(Desk& desk);
void toggleLoop(Desk& desk);
void goToStart(Desk& desk);
void goToEnd(Desk& desk);
void goBack(Desk& desk);
void goOn(Desk& desk);
/// Keys of the selected targets; of all where none is selected.
void goToPreviousKey(Desk& desk);
void goToNextKey(Desk& desk);
void goToNextProblem(Desk& desk);

void lookFromFront(Desk& desk);
void lookFromSide(Desk& desk);
void lookFromTop(Desk& desk);

}  // namespace posewright::ui::commands
