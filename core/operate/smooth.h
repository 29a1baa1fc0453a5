#pragma once

#include "core/operate/operate.h"

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

/// A remedy and the roughness that remains.
struct Smoothing {
    SmoothBy by = SmoothBy::LongerFade;
    double amount = 0;  ///< fade, or cut from a contact [frame]; ease: share of the reach
    Edits edits;
    Rough left;
};

/// The remedies that help, best first. Empty: nothing pops or slips there, or nothing helps.
std::vector<Smoothing> smoothings(const Document& doc, ConstraintId target, double frame,
                                  const edit::Context& context);

}  // namespace posewright::operate
