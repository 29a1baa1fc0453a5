#include "app/import/collada_keys.h"
#include "app/import/collada_tag.h"
#include "app/import/unsaid.h"
#include "core/base/number.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace posewright::import {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// Nodes have types and names. assimp calls them by their ids, or by their sids if they have none.
void takeNodes(std::string_view text, Unsaid& out)
{
    eachTag(text, "<node", [&](std::size_t at) {
        std::string name = attributeOf(text, at, "id");
        if (name.empty()) name = attributeOf(text, at, "sid");
        if (name.empty()) return;
        out.joints.add(name, attributeOf(text, at, "type") == "JOINT");
        if (std::string title = attributeOf(text, at, "name"); !title.empty() && title != name)
            out.titles.emplace(name, std::move(title));
    });
}

/// 3ds Max, and what is made with the FBX SDK, say it in an element of their own; 0: not said.
double rateOfScene(std::string_view text)
{
    constexpr std::string_view kOpen = "<frame_rate>";
    const std::size_t at = text.find(kOpen);
    if (at == std::string_view::npos) return 0;
    const std::size_t from = text.find_first_not_of(kBlanks, at + kOpen.size());
    const std::size_t end = text.find_first_of(" \t\r\n<", from);
    if (from == std::string_view::npos || end == std::string_view::npos) return 0;
    return usualRate(toNumber(text.substr(from, end - from)).value_or(0));
}

/// How the keys of an array of words lead on; all false if it has any other word.
Leads leadsIn(std::string_view words)
{
    Leads out;
    bool known = true;
    eachWord(words, [&](std::string_view word) {
        if (word == "LINEAR")
            out.straight = true;
        else if (word == "STEP")
            out.held = true;
        else if (word == "BEZIER" || word == "HERMITE" || word == "CARDINAL" || word == "BSPLINE")
            out.curved = true;
        else
            known = false;
        return known;
    });
    return known ? out : Leads{};
}

/// Of the arrays of all samplers together (COLLADA 1.4.1, sampler and Name_array).
Leads leadsOf(std::string_view text)
{
    Leads out;
    eachTag(text, "<Name_array", [&](std::size_t at) {
        const std::size_t from = text.find('>', at);
        const std::size_t end = text.find('<', at + 1);
        if (from == std::string_view::npos || end == std::string_view::npos || from > end) return;
        const Leads leads = leadsIn(text.substr(from + 1, end - from - 1));
        out.straight |= leads.straight;
        out.held |= leads.held;
        out.curved |= leads.curved;
    });
    return out;
}

/// The values of an attribute in all tags that begin with these characters.
std::set<std::string> valuesOf(std::string_view text, std::string_view open, std::string_view name)
{
    std::set<std::string> out;
    eachTag(text, open, [&](std::size_t at) {
        if (std::string value = attributeOf(text, at, name); !value.empty())
            out.insert(std::move(value));
    });
    return out;
}

/// Channels that move what is none of a node's transforms (COLLADA 1.4.1, section 3, "Address
/// Syntax": NODE/SID, and a member of it). assimp passes over them.
void tellChannels(std::string_view text, Lost& lost)
{
    const std::set<std::string> targets = valuesOf(text, "<channel", "target");
    if (targets.empty()) return;
    std::set<std::string> nodes = valuesOf(text, "<node", "id");
    nodes.merge(valuesOf(text, "<node", "sid"));
    std::set<std::string> transforms;
    for (const char* kind : {"<translate", "<rotate", "<scale", "<matrix", "<lookat", "<skew"})
        transforms.merge(valuesOf(text, kind, "sid"));
    for (const std::string& target : targets) {
        const std::size_t first = target.find('/'), last = target.rfind('/');
        const std::size_t begin = last + 1, end = target.find_first_of(".(", begin);
        if (last != std::string::npos && nodes.contains(target.substr(0, first)) &&
            transforms.contains(target.substr(begin, end - begin)))
            continue;
        lost.add("keys of what is no transform of a node are left out", target);
    }
}

