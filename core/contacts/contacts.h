#pragma once

#include "core/document/document.h"
#include "core/retarget/figure.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Detects where parts of a figure stand still on something in a motion without contact data. Paths
/// of the parts are sampled once, so that thresholds can be changed without delay. The default
/// values are explained in docs/contacts.md.
namespace posewright::contacts {

/// A point of a figure that may stand on something. Points of one limb are consecutive: heel and
/// ball of a foot.
struct Watch {
    std::string limb;  ///< "Left foot"
    std::string part;  ///< "heel" or "ball"; empty for other limbs
    NodeId end =
        NodeId::None;  ///< the bone that would be a target's effector: the ankle, the wrist
    NodeId bone = NodeId::None;   ///< the bone that carries the point
    Vec3 at = Vec3::Zero();       ///< the point, in the bone's own frame
    NodeId other = NodeId::None;  ///< what it would stand on; None: the ground
    bool anywhere = false;        ///< it may stand on anything: its height is ignored
    bool foot = false;  ///< one of a pair of feet, of which one swings while the other stands
};

/// The default points: heel and ball of both feet. For a foot without toes, the ball is the end of
/// its bone. Error: no foot was found in the scene.
Result<std::vector<Watch>> feetOf(const Document& doc, const retarget::Figure& figure);
Result<std::vector<Watch>> feetOf(const Document& doc);

/// The head of any bone, on the ground, on another bone, or anywhere.
Watch watchOf(const Scene& scene, NodeId bone, NodeId other = NodeId::None, bool anywhere = false);

/// The path of one watched point.
struct Path {
    Watch watch;
    std::vector<Vec3> places;     ///< one per frame, in the frame of `other` if there is one [m]
    std::vector<double> heights;  ///< one per frame, above the height at which it rests [m]; on
                                  ///< another bone: the distance to the bone's line, minus the
                                  ///< smallest while the point is slow; 0 with `anywhere`
};

/// The paths of all watched points over the range of a document.
struct Samples {
    double start = 0;         ///< [frame] of the first sample; one sample per frame
    double rate = 24;         ///< [frames/s]
    Vec3 up = Vec3::UnitY();  ///< unit
    double leg = 1;           ///< from the head of a thigh to the sole [m]
    std::vector<Path> paths;
    std::size_t frames() const { return paths.empty() ? 0 : paths.front().places.size(); }
};

/// Samples the paths. The ground is where the lowest points rest; it may drift slowly, as in some
/// captures, if something stands on it every two seconds. O(frames * nodes). Error: a bone does not
/// exist; the range has a million frames or more; cancelled.
/// @pre validate(doc)
Result<Samples> sample(const Document& doc, const std::vector<Watch>& watched,
                       const std::function<bool(double)>& progress = {});

/// In units of the leg's length, so that they fit figures of any size.
struct Thresholds {
    double speed = 0.17;    ///< [leg/s] a contact starts below this speed
    double height = 0.045;  ///< [leg] and below this height
    double leave = 1.5;     ///< >= 1: it ends above this multiple of speed or height
    double window = 0.033;  ///< [s] speeds are measured over at least this time
    double gap = 0.05;      ///< [s] contacts with a shorter gap are merged
    double shortest = 0.1;  ///< [s] shorter contacts are dropped
    bool skating = true;    ///< also look for feet that slide while they stand
};

enum class Certainty : std::uint8_t {
    Sure,
    Uncertain,  ///< it moves faster than a standing foot, but is low and slowest while the other
                ///< one swings
};

/// A point stands from `start` to `end`, both included.
struct Contact {
    std::size_t path = 0;  ///< row of Samples::paths
    double start = 0;      ///< [frame]
    double end = 0;        ///< [frame]
    Certainty certainty = Certainty::Sure;
    double speed = 0;   ///< highest in between, short gaps left out [leg/s]
    double height = 0;  ///< highest in between [leg]
};

/// Detects contacts; sorted by path, then by start. O(frames).
std::vector<Contact> find(const Samples& samples, const Thresholds& thresholds = {});

/// A limb standing: contacts of its points that overlap or follow one another within the gap.
struct Stance {
    std::string limb;
    NodeId end = NodeId::None;
    double start = 0;             ///< [frame]
    double last = 0;              ///< [frame]
    NodeId other = NodeId::None;  ///< what it stands on; None: the ground, or anything
    std::vector<Contact> parts;
    Certainty certainty = Certainty::Sure;  ///< Uncertain if all parts are
};
std::vector<Stance> stances(const Samples& samples, const std::vector<Contact>& contacts,
                            const Thresholds& thresholds = {});

/// How much a motion's feet slide, scaled to a figure 1.7 m tall.
struct Skate {
    double share = 0;  ///< of the time that points stand: the share in which they move faster than
                       ///< 2 cm/s, over 1/20 s
    double slide = 0;  ///< [m] largest distance of a point from the middle of its contact
    double mean = 0;   ///< [m] mean over contacts of their largest distance
};
Skate skateOf(const Samples& samples, const std::vector<Contact>& contacts);

/// The largest distance between where `was` and `is` have a point of a limb at a frame in which
/// that limb stands, scaled to a figure 1.7 m tall. [m]
/// @param is samples of the same points over the same frames
double movedFrom(const Samples& was, const Samples& is, const std::vector<Stance>& stances);

/// A length of this motion, scaled to a figure 1.7 m tall with legs of 0.9 m.
double atHumanSize(const Samples& samples, double length);

}  // namespace posewright::contacts
