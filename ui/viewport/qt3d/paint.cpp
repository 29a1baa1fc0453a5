#include "ui/viewport/qt3d/paint.h"

#include "ui/models/status_text.h"
#include "ui/viewport/qt3d/technique.h"

#include <Qt3DRender/QBlendEquation>
#include <Qt3DRender/QBlendEquationArguments>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QNoDepthMask>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderPass>

#include <algorithm>

namespace posewright::ui {

namespace {

// A light that comes with the camera from above its left shoulder, and a little from the sky.
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
}
)";
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

struct Look {
    QColor color;
    bool lit = true;
};

Look lookOf(Paint paint)
{
    switch (paint) {
    case Paint::Bone: return {QColor(0xc3, 0xc8, 0xd0)};
    case Paint::BoneInChain: return {QColor(0xa6, 0xcd, 0xf0)};
    case Paint::BoneHovered: return {QColor(0xff, 0xff, 0xff)};
    case Paint::BoneSelected: return {QColor(0x4d, 0xa6, 0xff)};
    case Paint::RootEnd: return {QColor(0xe8, 0xd3, 0x9a)};
    case Paint::LeafEnd: return {QColor(0x93, 0x9a, 0xa5)};
    case Paint::Link: return {QColor(0x6d, 0x73, 0x7d), false};
    case Paint::TargetQuiet: return {QColor(0x9a, 0xa2, 0xad)};
    case Paint::TargetGood: return {colorOf(Mood::Good)};
    case Paint::TargetWarn: return {colorOf(Mood::Warn)};
    case Paint::TargetBad: return {colorOf(Mood::Bad)};
    case Paint::TargetHovered: return {QColor(0xff, 0xff, 0xff)};
    case Paint::Pole: return {QColor(0xb0, 0x8c, 0xe0)};
    case Paint::PoleHovered: return {QColor(0xff, 0xff, 0xff)};
    case Paint::Thread: return {QColor(0xff, 0xe0, 0x82), false};
    case Paint::GridMinor: return {QColor(0x42, 0x46, 0x4e), false};
    case Paint::GridMajor: return {QColor(0x58, 0x5e, 0x68), false};
    case Paint::AxisX: return {QColor(0xb5, 0x52, 0x5c), false};
    case Paint::AxisY: return {QColor(0x6f, 0xa5, 0x4e), false};
    case Paint::AxisZ: return {QColor(0x4f, 0x7f, 0xc4), false};
    case Paint::Count: break;
    }
    return {};
}

/// Farther away from the background by a factor.
QColor stronger(const QColor& color, double factor)
{
    const QColor ground = backgroundColor();
    const auto channel = [&](int c, int g) {
        return std::clamp(static_cast<int>(g + (c - g) * factor), 0, 255);
    };
    return {channel(color.red(), ground.red()), channel(color.green(), ground.green()),
            channel(color.blue(), ground.blue())};
}

}  // namespace

QColor backgroundColor()
{
    return {0x2b, 0x2e, 0x33};
}

PaintBox::PaintBox(Qt3DCore::QNode* parent, double lineStrength, double opacity)
{
    auto* effect = new Qt3DRender::QEffect(parent);
    for (Qt3DRender::QRenderPass* pass : addTechniques(*effect, kPaintVertex, kPaintFragment)) {
        if (opacity >= 1) continue;
        auto* blend = new Qt3DRender::QBlendEquationArguments(pass);
        blend->setSourceRgba(Qt3DRender::QBlendEquationArguments::SourceAlpha);
        blend->setDestinationRgba(Qt3DRender::QBlendEquationArguments::OneMinusSourceAlpha);
        pass->addRenderState(blend);
        pass->addRenderState(new Qt3DRender::QBlendEquation(pass));
        pass->addRenderState(new Qt3DRender::QNoDepthMask(pass));
    }
    for (std::size_t i = 0; i < materials_.size(); ++i) {
        Look look = lookOf(static_cast<Paint>(i));
        if (!look.lit) look.color = stronger(look.color, lineStrength);
        auto* material = new Qt3DRender::QMaterial(parent);
        material->setEffect(effect);
        const auto set = [&](const char* name, const QVariant& value) {
            material->addParameter(
                new Qt3DRender::QParameter(QString::fromLatin1(name), value, material));
        };
        set("paint", look.color);
        set("lit", look.lit ? 1.0F : 0.0F);
        set("opacity", static_cast<float>(opacity));
        materials_[i] = material;
    }
}

}  // namespace posewright::ui
