#include "ui/viewport/layers/drawn_mesh.h"

#include "ui/viewport/draw/discard.h"
#include "ui/viewport/draw/vertex_attribute.h"
#include "ui/viewport/layers/overlay.h"
#include "ui/viewport/layers/weight_tints.h"

#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QMaterial>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace posewright::ui {

namespace {

/// The material of surfaces that show weights.
Shared<Material> chalkOf(const Material& of)
{
    Material out;
    out.metallic = 0;
    out.twoSided = of.twoSided;
    return out;
}

std::vector<MeshPiece> piecesOf(const MeshPart& part)
{
    if (!part.mesh->pieces.empty()) return part.mesh->pieces;
    Material material;
    std::copy(part.color.begin(), part.color.end(), material.baseColor.begin());
    material.metallic = 0;
    material.roughness = 0.8F;
    material.twoSided = true;
    return {{0, static_cast<std::uint32_t>(part.mesh->indices.size()), material}};
}

std::optional<int> setsOf(const Scene& scene, const MeshPart& part, MovedBy by)
{
    return by == MovedBy::Card ? CardSkin::setsFor(scene, part) : std::nullopt;
}

}  // namespace

DrawnMesh::DrawnMesh(Qt3DCore::QNode& parent, SurfaceBox& surfaces, const Scene& scene,
                     const Node& node, const MeshPart& part, MovedBy by) :
    surfaces_(surfaces),
    id_(node.id), part_(part), owner_(new Qt3DCore::QEntity), moved_(part.mesh->positions.size())
{
    owner_->setObjectName(QString::fromStdString(node.name));
    owner_->setParent(&parent);
    const std::optional<int> sets = setsOf(scene, part, by);
    vertices_ = new Qt3DCore::QBuffer(owner_);
    vertices_->setUsage(sets ? Qt3DCore::QBuffer::DynamicDraw : Qt3DCore::QBuffer::StreamDraw);
    const std::vector<Look> looks = looksOf(*part.mesh);
    looks_ = bufferOf(*owner_, looks);
    using V = skinning::Vertex;
    attributes_ = {
        makeAttribute(*owner_, *vertices_, moved_, {"at", 3, offsetof(V, position)}),
        makeAttribute(*owner_, *vertices_, moved_, {"facing", 3, offsetof(V, normal)}),
        makeAttribute(*owner_, *looks_, looks, {"uv0", 2, offsetof(Look, uv)}),
        makeAttribute(*owner_, *looks_, looks, {"uv1", 2, offsetof(Look, uv) + 8}),
        makeAttribute(*owner_, *looks_, looks,
                      {"tint", 4, offsetof(Look, tint), Qt3DCore::QAttribute::UnsignedByte})};
    if (sets) {
        card_.emplace(*owner_, part, *sets);
        attributes_.insert(attributes_.end(), card_->attributes().begin(),
                           card_->attributes().end());
    }
    Qt3DCore::QBuffer* resting = bufferOf(*owner_, part.mesh->positions);
    rest_ = makeAttribute(*owner_, *resting, part.mesh->positions, {"rest", 3});
    Qt3DCore::QBuffer* corners = bufferOf(*owner_, part.mesh->indices);
    for (const MeshPiece& piece : piecesOf(part)) addPiece(piece, *corners);
}

DrawnMesh::~DrawnMesh()
{
    if (!owner_) return;
    const Qt3DCore::QBuffer* joints = card_ ? card_->joints() : nullptr;
    discard(owner_);
    if (joints) surfaces_.forget(joints);
}

bool DrawnMesh::shows(const Scene& scene, const Node& node, const MeshPart& part, MovedBy by) const
{
    return id_ == node.id && part_.mesh.sameAs(part.mesh) && part_.skin == part.skin &&
           part_.color == part.color &&
           setsOf(scene, part, by) == (card_ ? std::optional(card_->sets()) : std::nullopt);
}

void DrawnMesh::forgetTints()
{
    if (tinted_) tinted_ = std::vector{NodeId::None};
}

void DrawnMesh::place(const Scene& scene, const std::vector<WorldTransform>& world,
                      std::span<const MorphWeights> morphs)
{
    const NodeIndex row = scene.find(id_);
    mirrored_ = part_.skin < 0 && world[row].linear.determinant() < 0;
    const std::span<const double> weights = weightsOf(morphs, id_, part_.morphs);
    if (card_) {
        reshape(weights);
        card_->place(scene, row, part_, world);
        return;
    }
    const skinning::Shape shape = skinning::shapeOf(*part_.mesh, weights, room_);
    skinning::moveVertices(part_, shape, skinning::bindMatrices(scene, row, part_, world), moved_);
    vertices_->setData(bytesOfMany(moved_));
}

