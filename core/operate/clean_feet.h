#pragma once

#include "core/contacts/contacts.h"
#include "core/operate/operate.h"

/// The steps of CleanFeet, for an interface that shows the contacts first.
namespace posewright::operate {

/// Time of the fade before and after a foot stands. [s]
inline constexpr double kCleanFadeSeconds = 0.1;

contacts::Thresholds thresholdsOf(const CleanFeet& arguments);

/// The arguments of CleanFeet for a FindContacts that is applied.
CleanFeet cleaningOf(const FindContacts& arguments);

/// Whether a bone can stand on another: not if its limb moves that.
bool canStandOn(const Scene& scene, NodeId bone, NodeId other);

/// The points to watch: both feet, if the figure has any, and the given bones, on what they are to
/// stand on.
std::vector<contacts::Watch> watchedFor(const Document& doc, const CleanFeet& arguments);

/// The stances of some limbs, or of all if none is named; with a frame, only those that include it.
std::vector<contacts::Stance> byLimbs(const std::vector<contacts::Stance>& all,
                                      const std::vector<NodeId>& limbs,
                                      const std::optional<double>& frame);

/// How a leg bends over time.
struct KneeAngles {
    std::string limb;            ///< "Left foot"
    NodeId foot = NodeId::None;  ///< the ankle's bone
    std::vector<double> angles;  ///< of the knee, one per frame of the samples [rad]; pi: straight
};

/// How the legs of a figure that gets a motion are led.
struct Leading {
    std::vector<KneeAngles> knees;  ///< if given, these legs are led at all frames, and the body
                                    ///< moves so that their bend changes as here
    double shortest = 0.1;          ///< [s] contacts that limits shorten below this are dropped
    Diagnostics* told = nullptr;    ///< gets what contacts have lost to limits, and bodyWarnings
};

/// How many Contact spans hold these stances in a document. One stance may have several, between
/// which the foot rolls, or none, if it is on its heel or ball alone: then keys of the target lead
/// it.
std::size_t contactsOf(const Document& held, const std::vector<contacts::Stance>& stances);

/// How far the hips are moved at most, at up to 500 frames spread over the samples, scaled to a
/// figure 1.7 m tall. [m] 0: there are no hips.
double hipsMovedFrom(const Document& was, const Document& is, const contacts::Samples& samples);

/// A warning if held feet cannot move the body along, which says why: knees may lock then.
Diagnostics bodyWarnings(const Document& doc, const std::vector<contacts::Stance>& accepted);

/// The edits that hold the stances by targets. Captured keys are not changed.
/// @param fade  [s]
Result<Edits> planted(const Document& doc, const contacts::Samples& samples,
                      const std::vector<contacts::Stance>& accepted,
                      double fade = kCleanFadeSeconds, const edit::Context& context = {},
                      const Leading& lead = {});

}  // namespace posewright::operate
