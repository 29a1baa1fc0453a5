#pragma once

namespace posewright {

/// Control points of an eased interval, in [0, 1]: x is time, y the share of the rotation.
/// Splitting an interval may put them outside by up to a third; both stay monotonic.
struct Ease {
    double x1 = 0.42, y1 = 0;
    double x2 = 0.58, y2 = 1;
    bool operator==(const Ease&) const = default;
};

/// The share of the rotation done after the share `t` of the time, both in [0, 1].
double eased(const Ease& ease, double t);

/// Splits an ease at the share t of the time: the eases of both parts, and the progress at the
/// split.
struct SplitEase {
    Ease before;
    Ease after;
    double way = 0;
};
SplitEase split(const Ease& ease, double t);

/// The last result of eased, for tracks whose keys lie at the same frames.
class LastEase {
public:
    double eased(const Ease& ease, double t)
    {
        if (!(t == t_ && ease == ease_)) {
            share_ = posewright::eased(ease, t);
            ease_ = ease;
            t_ = t;
        }
        return share_;
    }

private:
    Ease ease_;
    double t_ = -1;
    double share_ = 0;
};

}  // namespace posewright
