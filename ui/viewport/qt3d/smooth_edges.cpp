#include "ui/viewport/qt3d/smooth_edges.h"

#include "ui/viewport/draw/technique.h"

#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QDepthTest>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QNoDepthMask>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderPass>
#include <Qt3DRender/QRenderTarget>
#include <Qt3DRender/QRenderTargetOutput>
#include <Qt3DRender/QTexture>

#include <array>

namespace posewright::ui {

namespace {

constexpr const char* kMeanVertex = R"(
in vec3 at;
void main()
{
    gl_Position = vec4(at, 1.0);
}
)";
// Not a blit: Qt 3D 6.4 blits depth as well, whose format depends on the window.
constexpr const char* kMeanFragment = R"(
out vec4 color;
uniform sampler2DMS picture;
void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    color = 0.25 * (texelFetch(picture, at, 0) + texelFetch(picture, at, 1) +
                    texelFetch(picture, at, 2) + texelFetch(picture, at, 3));
}
)";

/// A triangle that covers the window.
Qt3DRender::QGeometryRenderer* cover(Qt3DCore::QNode* parent)
{
    constexpr std::array<float, 9> kCovering{-1, -1, 0, 3, -1, 0, -1, 3, 0};
    auto* geometry = new Qt3DCore::QGeometry(parent);
    auto* buffer = new Qt3DCore::QBuffer(geometry);
    buffer->setData({reinterpret_cast<const char*>(kCovering.data()), sizeof(kCovering)});
    auto* corners = new Qt3DCore::QAttribute(geometry);
    corners->setName(QStringLiteral("at"));
    corners->setAttributeType(Qt3DCore::QAttribute::VertexAttribute);
    corners->setVertexBaseType(Qt3DCore::QAttribute::Float);
    corners->setVertexSize(3);
    corners->setBuffer(buffer);
    corners->setCount(3);
    geometry->addAttribute(corners);
    auto* renderer = new Qt3DRender::QGeometryRenderer(parent);
    renderer->setGeometry(geometry);
    renderer->setVertexCount(3);
    return renderer;
}

Qt3DRender::QMaterial* meanOf(Qt3DRender::QAbstractTexture* picture, Qt3DCore::QNode* parent)
{
    auto* material = new Qt3DRender::QMaterial(parent);
    auto* effect = new Qt3DRender::QEffect(material);
    for (Qt3DRender::QRenderPass* pass : addTechniques(*effect, kMeanVertex, kMeanFragment)) {
        auto* depth = new Qt3DRender::QDepthTest(pass);
        depth->setDepthFunction(Qt3DRender::QDepthTest::Always);
        pass->addRenderState(depth);
        pass->addRenderState(new Qt3DRender::QNoDepthMask(pass));
    }
    material->setEffect(effect);
    material->addParameter(new Qt3DRender::QParameter(QStringLiteral("picture"),
                                                      QVariant::fromValue(picture), material));
    return material;
}

}  // namespace

SmoothEdges::SmoothEdges(const FrameGraph& frames, Qt3DCore::QEntity& root) :
    into_(frames.into), target_(new Qt3DRender::QRenderTarget(frames.root)),
    mean_(new Qt3DCore::QEntity(&root))
{
    using Output = Qt3DRender::QRenderTargetOutput;
    const auto attach = [&](Output::AttachmentPoint point,
                            Qt3DRender::QAbstractTexture::TextureFormat format) {
        auto* texture = new Qt3DRender::QTexture2DMultisample(target_);
        texture->setFormat(format);
        texture->setSamples(kSamples);
        auto* output = new Output(target_);
        output->setAttachmentPoint(point);
        output->setTexture(texture);
        target_->addOutput(output);
        textures_.push_back(texture);
    };
    attach(Output::Color0, Qt3DRender::QAbstractTexture::RGBA8_UNorm);
    attach(Output::Depth, Qt3DRender::QAbstractTexture::D24);
    setSize({1, 1});

    auto* layer = new Qt3DRender::QLayer(&root);
    frames.scene->addLayer(layer);
    mean_->addComponent(layer);
    mean_->addComponent(cover(mean_));
    mean_->addComponent(meanOf(textures_.front(), mean_));
    auto* last = new Qt3DRender::QLayerFilter(frames.root);
    last->addLayer(layer);
    setOn(true);
}

void SmoothEdges::setSize(const QSize& pixels)
{
    for (Qt3DRender::QAbstractTexture* texture : textures_)
        texture->setSize(pixels.width(), pixels.height());
}

void SmoothEdges::setOn(bool on)
{
    into_->setTarget(on ? target_ : nullptr);
    mean_->setEnabled(on);
}

}  // namespace posewright::ui
