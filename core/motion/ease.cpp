#include "core/motion/ease.h"

#include "core/motion/bezier.h"

namespace posewright {

double eased(const Ease& ease, double t)
{
    return bezier(ease.y1, ease.y2, 1, bezierParameter(ease.x1, ease.x2, t));
}

SplitEase split(const Ease& ease, double t)
{
    const double s = bezierParameter(ease.x1, ease.x2, t);
    const auto lerp = [s](double a, double b) { return a + s * (b - a); };
    const auto part = [&](double c1, double c2, double& b1, double& b2, double& a1, double& a2) {
        const double p01 = lerp(0, c1);
        const double p12 = lerp(c1, c2);
        const double p23 = lerp(c2, 1);
        const double p012 = lerp(p01, p12);
        const double p123 = lerp(p12, p23);
        const double middle = lerp(p012, p123);
        const double rest = 1 - middle;
        b1 = middle > 0 ? p01 / middle : 0;
        b2 = middle > 0 ? p012 / middle : 1;
        a1 = rest > 0 ? (p123 - middle) / rest : 0;
        a2 = rest > 0 ? (p23 - middle) / rest : 1;
        return middle;
    };
    SplitEase out;
    part(ease.x1, ease.x2, out.before.x1, out.before.x2, out.after.x1, out.after.x2);
    out.way = part(ease.y1, ease.y2, out.before.y1, out.before.y2, out.after.y1, out.after.y2);
    return out;
}

}  // namespace posewright
