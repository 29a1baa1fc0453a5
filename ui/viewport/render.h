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

/// Sets the environment and surface format that the view's shaders need. To be called before a
/// QGuiApplication is created. Idempotent.
void prepareGraphics();

/// A layer of the view that pictures can show or leave out.
struct Overlay {
    std::string_view id;
    std::string_view summary;
};
std::vector<Overlay> overlays();
/// Layers in the scene that a picture can leave out.
std::vector<Overlay> solidLayers();

/// Rendering of pictures as the viewport shows them, without a window.
struct RenderJob {
    Document document;
    std::vector<double> frames;
    QSize size{1280, 720};       ///< [px] each side at least 1
    std::string camera;          ///< name of a camera node; empty: see autoCameras
    std::optional<Camera> view;  ///< overrides `camera`
    /// Ids from `overlays()` to draw over the scene. There is no pointer and no selection; names
    /// are shown for all.
    std::vector<std::string> overlay;
    /// Ids from `solidLayers()` to draw; nullopt: all.
    std::optional<std::vector<std::string>> show;
    std::optional<QColor> background;  ///< nullopt: that of the view
    double exposure = 0;               ///< [stops] of surfaces
    /// Receives the picture of frames[i], in order; an Error stops the job.
    std::function<Result<void>(int i, const QImage& picture)> take;
};

/// Error kind Machine: there is no OpenGL; Refused: unknown camera or layer; or that of `take`.
/// @pre a QGuiApplication exists and this is its thread. Runs an event loop of its own.
Result<void> renderImages(const RenderJob& job);

}  // namespace posewright::ui
