#pragma once

#include "core/operate/near_key.h"
#include "core/operate/operate.h"

#include <optional>
#include <string>

namespace posewright::operate {

/// The layer that keys on recorded motion are written to: the last of those that act with all their
/// weight at the frame and have none that acts behind them. Empty: there is none, and one is made.
std::string layerWrittenTo(const Document& doc, double frame);

/// The layer that turning or moving a bone at a frame would write to: its name, or "" where one
/// would be made. Empty: the motion is not recorded there, and its own track is written to.
std::optional<std::string> layerFor(const Document& doc, NodeId node, double frame);

/// What a gesture means where it keys bones whose tracks are dense there, as those of captures are:
/// one key among them would be a spike. The key goes to a layer instead, as the offset that shows
/// what was asked for, and fades in and out over `seconds`, as a target does that is keyed there,
/// or up to the layer's next key of that bone. The captured keys stay, bit by bit. Keys that change
/// nothing, that give a scale, and joints that the edits key several times are left as they are.
/// @param before  what the edits are to be applied to
/// @pre no edit before a key changes the tracks or layers of its joint
Edits onLayers(const Document& before, const Edits& edits, double seconds = kNearKeySeconds);

}  // namespace posewright::operate
