#include "core/skinning/skin.h"
#include "ui/viewport/draw/discard.h"
#include "ui/viewport/draw/scene3d.h"
#include "ui/viewport/draw/surface.h"
#include "ui/viewport/layers/layer.h"
#include "ui/viewport/layers/weight_tints.h"

#include <QPointer>
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QMaterial>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace posewright::ui {

namespace {

/// Attributes of a vertex that do not change with the pose.
struct MeshLook {
    std::array<float, 4> uv{};
    Tint tint{{255, 255, 255, 255}};
};

std::vector<MeshLook> looksOf(const Mesh& mesh)
{
    std::vector<MeshLook> out(mesh.positions.size());
    for (std::size_t set = 0; set < mesh.uv.size(); ++set)
        for (std::size_t i = 0; i < mesh.uv[set].size(); ++i)
            for (int axis = 0; axis < 2; ++axis) out[i].uv[2 * set + axis] = mesh.uv[set][i][axis];
    for (std::size_t i = 0; i < mesh.colors.size(); ++i)
        for (int c = 0; c < 4; ++c)
            out[i].tint[c] = static_cast<std::uint8_t>(
                std::lround(std::clamp(mesh.colors[i][c], 0.0F, 1.0F) * 255));
    return out;
}

/// The material of surfaces that show weights.
Shared<Material> chalk(const Material& of)
{
    Material out;
    out.metallic = 0;
    out.twoSided = of.twoSided;
    return out;
}

template <class T>
QByteArray bytesOfMany(const std::vector<T>& many)
{
    return {reinterpret_cast<const char*>(many.data()),
            static_cast<qsizetype>(many.size() * sizeof(T))};
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

/// A mesh of a node, uploaded to the graphics card.
class DrawnMesh {
public:
    DrawnMesh(Qt3DCore::QNode& parent, const Node& node, const MeshPart& part) :
        id_(node.id), part_(part), owner_(new Qt3DCore::QEntity),
        moved_(part.mesh->positions.size())
    {
        owner_->setObjectName(QString::fromStdString(node.name));
        owner_->setParent(&parent);
        vertices_ = new Qt3DCore::QBuffer(owner_);
        vertices_->setUsage(Qt3DCore::QBuffer::StreamDraw);
        looks_ = new Qt3DCore::QBuffer(owner_);
        looks_->setData(bytesOfMany(looksOf(*part.mesh)));
        auto* corners = new Qt3DCore::QBuffer(owner_);
        corners->setData(bytesOfMany(part.mesh->indices));
        using V = skinning::Vertex;
        attributes_ = {attribute("at", 3, offsetof(V, position), *vertices_, sizeof(V)),
                       attribute("facing", 3, offsetof(V, normal), *vertices_, sizeof(V)),
                       attribute("uv0", 2, offsetof(MeshLook, uv), *looks_, sizeof(MeshLook)),
                       attribute("uv1", 2, offsetof(MeshLook, uv) + 8, *looks_, sizeof(MeshLook)),
                       attribute("tint", 4, offsetof(MeshLook, tint), *looks_, sizeof(MeshLook))};
        attributes_.back()->setVertexBaseType(Qt3DCore::QAttribute::UnsignedByte);
        auto* resting = new Qt3DCore::QBuffer(owner_);
        resting->setData(bytesOfMany(part.mesh->positions));
        rest_ = attribute("rest", 3, 0, *resting, sizeof(Eigen::Vector3f));
        for (const MeshPiece& piece : piecesOf(part)) addPiece(piece, *corners);
    }
    ~DrawnMesh() { discard(owner_); }
    DrawnMesh(const DrawnMesh&) = delete;
    DrawnMesh& operator=(const DrawnMesh&) = delete;

    bool shows(const Node& node, const MeshPart& part) const
    {
        return id_ == node.id && part_.mesh.sameAs(part.mesh) && part_.skin == part.skin &&
               part_.color == part.color;
    }

    /// The hierarchy may have changed which joints belong to the selected bones.
    void forgetTints()
    {
        if (tinted_) tinted_ = std::vector{NodeId::None};
    }

    void place(const Scene& scene, const Evaluation& evaluation)
    {
        const NodeIndex row = scene.find(id_);
        const std::vector<WorldTransform>& world = evaluation.world;
        const skinning::Shape shape =
            skinning::shapeOf(*part_.mesh, weightsOf(evaluation.morphs, id_, part_.morphs), room_);
        skinning::moveVertices(part_, shape, skinning::bindMatrices(scene, row, part_, world),
                               moved_);
        vertices_->setData(bytesOfMany(moved_));
        mirrored_ = part_.skin < 0 && world[row].linear.determinant() < 0;
    }

    void paint(SurfaceBox& surfaces, const Scene& scene, const Emphasis& emphasis, bool lit)
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
        if (weights) {
            style.style = MeshStyle::Smooth;
            style.shading = Shading::Lambert;
            style.lit = false;
        }
        for (Piece& piece : pieces_) {
            Qt3DRender::QMaterial* material =
                surfaces.material(weights ? piece.chalk : piece.material, style);
            if (material == piece.shown) continue;
            if (piece.shown) piece.entity->removeComponent(piece.shown);
            piece.entity->addComponent(material);
            piece.shown = material;
        }
    }

private:
    struct Piece {
        Qt3DCore::QEntity* entity = nullptr;
        Shared<Material> material;
        Shared<Material> chalk;
        Qt3DRender::QMaterial* shown = nullptr;
    };

    /// Colours the vertices by their weights for these movers; nullopt: own colours.
    void tint(std::optional<std::vector<NodeId>> movers, const Scene& scene)
    {
        if (movers == tinted_) return;
        tinted_ = std::move(movers);
        std::vector<MeshLook> looks = looksOf(*part_.mesh);
        if (tinted_) {
            const std::vector<Tint> tints = weightTints(scene, scene.find(id_), *tinted_);
            for (std::size_t i = 0; i < looks.size(); ++i) looks[i].tint = tints[i];
        }
        looks_->setData(bytesOfMany(looks));
    }

    Qt3DCore::QAttribute* attribute(const char* name, uint size, std::size_t offset,
                                    Qt3DCore::QBuffer& buffer, std::size_t stride)
    {
        auto* out = new Qt3DCore::QAttribute(owner_);
        out->setName(QString::fromLatin1(name));
        out->setAttributeType(Qt3DCore::QAttribute::VertexAttribute);
        out->setVertexBaseType(Qt3DCore::QAttribute::Float);
        out->setVertexSize(size);
        out->setByteStride(static_cast<uint>(stride));
        out->setByteOffset(static_cast<uint>(offset));
        out->setBuffer(&buffer);
        out->setCount(static_cast<uint>(moved_.size()));
        return out;
    }

    void addPiece(const MeshPiece& piece, Qt3DCore::QBuffer& corners)
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
        pieces_.push_back({entity, piece.material, chalk(*piece.material), nullptr});
    }

    NodeId id_;
    MeshPart part_;
    QPointer<Qt3DCore::QEntity> owner_;  ///< null if the scene was destroyed first
    Qt3DCore::QBuffer* vertices_ = nullptr;
    Qt3DCore::QBuffer* looks_ = nullptr;
    std::optional<std::vector<NodeId>> tinted_;  ///< by these movers; nullopt: own colours
    std::vector<Qt3DCore::QAttribute*> attributes_;
    Qt3DCore::QAttribute* rest_ = nullptr;
    std::vector<Piece> pieces_;
    std::vector<skinning::Vertex> moved_;
    skinning::ShapeRoom room_;
    bool mirrored_ = false;
};

/// The scene's lights for surfaces: the first ones, not the brightest.
std::vector<SurfaceLight> lightsOf(const Scene& scene, const std::vector<WorldTransform>& world)
{
    std::vector<SurfaceLight> out;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const auto* light = std::get_if<LightPart>(&scene[row].part);
        if (!light || out.size() >= SurfaceBox::kLights) continue;
        const Eigen::Vector3f back = (world[row].linear * Vec3::UnitZ()).normalized().cast<float>();
        SurfaceLight one;
        if (light->kind == LightKind::Directional)
            one.place << back, 0;
        else
            one.place << world[row].position.cast<float>(), 1;
        for (int c = 0; c < 3; ++c) one.color[c] = light->color[c] * light->intensity;
        one.aim = -back;
        if (light->kind == LightKind::Spot) one.cone = std::cos(light->outerCone);
        out.push_back(one);
    }
    return out;
}

