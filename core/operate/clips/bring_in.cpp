#include "core/operate/bring_in.h"

#include "core/edit/described.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/clean_feet.h"
#include "core/retarget/keep.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::operate {

namespace {

/// The row that watches the same part of the same limb.
std::optional<std::size_t> sameIn(const contacts::Samples& samples, const contacts::Watch& watch)
{
    for (std::size_t row = 0; row < samples.paths.size(); ++row) {
        const contacts::Watch& other = samples.paths[row].watch;
        if (other.limb == watch.limb && other.part == watch.part) return row;
    }
    return {};
}

/// Stances found in one motion, with the frames and paths of the motion made from it.
/// @param pace  frames here per frame there
std::vector<contacts::Stance> carriedTo(const contacts::Samples& here,
                                        const contacts::Samples& there,
                                        const std::vector<contacts::Stance>& stances, double pace)
{
    const auto last = double(here.frames()) - 1;
    const auto frame = [&](double of) {
        return here.start + std::clamp(std::round((of - there.start) * pace), 0.0, last);
    };
    std::vector<contacts::Stance> out;
    for (contacts::Stance stance : stances) {
        std::vector<contacts::Contact> parts;
        for (contacts::Contact part : stance.parts) {
            const auto row = sameIn(here, there.paths[part.path].watch);
            if (!row) continue;
            part.path = *row;
            part.start = frame(part.start);
            part.end = frame(part.end);
            parts.push_back(part);
            stance.end = here.paths[*row].watch.end;
        }
        if (parts.empty()) continue;
        stance.start = frame(stance.start);
        stance.last = frame(stance.last);
        stance.parts = std::move(parts);
        out.push_back(std::move(stance));
    }
    return out;
}

/// How the knees bend in the motion, at the frames of a motion that is made from it. Empty: a leg
/// of the figure there has no knee that is known.
/// @param feet  of the figure that gets the motion
/// @param pace  frames here per frame there
std::vector<KneeAngles> kneesIn(const Document& motion, const retarget::Figure& there,
                                const std::vector<contacts::Watch>& feet, std::size_t frames,
                                double pace)
{
    using retarget::Role;
    std::vector<KneeAngles> out;
    std::vector<std::array<NodeIndex, 3>> legs;
    for (const auto side : {retarget::BodySide::Left, retarget::BodySide::Right}) {
        const char* limb = side == retarget::BodySide::Left ? "Left foot" : "Right foot";
        const auto foot = std::ranges::find(feet, limb, &contacts::Watch::limb);
        const auto row = [&](Role role) { return there.first(retarget::onSide(role, side)); };
        legs.push_back({row(Role::LeftUpperLeg), row(Role::LeftLowerLeg), row(Role::LeftFoot)});
        if (foot == feet.end() || std::ranges::count(legs.back(), kNoNode) > 0) return {};
        out.push_back({limb, foot->end, {}});
    }
    const auto prepared = prepare(motion);
    for (std::size_t f = 0; f < frames; ++f) {
        const double frame = motion.playback.start + double(f) / pace;
        const auto world = evaluate(*prepared, std::min(frame, motion.playback.end)).world;
        for (std::size_t leg = 0; leg < legs.size(); ++leg) {
            const auto at = [&](int bone) { return world[legs[leg][bone]].position; };
            const Vec3 thigh = at(0) - at(1), shin = at(2) - at(1);
            out[leg].angles.push_back(std::atan2(thigh.cross(shin).norm(), thigh.dot(shin)));
        }
    }
    return out;
}

Error withoutFeet(const std::string& whose, const char* place)
{
    return {whose + " has no feet that could be held where they stand", place, ErrorKind::Refused,
            "without that, the motion can be brought in"};
}

/// Removes the target's keys and spans from the active clip.
void clear(const Document& doc, const Constraint& target, Edits& out)
{
    const Clip& clip = doc.clip();
    if (const SpanRow* row = clip.spanRow(target.id))
        for (const Span& span : row->spans)
            out.emplace_back(edit::RemoveSpan{target.id, span.start});
    if (const Track* track = clip.track(target.target)) {
        edit::DeleteKeys gone;
        for (const double frame : keyFrames(*track))
            gone.keys.push_back({target.target, {}, {}, frame});
        if (!gone.keys.empty()) out.emplace_back(std::move(gone));
    }
}

}  // namespace

Result<Edits> bringIn(const Document& doc, const Document& motion, const retarget::Options& how,
                      const std::string& file)
{
    Result<Document> kept = retarget::keptMotion(motion, how.progress);
    if (!kept) return kept.error();
    const auto figure = [](const auto& given, const Document& in) {
        return given ? *given : retarget::figureOf(*in.scene);
    };
    edit::BringIn bring;
    bring.name = freeClipName(doc, how.name.empty() ? motion.clip().name : how.name);
    bring.motion = *std::move(kept);
    bring.file = file;
    RetargetSetup setup;
    setup.here = retarget::bonesOf(figure(how.target, doc), *doc.scene);
    setup.there = retarget::namesOf(figure(how.source, motion), *motion.scene);
    setup.reference = how.sourceReference;
    setup.hereReference = how.targetReference;
    setup.travel = how.travel;
    setup.ground = how.ground;
    setup.facing = how.facing;
    setup.feet = how.feetByGoals;
    setup.hands = how.handsByGoals;
    edit::give(setup, bring);
    return Edits{std::move(bring)};
}

