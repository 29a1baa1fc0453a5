#pragma once

#include "core/scene/material.h"

#include <QImage>

#include <cstdint>

namespace Qt3DCore {
class QNode;
}
namespace Qt3DRender {
class QAbstractTexture;
class QAbstractTextureImage;
}  // namespace Qt3DRender

namespace posewright::ui {

/// An image in memory for a texture; `parent` is the texture or its owner.
class TextureImage;
TextureImage* makeTextureImage(Qt3DCore::QNode* parent);
/// `version` must change with the picture.
void setPicture(TextureImage& image, const QImage& picture, int version);
Qt3DRender::QAbstractTextureImage* asTextureImage(TextureImage& image);

/// The meaning of a picture's values. Colours are sRGB: the graphics card converts them to linear
/// before filtering and mipmapping. Numbers are used unchanged.
enum class Texels : std::uint8_t { Colors, Numbers };

/// The texture of a material, decoded off the window's thread. Null: the picture is of an unknown
/// type, or broken.
Qt3DRender::QAbstractTexture* makeTexture(Qt3DCore::QNode* parent, const Texture& texture,
                                          Texels texels);

}  // namespace posewright::ui