/// Gives the card the vertices with these morphs; it keeps them until a weight changes.
void DrawnMesh::reshape(std::span<const double> weights)
{
    if (morphs_ && std::equal(weights.begin(), weights.end(), morphs_->begin(), morphs_->end()))
        return;
    morphs_.emplace(weights.begin(), weights.end());
    const skinning::Shape shape = skinning::shapeOf(*part_.mesh, weights, room_);
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        std::copy_n(shape.positions[i].data(), 3, moved_[i].position.begin());
        if (shape.normals) std::copy_n(shape.normals[i].data(), 3, moved_[i].normal.begin());
    }
    vertices_->setData(bytesOfMany(moved_));
}

void DrawnMesh::paint(const Scene& scene, const Emphasis& emphasis, bool lit)
{
    const ViewState& view = emphasis.view;
    const bool shown = view.meshes != MeshStyle::Hidden &&
                       !std::binary_search(view.hidden.begin(), view.hidden.end(), id_);
    owner_->setEnabled(shown);
    if (!shown) return;
    const bool weights = view.meshes == MeshStyle::Weights;
    tint(weights ? std::optional(moversAmong(scene, emphasis.selected)) : std::nullopt, scene);
    SurfaceStyle style{view.meshes, view.shading, mirrored_, part_.mesh->normals.empty(), lit};
    style.tinted = weights || !part_.mesh->colors.empty();
    if (card_) style.sets = card_->sets();
    if (weights) {
        style.style = MeshStyle::Smooth;
        style.shading = Shading::Lambert;
        style.lit = false;
    }
    for (Piece& piece : pieces_) {
        Qt3DRender::QMaterial* material = surfaces_.material(
            weights ? piece.chalk : piece.material, style, card_ ? card_->joints() : nullptr);
        if (material == piece.shown) continue;
        if (piece.shown) piece.entity->removeComponent(piece.shown);
        piece.entity->addComponent(material);
        piece.shown = material;
    }
}

std::vector<DrawnMesh::Look> DrawnMesh::looksOf(const Mesh& mesh)
{
    std::vector<Look> out(mesh.positions.size());
    for (std::size_t set = 0; set < mesh.uv.size(); ++set)
        for (std::size_t i = 0; i < mesh.uv[set].size(); ++i)
            for (int axis = 0; axis < 2; ++axis) out[i].uv[2 * set + axis] = mesh.uv[set][i][axis];
    for (std::size_t i = 0; i < mesh.colors.size(); ++i)
        for (int c = 0; c < 4; ++c)
            out[i].tint[c] = static_cast<std::uint8_t>(
                std::lround(std::clamp(mesh.colors[i][c], 0.0F, 1.0F) * 255));
    return out;
}

/// Colours the vertices by their weights for these movers; nullopt: own colours.
void DrawnMesh::tint(std::optional<std::vector<NodeId>> movers, const Scene& scene)
{
    if (movers == tinted_) return;
    tinted_ = std::move(movers);
    std::vector<Look> looks = looksOf(*part_.mesh);
    if (tinted_) {
        const std::vector<Tint> tints = weightTints(scene, scene.find(id_), *tinted_);
        for (std::size_t i = 0; i < looks.size(); ++i) looks[i].tint = tints[i];
    }
    looks_->setData(bytesOfMany(looks));
}

void DrawnMesh::addPiece(const MeshPiece& piece, Qt3DCore::QBuffer& corners)
{
    if (piece.count == 0) return;
    auto* entity = new Qt3DCore::QEntity(owner_);
    auto* geometry = new Qt3DCore::QGeometry(entity);
    for (Qt3DCore::QAttribute* attribute : attributes_) geometry->addAttribute(attribute);
    auto* index = new Qt3DCore::QAttribute(geometry);
    index->setAttributeType(Qt3DCore::QAttribute::IndexAttribute);
    index->setVertexBaseType(Qt3DCore::QAttribute::UnsignedInt);
    index->setBuffer(&corners);
    index->setByteOffset(piece.first * static_cast<uint>(sizeof(std::uint32_t)));
    index->setCount(piece.count);
    geometry->addAttribute(index);
    // The bounds must not be recomputed each frame; nothing is culled by them.
    geometry->setBoundingVolumePositionAttribute(rest_);
    auto* renderer = new Qt3DRender::QGeometryRenderer(entity);
    renderer->setPrimitiveType(Qt3DRender::QGeometryRenderer::Triangles);
    renderer->setGeometry(geometry);
    entity->addComponent(renderer);
    pieces_.push_back({entity, piece.material, chalkOf(*piece.material), nullptr});
}

}  // namespace posewright::ui
