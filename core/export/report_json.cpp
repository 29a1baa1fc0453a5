#include "core/base/number.h"
#include "core/export/bake_report.h"

#include <nlohmann/json.hpp>

#include <numbers>

namespace posewright::exports {

namespace {

using Ordered = nlohmann::ordered_json;

Ordered toOrdered(const ClipReport& clip)
{
    Ordered out{{"name", clip.name},
                {"fps", clip.rate},
                {"frames", clip.frames},
                {"checkedFrames", clip.checked},
                {"betweenFrames", clip.between},
                {"keysBefore", clip.keysBefore},
                {"keysAfter", clip.keysAfter},
                {"error", clip.error}};
    if (!clip.errorJoint.empty()) {
        out["errorJoint"] = clip.errorJoint;
        out["errorKind"] = clip.errorKind;
        out["errorFrame"] = clip.errorFrame;
    }
    if (clip.unmatched > 0) out["unmatched"] = clip.unmatched;
    out["pops"] = clip.pops.size();
    out["popsRecorded"] = clip.recorded;
    out["leaps"] = Ordered::array();
    for (const PopReport& pop : clip.pops)
        out["leaps"].push_back({{"joint", pop.joint},
                                {"frame", pop.frame},
                                {"degrees", pop.angle * 180 / std::numbers::pi}});
    out["contacts"] = Ordered::array();
    for (const ContactReport& c : clip.contacts)
        out["contacts"].push_back({{"target", c.target},
                                   {"start", c.start},
                                   {"end", c.end},
                                   {"slip", c.written},
                                   {"slipShown", c.shown},
                                   {"distance", c.distance},
                                   {"slips", c.slips}});
    out["targets"] = Ordered::array();
    for (const TargetReport& t : clip.targets)
        out["targets"].push_back({{"name", t.target},
                                  {"frames", t.frames},
                                  {"missed", t.missed},
                                  {"worst", ik::name(t.worst)},
                                  {"positionError", t.error},
                                  {"frame", t.errorFrame}});
    out["limits"] = Ordered::array();
    for (const LimitReport& l : clip.limits)
        out["limits"].push_back({{"joint", l.joint},
                                 {"framesAt", l.at},
                                 {"framesBeyond", l.beyond},
                                 {"beyond", l.by},
                                 {"firstFrame", l.first}});
    if (!clip.through.empty()) out["through"] = Ordered::array();
    for (const ThroughReport& t : clip.through)
        out["through"].push_back({{"target", t.target},
                                  {"part", t.part},
                                  {"box", t.box},
                                  {"start", t.start},
                                  {"end", t.end},
                                  {"depth", t.depth}});
    return out;
}

}  // namespace

std::string reportJson(const BakeReport& report)
{
    Ordered out{{"unit", report.unit == LengthUnit::Metre ? "m" : "unknown"},
                {"size", report.size},
                {"worstShare", worstShare(report)}};
    if (report.height > 0) out["height"] = report.height;
    out["files"] = Ordered::array();
    for (const FileReport& file : report.files) {
        Ordered one{{"file", file.path.string()}, {"format", file.format}, {"bytes", file.bytes}};
        one["clips"] = Ordered::array();
        for (const ClipReport& clip : file.clips) one["clips"].push_back(toOrdered(clip));
        one["warnings"] = Ordered::array();
        for (const Diagnostic& d : file.diagnostics)
            one["warnings"].push_back(
                {{"severity", d.severity == Diagnostic::Severity::Note ? "note" : "warning"},
                 {"message", d.message},
                 {"where", d.where}});
        out["files"].push_back(std::move(one));
    }
    return out.dump(-1, ' ', false, Ordered::error_handler_t::replace);
}

}  // namespace posewright::exports
