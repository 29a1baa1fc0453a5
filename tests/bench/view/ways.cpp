#include "tests/bench/view/ways.h"

#include "core/skinning/skin.h"
#include "ui/viewport/draw/surface_shader.h"
#include "ui/viewport/draw/technique.h"
#include "ui/viewport/layers/composition.h"
#include "ui/viewport/stage.h"

#include <QVector2D>
#include <QVector3D>
#include <QVector4D>
#include <Qt3DCore/QArmature>
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QGeometry>
#include <Qt3DCore/QJoint>
#include <Qt3DCore/QSkeleton>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderPass>
#include <Qt3DRender/QTexture>
#include <Qt3DRender/QTextureDataUpdate>
#include <Qt3DRender/QTextureImageData>

#include <array>
#include <memory>

namespace posewright::bench {

namespace {

using Attribute = Qt3DCore::QAttribute;
using skinning::Columns;

template <class T>
QByteArray bytesOf(const std::vector<T>& many)
{
    return {reinterpret_cast<const char*>(many.data()),
            static_cast<qsizetype>(many.size() * sizeof(T))};
}

Qt3DCore::QBuffer* bufferOf(Qt3DCore::QNode& owner, const QByteArray& bytes = {})
{
    auto* out = new Qt3DCore::QBuffer(&owner);
    out->setData(bytes);
    return out;
}

/// One draw call: indices, attributes, and the fragment shader that the view has for a plain
/// material.
class Drawn {
public:
    Drawn(Qt3DCore::QEntity& root, const Figure& figure) :
        entity_(new Qt3DCore::QEntity(&root)), geometry_(new Qt3DCore::QGeometry(entity_)),
        count_(static_cast<uint>(figure.part->mesh->positions.size()))
    {
        auto* index = new Attribute(geometry_);
        index->setAttributeType(Attribute::IndexAttribute);
        index->setVertexBaseType(Attribute::UnsignedInt);
        index->setBuffer(bufferOf(*entity_, bytesOf(figure.part->mesh->indices)));
        index->setCount(static_cast<uint>(figure.part->mesh->indices.size()));
        geometry_->addAttribute(index);
        auto* resting = bufferOf(*entity_, bytesOf(figure.part->mesh->positions));
        rest_ = add("rest", 3, *resting, 12, 0);
        geometry_->setBoundingVolumePositionAttribute(rest_);
    }

    Attribute* add(const char* name, uint size, Qt3DCore::QBuffer& buffer, uint stride, uint offset,
                   Attribute::VertexBaseType type = Attribute::Float)
    {
        auto* out = new Attribute(geometry_);
        out->setName(QString::fromLatin1(name));
        out->setAttributeType(Attribute::VertexAttribute);
        out->setVertexBaseType(type);
        out->setVertexSize(size);
        out->setByteStride(stride);
        out->setByteOffset(offset);
        out->setBuffer(&buffer);
        out->setCount(count_);
        geometry_->addAttribute(out);
        return out;
    }

    /// What a shader that moves vertices by itself starts from.
    void addRest(const Figure& figure, std::uint16_t firstJoint)
    {
        const Mesh& mesh = *figure.part->mesh;
        std::vector<std::array<std::uint16_t, 4>> joints = mesh.joints;
        for (auto& row : joints)
            for (std::uint16_t& joint : row) joint += firstJoint;
        add("at", 3, *bufferOf(*entity_, bytesOf(mesh.positions)), 12, 0);
        add("facing", 3, *bufferOf(*entity_, bytesOf(mesh.normals)), 12, 0);
        add("joints", 4, *bufferOf(*entity_, bytesOf(joints)), 8, 0, Attribute::UnsignedShort);
        add("weights", 4, *bufferOf(*entity_, bytesOf(mesh.weights)), 16, 0);
    }

