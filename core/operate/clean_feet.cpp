#include "core/operate/clean_feet.h"

#include "core/contacts/pelvis.h"
#include "core/contacts/plant.h"
#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/math/smoothstep.h"
#include "core/operate/body_along.h"
#include "core/operate/limbs.h"
#include "core/operate/placed_keys.h"
#include "core/operate/row.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::operate {

namespace {

const Constraint* targetOf(const Document& doc, NodeId effector)
{
    for (const Constraint& c : doc.rig->constraints)
        if (c.effector == effector && !c.aim() && c.meets() == NodeId::None) return &c;
    return nullptr;
}

/// The target that holds the end of a limb; a new one where there is none.
Result<ConstraintId> heldBy(Cleaner& cleaner, const contacts::Stance& stance)
{
    if (const Constraint* known = targetOf(cleaner.doc(), stance.end)) return known->id;
    const Scene& scene = *cleaner.doc().scene;
    const NodeIndex end = scene.find(stance.end), root = limbRoot(scene, end);
    if (root == kNoNode)
        return Error{"no limb is above \"" + stance.limb + '"', {}, ErrorKind::Refused};
    edit::AddTarget add;
    add.name = uniqueName(scene, stance.limb);
    add.effector = stance.end;
    add.root = scene[root].id;
    const std::string name = add.name;
    if (auto error = cleaner.take(add)) return *error;
    edit::SetTarget as;
    as.target = findConstraint(cleaner.doc(), name)->id;
    as.orientation = true;
    as.soft = 0;
    if (auto error = cleaner.take(as)) return *error;
    return as.target;
}

std::optional<Error> spanOf(Cleaner& cleaner, ConstraintId target, SpanKind kind, double start,
                            double end, const contacts::Planted& way,
                            const contacts::Held* held = nullptr)
{
    edit::SetSpan set;
    set.target = target;
    set.kind = kind;
    set.start = start;
    set.end = end;
    set.in = start == way.start ? way.in : 0;
    set.out = end == way.end ? way.out : 0;
    if (held) {
        set.position = held->position;
        set.rotation = held->rotation;
    }
    return cleaner.take(set);
}

/// Keys along the way wherever the limb is not held, and the spans that make it act: contacts, and
/// Reach spans before, between and behind them, which touch so that the limb is handed over.
std::optional<Error> put(Cleaner& cleaner, ConstraintId target, const contacts::Planted& way)
{
    const NodeId node = findConstraint(*cleaner.doc().rig, target)->target;
    std::vector<edit::KeyRef> old;
    if (const Track* track = cleaner.doc().clip().track(node))
        for (const double frame : keyFrames(*track))
            if (frame >= way.start && frame <= way.end) old.push_back({node, {}, {}, frame});
    double from = way.start;
    for (const contacts::Held& held : way.held) {
        if (held.start > from)
            if (auto error = spanOf(cleaner, target, SpanKind::Reach, from, held.start, way))
                return error;
        if (auto error =
                spanOf(cleaner, target, SpanKind::Contact, held.start, held.end, way, &held))
            return error;
        from = held.end;
    }
    if (from < way.end)
        if (auto error = spanOf(cleaner, target, SpanKind::Reach, from, way.end, way)) return error;
    if (!old.empty())
        if (auto error = cleaner.take(edit::DeleteKeys{old})) return error;
    edit::PutKeys put;
    const InSpace space(cleaner.doc(), node, cleaner.context());
    for (const contacts::Placed& place : way.places) {
        const bool inside =
            std::any_of(way.held.begin(), way.held.end(), [&](const contacts::Held& held) {
                return held.start < place.frame && place.frame < held.end;
            });
        if (inside) continue;
        const Result<contacts::Placed> local = space.of(place);
        if (!local) return local.error();
        addKeys(node, *local, put.keys);
    }
    if (auto error = cleaner.take(put)) return error;
    // Of a leg that is nearly straight, a solve by itself may find the knee on another side.
    return cleaner.take(edit::BendAsKeyed{target, std::array{way.start, way.end}});
}

/// A limb that stands somewhere, and how it is shown.
struct Limb {
    Limb(const Scene& scene, const retarget::Figure& figure,
         const std::vector<contacts::Stance>& of) :
        stances(of),
        end(scene.find(of.front().end)), top(limbRoot(scene, end))
    {
        isLeg = end == figure.first(retarget::Role::LeftFoot) ||
                end == figure.first(retarget::Role::RightFoot);
        isLeg = isLeg && top != kNoNode;
        if (isLeg) path = scene.path(top, end);
    }

