#pragma once

#include "ui/actions/find_action.h"

#include <vector>

class QObject;

namespace posewright::ui {

class Desk;

/// Targets, poles and bones of the open document as entries of a search, in that order: the text is
/// the name, the path is what kind of thing it is. Triggering one selects it and brings it into
/// view. `owner` gets the actions.
std::vector<FoundAction> nodesToFind(Desk& desk, QObject& owner);

}  // namespace posewright::ui
