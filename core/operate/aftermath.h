#pragma once

#include "core/edit/edit.h"
#include "core/evaluate/report.h"

#include <set>
#include <vector>

/// What edits do to a motion, beyond what they are made for.
namespace posewright::operate {

/// The problems of a motion, and where its bones are, at the whole frames of its range; of a very
/// long one at those around the frames that matter.
struct Judged {
    struct At {
        double frame = 0;
        NodeId node = NodeId::None;  ///< a target, or of a pop the joint
        double size = 0;             ///< [m], [rad]
    };
    /// The end of a limb on a box, or near it.
    struct OnBox {
        double frame = 0;
        NodeId node = NodeId::None;  ///< the target
        NodeId box = NodeId::None;
        bool touches = false;
        bool held = false;  ///< a contact acts fully there, or the target is keyed there
    };
    double start = 0;  ///< [frame]
    int frames = 0;
    std::vector<At> missed;    ///< targets that are missed, as for all of these by ascending frames
    std::vector<At> pops;      ///< without those of the recorded motion that nobody edited
    std::vector<At> recorded;  ///< those pops
    std::vector<At> slips;     ///< frames of contacts
    std::vector<ThroughBox> through;
    std::vector<OnBox> onBoxes;  ///< by ascending frames
    std::vector<NodeIndex> bones;
    std::vector<Vec3> places;  ///< one for each frame and bone, frame by frame [m] world

    /// The frames with a problem. Limbs in boxes are none.
    std::set<double> problemFrames() const;
};

/// The consecutive frames that edits are made for, both ends included.
struct Needed {
    double first = 0;
    double last = 0;
};

/// @param unedited  the motion whose pops are not counted (see isUnedited)
/// Error: cancelled.
Result<Judged> judged(const Document& doc, const Document& unedited, const Needed& around,
                      const edit::Context& context);

/// Something that edits do, at consecutive frames or a few apart.
struct Effect {
    enum class What {
        Misses,   ///< a target is missed that was not
        Pops,     ///< a joint pops that did not, or much less
        Slips,    ///< a contact slips that did not
        Through,  ///< a limb goes through a box that did not
        Lifts,    ///< a limb's end leaves the box that it is held on
        Carries,  ///< the body above the limb is moved, anywhere
        Moves     ///< another bone is moved, away from the needed frames
    };
    What what = What::Misses;
    NodeId node = NodeId::None;  ///< target, joint or bone
    NodeId box = NodeId::None;   ///< of Through and Lifts
    double first = 0;            ///< [frame]
    double last = 0;
    double size = 0;  ///< the largest: miss, slip, depth or move [m]; pop [rad]
};

struct Aftermath {
    std::vector<Effect> effects;  ///< new problems first, in the order of their frames
    int before = 0;               ///< frames with a problem
    int problems = 0;             ///< the same after the edits; where a touch is lost is one
    int inBoxes = 0;              ///< frames after the edits with a limb in a box: no problem
    double change = 0;            ///< how far any bone is moved at most, at any frame [m]

    /// More frames have a problem than before, or as many but other ones.
    bool worse() const;
};

/// Compares a motion with what edits made of it.
/// @param root  of the limb that the edits help: bones above it are the body; None: of no limb
/// @pre both are of the same frames of documents with the same bones
Aftermath aftermath(const Document& doc, const Judged& before, const Judged& after, NodeId root,
                    const Needed& needed);

}  // namespace posewright::operate