Result<Edits> holdBroughtIn(const Document& doc, const CleanFeet& by, const edit::Context& context,
                            Diagnostics* told)
{
    const Origin* origin = originOf(doc, doc.clip().name);
    if (!origin) return Error{"the clip was not brought in", {}, ErrorKind::Refused};
    const Document& motion = *origin->motion;
    const auto there = contacts::feetOf(motion, retarget::figureThere(origin->how, *motion.scene));
    if (!there) return withoutFeet("the figure that moves", "source");
    const auto here = contacts::feetOf(doc, retarget::figureHere(origin->how, *doc.scene));
    if (!here) return withoutFeet("the character", "target");
    Edits edits;
    for (const Constraint& target : doc.rig->constraints) {
        const bool foot = std::any_of(here->begin(), here->end(), [&](const auto& watch) {
            return watch.end == target.effector;
        });
        if (foot || target.rootMoves) clear(doc, target, edits);
    }
    Result<Document> bare = edit::applyEach(doc, edits, context);
    if (!bare) return bare.error();
    const double pace = doc.clip().rate / motion.clip().rate;
    bare->playback.start = 0;
    bare->playback.end = (motion.playback.end - motion.playback.start) * pace;
    const auto moved = contacts::sample(motion, *there), shown = contacts::sample(*bare, *here);
    if (!moved) return moved.error();
    if (!shown) return shown.error();
    const contacts::Thresholds thresholds = thresholdsOf(by);
    const auto found = contacts::stances(*moved, contacts::find(*moved, thresholds), thresholds);
    bare->playback = doc.playback;
    Leading lead;
    lead.knees = kneesIn(motion, retarget::figureThere(origin->how, *motion.scene), *here,
                         shown->frames(), pace);
    lead.shortest = thresholds.shortest;
    lead.told = told;
    const Result<Edits> held = planted(*bare, *shown, carriedTo(*shown, *moved, found, pace),
                                       by.fade.value_or(kCleanFadeSeconds), context, lead);
    if (!held) return held.error();
    edits.insert(edits.end(), held->begin(), held->end());
    return edits;
}

Result<retarget::Figure> figureWith(const Scene& scene, NodeId bone)
{
    const NodeIndex row = scene.find(bone);
    const auto rootOf = [&](NodeIndex of) {
        while (of != kNoNode && scene[of].parent != kNoNode) of = scene[of].parent;
        return of;
    };
    std::optional<retarget::Figure> near;
    for (const retarget::Figure& figure : retarget::figuresOf(scene)) {
        for (const retarget::Role role : retarget::allRoles())
            if (std::ranges::find(figure.bones(role), row) != figure.bones(role).end())
                return figure;
        const NodeIndex hips = figure.first(retarget::Role::Hips);
        if (!near && hips != kNoNode && rootOf(hips) == rootOf(row)) near = figure;
    }
    if (near) return *near;
    return Error{"it is part of no figure whose bones are known", {}, ErrorKind::Refused};
}

std::optional<retarget::Dips> dipsIn(const Document& doc, const retarget::Figure& figure,
                                     const std::function<bool(double)>& progress)
{
    const Result<Document> shown = motionIn(doc, doc.clip().name);
    return shown ? retarget::dipsOf(*shown, figure, progress) : retarget::Dips{};
}

int bonesMovedIn(const Document& doc, const retarget::Figure& figure)
{
    const auto isKeyed = [&](NodeId node) {
        const Track* track = doc.clip().track(node);
        return track && keyFrames(*track).size() > 1;
    };
    const auto moves = [&](NodeId bone) {
        return isKeyed(bone) ||
               std::ranges::any_of(doc.rig->constraints, [&](const Constraint& target) {
                   return target.effector == bone && isKeyed(target.target);
               });
    };
    int count = 0;
    for (const retarget::Role role : retarget::allRoles())
        for (const NodeIndex row : figure.bones(role)) count += moves((*doc.scene)[row].id);
    return count;
}

Result<Document> motionIn(const Document& doc, const std::string& clip)
{
    Result<Document> shown = edit::apply(doc, edit::SetActiveClip{clip});
    if (!shown) return shown;
    if (const auto range = keyedRange(shown->clip())) {
        shown->playback.start = range->first;
        shown->playback.end = range->second;
    }
    return shown;
}

std::string nameOfMotion(const std::string& clip, const std::string& file)
{
    const bool plain = clip.empty() || clip == "Clip" || clip == "motion";
    return plain && !file.empty() ? file : clip;
}

std::string freeClipName(const Document& doc, const std::string& wanted)
{
    const auto taken = [&](const std::string& name) {
        return std::any_of(doc.clips.begin(), doc.clips.end(),
                           [&](const Shared<Clip>& clip) { return clip->name == name; });
    };
    std::string name = wanted;
    for (int number = 2; taken(name); ++number) name = wanted + ' ' + std::to_string(number);
    return name;
}

}  // namespace posewright::operate
