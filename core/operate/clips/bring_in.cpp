#include "core/operate/bring_in.h"

#include "core/edit/described.h"
#include "core/operate/clean_feet.h"
#include "core/retarget/keep.h"

#include <algorithm>
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
    setup.feet = how.feetByGoals;
    setup.hands = how.handsByGoals;
    edit::give(setup, bring);
    return Edits{std::move(bring)};
}

Result<Edits> holdBroughtIn(const Document& doc, const CleanFeet& by, const edit::Context& context)
{
    const Origin* origin = originOf(doc, doc.clip().name);
    if (!origin) return Error{"the clip was not brought in", {}, ErrorKind::Refused};
    const Document& motion = *origin->motion;
    const auto there = contacts::feetOf(motion, retarget::figureThere(origin->how, *motion.scene));
    if (!there) return Error{"of the motion: " + there.error().message, {}, ErrorKind::Refused};
    const auto here = contacts::feetOf(doc, retarget::figureHere(origin->how, *doc.scene));
    if (!here) return Error{here.error().message, {}, ErrorKind::Refused};
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
    const Result<Edits> held = planted(*bare, *shown, carriedTo(*shown, *moved, found, pace),
                                       by.fade.value_or(kCleanFadeSeconds), context);
    if (!held) return held.error();
    edits.insert(edits.end(), held->begin(), held->end());
    return edits;
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
    return plain ? file : clip;
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
