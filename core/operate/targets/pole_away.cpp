#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/pole_near.h"
#include "core/operate/hold.h"
#include "core/operate/row.h"
#include "core/operate/smooth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace posewright::operate {

namespace {

constexpr std::array kPoleMoves{0.25, 0.5, 0.75, 1.0};  ///< of the limb's length
constexpr int kBesidePop = 12;  ///< where the limb bends as it should [frame]

struct PoleCase {
    const Document& doc;
    const Constraint& target;
    double frame = 0;
    const edit::Context& context;
    std::shared_ptr<const Prepared> prepared;
    std::vector<NodeIndex> chain;

    Evaluation at(double when) const { return evaluate(*prepared, when); }
};

/// From the line of the limb to the joint that is farthest off it.
Vec3 bendIn(const PoleCase& of, const Evaluation& shown)
{
    const Vec3 root = shown.world[of.chain.front()].position;
    const Vec3 way = shown.world[of.chain.back()].position - root;
    Vec3 most = Vec3::Zero();
    for (const NodeIndex joint : of.chain) {
        const Vec3 from = shown.world[joint].position - root;
        const double square = way.squaredNorm();
        const Vec3 away = square > 0 ? Vec3(from - from.dot(way) / square * way) : from;
        if (away.norm() > most.norm()) most = away;
    }
    return most;
}

/// Where the pole may go: off the plane that the limb sweeps, to both sides, or to where the limb
/// bends before and after.
std::vector<Vec3> directionsFor(const PoleCase& of)
{
    const Evaluation before = of.at(of.frame - 1), now = of.at(of.frame);
    const NodeIndex root = of.chain.front(), end = of.chain.back();
    const Vec3 way = now.world[end].position - now.world[root].position;
    const Vec3 step = way - (before.world[end].position - before.world[root].position);
    std::vector<Vec3> out;
    for (const Vec3& direction :
         {Vec3(way.cross(step)), Vec3(step.cross(way)), bendIn(of, of.at(of.frame - kBesidePop)),
          bendIn(of, of.at(of.frame + kBesidePop))})
        if (direction.norm() > 1e-9) out.push_back(direction.normalized());
    return out;
}

/// All keys of the pole, that far away.
Edits poleMoved(const PoleCase& of, const Vec3& by)
{
    Edits out;
    const NodeIndex row = of.doc.scene->find(of.target.pole);
    for (const double frame : keyFrames(*of.doc.clip().track(of.target.pole))) {
        const Evaluation shown = of.at(frame);
        const Edits keyed = placed(holdOne(of.doc, shown, of.target.pole), frame,
                                   shown.world[row].position + by, std::nullopt);
        out.insert(out.end(), keyed.begin(), keyed.end());
    }
    return out;
}

/// How far the limb's joints are moved on the frames around, summed up.
double changedBy(const PoleCase& of, const Document& after)
{
    const auto prepared = prepare(after, of.context.memo);
    double sum = 0;
    constexpr int kStep = 4;
    for (int away = -kBesidePop; away <= kBesidePop; away += kStep) {
        const double frame = of.frame + away;
        const Evaluation was = of.at(frame), is = evaluate(*prepared, frame);
        for (const NodeIndex joint : of.chain)
            sum += (is.world[joint].position - was.world[joint].position).norm();
    }
    return sum;
}

}  // namespace

std::optional<PoleAway> poleAway(const Document& doc, ConstraintId id, double frame,
                                 const edit::Context& context)
{
    const Constraint* target = findConstraint(*doc.rig, id);
    if (!target || target->pole == NodeId::None) return std::nullopt;
    const Scene& scene = *doc.scene;
    const PoleCase of{doc,
                      *target,
                      std::round(frame),
                      context,
                      prepare(doc, context.memo),
                      scene.path(scene.find(target->root), scene.find(target->effector))};
    if (!poleNear(doc, *target, of.at(of.frame - 1), of.at(of.frame))) return std::nullopt;
    const Rough now = roughAround(doc, id, frame, context);
    const Evaluation shown = of.at(of.frame);
    double length = 0;
    for (std::size_t i = 1; i < of.chain.size(); ++i)
        length +=
            (shown.world[of.chain[i]].position - shown.world[of.chain[i - 1]].position).norm();
    std::optional<PoleAway> best;
    std::pair<int, double> least{now.pops, 0};
    for (const double share : kPoleMoves) {
        for (const Vec3& direction : directionsFor(of)) {
            const Vec3 by = share * length * direction;
            Edits edits = poleMoved(of, by);
            const Result<Document> after = edit::applyEach(doc, edits, context);
            if (!after) continue;
            const Rough left = roughAround(*after, id, frame, context);
            const std::pair<int, double> cost{left.pops, changedBy(of, *after)};
            if (left.pops >= now.pops || (best && cost >= least)) continue;
            least = cost;
            best = PoleAway{target->pole, by.norm(), std::move(edits), left};
        }
        if (best && best->left.pops == 0) break;
    }
    return best;
}

Row row(Of<MovePoleAway>)
{
    using O = MovePoleAway;
    constexpr auto kMake = [](const Document& doc, const O& arguments,
                              const edit::Context& context) -> Result<Edits> {
        if (auto away = poleAway(doc, arguments.target, arguments.frame, context))
            return std::move(away->edits);
        return edit::refused("no pole makes its limb pop at that frame, or nothing helps",
                             "/frame");
    };
    return rowOf<O>("movePoleAway", "a pole that makes its limb pop is moved off the limb's line",
                    +kMake, edit::required("target", &O::target),
                    edit::required("frame", &O::frame, edit::kFrame));
}

}  // namespace posewright::operate
