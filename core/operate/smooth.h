#pragma once

#include "core/operate/operate.h"

#include <optional>
#include <vector>

/// Remedies for a limb that pops or a contact that slips: part of the reach doctor.
namespace posewright::operate {

/// The pops and slips of a target's limb from a dozen frames before a frame to a dozen after it.
struct Rough {
    int pops = 0;          ///< number of pops of its joints
    double popped = 0;     ///< [rad] largest step of a pop
    int slips = 0;         ///< number of contact frames that slip
    double slipped = 0;    ///< largest slip [m]
    double firstSlip = 0;  ///< [frame]
    bool none() const noexcept { return pops == 0 && slips == 0; }
};

Rough roughAround(const Document& doc, ConstraintId target, double frame,
                  const edit::Context& context);

/// The pops of one joint in the same frames.
Rough popsAround(const Document& doc, NodeId joint, double frame, const edit::Context& context);

/// A remedy and the roughness that remains.
struct Smoothing {
    SmoothBy by = SmoothBy::LongerFade;
    double amount = 0;  ///< fade, or cut from a contact [frame]; ease: share of the reach; KeyHere:
                        ///< where [frame]
    Edits edits;
    Rough left;
};

/// The remedies that help, best first. Empty: nothing pops or slips there, or nothing helps.
std::vector<Smoothing> smoothings(const Document& doc, ConstraintId target, double frame,
                                  const edit::Context& context);

/// A pole that is moved off the line of its limb, where it makes the limb pop.
struct PoleAway {
    NodeId pole = NodeId::None;
    double by = 0;  ///< [m]
    Edits edits;    ///< its keys, as they are, that far away
    Rough left;
};

/// The smallest change that helps most. Nullopt: no pole is in the way at that frame, or nothing
/// helps.
std::optional<PoleAway> poleAway(const Document& doc, ConstraintId target, double frame,
                                 const edit::Context& context);

/// A turn over several frames in place of a pop of a joint that only keys turn.
struct Bridging {
    double over = 0;  ///< [frame]
    int removed = 0;  ///< number of keys between its ends
    Edits edits;
    Rough left;
};

/// The bridges that help, shortest first, up to the first that leaves no pop. Empty: the joint does
/// not pop there, a constraint turns it, or nothing helps.
std::vector<Bridging> bridgings(const Document& doc, NodeId joint, double frame,
                                const edit::Context& context);

}  // namespace posewright::operate
