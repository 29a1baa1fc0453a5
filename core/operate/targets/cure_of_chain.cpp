#include "core/operate/targets/cure_of_chain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

namespace posewright::operate {

namespace {

constexpr double kMet = 0.1;  ///< a stretch leaves at most this share of the miss
constexpr double kWidest = 0.97 * std::numbers::pi;  ///< largest opening of a cone [rad]
constexpr double kMostStretch = 0.3;

/// Widens a limit on both sides.
struct Wider {
    double by;  ///< [rad]

    void operator()(Range& range) const
    {
        range.min = std::max(range.min - by, std::min(range.min, -std::numbers::pi));
        range.max = std::min(range.max + by, std::max(range.max, std::numbers::pi));
    }
    void operator()(std::string_view, Range& range) const { (*this)(range); }
    void operator()(std::string_view, std::string_view, Range& range) const { (*this)(range); }
    void operator()(std::string_view, std::array<double, 4>& openings) const
    {
        for (double& angle : openings) angle = std::max(angle, std::min(angle + by, kWidest));
    }
    void operator()(std::string_view, const auto&) const {}
};

/// The limit widened by this angle on both sides; nullopt if it does not limit a rotation.
std::optional<Limit> widened(const Limit& limit, double by)
{
    bool bounds = false;
    limits::eachArgument(limit, [&](const auto&...) { bounds = true; });
    if (!bounds || limits::slides(limit)) return std::nullopt;
    Limit out = limit;
    limits::eachArgument(out, Wider{by});
    return out;
}

const Limit* limitOf(const Document& doc, NodeIndex joint)
{
    const BonePart* bone = (*doc.scene)[joint].bone();
    return bone ? &bone->limit : nullptr;
}

/// The error at the worst frame with the edit applied; nullopt if the edit is refused.
std::optional<double> offWith(const CureCase& of, const edit::Edit& edit)
{
    CureTrial trial(of.doc, of.context);
    if (!trial.take({edit})) return std::nullopt;
    const Evaluation shown = trial.at(of.miss.worst);
    const TargetStatus* status = targetStatusIn(shown, of.target.id);
    if (!status || !isProblem(status->status)) return 0;
    return status->positionError + 1e-3 * status->orientationError;
}

}  // namespace

std::optional<WidenedChain> limitWidened(const CureCase& of)
{
    NodeIndex best = kNoNode;
    double least = kCureHelps * of.size();
    for (const NodeIndex joint : jointsOf(*of.doc.scene, of.target)) {
        const Limit* limit = limitOf(of.doc, joint);
        if (!limit || !widened(*limit, 0)) continue;
        const auto off = offWith(
            of, edit::limitEdit((*of.doc.scene)[joint].id, *widened(*limit, std::numbers::pi)));
        if (!off || *off >= least) continue;
        least = *off;
        best = joint;
    }
    if (best == kNoNode) return std::nullopt;
    const NodeId id = (*of.doc.scene)[best].id;
    const auto edit = [&](int degrees) {
        return edit::limitEdit(id,
                               *widened(*limitOf(of.doc, best), degrees * std::numbers::pi / 180));
    };
    int low = 0, high = 180;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        const auto off = offWith(of, edit(middle));
        (off && *off <= least * (1 + 1e-3) + 1e-9 ? high : low) = middle;
    }
    WidenedChain out{id, high * std::numbers::pi / 180, CureTrial(of.doc, of.context)};
    if (!out.trial.take({edit(high)})) return std::nullopt;
    return out;
}

std::optional<StretchedChain> bonesStretched(const CureCase& of)
{
    const auto edit = [&](int percent) {
        edit::SetTarget set;
        set.target = of.target.id;
        set.stretch = percent / 100.0;
        return set;
    };
    // Eased is not enough: the bones become longer so that the target is met.
    const auto meets = [&](int percent) {
        CureTrial trial(of.doc, of.context);
        if (!trial.take({edit(percent)})) return false;
        const Evaluation shown = trial.at(of.miss.worst);
        const TargetStatus* status = targetStatusIn(shown, of.target.id);
        return status && !isProblem(status->status) && status->positionError <= kMet * of.miss.off;
    };
    int low = static_cast<int>(std::floor(100 * of.target.stretch));
    int high = static_cast<int>(100 * kMostStretch);
    if (!meets(high)) return std::nullopt;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        (meets(middle) ? high : low) = middle;
    }
    StretchedChain out{high / 100.0, CureTrial(of.doc, of.context)};
    if (!out.trial.take({edit(high)})) return std::nullopt;
    return out;
}

}  // namespace posewright::operate
