#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"
#include "ui/viewport/view_settings.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace posewright::ui {

/// What a camera follows.
struct CameraSubject {
    Vec3 at = Vec3::Zero();
    Vec3 middle = Vec3::Zero();  ///< the middle of the figures' topmost bones
    std::vector<Vec3> figure;    ///< heads and tips of its bones, to be seen together with `at`
    std::vector<NodeId> nodes;   ///< the selected nodes; empty: the whole figure
};

/// The middle of the selection, in which a target or pole counts as its effector; without a
/// selection, the root of the figure or the middle of several roots. Nullopt if there is neither.
/// @pre evaluation is of doc
std::optional<CameraSubject> cameraSubject(const Document& doc, const Evaluation& evaluation,
                                           const std::vector<NodeId>& selected);

/// What a selection moves: for targets and poles, the bones that they lead, since those that do not
/// act or are out of reach may be far from the figure.
std::vector<NodeId> bonesLedBy(const Rig& rig, const std::vector<NodeId>& selected);

/// Are all points beyond one side of the view, or behind the eye? False without points.
bool isOutOfView(const Camera& camera, const ViewSize& size, const std::vector<Vec3>& points);

/// Recognises the clip that is shown, also by another name.
struct ClipShown {
    std::string name;
    int row = 0;
    std::size_t clips = 0;  ///< of the document; 0: none was shown yet

    /// Is another clip shown now than at the last call? A renamed one is the same.
    bool becomesOther(const Document& now);
};

/// Moves a camera with what it follows, without turning it. To be called for every frame that is
/// shown, in order. Does not affect the document or its poses.
///
/// Follow::Leaving: while playing, keeps what was in view there, including the whole figure if all
/// of it was seen when playing began, and keeps its distance within a factor. A jump to a frame at
/// which nothing of the figure would be seen brings it back to where it was seen, or into the
/// middle; one over more than half a second, or to another clip, also shows all of a figure that
/// was seen as a whole and would be cut off. Follow::Always: moves as far as what it follows at
/// every step in time; with a figure only horizontally, so that steps do not shake the picture.
///
/// If the camera is moved by others meanwhile, it follows from there. Else a loop begins with the
/// view with which playing began, and so does a jump back to the frame at which it began.
class CameraFollow {
public:
    /// The camera for a frame: `now`, possibly moved.
    /// @param frame [frame] calls for the same frame as before are edits and do not move the camera
    Camera next(const Camera& now, const ViewSize& size, Follow follow, bool playing, double frame,
                const std::optional<CameraSubject>& thing);

    /// [frames/s] of the clip, which tells steps from jumps.
    void setRate(double rate) { rate_ = rate; }
    /// The next call is of another clip, whatever its frame.
    void beginClip() { otherClip_ = true; }

    /// Resets, for another document.
    void forget() { *this = {}; }

private:
    /// One side of the view: left, right, top or bottom.
    struct Side {
        double border = 0;  ///< margin to keep free [px]
        /// How far the figure has extended to this side of the followed point since playing began,
        /// at that point's depth [m]. It only grows, so that swinging arms do not swing the camera.
        double spread = 0;
        bool whole = false;  ///< the figure is kept in view; else only the followed point
    };
    /// The part of the view in which the followed point is kept.
    struct Zone {
        std::array<std::array<Side, 2>, 2> sides;  ///< across and down, each with its two ends
        double nearest = 0;                        ///< [m] from the eye
        double farthest = 0;
        /// All of the figure is in view and kept there by its own middle, so that a selected hand
        /// may move freely in it.
        bool ofFigure = false;
    };

    /// The camera after a change of frame while nothing plays.
    Camera afterJump(const Camera& now, bool far, const std::optional<CameraSubject>& before,
                     const CameraSubject& thing) const;
    static std::optional<Zone> zoneOf(const Camera& camera, const ViewSize& size,
                                      const CameraSubject& thing);
    static std::optional<Zone> zoneAround(const Camera& camera, const ViewSize& size,
                                          const Vec3& at, const std::vector<Vec3>& figure);
    /// The view with which playing began, if the frame is shown with which it began or begins anew.
    /// @param was  the frame before
    std::optional<Camera> backAtBegin(Follow follow, bool playing, double was,
                                      const CameraSubject& thing);
    const Vec3& placeOf(const CameraSubject& thing) const;
    Camera kept(Camera camera, const ViewSize& size, const Vec3& at) const;
    Camera keptAway(Camera camera, const ViewSize& size, const Vec3& at) const;
    void spread(const Camera& camera, const ViewSize& size, const CameraSubject& thing);

    Camera camera_;  ///< as last returned
    ViewSize size_{0, 0};
    std::optional<CameraSubject> last_;
    double frame_ = 0;
    double rate_ = 24;  ///< [frames/s]
    bool playing_ = false;
    bool otherClip_ = false;
    bool whole_ = false;  ///< all of the figure was seen since the camera was moved
    /// Where playing began, as it was seen.
    struct Begin {
        Camera camera;
        double frame = 0;
    };
    std::optional<Begin> begin_;  ///< nullopt: the camera was moved since
    std::optional<Zone> zone_;    ///< nullopt: it was not in view since the camera was moved
};

}  // namespace posewright::ui
