#include "core/export/bake_report.h"

#include "core/evaluate/report.h"
#include "core/export/limits_hit.h"
#include "core/export/parts.h"
#include "core/ik/limits.h"
#include "core/motion/whole_frames.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <system_error>
#include <utility>

namespace posewright::exports {

namespace {

constexpr int kMostJudged = 20'000;  ///< frames per clip; longer clips are sampled
constexpr int kFewChecked = 2'000;
constexpr double kTimeRounding = 2.5e-7;  ///< of times in files, as a share

/// Compares a clip of the document with the same clip in the file.
class ClipExaminer {
public:
    ClipExaminer(const Document& doc, const PlannedClip& planned, const PlannedFile& file,
                 const Document& back) :
        planned_(planned),
        file_(file), shown_(doc), back_(back)
    {
        shown_.playback.clip = planned.row;
        shown_.playback.start = planned.start;
        shown_.playback.end = planned.end;
        report_.name = planned.name;
        report_.rate = shown_.clip().rate / planned.step;
        report_.frames = static_cast<int>(planned.frames.count());
        shown_.clips[planned.row] = heldOnFrames(shown_.clip());
        back_.playback.clip = 0;
        for (int row = 0; row < std::ssize(back_.clips); ++row)
            if (back_.clips[row]->name == planned.name) back_.playback.clip = row;
        for (const auto& track : shown_.clip().tracks) report_.keysBefore += keyCount(*track);
        for (const auto& track : back_.clip().tracks) report_.keysAfter += keyCount(*track);
        matchBones();
        matchObjects();
    }

    Result<ClipReport> examine(const Context& context)
    {
        constexpr double kJudged = 0.7;  // share of the time
        const auto prepared = prepare(shown_);
        const std::vector<double> between = framesBetween();
        const double part = between.empty() ? 1 : kJudged;
        if (report_.frames > kMostJudged) {
            Result<Bake> some = bake(*prepared, baking(spread(), context, 0, part));
            if (!some) return some.error();
            look(*some);
        } else {
            Result<MotionReport> judged =
                posewright::report(*prepared, baking(planned_.frames.frames(), context, 0, part));
            if (!judged) return judged.error();
            look(judged->bake);
            const Result<Bake> others = lookBetween(*prepared, between, context, part);
            if (!others) return others.error();
            judge(*judged, *others, context);
            return std::move(report_);
        }
        const Result<Bake> others = lookBetween(*prepared, between, context, part);
        if (!others) return others.error();
        return std::move(report_);
    }

private:
    /// Compares at frames that are not written.
    Result<Bake> lookBetween(const Prepared& prepared, const std::vector<double>& frames,
                             const Context& context, double from)
    {
        if (frames.empty()) return Bake{};
        Result<Bake> out = bake(prepared, baking(frames, context, from, 1));
        if (!out) return out;
        for (const Evaluation& e : out->frames) compare(e);
        report_.between = static_cast<int>(out->frames.size());
        return out;
    }

    /// @param from  share of the progress at its start
    static BakeOptions baking(std::vector<double> frames, const Context& context, double from,
                              double to)
    {
        BakeOptions out;
        out.frames = std::move(frames);
        out.jobs = context.jobs;
        if (context.progress)
            out.progress = [&context, from, to](double share) {
                return context.progress(from + (to - from) * share);
            };
        return out;
    }

    /// Some of the written frames of a long clip, the first and the last among them.
    std::vector<double> spread() const
    {
        std::vector<double> out;
        const std::size_t last = planned_.frames.count() - 1;
        for (int i = 0; i <= kFewChecked; ++i)
            out.push_back(planned_.frames.frame(
                static_cast<std::size_t>(double(last) * double(i) / kFewChecked)));
        return out;
    }

