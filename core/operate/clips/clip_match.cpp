#include "core/operate/clip_match.h"

#include "core/base/ascii.h"
#include "core/edit/edit.h"
#include "core/evaluate/bake.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

namespace posewright::operate {

namespace {

constexpr double kOtherTurn = std::numbers::pi / 180;  ///< [rad]
constexpr double kOtherLength = 0.01;                  ///< relative

std::string plainName(const std::string& name)
{
    return inSmall(std::string_view(name).substr(name.rfind(':') + 1));
}

/// Rows by plain name; kNoNode if a name is not unique.
std::map<std::string, NodeIndex> rowsByPlainName(const Scene& scene)
{
    std::map<std::string, NodeIndex> rows;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const auto [at, isNew] = rows.emplace(plainName(scene[row].name), row);
        if (!isNew) at->second = kNoNode;
    }
    return rows;
}

/// For each row, its partner in the other scene.
std::vector<NodeIndex> partners(const Scene& from, const Scene& to)
{
    const auto ours = rowsByPlainName(from);
    const auto theirs = rowsByPlainName(to);
    std::vector<NodeIndex> out(from.size(), kNoNode);
    for (NodeIndex row = 0; row < from.size(); ++row) {
        out[row] = to.find(from[row].name);
        const std::string plain = plainName(from[row].name);
        if (out[row] == kNoNode && ours.at(plain) == row && theirs.contains(plain))
            out[row] = theirs.at(plain);
    }
    return out;
}

void scale(Key& key, double by)
{
    key.value *= by;
    key.left.value *= by;
    key.right.value *= by;
}

bool rests(const std::array<Shared<Curve>, 3>& curves, const Vec3& rest)
{
    for (int axis = 0; axis < 3; ++axis)
        for (const Key& key : curves[axis]->keys())
            if (std::abs(key.value - rest[axis]) > 1e-6 * (1 + std::abs(rest[axis]))) return false;
    return true;
}

bool hangsOnBone(const Scene& scene, NodeIndex node)
{
    return scene[node].parent != kNoNode && scene[scene[node].parent].bone();
}

/// The ratio of the other skeleton's bone lengths to these, if it is the same for all bones; else
/// 1.
double sizeOf(const Scene& from, const Scene& to, const std::vector<NodeIndex>& partner)
{
    double least = HUGE_VAL, most = 0;
    for (NodeIndex row = 0; row < from.size(); ++row) {
        if (partner[row] == kNoNode || !from[row].bone() || !hangsOnBone(from, row)) continue;
        const double here = from[row].rest.translation.norm();
        const double there = to[partner[row]].rest.translation.norm();
        if (here < 1e-9 || there < 1e-9) continue;
        least = std::min(least, there / here);
        most = std::max(most, there / here);
    }
    const bool alike = most > 0 && most <= least * (1 + kOtherLength);
    const double size = std::sqrt(least * most);
    return alike && std::abs(size - 1) > kOtherLength ? size : 1;
}

bool restsOtherwise(const Transform& a, const Transform& b, double size)
{
    const double one = a.translation.norm() * size, other = b.translation.norm();
    return a.rotation.angularDistance(b.rotation) > kOtherTurn ||
           std::abs(one - other) > kOtherLength * std::max(one, other);
}

/// The other mesh's morph of the same name, or of the same number if neither mesh names them; -1 if
/// there is none.
int partnerMorph(const Node& from, const Node& to, int row)
{
    const auto* ours = std::get_if<MeshPart>(&from.part);
    const auto* theirs = std::get_if<MeshPart>(&to.part);
    if (!ours || !theirs || row >= std::ssize(ours->mesh->morphs)) return -1;
    return findMorph(*theirs->mesh, morphName(*ours->mesh, static_cast<std::size_t>(row)));
}

/// "Face: Smile", for a message.
std::string morphCalled(const Node& node, int row)
{
    const auto* part = std::get_if<MeshPart>(&node.part);
    const bool known = part && row >= 0 && row < std::ssize(part->mesh->morphs);
    return node.name + ": " +
           (known ? morphName(*part->mesh, static_cast<std::size_t>(row)) : std::to_string(row));
}

}  // namespace

