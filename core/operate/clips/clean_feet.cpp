#include "core/operate/clean_feet.h"

#include "core/contacts/pelvis.h"
#include "core/contacts/plant.h"
#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/math/smoothstep.h"
#include "core/operate/clips/body_along.h"
#include "core/operate/clips/placed_keys.h"
#include "core/operate/limbs.h"
#include "core/operate/row.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::operate {

namespace {

const Constraint* targetOf(const Document& doc, NodeId effector)
{
    for (const Constraint& c : doc.rig->constraints)
        if (c.effector == effector && c.reaches()) return &c;
    return nullptr;
}

/// The target that holds the end of a limb; added if there is none.
Result<ConstraintId> heldBy(Cleaner& cleaner, const contacts::Stance& stance)
{
    if (const Constraint* known = targetOf(cleaner.doc(), stance.end)) return known->id;
    const Scene& scene = *cleaner.doc().scene;
    const NodeIndex end = scene.find(stance.end), root = limbRoot(scene, end);
    if (root == kNoNode)
        return Error{"no limb is above \"" + stance.limb + '"', {}, ErrorKind::Refused};
    return cleaner.addTarget(stance.limb, stance.end, scene[root].id);
}

std::optional<Error> spanOf(Cleaner& cleaner, ConstraintId target, SpanKind kind, double start,
                            double end, const contacts::Planted& way,
                            const contacts::Hold* held = nullptr)
{
    edit::SetSpan set;
    set.target = target;
    set.kind = kind;
    set.start = start;
    set.end = end;
    set.in = start == way.start ? way.in : 0;
    set.out = end == way.end ? way.out : 0;
    if (held) {
        if (way.on != NodeId::None) set.space = way.on;
        set.position = held->position;
        set.rotation = held->rotation;
    }
    return cleaner.take(set);
}

/// Keys along the way wherever the limb is not held, and spans: contacts, with Reach spans before,
/// between and after them. Adjacent spans touch, so that the limb is never released between them.
std::optional<Error> put(Cleaner& cleaner, ConstraintId target, const contacts::Planted& way)
{
    const NodeId node = findConstraint(*cleaner.doc().rig, target)->target;
    std::vector<edit::KeyRef> old;
    if (const Track* track = cleaner.doc().clip().track(node))
        for (const double frame : keyFrames(*track))
            if (frame >= way.start && frame <= way.end) old.push_back({node, {}, {}, frame});
    double from = way.start;
    for (const contacts::Hold& held : way.held) {
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
    for (const contacts::EndPlace& place : way.places) {
        const bool inside =
            std::any_of(way.held.begin(), way.held.end(), [&](const contacts::Hold& held) {
                return held.start < place.frame && place.frame < held.end;
            });
        if (inside) continue;
        const Result<contacts::EndPlace> local = space.of(place);
        if (!local) return local.error();
        addKeys(node, *local, put.keys);
    }
    if (auto error = cleaner.take(put)) return error;
    // If a leg is nearly straight, an independent solve may bend the knee to another side.
    return cleaner.take(edit::BendAsKeyed{target, std::array{way.start, way.end}});
}

/// A limb's end relative to the bone that it stands on.
WorldTransform seenFrom(const WorldTransform& space, const WorldTransform& end)
{
    const Mat3 into = space.linear.inverse();
    return {into * (end.position - space.position),
            (space.rotation.conjugate() * end.rotation).normalized(), into * end.linear};
}

/// A limb's stances, and how the limb is shown at each frame.
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
        if (of.front().other != NodeId::None) other = scene.find(of.front().other);
    }

    void look(const Evaluation& shown)
    {
        ends.push_back(shown.world[end]);
        if (other != kNoNode) spaces.push_back(shown.world[other]);
        if (!isLeg) return;
        hips.push_back(shown.world[top].position);
        double sum = 0;
        for (std::size_t i = 1; i < path.size(); ++i)
            sum += (shown.world[path[i]].position - shown.world[path[i - 1]].position).norm();
        length = sum;
    }

    /// Keys are in the world, holds relative to what the limb stands on.
    std::vector<contacts::Planted> ways(const contacts::Samples& samples, double fade) const
    {
        if (other == kNoNode) return contacts::plant(samples, stances, ends, fade);
        std::vector<WorldTransform> seen;
        for (std::size_t f = 0; f < ends.size(); ++f) seen.push_back(seenFrom(spaces[f], ends[f]));
        std::vector<contacts::Planted> out = contacts::plant(samples, stances, seen, fade);
        for (contacts::Planted& way : out) {
            way.on = stances.front().other;
            for (contacts::EndPlace& place : way.places) {
                const auto row = std::size_t(std::lround(place.frame - samples.start));
                place.position = spaces[row] * place.position;
                place.rotation = (spaces[row].rotation * place.rotation).normalized();
            }
        }
        return out;
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
            for (const contacts::EndPlace& place : way.places) {
                const auto row = std::size_t(std::lround(place.frame - samples.start));
                double weight = 1;
                if (way.in > 0) weight *= smoothstep((place.frame - way.start) / way.in);
                if (way.out > 0) weight *= smoothstep((way.end - place.frame) / way.out);
                out.weight[row] = weight;
                out.wanted[row] = place.position;
            }
        return out;
    }