    /// Frames that are not written: the document's own ones, those of keys, and the end. Of very
    /// many, a few.
    std::vector<double> framesBetween() const
    {
        const double start = planned_.start, end = planned_.end;
        std::vector<double> all{end};
        const double first = std::ceil(start), last = std::floor(end);
        const std::size_t most = report_.frames > kMostJudged ? kFewChecked : kMostJudged;
        const double stride = std::max(1.0, std::ceil((last - first) / double(most)));
        const int whole = last < first ? 0 : static_cast<int>((last - first) / stride) + 1;
        for (int i = 0; i < whole; ++i) all.push_back(first + i * stride);
        std::vector<double> keyed = keyFramesBetween(shown_.clip());
        std::erase_if(keyed, [&](double frame) { return !(frame > start && frame < end); });
        const std::size_t every = keyed.size() / most + 1;
        for (std::size_t i = 0; i < keyed.size(); i += every) all.push_back(keyed[i]);
        std::ranges::sort(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        std::erase_if(all, [&](double frame) {
            const double row = planned_.frames.rowOf(frame);
            const double near = planned_.frames.frame(static_cast<std::size_t>(std::round(row)));
            return std::abs(near - frame) <= 1e-9 * std::max(1.0, std::abs(frame));
        });
        return all;
    }

    /// @param between  the frames that are not written: a foot that stands may slide there
    void judge(const MotionReport& judged, const Bake& between, const Context& context)
    {
        std::vector<const Evaluation*> frames;
        for (const Bake* bake : {&judged.bake, &between})
            for (const Evaluation& e : bake->frames) frames.push_back(&e);
        std::ranges::sort(frames, {}, [](const Evaluation* e) { return e->frame; });
        judgeContacts(judged, frames);
        lookAtPops(judged.pops, context);
        for (const ThroughBox& one : judged.through)
            report_.through.push_back(
                {nodeName(*shown_.scene, findConstraint(*shown_.rig, one.in.target)->target),
                 nodeName(*shown_.scene, one.in.part), nodeName(*shown_.scene, one.in.box),
                 one.start, one.end, one.in.depth});
    }

    /// Pairs bones of the document with bones in the file: by the name that was given to the
    /// writer, and the rest in order.
    void matchBones()
    {
        const Scene& before = *shown_.scene;
        const Scene& after = *back_.scene;
        std::vector<bool> taken(after.size(), false);
        std::vector<NodeIndex> left;
        for (NodeIndex row = 0; row < before.size(); ++row) {
            if (!before[row].bone()) continue;
            const NodeIndex given = file_.document.scene->find(before[row].id);
            const NodeIndex found =
                given == kNoNode
                    ? kNoNode
                    : after.find(std::string_view((*file_.document.scene)[given].name));
            if (found == kNoNode) {
                left.push_back(row);
            } else {
                taken[found] = true;
                pairs_.emplace_back(row, found);
            }
        }
        std::vector<NodeIndex> others;
        for (NodeIndex row = 0; row < after.size(); ++row)
            if (after[row].bone() && !taken[row]) others.push_back(row);
        if (left.size() != others.size()) {
            report_.unmatched = static_cast<int>(left.size());
            return;
        }
        for (std::size_t i = 0; i < left.size(); ++i) pairs_.emplace_back(left[i], others[i]);
    }

    /// Pairs other nodes that are found by name. Meshes with skins are moved by their joints.
    void matchObjects()
    {
        const Scene& given = *file_.document.scene;
        for (NodeIndex row = 0; row < shown_.scene->size(); ++row) {
            const Node& node = (*shown_.scene)[row];
            const auto* mesh = std::get_if<MeshPart>(&node.part);
            const NodeIndex there = given.find(node.id);
            if (node.bone() || (mesh && mesh->skin >= 0) || there == kNoNode) continue;
            const NodeIndex found = back_.scene->find(std::string_view(given[there].name));
            if (found != kNoNode && !(*back_.scene)[found].bone()) pairs_.emplace_back(row, found);
        }
    }

    std::vector<WorldTransform> inFile(double frame) const
    {
        const double seconds = (frame - planned_.zero) / shown_.clip().rate;
        return worldTransforms(*back_.scene, basePose(back_, seconds * back_.clip().rate));
    }

    /// Where the file has its joints and objects at this frame, as shown.
    void compare(const Evaluation& e)
    {
        ++report_.checked;
        struct Worst {
            double off = -1;
            NodeIndex joint = kNoNode;
        };
        const auto worstIn = [&](const std::vector<WorldTransform>& there) {
            Worst worst;
            for (const auto& [ours, theirs] : pairs_) {
                const double off = (e.world[ours].position - there[theirs].position).norm();
                if (off > worst.off) worst = {off, ours};
            }
            return worst;
        };
        Worst worst = worstIn(inFile(e.frame));
        // Times are rounded in files: a held key may begin a little before or after its frame.
        const double rounding = kTimeRounding * (std::abs(e.frame - planned_.zero) + 1);
        for (const double side : {-rounding, rounding})
            if (worst.off > report_.error)
                if (const Worst other = worstIn(inFile(e.frame + side)); other.off < worst.off)
                    worst = other;
        if (worst.off <= report_.error) return;
        report_.error = worst.off;
        report_.errorFrame = e.frame;
        const Node& node = (*shown_.scene)[worst.joint];
        report_.errorJoint = node.name;
        report_.errorKind = node.bone()                                   ? "joint"
                            : std::holds_alternative<MeshPart>(node.part) ? "mesh"
                                                                          : "object";
    }

    void look(const Bake& bake)
    {
        const Scene& scene = *shown_.scene;
        std::map<NodeId, LimitReport> limits;
        for (const Constraint& c : shown_.rig->constraints)
            report_.targets.push_back(
                {nodeName(*shown_.scene, c.target), 0, 0, ik::Status::Inactive, 0, 0});
        for (const Evaluation& e : bake.frames) {
            compare(e);
            lookAtTargets(e);
            addLimitsHit(*shown_.scene, e, limits);
        }
        std::erase_if(report_.targets, [](const TargetReport& t) { return t.frames == 0; });
        for (const Node& node : scene.nodes())
            if (const auto at = limits.find(node.id); at != limits.end())
                report_.limits.push_back(std::move(at->second));
    }

    void lookAtPops(const std::vector<Pop>& pops, const Context& context)
    {
        for (const Pop& pop : pops)
            if (context.unedited ? isOfTheFile(shown_, pop, *context.unedited) : pop.recorded)
                ++report_.recorded;
            else
                report_.pops.push_back({nodeName(*shown_.scene, pop.joint), pop.frame, pop.angle});
    }

    void lookAtTargets(const Evaluation& e)
    {
        for (std::size_t c = 0; c < e.targets.size(); ++c) {
            const TargetStatus& status = e.targets[c];
            TargetReport& target = report_.targets[c];
            if (status.status == ik::Status::Inactive) continue;
            ++target.frames;
            if (isProblem(status.status)) ++target.missed;
            if (target.frames == 1) target.errorFrame = e.frame;
            // Where it fades or is held back, it is away from its limb on purpose.
            if (status.influence >= 1 && status.positionError > target.error) {
                target.error = status.positionError;
                target.errorFrame = e.frame;
            }
            Evaluation both;
            both.targets = {status, {}};
            both.targets[1].status = target.worst;
            target.worst = posewright::worst(both);
        }
    }

    void judgeContacts(const MotionReport& judged, const std::vector<const Evaluation*>& frames)
    {
        std::map<NodeId, NodeIndex> rows;
        for (const auto& [ours, theirs] : pairs_) rows[(*shown_.scene)[ours].id] = theirs;
        for (const ContactSlip& contact : judged.contacts) {
            const auto c = std::find_if(
                shown_.rig->constraints.begin(), shown_.rig->constraints.end(),
                [&](const Constraint& candidate) { return candidate.id == contact.constraint; });
            std::string target = nodeName(*shown_.scene, c->target);
            ContactReport out{std::move(target), contact.start, contact.end, contact.slip, 0,
                              contact.distance,  false};
            const auto effector = rows.find(c->effector);
            out.written = effector == rows.end()
                              ? contact.slip
                              : slipInFile(frames, *c, contact, effector->second);
            out.slips = out.written > slipTolerance(*shown_.scene, *c);
            report_.contacts.push_back(out);
        }
    }

    /// The slip as the document's report measures it, but with the effector where the file has it.
    double slipInFile(const std::vector<const Evaluation*>& frames, const Constraint& constraint,
                      const ContactSlip& contact, NodeIndex effector) const
    {
        const SpanRow* row = shown_.clip().spanRow(constraint.id);
        const auto at = std::find_if(row->spans.begin(), row->spans.end(), [&](const Span& s) {
            return s.kind == SpanKind::Contact && s.start == contact.start && s.end == contact.end;
        });
        if (at == row->spans.end()) return contact.slip;
        const auto place = static_cast<std::size_t>(
            std::find_if(shown_.rig->constraints.begin(), shown_.rig->constraints.end(),
                         [&](const Constraint& c) { return c.id == constraint.id; }) -
            shown_.rig->constraints.begin());
        const NodeIndex ours = shown_.scene->find(constraint.effector);
        const auto moved = [&](const Evaluation& e) {
            Evaluation there = e;
            there.world[ours].position = inFile(e.frame)[effector].position;
            return there;
        };
        double slip = 0;
        std::optional<Evaluation> first;
        for (const Evaluation* e : frames) {
            if (e->targets[place].influence < 1 || spanAt(row, e->frame) != &*at) continue;
            Evaluation now = moved(*e);
            if (!first) first = now;
            slip = std::max(slip, slipBetween(shown_, constraint, *at, *first, now));
        }
        return slip;
    }

    const PlannedClip& planned_;
    const PlannedFile& file_;
    Document shown_;
    Document back_;
    std::vector<std::pair<NodeIndex, NodeIndex>> pairs_;
    ClipReport report_;
};

}  // namespace

Result<FileReport> examine(const Document& doc, const PlannedFile& file, Diagnostics written,
                           const Context& context)
{
    io::ReadOptions reading;
    reading.plain = true;
    reading.scale = 1 / file.writing.scale;  // to the document's unit
    const Result<io::Import> back = io::read(file.path, reading);
    if (!back) return back.error();
    FileReport out;
    out.path = file.path;
    const io::Format* format = io::formatFor(file.path);
    if (format) out.format = io::titleOf(*format, !file.writing.plain);
    std::error_code none;
    out.bytes = std::filesystem::file_size(file.path, none);
    out.diagnostics = std::move(written);
    if (format && format->misread)
        for (Diagnostic& note : format->misread(back->document))
            out.diagnostics.push_back(std::move(note));
    const double count = double(file.clips.size());
    for (const PlannedClip& clip : file.clips) {
        Context part = context;
        if (context.progress)
            part.progress = [&](double share) {
                return context.progress((double(out.clips.size()) + share) / count);
            };
        Result<ClipReport> report = ClipExaminer(doc, clip, file, back->document).examine(part);
        if (!report) return report.error();
        out.clips.push_back(*std::move(report));
    }
    return out;
}

double worstShare(const BakeReport& report)
{
    double worst = 0;
    for (const FileReport& file : report.files)
        for (const ClipReport& clip : file.clips) worst = std::max(worst, clip.error);
    return worst / report.size;
}

}  // namespace posewright::exports
