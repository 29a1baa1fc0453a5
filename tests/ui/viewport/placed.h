#pragma once

#include "ui/viewport/layers/composition.h"

#include <Qt3DCore/QEntity>
#include <Qt3DCore/QTransform>

namespace posewright::test {

/// Where the entity of a node's bone, target or pole was last placed; null: it has none.
inline const Qt3DCore::QTransform* placementOf(const ui::Composition& picture, const Document& doc,
                                               NodeId node)
{
    const std::string& name = (*doc.scene)[doc.scene->find(node)].name;
    const auto* entity = picture.root().findChild<Qt3DCore::QEntity*>(QString::fromStdString(name));
    const auto placed =
        entity ? entity->componentsOfType<Qt3DCore::QTransform>() : QList<Qt3DCore::QTransform*>();
    return placed.isEmpty() ? nullptr : placed.front();
}

}  // namespace posewright::test