    std::vector<contacts::Stance> stances;
    NodeIndex end = kNoNode;
    NodeIndex top = kNoNode;
    bool isLeg = false;
    std::vector<NodeIndex> path;
    NodeIndex other = kNoNode;  ///< what it stands on; kNoNode: the ground
    std::vector<WorldTransform> ends;
    std::vector<WorldTransform> spaces;  ///< of `other`
    std::vector<Vec3> hips;
    double length = 1;  ///< at the last frame looked at
};

/// The requested stances, grouped by limb.
std::vector<std::vector<contacts::Stance>> byLimb(const std::vector<contacts::Stance>& all,
                                                  const std::vector<NodeId>& limbs,
                                                  const std::optional<double>& frame)
{
    std::vector<std::vector<contacts::Stance>> out;
    for (const contacts::Stance& stance : all) {
        if (!limbs.empty() && std::find(limbs.begin(), limbs.end(), stance.end) == limbs.end())
            continue;
        if (frame && (*frame < stance.start || *frame > stance.last)) continue;
        const auto known = std::find_if(out.begin(), out.end(), [&](const auto& of) {
            return of.front().end == stance.end && of.front().other == stance.other;
        });
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
    for (const NodeId bone : arguments.bones)
        if (arguments.on && !canStandOn(*doc.scene, bone, *arguments.on))
            return edit::refused("a limb cannot stand on what moves along with it", "/on");
    if (arguments.bones.empty() && (arguments.on || arguments.anywhere))
        return edit::refused("which bones are to stand there?", "/bones");
    const std::vector<contacts::Watch> all = watchedFor(doc, arguments);
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
    return cleanFeet(doc, cleaningOf(arguments), context);
}

}  // namespace

CleanFeet cleaningOf(const FindContacts& arguments)
{
    CleanFeet clean;
    clean.bones = arguments.bones;
    clean.on = arguments.on;
    clean.anywhere = arguments.anywhere;
    clean.speed = arguments.speed;
    clean.height = arguments.height;
    return clean;
}

bool canStandOn(const Scene& scene, NodeId bone, NodeId other)
{
    const NodeIndex end = scene.find(bone), on = scene.find(other);
    if (end == kNoNode || on == kNoNode) return false;
    const NodeIndex root = limbRoot(scene, end), top = root == kNoNode ? end : root;
    return on != top && !scene.isAbove(top, on);
}

std::vector<contacts::Watch> watchedFor(const Document& doc, const CleanFeet& arguments)
{
    std::vector<contacts::Watch> all;
    if (Result<std::vector<contacts::Watch>> feet = contacts::feetOf(doc)) all = *std::move(feet);
    const bool elsewhere = arguments.on || arguments.anywhere;
    for (const NodeId bone : arguments.bones) {
        const auto isIts = [&](const contacts::Watch& w) { return w.end == bone; };
        if (elsewhere) std::erase_if(all, isIts);
        if (std::any_of(all.begin(), all.end(), isIts)) continue;
        all.push_back(contacts::watchOf(*doc.scene, bone, arguments.on.value_or(NodeId::None),
                                        arguments.anywhere && !arguments.on));
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
        all.emplace_back(*target, limb.ways(samples, fade * samples.rate));
        if (limb.isLeg) legs.push_back(limb.leg(samples, all.back().second));
    }
    // The body comes first: targets may hang on it.
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
    return rowOf<O>("findContacts",
                    "where feet, and other bones, stand in a motion; with apply, held there",
                    findContacts, edit::optional("bones", &O::bones), edit::optional("on", &O::on),
                    edit::optional("anywhere", &O::anywhere), edit::optional("speed", &O::speed),
                    edit::optional("height", &O::height), edit::optional("apply", &O::apply));
}

Row row(Of<CleanFeet>)
{
    using O = CleanFeet;
    return rowOf<O>(
        "cleanFeet", "targets that hold feet, or other bones, still where they stand in a motion",
        cleanFeet, edit::optional("bones", &O::bones), edit::optional("on", &O::on),
        edit::optional("anywhere", &O::anywhere), edit::optional("frame", &O::frame, edit::kFrame),
        edit::optional("speed", &O::speed), edit::optional("height", &O::height),
        edit::optional("gap", &O::gap), edit::optional("shortest", &O::shortest),
        edit::optional("skating", &O::skating), edit::optional("fade", &O::fade));
}

}  // namespace posewright::operate
