#include "ui/viewport/draw/texture.h"

#include <QBuffer>
#include <QImageReader>
#include <Qt3DRender/QAbstractTextureImage>
#include <Qt3DRender/QTexture>
#include <Qt3DRender/QTextureImageData>
#include <Qt3DRender/QTextureImageDataGenerator>
#include <Qt3DRender/QTextureWrapMode>

#include <functional>
#include <utility>

namespace posewright::ui {

namespace {

constexpr int kMostSide = 4096;  ///< of a texture [px]; larger images are scaled down

/// Gives an image to Qt 3D's loader, which asks for it in its own thread.
class PictureGenerator : public Qt3DRender::QTextureImageDataGenerator {
public:
    QT3D_FUNCTOR(PictureGenerator)
    using Make = std::function<QImage()>;
    PictureGenerator(Make make, const void* of, int version) :
        make_(std::move(make)), of_(of), version_(version)
    {
    }

    Qt3DRender::QTextureImageDataPtr operator()() override
    {
        auto data = Qt3DRender::QTextureImageDataPtr::create();
        data->setImage(make_());
        return data;
    }
    bool operator==(const Qt3DRender::QTextureImageDataGenerator& other) const override
    {
        const auto* same = dynamic_cast<const PictureGenerator*>(&other);
        return same && same->of_ == of_ && same->version_ == version_;
    }

private:
    Make make_;
    const void* of_;  ///< identifies the image
    int version_;
};

QByteArray encoded(const Image& image)
{
    return {reinterpret_cast<const char*>(image.bytes.data()),
            static_cast<qsizetype>(image.bytes.size())};
}

/// The size to decode the image at.
QSize sizeIn(QImageReader& reader)
{
    QSize size = reader.size();
    if (size.width() > kMostSide || size.height() > kMostSide)
        size.scale(kMostSide, kMostSide, Qt::KeepAspectRatio);
    return size;
}

QImage decode(QByteArray bytes)
{
    QBuffer buffer(&bytes);
    QImageReader reader(&buffer);
    reader.setScaledSize(sizeIn(reader));
    const QImage image = reader.read();
    if (!image.isNull()) return image.convertToFormat(QImage::Format_RGBA8888);
    QImage none(1, 1, QImage::Format_RGBA8888);
    none.fill(Qt::white);
    return none;
}

Qt3DRender::QTextureWrapMode::WrapMode modeOf(Wrap wrap)
{
    switch (wrap) {
    case Wrap::Clamp: return Qt3DRender::QTextureWrapMode::ClampToEdge;
    case Wrap::Mirror: return Qt3DRender::QTextureWrapMode::MirroredRepeat;
    case Wrap::Repeat: break;
    }
    return Qt3DRender::QTextureWrapMode::Repeat;
}

}  // namespace

class TextureImage : public Qt3DRender::QAbstractTextureImage {
public:
    explicit TextureImage(Qt3DCore::QNode* parent) : QAbstractTextureImage(parent) {}
    void set(PictureGenerator::Make make, int version)
    {
        generator_ = QSharedPointer<PictureGenerator>::create(std::move(make), this, version);
        notifyDataGeneratorChanged();
    }

protected:
    Qt3DRender::QTextureImageDataGeneratorPtr dataGenerator() const override { return generator_; }

private:
    Qt3DRender::QTextureImageDataGeneratorPtr generator_;
};

TextureImage* makeTextureImage(Qt3DCore::QNode* parent)
{
    return new TextureImage(parent);
}

void setPicture(TextureImage& image, const QImage& picture, int version)
{
    image.set([picture] { return picture; }, version);
}

Qt3DRender::QAbstractTextureImage* asTextureImage(TextureImage& image)
{
    return &image;
}

Qt3DRender::QAbstractTexture* makeTexture(Qt3DCore::QNode* parent, const Texture& texture,
                                          Texels texels)
{
    QByteArray bytes = encoded(*texture.image);
    QBuffer buffer(&bytes);
    QImageReader reader(&buffer);
    const QSize size = sizeIn(reader);
    if (!reader.canRead() || size.isEmpty()) return nullptr;
    using Format = Qt3DRender::QAbstractTexture;
    auto* out = new Qt3DRender::QTexture2D(parent);
    out->setFormat(texels == Texels::Colors ? Format::SRGB8_Alpha8 : Format::RGBA8_UNorm);
    out->setSize(size.width(), size.height());
    out->setGenerateMipMaps(true);
    out->setMinificationFilter(Format::LinearMipMapNearest);
    out->setMagnificationFilter(texture.nearest ? Format::Nearest : Format::Linear);
    Qt3DRender::QTextureWrapMode wrap(modeOf(texture.wrap[0]));
    wrap.setY(modeOf(texture.wrap[1]));
    out->setWrapMode(wrap);
    auto* image = new TextureImage(out);
    // Shared, not copied, until it is decoded.
    image->set([held = texture.image] { return decode(encoded(*held)); }, 0);
    out->addTextureImage(image);
    return out;
}

}  // namespace posewright::ui
