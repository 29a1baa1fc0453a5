#include "core/operate/clean_feet.h"

#include "core/contacts/pelvis.h"
#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/clips/body_along.h"
#include "core/operate/clips/cleaned_limb.h"
#include "core/operate/clips/foot_limits.h"
#include "core/operate/clips/put_ways.h"
#include "core/operate/clips/swing_room.h"
#include "core/operate/limbs.h"
#include "core/operate/row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace posewright::operate {

namespace {

constexpr double kLongestFadeSeconds = 10;
constexpr std::size_t kHipsLooks = 500;  ///< frames
constexpr double kLedBack = 0.2;  ///< [s] in which a leg is led back from where limits stop it

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

/// Moves the places of ways. @param by one per frame of the samples
void swing(const contacts::Samples& samples, const std::vector<Vec3>& by,
           std::vector<contacts::Planted>& ways)
{
    for (contacts::Planted& way : ways)
        for (contacts::EndPlace& place : way.places)
            place.position += by[std::size_t(std::lround(place.frame - samples.start))];
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

/// Then nothing says that there is a floor.
bool standsAnywhere(const contacts::Samples& samples, const CleanedLimb& limb)
{
    return std::ranges::any_of(samples.paths, [&](const contacts::Path& path) {
        return path.watch.anywhere && path.watch.end == limb.stances.front().end;
    });
}

Result<std::vector<CleanedLimb>> limbsOf(const Scene& scene, const retarget::Figure& figure,
                                         const std::vector<std::vector<contacts::Stance>>& stances,
                                         const std::vector<KneeAngles>& knees)
{
    std::vector<CleanedLimb> limbs;
    limbs.reserve(stances.size());
    for (const auto& of : stances) {
        limbs.emplace_back(scene, figure, of);
        for (const KneeAngles& knee : knees)
            if (knee.foot == of.front().end) limbs.back().keepBend(knee.angles);
        if (isBesideItsLeg(scene, figure, limbs.back().end))
            return Error{'"' + scene[limbs.back().end].name +
                             "\" stands beside its leg and not below it: no target can hold both",
                         {},
                         ErrorKind::Refused,
                         "work without contacts on this figure"};
    }
    return limbs;
}

/// The bone by which the body is moved; kNoNode: no leg stands, or the body cannot be moved.
/// @param told  gets why it cannot; may be null
NodeIndex movedBy(const Document& doc, const retarget::Figure& figure,
                  const std::vector<CleanedLimb>& limbs, Diagnostics* told)
{
    std::vector<NodeIndex> ankles;
    for (const CleanedLimb& limb : limbs)
        if (limb.isLeg) ankles.push_back(limb.end);
    if (ankles.empty()) return kNoNode;
    const Result<NodeIndex> trunk = trunkOf(doc, figure, ankles);
    if (trunk) return *trunk;
    if (told)
        told->push_back(
            {Diagnostic::Severity::Warning,
             "the body does not follow the held feet, so knees may lock: " + trunk.error().message,
             {}});
    return kNoNode;
}

/// Are the numbers given ones that can be meant?
Result<void> checkNumbers(const CleanFeet& arguments)
{
    const std::pair<const std::optional<double>&, const char*> numbers[] = {
        {arguments.speed, "speed"},
        {arguments.height, "height"},
        {arguments.gap, "gap"},
        {arguments.shortest, "shortest"},
        {arguments.fade, "fade"}};
    for (const auto& [number, name] : numbers)
        if (number && !(*number >= 0))
            return edit::refused(std::string("the ") + name + " is below 0",
                                 std::string("/") + name);
    if (arguments.fade && *arguments.fade > kLongestFadeSeconds)
        return edit::refused("a fade is 10 s long at most", "/fade");
    return {};
}

Result<Edits> cleanFeet(const Document& doc, const CleanFeet& arguments,
                        const edit::Context& context)
{
    if (const Result<void> checked = checkNumbers(arguments); !checked) return checked.error();
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
    const CleanFeet clean = cleaningOf(arguments);
    if (arguments.apply) return cleanFeet(doc, clean, context);
    if (const Result<void> checked = checkNumbers(clean); !checked) return checked.error();
    return Edits{};
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

std::size_t contactsOf(const Document& held, const std::vector<contacts::Stance>& stances)
{
    std::size_t count = 0;
    for (const SpanRow& row : held.clip().spans) {
        const Constraint* limb = findConstraint(*held.rig, row.constraint);
        if (!limb) continue;
        count += std::ranges::count_if(row.spans, [&](const Span& span) {
            return span.kind == SpanKind::Contact &&
                   std::ranges::any_of(stances, [&](const contacts::Stance& stance) {
                       return stance.end == limb->effector && span.start <= stance.last &&
                              stance.start <= span.end;
                   });
        });
    }
    return count;
}

double hipsMovedFrom(const Document& was, const Document& is, const contacts::Samples& samples)
{
    const NodeIndex hips = retarget::figureOf(*was.scene).first(retarget::Role::Hips);
    if (hips == kNoNode) return 0;
    const NodeIndex same = is.scene->find((*was.scene)[hips].id);
    if (same == kNoNode) return 0;
    const auto before = prepare(was), after = prepare(is);
    const std::size_t step =
        std::max<std::size_t>(1, (samples.frames() + kHipsLooks - 1) / kHipsLooks);
    double farthest = 0;
    for (std::size_t f = 0; f < samples.frames(); f += step) {
        const double frame = samples.start + double(f);
        const Vec3 from = evaluate(*before, frame).world[hips].position;
        farthest = std::max(farthest, (evaluate(*after, frame).world[same].position - from).norm());
    }
    return contacts::atHumanSize(samples, farthest);
}

Diagnostics bodyWarnings(const Document& doc, const std::vector<contacts::Stance>& accepted)
{
    const retarget::Figure figure = retarget::figureOf(*doc.scene);
    std::vector<CleanedLimb> limbs;
    for (const auto& of : byLimb(accepted, {}, {})) limbs.emplace_back(*doc.scene, figure, of);
    Diagnostics told;
    (void)movedBy(doc, figure, limbs, &told);
    return told;
}

Result<Edits> planted(const Document& doc, const contacts::Samples& samples,
                      const std::vector<contacts::Stance>& accepted, double fade,
                      const edit::Context& context, const Leading& lead)
{
    const std::vector<KneeAngles>& knees = lead.knees;
    auto stances = byLimb(accepted, {}, {});
    if (stances.empty()) return Edits{};
    addSwinging(knees, stances);
    const retarget::Figure figure = retarget::figureOf(*doc.scene);
    Result<std::vector<CleanedLimb>> made = limbsOf(*doc.scene, figure, stances, knees);
    if (!made) return made.error();
    std::vector<CleanedLimb>& limbs = *made;
    for (CleanedLimb& limb : limbs)
        if (limb.isLeg && limb.other == kNoNode && !standsAnywhere(samples, limb))
            limb.standOn(heldSoleOf(doc, figure, limb.end));
    const NodeIndex trunk = movedBy(doc, figure, limbs, lead.told);
    std::vector<WorldTransform> body;
    const auto prepared = prepare(doc, context.memo);
    for (std::size_t f = 0; f < samples.frames(); ++f) {
        const Evaluation shown = evaluate(*prepared, samples.start + double(f));
        for (CleanedLimb& limb : limbs) limb.look(doc, shown);
        if (trunk != kNoNode) body.push_back(shown.world[trunk]);
    }
    Cleaner cleaner(doc, context);
    std::vector<contacts::Leg> legs;
    std::vector<TargetWays> all;
    std::vector<LedFoot> feet;
    for (CleanedLimb& limb : limbs) {
        const Result<ConstraintId> target = heldBy(cleaner, limb.stances.front());
        if (!target) return target.error();
        all.push_back({*target, limb.ways(samples, fade * samples.rate), limb.staysWithinReach()});
        if (!limb.isLeg) continue;
        legs.push_back(limb.leg(samples, all.back().ways));
        feet.push_back({*target, limb.stances.front().limb, all.size() - 1, limb.ends});
    }
    // The body comes first: targets may hang on it.
    if (trunk != kNoNode && !legs.empty()) {
        const contacts::Moves moves = contacts::pelvisMoves(legs, samples.rate);
        if (auto error = follow(cleaner, samples, trunk, body, moves.pelvis)) return *error;
        for (std::size_t leg = 0; leg < legs.size(); ++leg)
            swing(samples, moves.ankles[leg], all[feet[leg].row].ways);
        for (const LedFoot& foot : feet)
            keepAboveFloor(limbs[foot.row], samples, all[foot.row].ways);
        for (LedFoot& foot : feet)
            for (std::size_t f = 0; f < foot.shown.size(); ++f)
                foot.shown[f].position += moves.pelvis[f];
    }
    if (!knees.empty())
        if (auto error = keepWithinLimits(cleaner, feet, samples.start, kLedBack * samples.rate,
                                          lead.shortest * samples.rate, all, lead.told))
            return *error;
    if (auto error = putWays(cleaner, all, !knees.empty())) return *error;
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
