#pragma once

#include "core/operate/operate.h"

#include <vector>

/// What can be done about a limb that pops, or a contact that slips: more of the reach doctor.
namespace posewright::operate {

/// How roughly the limb of a target moves around a frame.
struct Rough {
    int pops = 0;          ///< of its joints
    double popped = 0;     ///< [rad] the largest step of those
    int slips = 0;         ///< frames of contacts
    double slipped = 0;    ///< [m] the largest
    double firstSlip = 0;  ///< [frame]
    bool none() const noexcept { return pops == 0 && slips == 0; }
};

/// Looks a dozen frames far to each side.
Rough roughAround(const Document& doc, ConstraintId target, double frame,
                  const edit::Context& context);

/// One remedy, and what it leaves.
struct Smoothing {
    SmoothBy by = SmoothBy::LongerFade;
    double amount =
        0;  ///< fade, and what is cut off a contact: [frame]; ease: a share of the reach
    Edits edits;
    Rough left;
};

/// The remedies that help, those first that leave the least. Empty: nothing pops or slips there, or
/// nothing helps.
std::vector<Smoothing> smoothings(const Document& doc, ConstraintId target, double frame,
                                  const edit::Context& context);

}  // namespace posewright::operate
