#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/math/camera.h"

#include <QColor>
#include <QImage>
#include <QSize>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace posewright::ui {

/// Environment and surface format that the view's shaders need. Called before a QGuiApplication is
/// made. Idempotent.
void prepareGraphics();

/// What the view writes over the scene, and a picture can.
struct Overlay {
    std::string_view id;
    std::string_view summary;
};
std::vector<Overlay> overlays();
/// What the view draws in the scene, and a picture can do without.
std::vector<Overlay> solidLayers();

/// Pictures of the viewport, drawn into memory: what the editor shows, without its window.
struct RenderJob {
    Document document;
    std::vector<double> frames;
    QSize size{1280, 720};       ///< [px] each side at least 1
    std::string camera;          ///< name of a camera node; empty: one that sees the figure well
    std::optional<Camera> view;  ///< instead of both
    /// What is painted over the scene, by the ids of `overlays()`. A picture has no pointer and no
    /// selection; names are those of all.
    std::vector<std::string> overlay;
    /// What is drawn of the scene, by the ids of `solidLayers()`; nothing: all.
    std::optional<std::vector<std::string>> show;
    std::optional<QColor> background;  ///< nothing: that of the view
    double exposure = 0;               ///< [stops] how bright surfaces are
    /// Takes the picture of frames[i], in order; an error stops the job.
    std::function<Result<void>(int i, const QImage& picture)> take;
};

/// Error kind Machine where there is no OpenGL; Refused for an unknown camera or
/// layer; what `take` said.
/// @pre a QGuiApplication exists and this is its thread. Runs an event loop of its own.
Result<void> renderImages(const RenderJob& job);

/// One picture.
Result<QImage> renderImage(const Document& document, double frame, QSize size,
                           const std::optional<Camera>& view = {});

}  // namespace posewright::ui
