#include "ui/viewport/draw/paint.h"

#include "ui/viewport/draw/technique.h"

#include <Qt3DRender/QEffect>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderPass>

#include <algorithm>

namespace posewright::ui {

namespace {

// A headlight from above the camera's left shoulder, and a little light from the sky.
constexpr const char* kPaintVertex = R"(
in vec3 vertexPosition;
in vec3 vertexNormal;
out vec3 normal;
uniform mat4 mvp;
uniform mat3 modelViewNormal;
void main()
{
    normal = modelViewNormal * vertexNormal;
    gl_Position = mvp * vec4(vertexPosition, 1.0);
    DEPTH
}
)";
// As far away as possible without being clipped.
constexpr const char* kBehind = "gl_Position.z = 0.999999 * gl_Position.w;";
constexpr const char* kPaintFragment = R"(
in vec3 normal;
out vec4 color;
uniform vec4 paint;
uniform float lit;
uniform float opacity;
void main()
{
    vec3 n = normalize(normal);
    float light = 0.42 + 0.5 * max(dot(n, normalize(vec3(-0.35, 0.55, 0.75))), 0.0)
                + 0.14 * max(n.z, 0.0);
    color = vec4(paint.rgb * mix(1.0, light, lit), opacity);
}
)";

/// Increases the contrast to the background by a factor.
QColor stronger(const QColor& color, double factor)
{
    const QColor ground = backgroundColor();
    const auto channel = [&](int c, int g) {
        return std::clamp(static_cast<int>(g + (c - g) * factor), 0, 255);
    };
    return {channel(color.red(), ground.red()), channel(color.green(), ground.green()),
            channel(color.blue(), ground.blue())};
}

Qt3DRender::QEffect* makePaintEffect(Qt3DCore::QNode* parent, const char* depth, bool seeThrough)
{
    auto* effect = new Qt3DRender::QEffect(parent);
    const QByteArray vertex = QByteArray(kPaintVertex).replace("DEPTH", depth);
    for (Qt3DRender::QRenderPass* pass : addTechniques(*effect, vertex.constData(), kPaintFragment))
        if (seeThrough) letThrough(*pass);
    return effect;
}

}  // namespace

QColor backgroundColor(Backdrop backdrop)
{
    switch (backdrop) {
    case Backdrop::Black: return {0, 0, 0};
    case Backdrop::Grey: return {0x7a, 0x7d, 0x82};
    case Backdrop::White: return {0xf4, 0xf5, 0xf6};
    case Backdrop::Dark: break;
    }
    return {0x2b, 0x2e, 0x33};
}

PaintBox::PaintBox(Qt3DCore::QNode* parent, double lineStrength) :
    parent_(parent), lineStrength_(lineStrength), solid_(makePaintEffect(parent, "", false)),
    seeThrough_(makePaintEffect(parent, "", true)), behind_(makePaintEffect(parent, kBehind, false))
{
}

Qt3DRender::QMaterial* PaintBox::operator[](const Paint& paint)
{
    const auto found = std::find_if(materials_.begin(), materials_.end(),
                                    [&](const Material& m) { return m.paint == paint; });
    if (found != materials_.end()) return found->material;
    auto* material = new Qt3DRender::QMaterial(parent_);
    material->setEffect(paint.behind ? behind_ : paint.opacity < 1 ? seeThrough_ : solid_);
    const auto set = [&](const char* name, const QVariant& value) {
        material->addParameter(
            new Qt3DRender::QParameter(QString::fromLatin1(name), value, material));
    };
    set("paint", paint.lit ? paint.color : stronger(paint.color, lineStrength_));
    set("lit", paint.lit ? 1.0F : 0.0F);
    set("opacity", static_cast<float>(paint.opacity));
    materials_.push_back({paint, material});
    return material;
}

}  // namespace posewright::ui
