#pragma once

#include "core/scene/material.h"

#include <QImage>

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

/// The texture of a material, decoded off the window's thread; shaders get its numbers as they are.
/// Null: the picture is of no type that is read here, or broken.
Qt3DRender::QAbstractTexture* makeTexture(Qt3DCore::QNode* parent, const Texture& texture);

}  // namespace posewright::ui