    /// @param declared  before main(); `moved`: GLSL that sets `vec3 p` and `vec3 n`
    Qt3DRender::QMaterial* shade(const Figure& figure, const QByteArray& declared,
                                 const QByteArray& moved)
    {
        const QByteArray vertex = "in vec3 at;\nin vec3 facing;\nuniform mat4 viewMatrix;\n"
                                  "uniform mat4 projectionMatrix;\nout vec3 place;\n"
                                  "out vec3 normal;\n" +
                                  declared + "void main()\n{\n" + moved +
                                  "    vec4 seen = viewMatrix * vec4(p, 1.0);\n"
                                  "    place = seen.xyz;\n    normal = mat3(viewMatrix) * n;\n"
                                  "    gl_Position = projectionMatrix * seen;\n}\n";
        const QByteArray fragment = ui::fragmentCode(ui::SurfaceShader{});
        auto* material = new Qt3DRender::QMaterial(entity_);
        auto* effect = new Qt3DRender::QEffect(material);
        ui::addTechniques(*effect, vertex.constData(), fragment.constData());
        material->setEffect(effect);
        const Material& of = *figure.part->mesh->pieces.front().material;
        set(*material, "baseColor",
            QVector4D(of.baseColor[0], of.baseColor[1], of.baseColor[2], of.baseColor[3]));
        set(*material, "emissionColor", QVector3D());
        set(*material, "metalRough", QVector2D(of.metallic, of.roughness));
        set(*material, "strengths", QVector2D(1, 1));
        set(*material, "cutoff", of.cutoff);
        set(*material, "brightness", 1.0F);
        auto* renderer = new Qt3DRender::QGeometryRenderer(entity_);
        renderer->setGeometry(geometry_);
        entity_->addComponent(renderer);
        entity_->addComponent(material);
        return material;
    }

    static Qt3DRender::QParameter* set(Qt3DRender::QMaterial& material, const char* name,
                                       const QVariant& value)
    {
        auto* out = new Qt3DRender::QParameter(QString::fromLatin1(name), value, &material);
        material.addParameter(out);
        return out;
    }

