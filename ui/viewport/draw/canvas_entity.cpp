#include "ui/viewport/draw/canvas_entity.h"

#include "ui/viewport/draw/technique.h"
#include "ui/viewport/draw/texture.h"

#include <QVector2D>
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QBlendEquation>
#include <Qt3DRender/QBlendEquationArguments>
#include <Qt3DRender/QDepthTest>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QNoDepthMask>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderPass>
#include <Qt3DRender/QTexture>

namespace posewright::ui {

namespace {

constexpr const char* kCanvasVertex = R"(
in vec2 at;
in vec2 place;
in vec4 tint;
out vec2 uv;
out vec4 paint;
uniform vec2 viewSize;
void main()
{
    uv = place;
    paint = tint;
    gl_Position = vec4(2.0 * at.x / viewSize.x - 1.0, 1.0 - 2.0 * at.y / viewSize.y, 0.0, 1.0);
}
)";
constexpr const char* kCanvasFragment = R"(
in vec2 uv;
in vec4 paint;
out vec4 color;
uniform sampler2D atlas;
void main()
{
    float alpha = paint.a * texture(atlas, uv).a;
    color = vec4(paint.rgb * alpha, alpha);
}
)";

}  // namespace

CanvasEntity::CanvasEntity(Qt3DCore::QNode* parent, Qt3DRender::QLayer* layer) : QEntity(parent)
{
    auto* geometry = new Qt3DCore::QGeometry(this);
    buffer_ = new Qt3DCore::QBuffer(geometry);
    buffer_->setUsage(Qt3DCore::QBuffer::StreamDraw);
    const auto add = [&](const QString& name, uint size, uint offset) {
        auto* attribute = new Qt3DCore::QAttribute(geometry);
        attribute->setName(name);
        attribute->setAttributeType(Qt3DCore::QAttribute::VertexAttribute);
        attribute->setVertexBaseType(Qt3DCore::QAttribute::Float);
        attribute->setVertexSize(size);
        attribute->setByteStride(sizeof(CanvasVertex));
        attribute->setByteOffset(offset);
        attribute->setBuffer(buffer_);
        geometry->addAttribute(attribute);
        attributes_.push_back(attribute);
    };
    add(QStringLiteral("at"), 2, offsetof(CanvasVertex, x));
    add(QStringLiteral("place"), 2, offsetof(CanvasVertex, u));
    add(QStringLiteral("tint"), 4, offsetof(CanvasVertex, r));
    renderer_ = new Qt3DRender::QGeometryRenderer(this);
    renderer_->setGeometry(geometry);
    renderer_->setPrimitiveType(Qt3DRender::QGeometryRenderer::Triangles);

    texture_ = new Qt3DRender::QTexture2D(this);
    texture_->setFormat(Qt3DRender::QAbstractTexture::RGBA8_UNorm);
    texture_->setMinificationFilter(Qt3DRender::QAbstractTexture::Linear);
    texture_->setMagnificationFilter(Qt3DRender::QAbstractTexture::Linear);
    letters_ = makeTextureImage(texture_);
    texture_->addTextureImage(asTextureImage(*letters_));

    auto* effect = new Qt3DRender::QEffect(this);
    for (Qt3DRender::QRenderPass* pass : addTechniques(*effect, kCanvasVertex, kCanvasFragment)) {
        auto* blend = new Qt3DRender::QBlendEquationArguments(pass);
        blend->setSourceRgba(Qt3DRender::QBlendEquationArguments::One);
        blend->setDestinationRgba(Qt3DRender::QBlendEquationArguments::OneMinusSourceAlpha);
        auto* depth = new Qt3DRender::QDepthTest(pass);
        depth->setDepthFunction(Qt3DRender::QDepthTest::Always);
        drawBothSides(*pass);  // triangles may have either winding
        pass->addRenderState(blend);
        pass->addRenderState(new Qt3DRender::QBlendEquation(pass));
        pass->addRenderState(depth);
        pass->addRenderState(new Qt3DRender::QNoDepthMask(pass));
    }
    auto* material = new Qt3DRender::QMaterial(this);
    material->setEffect(effect);
    viewSize_ = new Qt3DRender::QParameter(QStringLiteral("viewSize"), QVector2D(1, 1), material);
    material->addParameter(viewSize_);
    material->addParameter(new Qt3DRender::QParameter(QStringLiteral("atlas"),
                                                      QVariant::fromValue(texture_), material));
    addComponent(renderer_);
    addComponent(material);
    addComponent(layer);
    setEnabled(false);  // until there is a text atlas
}

void CanvasEntity::show(const Canvas& canvas, const TextAtlas& atlas, const ViewSize& size,
                        bool fresh)
{
    if (fresh || atlas.version() != version_) upload(atlas);
    std::vector<CanvasVertex> vertices = canvas.vertices();
    if (vertices.empty()) vertices.resize(3);  // Qt 3D crashes if there is nothing to draw
    viewSize_->setValue(QVector2D(static_cast<float>(size.width), static_cast<float>(size.height)));
    buffer_->setData({reinterpret_cast<const char*>(vertices.data()),
                      static_cast<qsizetype>(vertices.size() * sizeof(CanvasVertex))});
    for (Qt3DCore::QAttribute* attribute : attributes_)
        attribute->setCount(static_cast<uint>(vertices.size()));
    renderer_->setVertexCount(static_cast<int>(vertices.size()));
    setEnabled(true);
}

void CanvasEntity::upload(const TextAtlas& atlas)
{
    version_ = atlas.version();
    texture_->setSize(atlas.picture().width(), atlas.picture().height());
    setPicture(*letters_, atlas.picture(), version_);
}

}  // namespace posewright::ui
