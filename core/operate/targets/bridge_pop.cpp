#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/motion_faults.h"
#include "core/operate/row.h"
#include "core/operate/smooth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace posewright::operate {

namespace {

constexpr std::array kBridges{3.0, 5.0, 9.0, 15.0, 23.0};  ///< [frame]

/// Do only keys turn the joint from the frame before to this one?
bool onlyKeysTurn(const Document& doc, NodeId joint, double frame)
{
    const Track* track = doc.clip().track(joint);
    return track && !track->rotation->empty() && !leaderOf(doc, Pop{frame, joint, 0});
}

/// Keys both ends of the bridge as they are shown, and removes the joint's rotation keys between.
Bridging bridged(const Document& doc, NodeId joint, double frame, double over,
                 const edit::Context& context)
{
    const double first = std::round(frame) - 1 - std::floor((over - 1) / 2);
    const double last = first + over;
    Bridging out{over, 0, {}, {}};
    edit::DeleteKeys gone;
    const RotationTrack& turns = *doc.clip().track(joint)->rotation;
    const auto hasKey = [&](double at) {
        return std::ranges::find(turns.keys(), at, &RotationKey::frame) != turns.keys().end();
    };
    const auto prepared = prepare(doc, context.memo);
    const NodeIndex row = doc.scene->find(joint);
    for (const double end : {first, last}) {
        if (hasKey(end)) continue;
        edit::SetJointKey key;
        key.joint = joint;
        key.frame = end;
        key.rotation = evaluate(*prepared, end).local[row].rotation;
        key.keepMotion = true;
        out.edits.emplace_back(key);
    }
    for (const RotationKey& key : turns.keys())
        if (key.frame > first && key.frame < last)
            gone.keys.push_back({joint, ConstraintId::None, Property::Rotation, key.frame});
    out.removed = static_cast<int>(gone.keys.size());
    if (!gone.keys.empty()) out.edits.emplace_back(gone);
    edit::SetInterpolation smooth;
    smooth.keys = {{joint, ConstraintId::None, Property::Rotation, first}};
    out.edits.emplace_back(smooth);
    return out;
}

Result<Edits> bridgePop(const Document& doc, const BridgePop& arguments,
                        const edit::Context& context)
{
    if (!onlyKeysTurn(doc, arguments.joint, arguments.frame))
        return edit::refused("the joint has no rotation keys, or a target turns it there",
                             "/joint");
    if (arguments.over) {
        if (!(*arguments.over >= 2)) return edit::refused("it is less than 2 frames", "/over");
        return bridged(doc, arguments.joint, arguments.frame, *arguments.over, context).edits;
    }
    std::vector<Bridging> found = bridgings(doc, arguments.joint, arguments.frame, context);
    if (found.empty()) return edit::refused("the joint does not pop there", "/frame");
    return std::move(found.back().edits);
}

}  // namespace

std::vector<Bridging> bridgings(const Document& doc, NodeId joint, double frame,
                                const edit::Context& context)
{
    std::vector<Bridging> out;
    if (!onlyKeysTurn(doc, joint, frame)) return out;
    Rough least = popsAround(doc, joint, frame, context);
    for (const double over : kBridges) {
        if (least.none()) break;
        Bridging one = bridged(doc, joint, frame, over, context);
        const Result<Document> after = edit::applyEach(doc, one.edits, context);
        if (!after) continue;
        one.left = popsAround(*after, joint, frame, context);
        if (one.left.popped >= least.popped) continue;
        least = one.left;
        out.push_back(std::move(one));
    }
    return out;
}

Row row(Of<BridgePop>)
{
    using O = BridgePop;
    return rowOf<O>("bridgePop",
                    "a joint that pops turns over several frames, without the keys between",
                    bridgePop, edit::required("joint", &O::joint),
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::optional("over", &O::over, "frames"));
}

}  // namespace posewright::operate
