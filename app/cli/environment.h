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
    std::string camera;                ///< name of a camera node; empty: one that sees everything
    std::optional<Camera> view;        ///< instead of both
    std::vector<std::string> overlay;  ///< ids of what is painted over the scene
    /// Ids of what is drawn of the scene; nothing: all.
    std::optional<std::vector<std::string>> show;
    std::optional<std::uint32_t> background;  ///< 0xRRGGBB; nothing: as the view has it
    double exposure = 0;                      ///< [stops] how bright surfaces are
    /// Takes the picture of frames[i], in order; an error stops the job.
    std::function<Result<void>(int i, const Picture&)> take;
};

/// What the view writes over the scene, and pictures can.
struct Overlay {
    std::string id;
    std::string summary;
};

/// What only a build with the editor can do; empty functions in a build without it.
struct Editor {
    /// Opens the window, on a file where one is named; the exit status once it is closed.
    /// Error kind Machine where there is no display.
    std::function<Result<int>(const std::filesystem::path& file)> open;
    /// Error kind Machine where there is no OpenGL.
    std::function<Result<void>(const PictureJob&)> makePictures;
    std::function<Result<std::string>(const Picture&)> encodePng;
    std::vector<Overlay> overlays;
    std::vector<Overlay> solids;  ///< what the view draws in the scene, and pictures can do without
};

/// What the program was started in. The default is a pipe, uninterrupted, without an editor.
struct Environment {
    bool terminal = false;  ///< standard error is a terminal: progress may be shown
    std::function<bool()> interrupted = [] { return false; };
    /// Whether nobody reads standard output any more: `head` has seen enough.
    std::function<bool()> unread = [] { return false; };
    Editor editor;
};

/// What a command talks through.
struct Console {
    std::ostream& out;  ///< the answer
    std::ostream& err;  ///< warnings and progress
    const Environment& environment;
    bool quiet = false;  ///< no progress
};

}  // namespace posewright::cli
