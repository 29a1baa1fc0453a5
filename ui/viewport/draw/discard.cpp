#include "ui/viewport/draw/discard.h"

#include <Qt3DCore/QNode>

namespace posewright::ui {

void discard(Qt3DCore::QNode* node)
{
    if (!node) return;
    const Qt3DCore::QNodeVector below = node->childNodes();
    for (auto child = below.rbegin(); child != below.rend(); ++child) discard(*child);
    delete node;
}

}  // namespace posewright::ui
