#pragma once

#include "ui/actions/row.h"

/// The rows of each menu, in its own file: a new action is a new row there.
namespace posewright::ui::menus {

/// A property of the clipboard: does it contain keys? Invalid: not checked since it changed.
inline constexpr const char* kClipboardHasKeys = "posewrightHasKeys";

std::vector<ActionRow> file();
std::vector<ActionRow> newSkeletons();  ///< more of the File menu
std::vector<ActionRow> edit();
std::vector<ActionRow> props();  ///< more of the Target menu
std::vector<ActionRow> pose();
std::vector<ActionRow> blends();             ///< more of the Pose menu
std::vector<ActionRow> drags();              ///< more of the Pose menu
std::vector<ActionRow> bones();              ///< more of the Pose menu
std::vector<ActionRow> flesh();              ///< more of the Pose menu
std::vector<ActionRow> insertedSkeletons();  ///< more of the Pose menu
std::vector<ActionRow> layers();             ///< more of the Pose menu
std::vector<ActionRow> target();
std::vector<ActionRow> kinds();           ///< more of the Target menu
std::vector<ActionRow> changedTargets();  ///< more of the Target menu
std::vector<ActionRow> spans();           ///< more of the Target menu
std::vector<ActionRow> fitting();         ///< more of the Target menu
std::vector<ActionRow> acting();          ///< more of the Target menu
std::vector<ActionRow> time();
std::vector<ActionRow> timelineKeys();     ///< more of the Time menu
std::vector<ActionRow> markersAndRange();  ///< more of the Time menu
std::vector<ActionRow> view();
std::vector<ActionRow> display();  ///< more of the View menu
std::vector<ActionRow> window();
std::vector<ActionRow> help();

}  // namespace posewright::ui::menus
