#include "ui/viewport/layers/overlay.h"

#include <algorithm>

namespace posewright::ui {

bool Emphasis::isSelected(NodeId node) const
{
    return std::find(selected.begin(), selected.end(), node) != selected.end();
}

}  // namespace posewright::ui