    Qt3DCore::QEntity& entity() { return *entity_; }

private:
    Qt3DCore::QEntity* entity_;
    Qt3DCore::QGeometry* geometry_;
    Attribute* rest_ = nullptr;
    uint count_;
};

std::vector<Columns> matricesOf(const Figure& figure, int frame)
{
    return skinning::bindMatrices(*figure.doc.scene, figure.row, *figure.part,
                                  figure.shown[frame].world);
}

/// Three rows of four for each joint.
using Rows = std::vector<std::array<float, 4>>;
Rows rowsOf(const Figure& figure, int frame)
{
    Rows out;
    for (const Columns& m : matricesOf(figure, frame))
        for (int row = 0; row < 3; ++row)
            out.push_back(
                {m.values[row], m.values[4 + row], m.values[8 + row], m.values[12 + row]});
    return out;
}

QByteArray rowCount(const Figure& figure)
{
    const Skin& skin = figure.doc.scene->skins()[figure.part->skin];
    return QByteArray::number(3 * static_cast<int>(skin.joints.size()));
}

/// Blends the rows that `row(i)` gives.
constexpr const char* kByRows = R"(
    vec4 x = vec4(0.0);
    vec4 y = vec4(0.0);
    vec4 z = vec4(0.0);
    for (int c = 0; c < 4; ++c) {
        int first = 3 * int(joints[c]);
        x += weights[c] * row(first);
        y += weights[c] * row(first + 1);
        z += weights[c] * row(first + 2);
    }
    vec4 v = vec4(at, 1.0);
    vec3 p = vec3(dot(x, v), dot(y, v), dot(z, v));
    vec3 n = vec3(dot(x.xyz, facing), dot(y.xyz, facing), dot(z.xyz, facing));
)";
constexpr const char* kInfluences = "in uvec4 joints;\nin vec4 weights;\n";

Move byProcessor(Qt3DCore::QEntity& root, const Figure& figure)
{
    auto drawn = std::make_shared<Drawn>(root, figure);
    Qt3DCore::QBuffer* vertices = bufferOf(drawn->entity());
    vertices->setUsage(Qt3DCore::QBuffer::StreamDraw);
    drawn->add("at", 3, *vertices, 24, 0);
    drawn->add("facing", 3, *vertices, 24, 12);
    drawn->shade(figure, {}, "    vec3 p = at;\n    vec3 n = facing;\n");
    auto moved =
        std::make_shared<std::vector<skinning::Vertex>>(figure.part->mesh->positions.size());
    return [drawn, vertices, moved, &figure](int frame) {
        skinning::ShapeRoom room;
        const skinning::Shape shape = skinning::shapeOf(*figure.part->mesh, {}, room);
        skinning::moveVertices(*figure.part, shape, matricesOf(figure, frame), *moved);
        vertices->setData(bytesOf(*moved));
    };
}

/// Joints side by side below one that does not move: the library has composed the hierarchy.
Move byArmature(Qt3DCore::QEntity& root, const Figure& figure)
{
    auto drawn = std::make_shared<Drawn>(root, figure);
    const Skin& skin = figure.doc.scene->skins()[figure.part->skin];
    auto* skeleton = new Qt3DCore::QSkeleton(&drawn->entity());
    auto* still = new Qt3DCore::QJoint;
    std::vector<Qt3DCore::QJoint*> joints;
    for (const Eigen::Matrix4f& bind : skin.inverseBind) {
        joints.push_back(new Qt3DCore::QJoint);
        joints.back()->setInverseBindMatrix(QMatrix4x4(bind.data()).transposed());
        still->addChildJoint(joints.back());
    }
    skeleton->setRootJoint(still);
    auto* armature = new Qt3DCore::QArmature(&drawn->entity());
    armature->setSkeleton(skeleton);
    drawn->entity().addComponent(armature);
    drawn->addRest(figure, 1);
    drawn->shade(figure,
                 QByteArray(kInfluences) + "uniform mat4 skinningPalette[" +
                     QByteArray::number(static_cast<int>(joints.size()) + 1) + "];\n",
                 R"(
    mat4 m = weights[0] * skinningPalette[joints[0]];
    for (int c = 1; c < 4; ++c) m += weights[c] * skinningPalette[joints[c]];
    vec3 p = (m * vec4(at, 1.0)).xyz;
    vec3 n = mat3(m) * facing;
)");
    return [drawn, joints, &skin, &figure](int frame) {
        for (std::size_t i = 0; i < joints.size(); ++i) {
            const WorldTransform& w =
                figure.shown[frame].world[figure.doc.scene->find(skin.joints[i])];
            const Eigen::Quaternionf turn = w.rotation.cast<float>();
            const Eigen::Vector3f at = w.position.cast<float>();
            const Eigen::Vector3f size =
                (w.rotation.toRotationMatrix().transpose() * w.linear).diagonal().cast<float>();
            joints[i]->setTranslation({at.x(), at.y(), at.z()});
            joints[i]->setRotation(QQuaternion(turn.w(), turn.x(), turn.y(), turn.z()));
            joints[i]->setScale({size.x(), size.y(), size.z()});
        }
    };
}

Move byArray(Qt3DCore::QEntity& root, const Figure& figure)
{
    auto drawn = std::make_shared<Drawn>(root, figure);
    drawn->addRest(figure, 0);
    Qt3DRender::QMaterial* material =
        drawn->shade(figure,
                     QByteArray(kInfluences) + "uniform vec4 rows[" + rowCount(figure) +
                         "];\nvec4 row(int i) { return rows[i]; }\n",
                     kByRows);
    Qt3DRender::QParameter* rows = Drawn::set(*material, "rows[0]", QVariant());
    return [drawn, rows, &figure](int frame) {
        QVariantList all;
        for (const auto& row : rowsOf(figure, frame))
            all.push_back(QVector4D(row[0], row[1], row[2], row[3]));
        rows->setValue(all);
    };
}

Move byBlock(Qt3DCore::QEntity& root, const Figure& figure)
{
    auto drawn = std::make_shared<Drawn>(root, figure);
    drawn->addRest(figure, 0);
    Qt3DRender::QMaterial* material =
        drawn->shade(figure,
                     QByteArray(kInfluences) + "layout(std140) uniform Joints { vec4 rows[" +
                         rowCount(figure) + "]; };\nvec4 row(int i) { return rows[i]; }\n",
                     kByRows);
    Qt3DCore::QBuffer* buffer = bufferOf(drawn->entity(), bytesOf(rowsOf(figure, 0)));
    buffer->setUsage(Qt3DCore::QBuffer::StreamDraw);
    Drawn::set(*material, "Joints", QVariant::fromValue(buffer));
    return [drawn, buffer, &figure](int frame) { buffer->setData(bytesOf(rowsOf(figure, frame))); };
}

Move byTexture(Qt3DCore::QEntity& root, const Figure& figure)
{
    using Texture = Qt3DRender::QAbstractTexture;
    auto drawn = std::make_shared<Drawn>(root, figure);
    drawn->addRest(figure, 0);
    Qt3DRender::QMaterial* material = drawn->shade(
        figure,
        QByteArray(kInfluences) + "uniform highp sampler2D rows;\n"
                                  "vec4 row(int i) { return texelFetch(rows, ivec2(i, 0), 0); }\n",
        kByRows);
    const int width = rowCount(figure).toInt();
    auto* texture = new Qt3DRender::QTexture2D(&drawn->entity());
    texture->setFormat(Texture::RGBA32F);
    texture->setSize(width, 1);
    texture->setGenerateMipMaps(false);
    texture->setMinificationFilter(Texture::Nearest);
    texture->setMagnificationFilter(Texture::Nearest);
    Drawn::set(*material, "rows", QVariant::fromValue(static_cast<Texture*>(texture)));
    return [drawn, texture, width, &figure](int frame) {
        const auto data = Qt3DRender::QTextureImageDataPtr::create();
        data->setWidth(width);
        data->setHeight(1);
        data->setDepth(1);
        data->setFaces(1);
        data->setLayers(1);
        data->setMipLevels(1);
        data->setTarget(QOpenGLTexture::Target2D);
        data->setFormat(QOpenGLTexture::RGBA32F);
        data->setPixelFormat(QOpenGLTexture::RGBA);
        data->setPixelType(QOpenGLTexture::Float32);
        data->setData(bytesOf(rowsOf(figure, frame)), 16);
        Qt3DRender::QTextureDataUpdate update;
        update.setData(data);
        texture->updateData(update);
    };
}

/// The surfaces of the editor's own view.
Move byView(Qt3DCore::QEntity& root, const Figure& figure, ui::MovedBy by)
{
    static const std::vector<ui::LayerKind> kinds = [] {
        std::vector<ui::LayerKind> out;
        for (const ui::LayerKind& kind : ui::layerKinds())
            if (kind.id == "meshes") out.push_back(kind);
        return out;
    }();
    const auto view = std::make_shared<ui::Composition>(1, kinds, by);
    view->root().setParent(&root);
    const ui::Stage stage = ui::stageOf(figure.doc);
    view->setDocument(figure.doc, stage);
    view->setFrame(figure.shown[0]);
    view->setEmphasis({});
    const std::vector<std::string> none;
    const ui::OverlayScene scene{.doc = figure.doc,
                                 .shown = &figure.shown[0],
                                 .stage = stage,
                                 .camera = {},
                                 .size = {1280, 720},
                                 .emphasis = {}};
    view->paint(scene, 1, &none);
    return [view, &figure](int frame) { view->setFrame(figure.shown[frame]); };
}
Move byViewOfProcessor(Qt3DCore::QEntity& root, const Figure& figure)
{
    return byView(root, figure, ui::MovedBy::Processor);
}
Move byViewOfCard(Qt3DCore::QEntity& root, const Figure& figure)
{
    return byView(root, figure, ui::MovedBy::Card);
}

constexpr std::array kWays{
    Way{"processor", &byProcessor}, Way{"armature", &byArmature},
    Way{"array", &byArray},         Way{"block", &byBlock},
    Way{"texture", &byTexture},     Way{"view-processor", &byViewOfProcessor},
    Way{"view-card", &byViewOfCard}};

}  // namespace

Figure::Figure(Document of, int frames) : doc(std::move(of))
{
    for (NodeIndex i = 0; i < doc.scene->size(); ++i)
        if (const auto* mesh = std::get_if<MeshPart>(&(*doc.scene)[i].part)) {
            row = i;
            part = mesh;
        }
    const std::shared_ptr<const Prepared> prepared = prepare(doc);
    for (int frame = 0; frame < frames; ++frame) shown.push_back(evaluate(*prepared, frame));
}

std::span<const Way> ways()
{
    return kWays;
}

}  // namespace posewright::bench
