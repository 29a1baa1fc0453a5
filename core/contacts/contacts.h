#pragma once

#include "core/document/document.h"
#include "core/retarget/figure.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Where parts of a figure stand still on something, found in a motion that does not say so. The
/// ways of the parts are sampled once, so that thresholds can be tried on them at once. Figures are
/// those of docs/contacts.md.
namespace posewright::contacts {

/// A point of a figure that may stand on something. Those of one limb follow one another: heel and
/// ball of a foot.
struct Watch {
    std::string limb;             ///< "Left foot"
    std::string part;             ///< "heel", "ball"; of other limbs empty
    NodeId end = NodeId::None;    ///< the bone that a target would hold: the ankle, the wrist
    NodeId bone = NodeId::None;   ///< that carries the point
    Vec3 at = Vec3::Zero();       ///< the point, in the bone's own frame
    NodeId other = NodeId::None;  ///< what it would stand on; None: the ground
    bool anywhere = false;        ///< it stands on whatever holds it: how high it is says nothing
    bool foot = false;            ///< of a pair of feet, one of which swings as the other stands
};

/// What is watched where nothing else is asked: both feet of a figure, heel and ball apart. A foot
/// without toes has the end of its bone for a ball.
/// Error: the scene shows no foot.
Result<std::vector<Watch>> feetOf(const Document& doc, const retarget::Figure& figure);
Result<std::vector<Watch>> feetOf(const Document& doc);

/// Any bone, by its own head, on the ground, on another bone, or anywhere.
Watch watchOf(const Scene& scene, NodeId bone, NodeId other = NodeId::None, bool anywhere = false);

/// The way of one watched point.
struct Path {
    Watch watch;
    std::vector<Vec3> places;  ///< one a frame, seen from `other` where there is one [m]
    std::vector<double>
        heights;  ///< over where it rests, one a frame [m]; from the other bone's
                  ///< line, less the nearest it comes while slow; 0 where it stands anywhere
};

/// The ways of all watched points over the range of a document.
struct Samples {
    double start = 0;         ///< [frame] of the first sample; they are a frame apart
    double rate = 24;         ///< [frames/s]
    Vec3 up = Vec3::UnitY();  ///< unit
    double leg = 1;           ///< from the head of a thigh to the sole [m]
    std::vector<Path> paths;
    std::size_t frames() const { return paths.empty() ? 0 : paths.front().places.size(); }
};

/// The ground is where the lowest points rest, and may rise and fall as slowly as drifting captures
/// do: within two seconds something stands on it. O(frames * nodes).
/// Error: a bone is not there; the range has a million frames or more; cancelled.
/// @pre validate(doc)
Result<Samples> sample(const Document& doc, const std::vector<Watch>& watched,
                       const std::function<bool(double)>& progress = {});

/// Speeds and heights are shares of the leg: figures of any size have the same ones.
struct Thresholds {
    double speed = 0.17;    ///< [leg/s] a contact starts below
    double height = 0.045;  ///< [leg] and below
    double leave = 1.5;     ///< >= 1: it ends above so many times these
    double window = 0.033;  ///< [s] that speeds are measured over, at least
    double gap = 0.05;      ///< [s] two contacts that are so near are one
    double shortest = 0.1;  ///< [s] shorter ones are none
    bool skating = true;    ///< look again for feet that slide as they stand
};

enum class Certainty : std::uint8_t {
    Sure,
    Uncertain,  ///< it moves faster than a foot that stands, but is low, and slowest while the
                ///< other one swings
};

/// From one frame to another, both included, a point stands.
struct Contact {
    std::size_t path = 0;  ///< row of Samples::paths
    double start = 0;      ///< [frame]
    double end = 0;        ///< [frame]
    Certainty certainty = Certainty::Sure;
    double speed = 0;   ///< the fastest in between [leg/s]
    double height = 0;  ///< the highest in between [leg]
};

/// By path, then by start. O(frames).
std::vector<Contact> find(const Samples& samples, const Thresholds& thresholds = {});

/// What a limb does: the contacts of its points that overlap or follow one another within the gap.
struct Stance {
    std::string limb;
    NodeId end = NodeId::None;
    double start = 0;             ///< [frame]
    double last = 0;              ///< [frame]
    NodeId other = NodeId::None;  ///< what it stands on; None: the ground, or anything
    std::vector<Contact> parts;
    Certainty certainty = Certainty::Sure;  ///< uncertain where all parts are
};
std::vector<Stance> stances(const Samples& samples, const std::vector<Contact>& contacts,
                            const Thresholds& thresholds = {});

/// Why a contact is one: "at most 0.04 leg/s and 0.01 leg high".
std::string reasonOf(const Contact& contact);

/// How much a motion's feet slide, as if the figure were 1.7 m tall.
struct Skate {
    double share = 0;  ///< of all samples of points on the ground: those under 5 cm high that slide
                       ///< faster than 2.5 cm in a twentieth of a second
    double slide = 0;  ///< [m] the farthest that a point strays from the middle of its contact
    double mean = 0;   ///< [m] of the farthest of each contact
};
Skate skateOf(const Samples& samples, const std::vector<Contact>& contacts);

/// What a length of this motion would be on a figure of 1.7 m, whose legs are 0.9 m.
double atHumanSize(const Samples& samples, double length);

}  // namespace posewright::contacts