class Meshes {
public:
    explicit Meshes(Scene3d& scene) : root_(scene.root()), surfaces_(&root_) {}

    void build(const Document& doc)
    {
        scene_ = doc.scene;
        std::vector<std::unique_ptr<DrawnMesh>> before = std::move(drawn_);
        drawn_.clear();
        bool kept = false;
        for (const Node& node : scene_->nodes()) {
            const auto* part = std::get_if<MeshPart>(&node.part);
            if (!part || part->mesh->indices.empty()) continue;
            const auto same = std::find_if(before.begin(), before.end(), [&](const auto& old) {
                return old && old->shows(node, *part);
            });
            kept |= same != before.end();
            if (same != before.end()) (*same)->forgetTints();
            drawn_.push_back(same != before.end()
                                 ? std::move(*same)
                                 : std::make_unique<DrawnMesh>(root_, node, *part));
        }
        before.clear();
        if (!kept) surfaces_.clear();
    }

    void place(const Evaluation& evaluation)
    {
        for (const auto& mesh : drawn_) mesh->place(*scene_, evaluation);
        world_ = evaluation.world;
        shine();
        if (seen_) paint(*seen_);
    }

    void paint(const Emphasis& emphasis)
    {
        const bool other = !seen_ || seen_->view.sceneLights != emphasis.view.sceneLights;
        seen_ = emphasis;
        if (other) shine();
        surfaces_.expose(emphasis.view.exposure);
        for (const auto& mesh : drawn_) mesh->paint(surfaces_, *scene_, emphasis, lit_);
    }

private:
    void shine()
    {
        const bool theirs =
            seen_ && seen_->view.sceneLights && std::ssize(world_) == scene_->size();
        std::vector<SurfaceLight> lights;
        if (theirs) lights = lightsOf(*scene_, world_);
        surfaces_.light(lights);
        lit_ = !lights.empty();
    }

    Qt3DCore::QEntity& root_;
    SurfaceBox surfaces_;
    Shared<Scene> scene_;
    std::vector<std::unique_ptr<DrawnMesh>> drawn_;
    std::vector<WorldTransform> world_;
    std::optional<Emphasis> seen_;
    bool lit_ = false;  ///< by lights of the scene
};

}  // namespace

/// Characters and props: meshes as their skins move them, in their own colours.
Layer makeMeshes(Scene3d& scene)
{
    const auto meshes = std::make_shared<Meshes>(scene);
    Layer layer;
    layer.documentChanged = [meshes](const Document& doc, const Stage&) { meshes->build(doc); };
    layer.frameChanged = [meshes](const Evaluation& evaluation) { meshes->place(evaluation); };
    layer.emphasisChanged = [meshes](const Emphasis& emphasis) { meshes->paint(emphasis); };
    return layer;
}

}  // namespace posewright::ui
