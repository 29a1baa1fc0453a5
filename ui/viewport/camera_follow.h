#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"
#include "ui/viewport/view_settings.h"

#include <array>
#include <optional>
#include <vector>

namespace posewright::ui {

/// What a camera goes along with.
struct Followed {
    Vec3 at = Vec3::Zero();
    Vec3 middle = Vec3::Zero();  ///< of the topmost bones of the figures
    std::vector<Vec3> figure;  ///< heads and tips of its bones: what should be seen with that place
    std::vector<NodeId> nodes;  ///< that are selected; none: the whole figure
};

/// The middle of the selection, where a target or pole counts as the bone that it leads; where
/// nothing is selected, the root of the figure, or the middle between those of several. Nothing
/// where there is neither. @pre evaluation is of doc
std::optional<Followed> followedIn(const Document& doc, const Evaluation& evaluation,
                                   const std::vector<NodeId>& selected);

/// Lies all of it beyond one side of the view, or behind the eye? Never where there is nothing.
bool isOutOfView(const Camera& camera, const ViewSize& size, const std::vector<Vec3>& points);

/// Moves a camera along with what moves, without turning it. Told of every frame that is shown, in
/// order. How one looks at a motion is no part of it: the document and its poses never depend on
/// this.
///
/// Leaving: while playing, what was in view is kept there, the figure around it included where all
/// of it was seen when playing began; and so is its distance from the eye, within a factor. A jump
/// to a frame at which nothing of the figure would be seen brings it back to where it was seen, or
/// into the middle. Always:
/// at every step in time the camera goes as far as what it follows, with a figure over the ground
/// only, or each step would shake the picture.
///
/// A camera that somebody else moves meanwhile stays where it is put, and follows from there.
class CameraFollow {
public:
    /// The camera for a frame: `now`, or where it went.
    /// @param frame [frame] what follows at the frame that was shown last is an edit, and moves
    /// nothing
    Camera next(const Camera& now, const ViewSize& size, Follow follow, bool playing, double frame,
                const std::optional<Followed>& thing);

    /// Another document: nothing is known.
    void forget() { *this = {}; }

private:
    /// One side of the view: left, right, top or bottom.
    struct Side {
        double border = 0;  ///< that is kept free [px]
        /// How far the figure has stuck out to this side of the place since playing began, at that
        /// place's depth; it only grows, so that swinging arms do not swing the camera. [m]
        double spread = 0;
        bool whole = false;  ///< the figure is kept in view; else that place alone
    };
    /// Where what is followed may be seen.
    struct Zone {
        std::array<std::array<Side, 2>, 2> sides;  ///< across and down, each with its two ends
        double nearest = 0;                        ///< [m] from the eye
        double farthest = 0;
        /// All of the figure is in view, and kept there about its own middle: a hand that is
        /// selected may go about within it.
        bool ofFigure = false;
    };

    static std::optional<Zone> zoneOf(const Camera& camera, const ViewSize& size,
                                      const Followed& thing);
    static std::optional<Zone> zoneAround(const Camera& camera, const ViewSize& size,
                                          const Vec3& at, const std::vector<Vec3>& figure);
    const Vec3& placeOf(const Followed& thing) const;
    Camera kept(Camera camera, const ViewSize& size, const Vec3& at) const;
    Camera keptAway(Camera camera, const ViewSize& size, const Vec3& at) const;
    void spread(const Camera& camera, const ViewSize& size, const Followed& thing);

    Camera camera_;  ///< as it was left
    ViewSize size_{0, 0};
    std::optional<Followed> last_;
    double frame_ = 0;
    bool playing_ = false;
    std::optional<Zone> zone_;  ///< nothing: it was not in view since the camera was moved
};

}  // namespace posewright::ui
