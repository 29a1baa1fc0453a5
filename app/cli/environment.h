#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/math/camera.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace posewright::cli {

/// A picture of the viewport.
struct Picture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;  ///< 4 bytes a pixel, rows from the top
};

/// Pictures to make of a document.
struct PictureJob {
    Document document;
    std::vector<double> frames;
    int width = 1280;
    int height = 720;
    std::string camera;                ///< name of a camera node; empty: one that frames everything
    std::optional<Camera> view;        ///< overrides `camera`
    std::vector<std::string> overlay;  ///< ids of overlays to draw over the scene
    /// Ids of the layers of the scene to draw; nullopt: all.
    std::optional<std::vector<std::string>> show;
    std::optional<std::uint32_t> background;  ///< 0xRRGGBB; nullopt: as in the viewport
    double exposure = 0;                      ///< [stops] of surfaces
    /// Receives the picture of frames[i], in order; an Error stops the job.
    std::function<Result<void>(int i, const Picture&)> take;
};

/// A layer of the viewport that pictures can show or leave out.
struct Overlay {
    std::string id;
    std::string summary;
};

/// What only a build with the editor can do; in a build without it the functions are empty.
struct Editor {
    /// Opens the window, with a file if `file` is not empty; returns the exit status when it is
    /// closed. Error kind Machine: there is no display.
    std::function<Result<int>(const std::filesystem::path& file)> open;
    /// Error kind Machine: there is no OpenGL.
    std::function<Result<void>(const PictureJob&)> makePictures;
    std::function<Result<std::string>(const Picture&)> encodePng;
    std::vector<Overlay> overlays;
    std::vector<Overlay> solids;  ///< layers in the scene, drawn unless left out
};

/// What the program runs in. The default is a pipe, not interrupted, without an editor.
struct Environment {
    bool terminal = false;  ///< standard error is a terminal: progress may be shown
    std::function<bool()> interrupted = [] { return false; };
    /// Whether the reader of standard output has closed it, as `head` does.
    std::function<bool()> unread = [] { return false; };
    Editor editor;
};

/// The output streams of a command.
struct Console {
    std::ostream& out;  ///< results
    std::ostream& err;  ///< warnings and progress
    const Environment& environment;
    bool quiet = false;  ///< no progress
};

}  // namespace posewright::cli
