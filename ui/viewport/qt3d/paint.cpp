#include "ui/viewport/qt3d/paint.h"

#include "ui/models/status_text.h"

#include <Qt3DRender/QEffect>
#include <Qt3DRender/QGraphicsApiFilter>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderPass>
#include <Qt3DRender/QShaderProgram>
#include <Qt3DRender/QTechnique>

#include <algorithm>

namespace posewright::ui {

namespace {

// A light that comes with the camera from above its left shoulder, and a little from the sky.
constexpr const char* kVertex = R"(
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
constexpr const char* kFragment = R"(
in vec3 normal;
out vec4 color;
uniform vec4 paint;
uniform float lit;
void main()
{
    vec3 n = normalize(normal);
    float light = 0.42 + 0.5 * max(dot(n, normalize(vec3(-0.35, 0.55, 0.75))), 0.0)
                + 0.14 * max(n.z, 0.0);
    color = vec4(paint.rgb * mix(1.0, light, lit), 1.0);
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
    case Paint::BoneSelected: return {QColor(0xff, 0xa6, 0x3d)};
    case Paint::Link: return {QColor(0x6d, 0x73, 0x7d), false};
    case Paint::TargetQuiet: return {QColor(0x9a, 0xa2, 0xad)};
    case Paint::TargetGood: return {colorOf(Mood::Good)};
    case Paint::TargetWarn: return {colorOf(Mood::Warn)};
    case Paint::TargetBad: return {colorOf(Mood::Bad)};
    case Paint::TargetHovered: return {QColor(0xff, 0xff, 0xff)};
    case Paint::TargetSelected: return {QColor(0xff, 0xd2, 0x3d)};
    case Paint::Pole: return {QColor(0xb0, 0x8c, 0xe0)};
    case Paint::PoleHovered: return {QColor(0xff, 0xff, 0xff)};
    case Paint::PoleSelected: return {QColor(0xff, 0xd2, 0x3d)};
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

void addTechnique(Qt3DRender::QEffect* effect, Qt3DRender::QGraphicsApiFilter::Api api, int major,
                  int minor, const QByteArray& head)
{
    auto* technique = new Qt3DRender::QTechnique(effect);
    Qt3DRender::QGraphicsApiFilter* filter = technique->graphicsApiFilter();
    filter->setApi(api);
    filter->setMajorVersion(major);
    filter->setMinorVersion(minor);
    filter->setProfile(api == Qt3DRender::QGraphicsApiFilter::OpenGL
                           ? Qt3DRender::QGraphicsApiFilter::CoreProfile
                           : Qt3DRender::QGraphicsApiFilter::NoProfile);
    auto* program = new Qt3DRender::QShaderProgram(technique);
    program->setVertexShaderCode(head + kVertex);
    program->setFragmentShaderCode(head + kFragment);
    auto* pass = new Qt3DRender::QRenderPass(technique);
    pass->setShaderProgram(program);
    technique->addRenderPass(pass);
    effect->addTechnique(technique);
}

}  // namespace

QColor backgroundColor()
{
    return {0x2b, 0x2e, 0x33};
}

PaintBox::PaintBox(Qt3DCore::QNode* parent, double lineStrength)
{
    auto* effect = new Qt3DRender::QEffect(parent);
    addTechnique(effect, Qt3DRender::QGraphicsApiFilter::OpenGL, 3, 2, "#version 150 core\n");
    addTechnique(effect, Qt3DRender::QGraphicsApiFilter::OpenGLES, 3, 0,
                 "#version 300 es\nprecision highp float;\n");
    for (std::size_t i = 0; i < materials_.size(); ++i) {
        Look look = lookOf(static_cast<Paint>(i));
        if (!look.lit) look.color = stronger(look.color, lineStrength);
        auto* material = new Qt3DRender::QMaterial(parent);
        material->setEffect(effect);
        material->addParameter(
            new Qt3DRender::QParameter(QStringLiteral("paint"), look.color, material));
        material->addParameter(
            new Qt3DRender::QParameter(QStringLiteral("lit"), look.lit ? 1.0F : 0.0F, material));
        materials_[i] = material;
    }
}

}  // namespace posewright::ui
