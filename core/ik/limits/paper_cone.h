#pragma once

#include "core/math/ellipse.h"
#include "core/scene/limit.h"

/// The four-angle cone as defined in the FABRIK paper: conic sections in the plane at distance 1
/// from the joint, perpendicular to the cone's axis (Aristidou & Lasenby, FABRIK, 2011, section
/// 4.3, Algorithms 2 and 3). Only `fabrik-textbook` uses it. Directions at 90 degrees or more are
/// not in the plane, so this form is discontinuous near there; all other solvers use the form of
/// limits.h.
namespace posewright::ik {

/// The section of one quarter, with both coordinates counted positive into the quarter. x lies on
/// the axis of the angle `a`, y on that of `b`.
struct Conic {
    enum class Kind {
        Ellipse,   ///< both angles below 90 degrees (equal ones: a circle)
        Parabola,  ///< a below 90 degrees, b not: open towards b, through (a, 0); the paper gives
                   ///< no formula, this one has its vertex at (0, -c)
        Strip,     ///< as before, and the angle opposite to b is not below 90 degrees either
        Hole,      ///< neither: the forbidden directions are an ellipse about the opposite pole
    };
    Kind kind = Kind::Ellipse;
    double a = 0;  ///< where the section cuts the axis of x
    double b = 0;  ///< where it cuts that of y; unused for parabola and strip
    double c = 0;  ///< parabola: depth of the vertex
};

/// A quarter of the cone: the sides that `up` (else down) and `right` (else left) name.
/// `swapped`: x of the conic is the right-left axis.
struct Quarter {
    Conic conic;
    bool swapped = false;
};
Quarter quarterOf(const ConeLimit&, bool up, bool right);

/// Below 1 inside, 1 on it: the left side of the conic's equation, for a point with x, y >= 0.
double valueAt(const Conic&, const Vec2&);

/// The nearest point of the conic to a point outside (of a hole: inside), x, y >= 0.
Vec2 nearestOn(const Conic&, const Vec2&);

/// A direction (unit, in coordinates up, right and axis of the cone's frame), clamped to the
/// nearest point of its quarter's conic if it is not allowed. In the hemisphere opposite to the
/// axis it is mirrored first (Figure 6b), unless the quarter reaches there.
Vec3 clampedToPaperCone(const ConeLimit&, const Vec3& direction);

/// The paper's order: twist clamped to its range, then the direction of the axis to the cone.
Quat clampedAsInPaper(const ConeLimit&, const Quat& q);

}  // namespace posewright::ik