ClipMatch matchClip(const Document& from, int clip, const Document& to)
{
    ClipMatch out;
    Document shown = from;
    shown.playback.clip = clip;
    shown = withoutLayers(shown);
    const std::vector<NodeIndex> partner = partners(*from.scene, *to.scene);
    out.size = sizeOf(*from.scene, *to.scene, partner);
    std::vector<bool> moved(to.scene->size(), false);
    for (const Shared<Track>& track : shown.clip().tracks) {
        const NodeIndex row = from.scene->find(track->node);
        if (track->empty() || row == kNoNode) continue;
        const Node& node = (*from.scene)[row];
        if (partner[row] == kNoNode || moved[partner[row]]) {
            out.absent.push_back(node.name);
            continue;
        }
        const Node& there = (*to.scene)[partner[row]];
        // Keys of a root's place are copied even if they never change: they say where the figure
        // stands.
        const bool places =
            node.parent == kNoNode || !rests(track->translation, node.rest.translation);
        const bool sizes = !rests(track->scale, node.rest.scale);
        std::set<std::string> unshaped;
        std::vector<edit::KeyRef> refs;
        for (const double frame : keyFrames(*track)) refs.push_back({track->node, {}, {}, frame});
        for (edit::KeyData& key : edit::keyData(shown, refs)) {
            if ((key.property == Property::Translation && !places) ||
                (key.property == Property::Scale && !sizes))
                continue;
            if (key.property == Property::Morph) {
                const int morph = std::exchange(key.axis, partnerMorph(node, there, key.axis));
                if (key.axis < 0) {
                    unshaped.insert(morphCalled(node, morph));
                    continue;
                }
            }
            key.node = there.id;
            if (key.property == Property::Translation) scale(key.key, out.size);
            out.keys.keys.push_back(std::move(key));
        }
        out.unshaped.insert(out.unshaped.end(), unshaped.begin(), unshaped.end());
        moved[partner[row]] = true;
        ++out.matched;
    }
    for (NodeIndex row = 0; row < from.scene->size(); ++row)
        // The rest placement of a root does not belong to the figure's shape.
        if (const NodeIndex other = partner[row];
            other != kNoNode && (*to.scene)[other].bone() && hangsOnBone(*to.scene, other) &&
            restsOtherwise((*from.scene)[row].rest, (*to.scene)[other].rest, out.size))
            out.otherwise.push_back((*to.scene)[other].name);
    for (NodeIndex row = 0; row < to.scene->size(); ++row)
        if ((*to.scene)[row].bone() && !moved[row]) out.still.push_back((*to.scene)[row].name);
    for (const edit::KeyData& key : out.keys.keys)
        out.keys.frame =
            &key == out.keys.keys.data() ? key.frame() : std::min(out.keys.frame, key.frame());
    return out;
}

ClipMatch together(const std::vector<ClipMatch>& matches)
{
    const auto fewer = [](const ClipMatch& a, const ClipMatch& b) { return a.matched < b.matched; };
    ClipMatch out = *std::max_element(matches.begin(), matches.end(), fewer);
    for (const auto list : {&ClipMatch::absent, &ClipMatch::unshaped}) {
        std::set<std::string> names;
        for (const ClipMatch& match : matches)
            names.insert((match.*list).begin(), (match.*list).end());
        (out.*list).assign(names.begin(), names.end());
    }
    return out;
}

Result<Copied> motionFor(const Document& from, const Document& to)
{
    edit::SetFps rate;
    rate.fps = to.clip().rate;
    rate.retime = true;
    if (from.clip().rate == rate.fps) return matchClip(from, from.playback.clip, to).keys;
    const Result<Document> timed = edit::apply(from, rate);
    if (!timed) return timed.error();
    return matchClip(*timed, timed->playback.clip, to).keys;
}

Result<Edits> withMotion(const Document& doc, const edit::Edit& nodes, const Document& other)
{
    const Result<Document> there = edit::apply(doc, nodes);
    if (!there) return there.error();
    Result<Copied> motion = motionFor(other, *there);
    if (!motion) return motion.error();
    Edits edits{nodes};
    if (motion->keys.empty()) return edits;
    edit::SetRange range{doc.playback.start, doc.playback.end};
    for (const edit::KeyData& key : motion->keys) {
        range.start = std::min(range.start, key.frame());
        range.end = std::max(range.end, key.frame());
    }
    edits.emplace_back(edit::PutKeys{std::move(motion->keys)});
    if (range.start < doc.playback.start || range.end > doc.playback.end) edits.emplace_back(range);
    return edits;
}

}  // namespace posewright::operate
