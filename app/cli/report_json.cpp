#include "app/cli/report_json.h"

#include "app/cli/json_writer.h"
#include "app/cli/text.h"
#include "core/base/number.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <vector>

namespace posewright::cli {

namespace {

double degrees(double radians)
{
    return radians * 180 / std::numbers::pi;
}

std::string targetName(const Document& doc, ConstraintId id)
{
    const Constraint* constraint = findConstraint(*doc.rig, id);
    return constraint ? nodeName(*doc.scene, constraint->target) : std::string();
}

/// The target and frame to look at first.
struct Worst {
    ik::Status status = ik::Status::Inactive;
    const Evaluation* frame = nullptr;
    const TargetStatus* target = nullptr;
};

Worst worstOf(const MotionReport& report)
{
    Evaluation all;
    for (const Evaluation& e : report.bake.frames)
        all.targets.insert(all.targets.end(), e.targets.begin(), e.targets.end());
    Worst out;
    out.status = worst(all);
    for (const Evaluation& e : report.bake.frames)
        for (const TargetStatus& t : e.targets)
            if (t.status == out.status && out.status != ik::Status::Inactive &&
                (!out.target || t.positionError > out.target->positionError)) {
                out.frame = &e;
                out.target = &t;
            }
    return out;
}

double worstSlip(const MotionReport& report)
{
    double slip = 0;
    for (const ContactSlip& contact : report.contacts) slip = std::max(slip, contact.slip);
    return slip;
}

double worstPop(const MotionReport& report)
{
    double angle = 0;
    for (const Pop& pop : report.pops) angle = std::max(angle, pop.angle);
    return angle;
}

}  // namespace

std::string reportJson(const Document& doc, const MotionReport& report)
{
    std::map<ConstraintId, std::string> names;
    for (const Constraint& c : doc.rig->constraints) names[c.id] = nodeName(*doc.scene, c.target);

    JsonWriter out;
    out.object().key("frames").array();
    for (const Evaluation& e : report.bake.frames) {
        out.object().member("frame", e.frame).member("status", ik::name(worst(e)));
        out.key("targets").array();
        for (const TargetStatus& t : e.targets)
            out.object()
                .member("name", names[t.constraint])
                .member("status", ik::name(t.status))
                .member("positionError", t.positionError)
                .member("orientationError", t.orientationError)
                .end();
        out.end().end();
    }
    out.end().key("contacts").array();
    for (const ContactSlip& c : report.contacts)
        out.object()
            .member("target", names[c.constraint])
            .member("start", c.start)
            .member("end", c.end)
            .member("slip", c.slip)
            .member("distance", c.distance)
            .end();
    out.end().key("pops").array();
    for (const Pop& pop : report.pops)
        out.object()
            .member("frame", pop.frame)
            .member("joint", nodeName(*doc.scene, pop.joint))
            .member("degrees", degrees(pop.angle))
            .member("recorded", pop.recorded)
            .end();
    out.end().key("through").array();
    for (const ThroughBox& one : report.through)
        out.object()
            .member("target", names[one.in.target])
            .member("part", nodeName(*doc.scene, one.in.part))
            .member("box", nodeName(*doc.scene, one.in.box))
            .member("start", one.start)
            .member("end", one.end)
            .member("depth", one.in.depth)
            .member("frame", one.deepest)
            .end();
    const Worst first = worstOf(report);
    out.end().key("worst").object().member("status", ik::name(first.status));
    if (first.target) {
        out.member("frame", first.frame->frame)
            .member("target", names[first.target->constraint])
            .member("positionError", first.target->positionError)
            .member("orientationError", first.target->orientationError);
    }
    out.member("slip", worstSlip(report)).member("popDegrees", degrees(worstPop(report)));
    return out.end().member("errors", report.errors).end().text() + '\n';
}

std::string reportText(const Document& doc, const MotionReport& report)
{
    const std::string unit = ' ' + std::string(symbolOf(doc.unit));
    std::vector<std::vector<std::string>> rows;
    // One row for each run of frames with the same problem of a target.
    for (std::size_t c = 0; c < doc.rig->constraints.size(); ++c) {
        const auto& frames = report.bake.frames;
        for (std::size_t i = 0; i < frames.size();) {
            const ik::Status status = frames[i].targets[c].status;
            std::size_t end = i;
            double error = 0;
            while (end < frames.size() && frames[end].targets[c].status == status)
                error = std::max(error, frames[end++].targets[c].positionError);
            if (isProblem(status))
                rows.push_back(
                    {"frames " + toText(frames[i].frame) + " to " + toText(frames[end - 1].frame),
                     targetName(doc, doc.rig->constraints[c].id), std::string(ik::name(status)),
                     "off by up to " + toFixed(error, 6) + unit});
            i = end;
        }
    }
    for (const ContactSlip& c : report.contacts) {
        std::string when = "frames ";
        when.append(toText(c.start)).append(" to ").append(toText(c.end));
        std::string what = "slips by ";
        what.append(toFixed(c.slip, 6)).append(unit).append(", off by up to ");
        what.append(toFixed(c.distance, 6)).append(unit);
        rows.push_back({when, targetName(doc, c.constraint), "contact", what});
    }
    for (const Pop& pop : report.pops) {
        std::string what = "turns by " + toFixed(degrees(pop.angle), 1) + " degrees";
        if (pop.recorded) what += ", in the recorded motion";
        rows.push_back(
            {"frame " + toText(pop.frame), nodeName(*doc.scene, pop.joint), "pop", what});
    }
    for (const ThroughBox& one : report.through)
        rows.push_back({"frames " + toText(one.start) + " to " + toText(one.end),
                        targetName(doc, one.in.target), "inside",
                        '"' + nodeName(*doc.scene, one.in.part) + "\" in \"" +
                            nodeName(*doc.scene, one.in.box) + "\", up to " +
                            toFixed(one.in.depth, 6) + unit + " deep"});
    const auto recorded = std::count_if(report.pops.begin(), report.pops.end(),
                                        [](const Pop& pop) { return pop.recorded; });
    return table(rows) + std::to_string(report.bake.frames.size()) + " frames, " +
           std::to_string(report.errors) + " errors, " + std::to_string(report.pops.size()) +
           " pops" +
           (recorded > 0 ? ", " + std::to_string(recorded) + " of them in the recorded motion"
                         : "") +
           '\n';
}

}  // namespace posewright::cli
