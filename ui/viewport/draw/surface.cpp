#include "ui/viewport/draw/surface.h"

#include "ui/viewport/draw/discard.h"
#include "ui/viewport/draw/surface_shader.h"
#include "ui/viewport/draw/technique.h"
#include "ui/viewport/draw/texture.h"

#include <QMatrix3x3>
#include <QVector2D>
#include <QVector3D>
#include <QVector4D>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QNode>
#include <Qt3DRender/QAbstractTexture>
#include <Qt3DRender/QCullFace>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRasterMode>
#include <Qt3DRender/QRenderPass>
#include <Qt3DRender/QShaderProgram>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

/// A kind of texture: its name in shaders, and its member in a material.
struct TextureSlot {
    const char* name;
    std::optional<Texture> Material::*texture;
    Texels texels = Texels::Numbers;
};
constexpr std::array<TextureSlot, 5> kSlots{
    {{"base", &Material::baseTexture, Texels::Colors},
     {"metal", &Material::metalTexture},
     {"bump", &Material::normalTexture},
     {"occlusion", &Material::occlusionTexture},
     {"emission", &Material::emissionTexture, Texels::Colors}}};

/// Translation * rotation * scale of KHR_texture_transform, as one matrix.
QMatrix3x3 placementOf(const Texture& texture)
{
    const float c = std::cos(texture.rotation);
    const float s = std::sin(texture.rotation);
    const std::array<float, 9> rows{c * texture.scale.x(),
                                    s * texture.scale.y(),
                                    texture.offset.x(),
                                    -s * texture.scale.x(),
                                    c * texture.scale.y(),
                                    texture.offset.y(),
                                    0,
                                    0,
                                    1};
    return QMatrix3x3(rows.data());
}

void set(Qt3DRender::QMaterial& material, const QString& name, const QVariant& value)
{
    material.addParameter(new Qt3DRender::QParameter(name, value, &material));
}

}  // namespace

SurfaceBox::SurfaceBox(Qt3DCore::QNode* parent) :
    parent_(parent), things_(new Qt3DCore::QNode),
    exposure_(new Qt3DRender::QParameter(QStringLiteral("brightness"), 1.0F, parent))
{
    things_->setParent(parent);
    for (int i = 0; i < kLights; ++i)
        for (const char* what : {"lightPlace", "lightColor", "lightAim", "lightCone"})
            lights_.push_back(new Qt3DRender::QParameter(
                QString::fromLatin1(what) + QString::number(i), QVariant(), parent));
    light({});
}

SurfaceBox::~SurfaceBox() = default;

void SurfaceBox::light(const std::vector<SurfaceLight>& lights)
{
    for (std::size_t i = 0; i < kLights; ++i) {
        const SurfaceLight one = i < lights.size() ? lights[i] : SurfaceLight{};
        lights_[4 * i]->setValue(
            QVector4D(one.place.x(), one.place.y(), one.place.z(), one.place.w()));
        lights_[4 * i + 1]->setValue(QVector3D(one.color.x(), one.color.y(), one.color.z()));
        lights_[4 * i + 2]->setValue(QVector3D(one.aim.x(), one.aim.y(), one.aim.z()));
        lights_[4 * i + 3]->setValue(one.cone);
    }
}

void SurfaceBox::expose(double stops)
{
    // Not named "exposure" in shaders: Qt 3D uses that name for its camera's exposure.
    exposure_->setValue(static_cast<float>(std::exp2(stops)));
}

void SurfaceBox::clear()
{
    materials_.clear();
    textures_.clear();
    effects_.clear();
    discard(things_);
    things_ = new Qt3DCore::QNode;
    things_->setParent(parent_);
}

void SurfaceBox::forget(const Qt3DCore::QBuffer* joints)
{
    std::erase_if(materials_, [&](const Made& made) {
        if (made.joints != joints) return false;
        discard(made.material);
        return true;
    });
}

