#include "ui/viewport/layers/card_skin.h"

#include "core/skinning/skin.h"
#include "ui/viewport/draw/surface_shader.h"
#include "ui/viewport/draw/vertex_attribute.h"

#include <QByteArray>
#include <QVector3D>
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QTransform>

#include <algorithm>
#include <array>

namespace posewright::ui {

namespace {

bool hasInfluences(const MeshPart& part)
{
    return part.skin >= 0 && !part.mesh->joints.empty();
}

}  // namespace

std::optional<int> CardSkin::setsFor(const Scene& scene, const MeshPart& part)
{
    if (!hasInfluences(part)) return 0;
    const auto sets = 1 + static_cast<int>(part.mesh->moreInfluences.size());
    if (sets > kMostSets || std::ssize(scene.skins()[part.skin].joints) > kMostJoints)
        return std::nullopt;
    return sets;
}

CardSkin::CardSkin(Qt3DCore::QEntity& owner, const MeshPart& part, int sets) :
    sets_(sets), origin_(new Qt3DCore::QTransform(&owner)), joints_(new Qt3DCore::QBuffer(&owner))
{
    owner.addComponent(origin_);
    joints_->setUsage(Qt3DCore::QBuffer::StreamDraw);
    const auto add = [&](const char* name, int set, const auto& values,
                         Qt3DCore::QAttribute::VertexBaseType type) {
        const VertexField field{.name = name + std::to_string(set), .size = 4, .type = type};
        Qt3DCore::QBuffer* buffer = bufferOf(owner, values);
        attributes_.push_back(makeAttribute(owner, *buffer, values, field));
    };
    for (int set = 0; set < sets; ++set) {
        const Mesh& mesh = *part.mesh;
        const Influences* more = set > 0 ? &mesh.moreInfluences[set - 1] : nullptr;
        add("joints", set, more ? more->joints : mesh.joints, Qt3DCore::QAttribute::UnsignedShort);
        add("weights", set, more ? more->weights : mesh.weights, Qt3DCore::QAttribute::Float);
    }
}

void CardSkin::place(const Scene& scene, NodeIndex row, const MeshPart& part,
                     const std::vector<WorldTransform>& world)
{
    // Far from the world's origin, single precision is too coarse for where joints are, but not for
    // where they are from one of them. What is subtracted is what Qt 3D adds.
    const NodeIndex near = sets_ > 0 ? scene.find(scene.skins()[part.skin].joints.front()) : row;
    const Eigen::Vector3f from = world[near].position.cast<float>();
    origin_->setTranslation({from.x(), from.y(), from.z()});
    std::vector<std::array<float, 4>> rows;
    rows.reserve(static_cast<std::size_t>(rowsFor(sets_)));
    for (const skinning::Columns& map :
         skinning::bindMatrices(scene, row, part, world, from.cast<double>()))
        for (int r = 0; r < 3; ++r)
            rows.push_back(
                {map.values[r], map.values[4 + r], map.values[8 + r], map.values[12 + r]});
    rows.resize(static_cast<std::size_t>(rowsFor(sets_)));
    joints_->setData(bytesOfMany(rows));
}

}  // namespace posewright::ui
