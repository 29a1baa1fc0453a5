#include "core/operate/clips/foot_limits.h"

#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/ik/limits.h"
#include "core/math/rotation.h"
#include "core/math/smoothstep.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace posewright::operate {

namespace {

constexpr double kHeldTurn = 1e-6;    ///< [rad]
constexpr double kHeldPlace = 1e-6;   ///< of the limb's length
constexpr double kNearlyHeld = 0.08;  ///< [rad]

/// The limb of a led foot in the document that shows it.
struct LimitedLeg {
    std::vector<NodeIndex> path;  ///< from hip to ankle
    ik::Joint ankle;              ///< its rest and its limit
};

LimitedLeg legOf(const Document& doc, ConstraintId target)
{
    const Scene& scene = *doc.scene;
    const Constraint& constraint = *findConstraint(*doc.rig, target);
    LimitedLeg out;
    out.path = scene.path(scene.find(constraint.root), scene.find(constraint.effector));
    const Node& end = scene[out.path.back()];
    out.ankle.rest = end.rest.rotation;
    if (const BonePart* bone = end.bone()) out.ankle.limit = bone->limit;
    return out;
}

bool hasLimits(const Scene& scene, const LimitedLeg& leg)
{
    return std::ranges::any_of(leg.path, [&](NodeIndex row) {
        const BonePart* bone = scene[row].bone();
        return bone && bone->limit.index() != 0;
    });
}

/// What limits let a foot do.
struct Kept {
    contacts::EndPlace place;
    double moved = 0;   ///< of the leg's length
    double turned = 0;  ///< [rad]
    bool asAsked() const { return moved <= kHeldPlace && turned <= kHeldTurn; }
    bool nearly() const { return moved <= kHeldPlace && turned <= kNearlyHeld; }
};

/// @param shown  with the ankle brought to its place, and not turned
Kept keptPlace(const LimitedLeg& leg, const Evaluation& shown, const contacts::EndPlace& place)
{
    double length = 0;
    for (std::size_t i = 1; i < leg.path.size(); ++i)
        length +=
            (shown.world[leg.path[i]].position - shown.world[leg.path[i - 1]].position).norm();
    Kept out{place};
    const WorldTransform& end = shown.world[leg.path.back()];
    out.moved = (end.position - place.position).norm() / length;
    if (out.moved > kHeldPlace) out.place.position = end.position;
    const Quat& shin = shown.world[leg.path[leg.path.size() - 2]].rotation;
    Quat local = (shin.conjugate() * place.rotation).normalized();
    if (!ik::clampLocal(leg.ankle, local)) return out;
    out.place.rotation = (shin * local).normalized();
    out.turned = angleBetween(out.place.rotation, place.rotation);
    return out;
}

/// Leads a foot back to where its leg has it as brought in, around frames at which limits stand in
/// the way.
void leadBack(const std::vector<WorldTransform>& shown, double start, double ease,
              const std::set<double>& refused, contacts::Planted& way, std::set<double>& apart)
{
    for (contacts::EndPlace& place : way.places) {
        const auto next = refused.lower_bound(place.frame);
        double away = next == refused.end() ? ease : *next - place.frame;
        if (next != refused.begin()) away = std::min(away, place.frame - *std::prev(next));
        if (away >= ease) continue;
        const double left = smoothstep(away / ease);
        const WorldTransform& was =
            shown[static_cast<std::size_t>(std::lround(place.frame - start))];
        place.position = was.position + left * (place.position - was.position);
        place.rotation = was.rotation.slerp(left, place.rotation);
        apart.insert(place.frame);
    }
}

/// The parts of a contact without these frames.
void addParts(const contacts::Hold& whole, const std::set<double>& without, double shortest,
              std::vector<contacts::Hold>& to)
{
    contacts::Hold part = whole;
    const auto end = [&](double frame) {
        part.end = frame;
        if (part.end - part.start + 1 >= shortest && part.end > part.start) to.push_back(part);
    };
    for (auto at = without.lower_bound(whole.start); at != without.end() && *at <= whole.end;
         ++at) {
        end(*at - 1);
        part.start = *at + 1;
    }
    end(whole.end);
}

/// "41 to 60, 75"
std::string rangesOf(const std::set<double>& frames)
{
    std::string out;
    for (auto at = frames.begin(); at != frames.end();) {
        const double first = *at;
        double last = first;
        while (++at != frames.end() && *at <= last + 1) last = *at;
        out += out.empty() ? "" : ", ";
        out += std::to_string(std::lround(first));
        if (last > first) out += " to " + std::to_string(std::lround(last));
    }
    return out;
}

/// What a foot's contacts have lost, in words.
Diagnostic lossOf(const std::string& limb, const std::set<double>& frames)
{
    return {Diagnostic::Severity::Warning,
            limb +
                ": the limits of the leg's joints do not let it lie as in the motion at frames " +
                rangesOf(frames) + ", so there is no contact there",
            {}};
}

/// What is left of the contacts of a way. @return the frames that they have lost
std::set<double> shorten(const std::set<double>& apart, double shortest, contacts::Planted& way)
{
    std::vector<contacts::Hold> held;
    for (const contacts::Hold& hold : way.held) addParts(hold, apart, shortest, held);
    std::set<double> lost;
    for (const contacts::Hold& hold : way.held)
        for (int i = 0; hold.start + i <= hold.end; ++i) {
            const double frame = hold.start + i;
            if (std::ranges::none_of(held, [&](const contacts::Hold& part) {
                    return part.start <= frame && frame <= part.end;
                }))
                lost.insert(frame);
        }
    way.held = std::move(held);
    return lost;
}

/// The legs with these ways if only the places of the ankles are asked for.
Result<Document> placedOnly(const Cleaner& cleaner, const std::vector<LedFoot>& feet,
                            const std::vector<TargetWays>& all)
{
    Cleaner trial = cleaner;
    if (auto error = putWays(trial, all, true)) return *error;
    for (const LedFoot& foot : feet) {
        edit::SetTarget placeOnly;
        placeOnly.target = foot.target;
        placeOnly.orientation = false;
        if (auto error = trial.take(placeOnly)) return *error;
    }
    return trial.doc();
}

}  // namespace

