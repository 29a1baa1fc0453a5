#include "core/operate/aftermath.h"

#include "core/evaluate/evaluate.h"
#include "core/evaluate/slips.h"
#include "core/evaluate/small_miss.h"
#include "core/operate/keys/contact_ends.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <set>

namespace posewright::operate {

namespace {

constexpr double kMostJudged = 2000;  ///< to each side of what is needed [frame]
constexpr double kSameFault = 2;      ///< a pop this near an old one is that one [frame]
constexpr double kMuchMore = 1.5;     ///< times as large as before
constexpr double kNear = 8;           ///< frames beside the needed ones that may change, too
constexpr double kSeen = 2e-3;        ///< share of the figure's extent; smaller moves are none
constexpr double kOneRun = 4;         ///< frames this far apart are told as one run
constexpr double kStillOn = 1.5;      ///< as far off as this, what touched a box still does

std::vector<Judged::At> missesOf(const Document& doc, const Bake& bake)
{
    std::vector<Judged::At> out;
    for (const Evaluation& shown : bake.frames)
        for (const TargetStatus& status : shown.targets)
            if (const Constraint* c = findConstraint(*doc.rig, status.constraint);
                c && isProblem(status.status) && !isSmallMiss(doc, status))
                out.push_back({shown.frame, c->target, status.positionError});
    return out;
}

void addPops(const Document& doc, const Document& unedited, const Bake& bake, Judged& out)
{
    for (const Pop& pop : findPops(doc, bake)) {
        const bool recorded = isOfTheFile(doc, pop, unedited);
        (recorded ? out.recorded : out.pops).push_back({pop.frame, pop.joint, pop.angle});
    }
}

/// The pops without what is left of those in the recorded motion that were edited.
std::vector<Judged::At> withoutRest(const std::vector<Judged::At>& pops,
                                    const std::vector<Judged::At>& recorded)
{
    std::vector<Judged::At> out = pops;
    std::erase_if(out, [&](const Judged::At& pop) {
        return std::ranges::any_of(recorded, [&](const Judged::At& was) {
            return was.node == pop.node && std::abs(was.frame - pop.frame) <= kNear &&
                   pop.size <= was.size;
        });
    });
    return out;
}

std::vector<Judged::At> slipsOf(const Document& doc, const Bake& bake)
{
    std::vector<Judged::At> out;
    const int first = static_cast<int>(bake.start);
    const int last = first + static_cast<int>(bake.frames.size()) - 1;
    // The bake keeps them.
    const auto find = [&](int frame) {
        return std::shared_ptr<const Evaluation>(std::shared_ptr<void>(),
                                                 &bake.frames[frame - first]);
    };
    for (std::size_t c = 0; c < doc.rig->constraints.size(); ++c) {
        const Constraint& held = doc.rig->constraints[c];
        const SpanRow* row = doc.clip().spanRow(held.id);
        if (!row) continue;
        const double tolerance = slipTolerance(*doc.scene, held);
        for (const Span& span : row->spans) {
            if (span.kind != SpanKind::Contact) continue;
            const double from = std::max<double>(first, std::ceil(span.start));
            const double to = std::min<double>(last, std::floor(span.end));
            if (from > to) continue;
            for (const SlipAt& slip : slipsInContact(doc, c, span, static_cast<int>(from),
                                                     static_cast<int>(to), tolerance, find))
                out.push_back({slip.frame, held.target, slip.by});
        }
    }
    std::ranges::stable_sort(out, {}, &Judged::At::frame);
    return out;
}

std::vector<Judged::OnBox> onBoxes(const Document& doc, const BoxWatch& boxes, const Bake& bake)
{
    std::vector<Judged::OnBox> out;
    if (boxes.empty()) return out;
    for (const Evaluation& shown : bake.frames)
        for (const BoxWatch::OnBox& on : boxes.touching(shown, kStillOn)) {
            const Constraint& target = *findConstraint(*doc.rig, on.target);
            const bool touches = std::abs(on.off) <= on.inside;
            out.push_back(
                {shown.frame, target.target, on.box, touches, isHeldAt(doc, target, shown.frame)});
        }
    return out;
}

/// What is found at one frame after another becomes effects of consecutive frames.
class Runs {
public:
    void add(Effect::What what, NodeId node, NodeId box, double first, double last, double size)
    {
        for (Effect& run : out_) {
            if (run.what != what || run.node != node || run.box != box) continue;
            if (first > run.last + kOneRun || last < run.first - kOneRun) continue;
            run.first = std::min(run.first, first);
            run.last = std::max(run.last, last);
            run.size = std::max(run.size, size);
            return;
        }
        out_.push_back({what, node, box, first, last, size});
    }
    std::vector<Effect> all() && { return std::move(out_); }

private:
    std::vector<Effect> out_;
};

/// Adds what was not there before, or much less.
void addNew(Effect::What what, const std::vector<Judged::At>& before,
            const std::vector<Judged::At>& after, double near, Runs& out)
{
    for (const Judged::At& one : after) {
        const bool old = std::ranges::any_of(before, [&](const Judged::At& was) {
            return was.node == one.node && std::abs(was.frame - one.frame) <= near &&
                   (what != Effect::What::Pops || one.size <= kMuchMore * was.size);
        });
        if (!old) out.add(what, one.node, NodeId::None, one.frame, one.frame, one.size);
    }
}

void addNewThrough(const Document& doc, const Judged& before, const Judged& after, Runs& out)
{
    for (const ThroughBox& one : after.through) {
        const bool old = std::ranges::any_of(before.through, [&](const ThroughBox& was) {
            return was.in.target == one.in.target && was.in.box == one.in.box &&
                   was.start <= one.end && one.start <= was.end;
        });
        const Constraint* c = findConstraint(*doc.rig, one.in.target);
        if (!old && c)
            out.add(Effect::What::Through, c->target, one.in.box, one.start, one.end, one.in.depth);
    }
}

/// Those that are held on a box and no longer are on it.
std::vector<Judged::OnBox> lostTouches(const Judged& before, const Judged& after)
{
    std::vector<Judged::OnBox> out;
    std::ranges::copy_if(before.onBoxes, std::back_inserter(out), [&](const Judged::OnBox& was) {
        return was.held && was.touches &&
               std::ranges::none_of(after.onBoxes, [&](const Judged::OnBox& is) {
                   return is.frame == was.frame && is.node == was.node && is.box == was.box;
               });
    });
    return out;
}

/// How far a bone is moved at some of the frames.
struct BoneMove {
    double far = 0;  ///< [m]
    double first = 0;
    double last = 0;
};

/// @param near  frames that do not count; nullopt: all count
BoneMove moveOf(const Judged& before, const Judged& after, std::size_t bone, double seen,
                const std::optional<Needed>& near)
{
    BoneMove out;
    for (int i = 0; i < before.frames; ++i) {
        const double frame = before.start + i;
        if (near && frame >= near->first && frame <= near->last) continue;
        const std::size_t row = i * before.bones.size() + bone;
        const double by = (after.places[row] - before.places[row]).norm();
        if (!(by > seen)) continue;
        if (out.far == 0) out.first = frame;
        out.last = frame;
        out.far = std::max(out.far, by);
    }
    return out;
}

void addMoves(const Document& doc, const Judged& before, const Judged& after, NodeId root,
              const Needed& needed, std::vector<Effect>& out)
{
    const Scene& scene = *doc.scene;
    const double seen = kSeen * extent(scene);
    const NodeIndex limb = scene.find(root);
    const Needed near{needed.first - kNear, needed.last + kNear};
    std::optional<Effect> body, other;
    for (std::size_t bone = 0; bone < before.bones.size(); ++bone) {
        const NodeIndex row = before.bones[bone];
        const bool carries = limb != kNoNode && scene.isAbove(row, limb);
        const BoneMove by =
            moveOf(before, after, bone, seen, carries ? std::nullopt : std::optional(near));
        if (by.far == 0) continue;
        std::optional<Effect>& most = carries ? body : other;
        // Those above come first and carry what is below them.
        if (most && by.far <= kMuchMore * most->size) continue;
        most = Effect{carries ? Effect::What::Carries : Effect::What::Moves,
                      scene[row].id,
                      NodeId::None,
                      by.first,
                      by.last,
                      by.far};
    }
    if (body) out.push_back(*body);
    if (other && !(body && other->size <= kMuchMore * body->size)) out.push_back(*other);
}

}  // namespace

std::set<double> Judged::problemFrames() const
{
    std::set<double> out;
    for (const auto* all : {&missed, &pops, &slips})
        for (const At& one : *all) out.insert(one.frame);
    return out;
}

bool Aftermath::worse() const
{
    const bool adds = std::ranges::any_of(
        effects, [](const Effect& one) { return one.what < Effect::What::Carries; });
    return problems > before || (problems == before && adds);
}

Result<Judged> judged(const Document& doc, const Document& unedited, const Needed& around,
                      const edit::Context& context)
{
    BakeOptions range;
    const double start = std::ceil(doc.playback.start), end = std::floor(doc.playback.end);
    range.start = std::max(start, std::floor(around.first) - kMostJudged);
    range.end = std::min(end, std::ceil(around.last) + kMostJudged);
    // What is needed lies beyond the range: the edits are judged there.
    if (*range.start > *range.end) {
        range.start = std::floor(around.first) - kNear;
        range.end = std::ceil(around.last) + kNear;
    }
    range.jobs = context.jobs;
    range.progress = context.progress;
    const Result<Bake> bake = posewright::bake(*prepare(doc, context.memo), range);
    if (!bake) return bake.error();
    Judged out;
    out.start = bake->start;
    out.frames = static_cast<int>(bake->frames.size());
    out.missed = missesOf(doc, *bake);
    addPops(doc, unedited, *bake, out);
    out.slips = slipsOf(doc, *bake);
    const BoxWatch boxes(doc);
    out.through = boxes.look(bake->frames);
    out.onBoxes = onBoxes(doc, boxes, *bake);
    for (NodeIndex row = 0; row < doc.scene->size(); ++row)
        if ((*doc.scene)[row].bone()) out.bones.push_back(row);
    out.places.reserve(out.bones.size() * bake->frames.size());
    for (const Evaluation& shown : bake->frames)
        for (const NodeIndex bone : out.bones) out.places.push_back(shown.world[bone].position);
    return out;
}

Aftermath aftermath(const Document& doc, const Judged& before, const Judged& then, NodeId root,
                    const Needed& needed)
{
    Judged after = then;
    after.pops = withoutRest(then.pops, before.recorded);
    Runs runs;
    addNew(Effect::What::Misses, before.missed, after.missed, 0, runs);
    addNew(Effect::What::Pops, before.pops, after.pops, kSameFault, runs);
    addNew(Effect::What::Slips, before.slips, after.slips, 0, runs);
    addNewThrough(doc, before, after, runs);
    std::set<double> problems = after.problemFrames();
    for (const Judged::OnBox& lost : lostTouches(before, after)) {
        runs.add(Effect::What::Lifts, lost.node, lost.box, lost.frame, lost.frame, 0);
        problems.insert(lost.frame);
    }
    std::set<int> inside;
    for (const ThroughBox& one : after.through)
        for (int frame = static_cast<int>(one.start); frame <= one.end; ++frame)
            inside.insert(frame);
    Aftermath out{std::move(runs).all(), static_cast<int>(before.problemFrames().size()),
                  static_cast<int>(problems.size()), static_cast<int>(inside.size())};
    std::ranges::stable_sort(out.effects, {}, &Effect::first);
    if (before.frames == after.frames && before.bones == after.bones) {
        addMoves(doc, before, after, root, needed, out.effects);
        for (std::size_t row = 0; row < before.places.size(); ++row)
            out.change = std::max(out.change, (after.places[row] - before.places[row]).norm());
    }
    return out;
}

}  // namespace posewright::operate
