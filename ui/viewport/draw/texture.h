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

/// A picture in memory, as part of a texture that `parent` is or owns.
class TextureImage;
TextureImage* makeTextureImage(Qt3DCore::QNode* parent);
/// `version` tells this picture from those before it.
void setPicture(TextureImage& image, const QImage& picture, int version);
Qt3DRender::QAbstractTextureImage* asTextureImage(TextureImage& image);

/// What the numbers of a picture are. Colours are stored as sRGB: shaders get them as linear light,
/// and they are blended as such between pixels and in smaller versions of the picture.
enum class Texels : std::uint8_t { Colors, Numbers };

/// The texture of a material, decoded off the window's thread.
/// Null: the picture is of no type that is read here, or broken.
Qt3DRender::QAbstractTexture* makeTexture(Qt3DCore::QNode* parent, const Texture& texture,
                                          Texels texels);

}  // namespace posewright::ui
