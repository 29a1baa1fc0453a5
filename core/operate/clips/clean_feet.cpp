#include "core/operate/clean_feet.h"

#include "core/contacts/pelvis.h"
#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/clips/body_along.h"
#include "core/operate/clips/cleaned_limb.h"
#include "core/operate/clips/placed_keys.h"
#include "core/operate/limbs.h"
#include "core/operate/row.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace posewright::operate {

namespace {

/// The target that holds the end of a limb; added if there is none.
Result<ConstraintId> heldBy(Cleaner& cleaner, const contacts::Stance& stance)
{
    if (const Constraint* known = reachTarget(cleaner.doc(), stance.end)) return known->id;
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

/// Spans of the way, the last one first: a span replaces one of its kind that starts with it.
std::optional<Error> putSpans(Cleaner& cleaner, ConstraintId target, const contacts::Planted& way)
{
    double to = way.end;
    for (auto held = way.held.rbegin(); held != way.held.rend(); ++held) {
        if (held->end < to)
            if (auto error = spanOf(cleaner, target, SpanKind::Reach, held->end, to, way))
                return error;
        if (auto error =
                spanOf(cleaner, target, SpanKind::Contact, held->start, held->end, way, &*held))
            return error;
        to = held->start;
    }
    return way.start < to ? spanOf(cleaner, target, SpanKind::Reach, way.start, to, way)
                          : std::nullopt;
}

/// Frames at which a way's spans start and end.
void addBorders(const contacts::Planted& way, std::set<double>& to)
{
    to.insert({way.start, way.end});
    for (const contacts::Hold& held : way.held) to.insert({held.start, held.end});
}

/// The limb bends as its joints' keys say. At a border of any limb's span all limbs are solved as
/// at keys: one without a hint there might bend to another side.
std::optional<Error> bendAsKeyed(Cleaner& cleaner, ConstraintId target,
                                 const contacts::Planted& way, const std::set<double>& borders)
{
    if (auto error = cleaner.take(edit::BendAsKeyed{target, std::array{way.start, way.end}}))
        return error;
    for (auto at = borders.upper_bound(way.start); at != borders.end() && *at < way.end; ++at)
        if (auto error = cleaner.take(edit::BendAsKeyed{target, std::array{*at, *at}}))
            return error;
    return {};
}

/// Hints at each frame of a way to bend as the joints' keys say.
std::vector<edit::HintData> asKeyed(const Document& doc, ConstraintId target,
                                    const contacts::Planted& way)
{
    const Constraint& constraint = *findConstraint(*doc.rig, target);
    edit::HintData data{constraint.target, {}};
    for (const NodeIndex row : jointsOf(*doc.scene, constraint))
        data.hint.joints.push_back({(*doc.scene)[row].id, Quat::Identity(), 0});
    std::vector<edit::HintData> out;
    for (const contacts::EndPlace& place : way.places) {
        data.hint.frame = place.frame;
        out.push_back(data);
    }
    return out;
}

/// Keys along the way wherever the limb is not held, and spans: contacts, with Reach spans before,
/// between and after them. Adjacent spans touch, so that the limb is never released between them.
/// @param borders of the spans of all limbs: there are keys, too; empty: the limb is led
/// throughout, has a key at each frame, and bends there as its joints' keys say
std::optional<Error> put(Cleaner& cleaner, ConstraintId target, const contacts::Planted& way,
                         const std::set<double>& borders)
{
    const bool throughout = borders.empty();
    const NodeId node = findConstraint(*cleaner.doc().rig, target)->target;
    // Where it acted before, its own keys lead on from the ends of the way.
    std::vector<double> joined;
    for (const double end : {way.start, way.end})
        if (spanAt(cleaner.doc().clip().spanRow(target), end)) {
            edit::SetTargetKey key;
            key.target = target;
            key.frame = end;
            key.keepMotion = true;
            if (auto error = cleaner.take(key)) return error;
            joined.push_back(end);
        }
    const auto stays = [&](double frame) { return std::ranges::count(joined, frame) > 0; };
    edit::DeleteKeys old;
    if (const Track* track = cleaner.doc().clip().track(node))
        for (const double frame : keyFrames(*track))
            if (frame >= way.start && frame <= way.end && !stays(frame))
                old.keys.push_back({node, {}, {}, frame});
    if (auto error = putSpans(cleaner, target, way)) return error;
    if (!old.keys.empty())
        if (auto error = cleaner.take(old)) return error;
    edit::PutKeys put;
    const InSpace space(cleaner.doc(), node, cleaner.context());
    for (const contacts::EndPlace& place : way.places) {
        const bool inside =
            std::any_of(way.held.begin(), way.held.end(), [&](const contacts::Hold& held) {
                return held.start < place.frame && place.frame < held.end;
            });
        if ((inside && !throughout && !borders.contains(place.frame)) || stays(place.frame))
            continue;
        const Result<contacts::EndPlace> local = space.of(place);
        if (!local) return local.error();
        addKeys(node, *local, put.keys);
    }
    if (throughout) put.hints = asKeyed(cleaner.doc(), target, way);
    if (!put.keys.empty())
        if (auto error = cleaner.take(put)) return error;
    if (throughout) return {};
    return bendAsKeyed(cleaner, target, way, borders);
}

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

/// Adds the legs that are led but never stand.
void addSwinging(const std::vector<KneeAngles>& knees,
                 std::vector<std::vector<contacts::Stance>>& limbs)
{
    for (const KneeAngles& knee : knees) {
        const bool known =
            std::ranges::any_of(limbs, [&](const auto& of) { return of.front().end == knee.foot; });
        if (known) continue;
        contacts::Stance none;
        none.limb = knee.limb;
        none.end = knee.foot;
        limbs.push_back({none});
    }
}

/// Is it a foot that does not hang on its leg, as where both follow controls? A target would move
/// the controls with all that they move.
bool isBesideItsLeg(const Scene& scene, const retarget::Figure& figure, NodeIndex end)
{
    for (const auto& [foot, thigh] :
         {std::pair(retarget::Role::LeftFoot, retarget::Role::LeftUpperLeg),
          std::pair(retarget::Role::RightFoot, retarget::Role::RightUpperLeg)})
        if (figure.first(foot) == end)
            return figure.has(thigh) && !scene.isAbove(figure.first(thigh), end);
    return false;
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
                      const edit::Context& context, const std::vector<KneeAngles>& knees)
{
    auto stances = byLimb(accepted, {}, {});
    if (stances.empty()) return Edits{};
    addSwinging(knees, stances);
    const retarget::Figure figure = retarget::figureOf(*doc.scene);
    std::vector<CleanedLimb> limbs;
    limbs.reserve(stances.size());
    for (const auto& of : stances) {
        limbs.emplace_back(*doc.scene, figure, of);
        for (const KneeAngles& knee : knees)
            if (knee.foot == of.front().end) limbs.back().keepBend(knee.angles);
        if (isBesideItsLeg(*doc.scene, figure, limbs.back().end))
            return Error{'"' + (*doc.scene)[limbs.back().end].name +
                             "\" stands beside its leg and not below it: no target can hold both",
                         {},
                         ErrorKind::Refused,
                         "work without contacts on this figure"};
    }
    std::vector<NodeIndex> ankles;
    for (const CleanedLimb& limb : limbs)
        if (limb.isLeg) ankles.push_back(limb.end);
    const NodeIndex trunk = trunkOf(doc, figure, ankles);
    std::vector<WorldTransform> body;
    const auto prepared = prepare(doc, context.memo);
    for (std::size_t f = 0; f < samples.frames(); ++f) {
        const Evaluation shown = evaluate(*prepared, samples.start + double(f));
        for (CleanedLimb& limb : limbs) limb.look(doc, shown);
        if (trunk != kNoNode) body.push_back(shown.world[trunk]);
    }
    Cleaner cleaner(doc, context);
    std::vector<contacts::Leg> legs;
    std::vector<std::pair<ConstraintId, std::vector<contacts::Planted>>> all;
    for (CleanedLimb& limb : limbs) {
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
    std::set<double> borders;
    for (const auto& [target, ways] : all)
        for (const contacts::Planted& way : ways)
            if (knees.empty()) addBorders(way, borders);
    for (const auto& [target, ways] : all)
        for (const contacts::Planted& way : ways)
            if (auto error = put(cleaner, target, way, borders)) return *error;
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
