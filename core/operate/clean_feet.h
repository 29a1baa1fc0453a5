#pragma once

#include "core/contacts/contacts.h"
#include "core/operate/operate.h"

/// What CleanFeet does with contacts that were found, for those who look at them first.
namespace posewright::operate {

/// How long a foot takes to come to where it is to stand, and to leave from there. [s]
inline constexpr double kCleanFadeSeconds = 0.1;

contacts::Thresholds thresholdsOf(const CleanFeet& arguments);

/// As FindContacts is applied.
CleanFeet cleaningOf(const FindContacts& arguments);

/// Whether a bone can stand on another one: its limb does not move that.
bool canStandOn(const Scene& scene, NodeId bone, NodeId other);

/// What is looked at: both feet, where the figure has any, and the bones, on what they are to.
std::vector<contacts::Watch> watchedFor(const Document& doc, const CleanFeet& arguments);

/// Those of some limbs, or of all where none is named; with a frame, those that hold it.
std::vector<contacts::Stance> byLimbs(const std::vector<contacts::Stance>& all,
                                      const std::vector<NodeId>& limbs,
                                      const std::optional<double>& frame);

/// The edits that make the stances hold. Captured keys stay as they are: the targets do it.
/// @param fade [s]
Result<Edits> planted(const Document& doc, const contacts::Samples& samples,
                      const std::vector<contacts::Stance>& accepted,
                      double fade = kCleanFadeSeconds, const edit::Context& context = {});

}  // namespace posewright::operate
