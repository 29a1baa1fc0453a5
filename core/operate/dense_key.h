#pragma once

#include "core/operate/near_key.h"
#include "core/operate/operate.h"

#include <optional>
#include <string>

namespace posewright::operate {

/// The layer for keys on recorded motion: the last layer that acts, if it has full weight at the
/// frame. Empty: there is none, and one will be made.
std::string layerWrittenTo(const Document& doc, double frame);

/// The layer that turning or moving a bone at a frame would write to; "" if one would be made.
/// Nullopt: the motion is not recorded there, and the bone's own track is written to.
std::optional<std::string> layerFor(const Document& doc, NodeId node, double frame);

/// Is this property of a node recorded at a frame: does it have a key on each frame around?
/// @param property  Rotation or Translation
bool isRecorded(const Document& doc, NodeId node, Property property, double frame);

/// Redirects keys on densely keyed bones, like captured ones, to a layer, since one changed key
/// among dense ones would be a spike. The layer gets the offset that shows what was asked for,
/// fading in and out over `seconds` or up to the layer's next key of that bone. Captured keys stay
/// bit for bit. Keys that change nothing or set a scale, and joints that the edits key several
/// times, are left as they are.
/// @param before  the document that the edits are for
/// @pre no edit before a key changes the tracks or layers of its joint
Edits onLayers(const Document& before, const Edits& edits, double seconds = kNearKeySeconds);

}  // namespace posewright::operate