    void look(const Evaluation& shown)
    {
        ends.push_back(shown.world[end]);
        if (!isLeg) return;
        hips.push_back(shown.world[top].position);
        double sum = 0;
        for (std::size_t i = 1; i < path.size(); ++i)
            sum += (shown.world[path[i]].position - shown.world[path[i - 1]].position).norm();
        length = sum;
    }

    contacts::Leg leg(const contacts::Samples& samples,
                      const std::vector<contacts::Planted>& ways) const
    {
        contacts::Leg out;
        out.hip = hips;
        out.length = length;
        for (const WorldTransform& shown : ends) out.ankle.push_back(shown.position);
        out.wanted = out.ankle;
        out.weight.assign(ends.size(), 0.0);
        for (const contacts::Planted& way : ways)
            for (const contacts::Placed& place : way.places) {
                const auto row = std::size_t(std::lround(place.frame - samples.start));
                double weight = 1;
                if (way.in > 0) weight *= smoothstep((place.frame - way.start) / way.in);
                if (way.out > 0) weight *= smoothstep((way.end - place.frame) / way.out);
                out.weight[row] = weight;
                out.wanted[row] = out.ankle[row] + weight * (place.position - out.ankle[row]);
            }
        return out;
    }

    std::vector<contacts::Stance> stances;
    NodeIndex end = kNoNode;
    NodeIndex top = kNoNode;
    bool isLeg = false;
    std::vector<NodeIndex> path;
    std::vector<WorldTransform> ends;
    std::vector<Vec3> hips;
    double length = 1;  ///< as shown last
};

/// The stances that are meant, of one limb after the other.
std::vector<std::vector<contacts::Stance>> byLimb(const std::vector<contacts::Stance>& all,
                                                  const std::vector<NodeId>& limbs,
                                                  const std::optional<double>& frame)
{
    std::vector<std::vector<contacts::Stance>> out;
    for (const contacts::Stance& stance : all) {
        if (!limbs.empty() && std::find(limbs.begin(), limbs.end(), stance.end) == limbs.end())
            continue;
        if (frame && (*frame < stance.start || *frame > stance.last)) continue;
        const auto known = std::find_if(
            out.begin(), out.end(), [&](const auto& of) { return of.front().end == stance.end; });
        if (known == out.end())
            out.push_back({stance});
        else
            known->push_back(stance);
    }
    return out;
}

Result<Edits> cleanFeet(const Document& doc, const CleanFeet& arguments,
                        const edit::Context& context)
{
    const std::vector<contacts::Watch> all = watchedFor(doc, arguments.bones);
    if (all.empty()) return edit::refused("the figure has no feet", "/bones");
    const auto samples = contacts::sample(doc, all, context.progress);
    if (!samples) return samples.error();
    const contacts::Thresholds by = thresholdsOf(arguments);
    const auto found = contacts::stances(*samples, contacts::find(*samples, by), by);
    return planted(doc, *samples, byLimbs(found, arguments.bones, arguments.frame),
                   arguments.fade.value_or(kCleanFadeSeconds), context);
}

Result<Edits> findContacts(const Document& doc, const FindContacts& arguments,
                           const edit::Context& context)
{
    if (!arguments.apply) return Edits{};
    CleanFeet clean;
    clean.bones = arguments.bones;
    clean.speed = arguments.speed;
    clean.height = arguments.height;
    return cleanFeet(doc, clean, context);
}

}  // namespace

