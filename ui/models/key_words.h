#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <QString>

#include <vector>

namespace posewright::ui {

/// "Body", "Body and L hand", "Body and 4 more": each node once, in this order.
QString namesText(const Document& doc, const std::vector<NodeId>& nodes);

/// Which keys that edits have set have no effect, and why: "5 keys of Body and 4 more at 60 move
/// nothing there: ...". `doc` is the document after the edits. Targets whose spans they set, too,
/// or that they add, are left out. Empty: all others have an effect.
QString idleWords(const Document& doc, const std::vector<edit::Edit>& edits);

/// Of targets whose soft reach was turned off by their first key, since the limb is nearly straight
/// there (edit::SetTargetKey): which, and why. Empty: of none.
QString exactWords(const Document& before, const Document& now,
                   const std::vector<edit::Edit>& edits);

/// Of targets that these edits let act, by their first key: the frames. "Left hand acts on frames
/// 12 to 36: drag the ends of its bar in the timeline"; over the whole range, where bones have a
/// motion of their own, that one key holds them throughout. Empty: of none.
QString actsWords(const Document& before, const Document& now,
                  const std::vector<edit::Edit>& edits);

/// Of targets that these edits put in contact, with keys beside that lead them from outside: "Left
/// hand comes to the box from outside: keyed at 4". Empty: of none.
QString approachWords(const Document& now, const std::vector<edit::Edit>& edits);

/// Of a target that these edits key at the place of another of its keys, while its limb is bent
/// otherwise there, as at both ends of a loop: "hand is where it is at 0, but LeftForeArm is 17 cm
/// from there: copy that key to bend the limb alike". Empty: of none.
QString againWords(const Document& now, const std::vector<edit::Edit>& edits);

/// All that these four say. Empty: nothing.
QString keyedWords(const Document& before, const Document& now,
                   const std::vector<edit::Edit>& edits);

/// A sentence about what was copied, and what can be done with it.
QString copiedWords(const Document& doc, const std::vector<edit::KeyRef>& keys,
                    const std::vector<edit::SpanRef>& spans);

}  // namespace posewright::ui