std::optional<Error> keepWithinLimits(const Cleaner& cleaner, const std::vector<LedFoot>& feet,
                                      double start, double ease, double shortest,
                                      std::vector<TargetWays>& all, Diagnostics* told)
{
    const Scene& scene = *cleaner.doc().scene;
    std::vector<LimitedLeg> legs;
    legs.reserve(feet.size());
    for (const LedFoot& foot : feet) legs.push_back(legOf(cleaner.doc(), foot.target));
    if (std::ranges::none_of(legs, [&](const LimitedLeg& leg) { return hasLimits(scene, leg); }))
        return {};
    std::vector<std::set<double>> apart(feet.size()), lost(feet.size());
    const auto eachPlace = [&](auto&& act) -> std::optional<Error> {
        const Result<Document> doc = placedOnly(cleaner, feet, all);
        if (!doc) return doc.error();
        const auto shown = prepare(*doc, cleaner.context().memo);
        for (std::size_t i = 0; i < feet.size(); ++i)
            for (contacts::Planted& way : all[feet[i].row].ways) act(i, way, *shown);
        return {};
    };
    auto error = eachPlace([&](std::size_t i, contacts::Planted& way, const Prepared& shown) {
        std::set<double> refused;
        for (const contacts::EndPlace& place : way.places)
            if (!keptPlace(legs[i], evaluate(shown, place.frame), place).nearly())
                refused.insert(place.frame);
        leadBack(feet[i].shown, start, ease, refused, way, apart[i]);
        lost[i].merge(shorten(apart[i], shortest, way));
    });
    if (error) return error;
    error = eachPlace([&](std::size_t i, contacts::Planted& way, const Prepared& shown) {
        for (contacts::EndPlace& place : way.places) {
            const Kept kept = keptPlace(legs[i], evaluate(shown, place.frame), place);
            if (!kept.asAsked()) apart[i].insert(place.frame);
            place = kept.place;
        }
        lost[i].merge(shorten(apart[i], shortest, way));
    });
    for (std::size_t i = 0; i < feet.size() && told; ++i)
        if (!lost[i].empty()) told->push_back(lossOf(feet[i].limb, lost[i]));
    return error;
}

}  // namespace posewright::operate