Qt3DRender::QMaterial* SurfaceBox::material(const Shared<Material>& of, const SurfaceStyle& style,
                                            Qt3DCore::QBuffer* joints)
{
    const auto found = std::find_if(materials_.begin(), materials_.end(), [&](const Made& made) {
        return made.style == style && made.joints == joints && made.of == of;
    });
    if (found != materials_.end()) return found->material;
    Variant variant{0, style, of->alpha, of->twoSided, of->unlit};
    auto* material = new Qt3DRender::QMaterial(things_);
    for (std::size_t i = 0; i < kSlots.size(); ++i) {
        const std::optional<Texture>& wanted = (*of).*kSlots[i].texture;
        Qt3DRender::QAbstractTexture* made =
            wanted && wanted->uv < 2 ? texture(*wanted, kSlots[i].texels) : nullptr;
        if (!made) continue;
        variant.textures |= 1U << i;
        variant.secondUv |= wanted->uv == 1;
        const QString name = QString::fromLatin1(kSlots[i].name);
        set(*material, name + "Texture", QVariant::fromValue(made));
        set(*material, name + "Place", QVariant::fromValue(placementOf(*wanted)));
        set(*material, name + "Set", static_cast<float>(wanted->uv));
    }
    material->setEffect(effect(variant));
    const auto& base = of->baseColor;
    set(*material, "baseColor", QVector4D(base[0], base[1], base[2], base[3]));
    set(*material, "emissionColor", QVector3D(of->emission[0], of->emission[1], of->emission[2]));
    set(*material, "metalRough", QVector2D(of->metallic, of->roughness));
    set(*material, "strengths", QVector2D(of->normalScale, of->occlusionStrength));
    set(*material, "cutoff", of->cutoff);
    material->addParameter(exposure_);
    if (style.lit)
        for (Qt3DRender::QParameter* light : lights_) material->addParameter(light);
    if (joints) set(*material, "Joints", QVariant::fromValue(joints));
    materials_.push_back({of, style, joints, material});
    return material;
}

Qt3DRender::QAbstractTexture* SurfaceBox::texture(const Texture& of, Texels texels)
{
    for (const TextureMade& made : textures_)
        if (made.of.image.sameAs(of.image) && made.of.wrap == of.wrap &&
            made.of.nearest == of.nearest && made.texels == texels)
            return made.texture;
    textures_.push_back({of, texels, makeTexture(things_, of, texels)});
    return textures_.back().texture;
}

void SurfaceBox::watch(Qt3DRender::QShaderProgram& program)
{
    // Later, because Qt 3D tells it in the middle of a frame.
    QObject::connect(
        &program, &Qt3DRender::QShaderProgram::statusChanged, &watcher_,
        [this](Qt3DRender::QShaderProgram::Status status) {
            if (status == Qt3DRender::QShaderProgram::Error && refused_) refused_();
        },
        Qt::QueuedConnection);
}

Qt3DRender::QEffect* SurfaceBox::effect(const Variant& variant)
{
    Qt3DRender::QEffect*& made = effects_[variant];
    if (made) return made;
    made = new Qt3DRender::QEffect(things_);
    SurfaceShader shader;
    for (std::size_t i = 0; i < kSlots.size(); ++i)
        if (variant.textures & 1U << i) shader.textures.emplace_back(kSlots[i].name);
    shader.lights = variant.style.lit ? kLights : 0;
    shader.twoSided = variant.twoSided;
    shader.mask = variant.alpha == Alpha::Mask;
    shader.opaque = variant.alpha != Alpha::Blend;
    shader.unlit = variant.unlit || variant.style.style == MeshStyle::Wire;
    shader.flat = variant.style.noNormals || variant.style.style == MeshStyle::Flat;
    shader.shading = variant.style.shading;
    shader.tinted = variant.style.tinted;
    shader.secondUv = variant.secondUv;
    shader.sets = variant.style.sets;
    const QByteArray vertex = vertexCode(shader);
    const QByteArray fragment = fragmentCode(shader);
    for (Qt3DRender::QRenderPass* pass :
         addTechniques(*made, vertex.constData(), fragment.constData())) {
        if (shader.sets >= 0) watch(*pass->shaderProgram());
        auto* culling = new Qt3DRender::QCullFace(pass);
        const bool all = variant.twoSided || variant.style.style == MeshStyle::Wire;
        culling->setMode(all                      ? Qt3DRender::QCullFace::NoCulling
                         : variant.style.mirrored ? Qt3DRender::QCullFace::Front
                                                  : Qt3DRender::QCullFace::Back);
        pass->addRenderState(culling);
        if (variant.style.style == MeshStyle::Wire) {
            auto* lines = new Qt3DRender::QRasterMode(pass);
            lines->setRasterMode(Qt3DRender::QRasterMode::Lines);
            lines->setFaceMode(Qt3DRender::QRasterMode::FrontAndBack);
            pass->addRenderState(lines);
        }
        if (variant.alpha == Alpha::Blend) letThrough(*pass);
    }
    return made;
}

}  // namespace posewright::ui
