#include "app/cli/retarget_report.h"

#include "app/cli/json_writer.h"
#include "core/contacts/contacts.h"
#include "core/retarget/dips.h"
#include "core/retarget/role.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace posewright::cli {

namespace {

struct Standing {
    double slide = 0;   ///< [m] as contacts::Skate
    double height = 0;  ///< [m] largest of a point that surely stands, above where it rests
};

Result<Standing> standingOf(const Document& doc, const retarget::Figure& figure)
{
    const Result<std::vector<contacts::Watch>> feet = contacts::feetOf(doc, figure);
    // Who has no feet stands on none.
    if (!feet) return Standing{};
    const Result<contacts::Samples> samples = contacts::sample(doc, *feet);
    if (!samples) return samples.error();
    const std::vector<contacts::Contact> found = contacts::find(*samples);
    Standing out;
    out.slide = contacts::skateOf(*samples, found).slide;
    for (const contacts::Contact& contact : found)
        if (contact.certainty == contacts::Certainty::Sure)
            out.height = std::max(out.height, contact.height * samples->leg);
    return out;
}

/// The deeper of two parts, with all frames in which either is too deep.
void addDip(const retarget::Dip& from, retarget::Dip& to)
{
    std::vector<double> frames;
    std::ranges::set_union(from.frames, to.frames, std::back_inserter(frames));
    if (from.depth > to.depth) to = from;
    to.frames = std::move(frames);
}

void putDip(JsonWriter& out, const char* key, const retarget::Dip& dip)
{
    out.key(key).object().member("depth", dip.depth).member("frame", dip.frame);
    out.key("frames").array();
    for (const double frame : dip.frames) out.value(frame);
    out.end().end();
}

void putNames(JsonWriter& out, const char* key, const retarget::Figure& figure, const Scene& scene,
              const std::vector<retarget::Role>& roles)
{
    out.key(key).array();
    for (const retarget::Role role : roles)
        for (const NodeIndex bone : figure.bones(role)) out.value(scene[bone].name);
    out.end();
}

/// A pair of bones for each bone of the role on the side that has more.
void putPairs(JsonWriter& out, retarget::Role role, const retarget::Retargeted& map,
              const Scene& theirs, const Scene& ours)
{
    const std::vector<NodeIndex>&from = map.source.bones(role), &to = map.target.bones(role);
    if (from.empty() || to.empty()) return;
    const std::size_t rows = std::max(from.size(), to.size());
    const auto at = [rows](const std::vector<NodeIndex>& bones, std::size_t row) {
        return rows == 1 ? bones[0] : bones[row * (bones.size() - 1) / (rows - 1)];
    };
    for (std::size_t row = 0; row < rows; ++row)
        out.object()
            .member("source", theirs[at(from, row)].name)
            .member("target", ours[at(to, row)].name)
            .member("role", retarget::nameOf(role))
            .end();
}

}  // namespace

Result<std::string> retargetReport(const retarget::Retargeted& map, const Document& motion,
                                   const Document& before, const Document& after)
{
    const Scene &theirs = *motion.scene, &ours = *after.scene;
    Standing worst;
    retarget::Dip soles, arms;
    Document shown = after;
    for (std::size_t row = before.clips.size(); row < after.clips.size(); ++row) {
        shown.playback.clip = static_cast<int>(row);
        if (const auto range = keyedRange(shown.clip())) {
            shown.playback.start = range->first;
            shown.playback.end = range->second;
        }
        const Result<Standing> stands = standingOf(shown, map.target);
        if (!stands) return stands.error();
        worst.slide = std::max(worst.slide, stands->slide);
        worst.height = std::max(worst.height, stands->height);
        const auto dips = retarget::dipsOf(shown, map.target);
        for (std::size_t side = 0; side < 2 && dips; ++side) {
            addDip(dips->soles[side], soles);
            addDip(dips->arms[side], arms);
        }
    }
    JsonWriter out;
    out.object().key("map").array();
    for (std::size_t role = 0; role < retarget::kRoles; ++role)
        putPairs(out, static_cast<retarget::Role>(role), map, theirs, ours);
    out.end().key("unmapped").object();
    putNames(out, "source", map.source, theirs, map.withoutTarget);
    putNames(out, "target", map.target, ours, map.withoutSource);
    out.end()
        .member("scale", map.scale)
        .member("slide", worst.slide)
        .member("soleHeight", worst.height);
    putDip(out, "solesInFloor", soles);
    putDip(out, "armsInBody", arms);
    return out.end().text() + '\n';
}

}  // namespace posewright::cli