/// Who made a file: of several, assimp passes on a mixture of the first and the last.
void takeContributors(std::string_view text, Unsaid& out)
{
    int count = 0;
    eachTag(text, "<contributor", [&](std::size_t) { ++count; });
    if (count < 2) return;
    std::set<std::string> authors;
    std::string all;
    eachTag(text, "<author>", [&](std::size_t at) {
        const std::string author = decoded(insideOf(text, at));
        if (author.empty() || !authors.insert(author).second) return;
        all += (all.empty() ? "" : ", ") + author;
    });
    if (!all.empty()) out.about["Author"] = all;
    out.lost.add("of several contributors, the authors are kept, and of each other fact only one");
}

/// What programs add to the format, by the names of their profiles (COLLADA 1.4.1, extra).
void tellProfiles(std::string_view text, Lost& lost)
{
    std::set<std::string> profiles;
    eachTag(text, "<extra", [&](std::size_t at) {
        const std::size_t end = text.find('>', at);
        if (end == std::string_view::npos || text[end - 1] == '/') return;
        const std::string_view one = text.substr(at, text.find("</extra", at) - at);
        eachTag(one, "<technique",
                [&](std::size_t tag) { profiles.insert(attributeOf(one, tag, "profile")); });
    });
    for (const std::string& profile : profiles)
        if (!profile.empty())
            lost.add("most of what single programs add to COLLADA (extra) is left out", profile);
}

void tellAxis(std::string_view text, Lost& lost)
{
    const std::size_t at = text.find("<up_axis");
    if (at == std::string_view::npos) return;
    const std::string_view axis = insideOf(text, at);
    if (axis != "X_UP" && axis != "Y_UP" && axis != "Z_UP")
        lost.add("the axis that points up is none, and +Y is taken for it", std::string(axis));
}

/// Numbers with a comma for their point, which assimp reads as such.
void tellCommas(std::string_view text, Lost& lost)
{
    bool told = false;
    for (const char* open : {"<float_array", "<matrix", "<translate", "<rotate", "<scale"})
        eachTag(text, open, [&](std::size_t at) {
            const std::string_view inside = told ? std::string_view() : insideOf(text, at);
            const std::size_t comma = inside.find(',');
            if (comma == std::string_view::npos) return;
            const auto line = std::count(text.data(), inside.data() + comma, '\n') + 1;
            lost.add("numbers are written with a comma, which is read as the decimal point, for "
                     "the first time in line " +
                     std::to_string(line));
            told = true;
        });
}

void takeClips(std::string_view text, Unsaid& out)
{
    eachTag(text, "<animation_clip", [&](std::size_t at) {
        std::string name = attributeOf(text, at, "name");
        if (name.empty()) name = attributeOf(text, at, "id");
        out.clips.push_back(std::move(name));
    });
}

}  // namespace

Unsaid unsaidOfCollada(std::string_view text)
{
    Unsaid out;
    const auto tell = [&](std::string_view tag, const char* what) {
        if (text.find(tag) != std::string_view::npos) out.lost.add(what);
    };
    tell("<orthographic>", kLevelCameras);
    tell("<instance_physics_scene", "physics and kinematics are left out");
    tell("<instance_kinematics_scene", "physics and kinematics are left out");
    tell("<spline", "curves and NURBS are left out");
    tell("<nurbs", "curves and NURBS are left out");
    tell("<falloff_exponent", "how spots fade towards their edge (falloff_exponent) is left out");
    takeNodes(text, out);
    tellChannels(text, out.lost);
    takeClips(text, out);
    takeContributors(text, out);
    tellProfiles(text, out.lost);
    tellAxis(text, out.lost);
    tellCommas(text, out.lost);
    tellSlantedKeys(text, out.lost);
    out.allLeads = leadsOf(text);
    out.rate = rateOfScene(text);
    return out;
}

}  // namespace posewright::import