std::vector<contacts::Watch> watchedFor(const Document& doc, const std::vector<NodeId>& bones)
{
    std::vector<contacts::Watch> all;
    if (Result<std::vector<contacts::Watch>> feet = contacts::feetOf(doc)) all = *std::move(feet);
    for (const NodeId bone : bones) {
        const bool known = std::any_of(all.begin(), all.end(),
                                       [&](const contacts::Watch& w) { return w.end == bone; });
        if (!known) all.push_back(contacts::watchOf(*doc.scene, bone));
    }
    return all;
}

contacts::Thresholds thresholdsOf(const CleanFeet& from)
{
    contacts::Thresholds to;
    if (from.speed) to.speed = *from.speed;
    if (from.height) to.height = *from.height;
    if (from.gap) to.gap = *from.gap;
    if (from.shortest) to.shortest = *from.shortest;
    to.skating = from.skating;
    return to;
}

std::vector<contacts::Stance> byLimbs(const std::vector<contacts::Stance>& all,
                                      const std::vector<NodeId>& limbs,
                                      const std::optional<double>& frame)
{
    std::vector<contacts::Stance> out;
    for (const auto& limb : byLimb(all, limbs, frame))
        out.insert(out.end(), limb.begin(), limb.end());
    return out;
}

Result<Edits> planted(const Document& doc, const contacts::Samples& samples,
                      const std::vector<contacts::Stance>& accepted, double fade,
                      const edit::Context& context)
{
    const auto stances = byLimb(accepted, {}, {});
    if (stances.empty()) return Edits{};
    const retarget::Figure figure = retarget::figureOf(*doc.scene);
    std::vector<Limb> limbs;
    limbs.reserve(stances.size());
    for (const auto& of : stances) limbs.emplace_back(*doc.scene, figure, of);
    std::vector<NodeIndex> ankles;
    for (const Limb& limb : limbs)
        if (limb.isLeg) ankles.push_back(limb.end);
    const NodeIndex trunk = trunkOf(doc, figure, ankles);
    std::vector<WorldTransform> body;
    const auto prepared = prepare(doc, context.memo);
    for (std::size_t f = 0; f < samples.frames(); ++f) {
        const Evaluation shown = evaluate(*prepared, samples.start + double(f));
        for (Limb& limb : limbs) limb.look(shown);
        if (trunk != kNoNode) body.push_back(shown.world[trunk]);
    }
    Cleaner cleaner(doc, context);
    std::vector<contacts::Leg> legs;
    std::vector<std::pair<ConstraintId, std::vector<contacts::Planted>>> all;
    for (Limb& limb : limbs) {
        const Result<ConstraintId> target = heldBy(cleaner, limb.stances.front());
        if (!target) return target.error();
        all.emplace_back(*target,
                         contacts::plant(samples, limb.stances, limb.ends, fade * samples.rate));
        if (limb.isLeg) legs.push_back(limb.leg(samples, all.back().second));
    }
    // First the body, which may carry what targets hang on.
    if (trunk != kNoNode && !legs.empty())
        if (auto error =
                follow(cleaner, samples, trunk, body, contacts::pelvisMoves(legs, samples.rate)))
            return *error;
    for (const auto& [target, ways] : all)
        for (const contacts::Planted& way : ways)
            if (auto error = put(cleaner, target, way)) return *error;
    return std::move(cleaner).edits();
}

Row row(Of<FindContacts>)
{
    using O = FindContacts;
    return rowOf<O>(
        "findContacts", "where feet, and other bones, stand in a motion; with apply, held there",
        findContacts, edit::optional("bones", &O::bones), edit::optional("speed", &O::speed),
        edit::optional("height", &O::height), edit::optional("apply", &O::apply));
}

Row row(Of<CleanFeet>)
{
    using O = CleanFeet;
    return rowOf<O>("cleanFeet",
                    "targets that hold feet, or other bones, still where they stand in a motion",
                    cleanFeet, edit::optional("bones", &O::bones),
                    edit::optional("frame", &O::frame, edit::kFrame),
                    edit::optional("speed", &O::speed), edit::optional("height", &O::height),
                    edit::optional("gap", &O::gap), edit::optional("shortest", &O::shortest),
                    edit::optional("skating", &O::skating), edit::optional("fade", &O::fade));
}

}  // namespace posewright::operate
