#include "core/io/bvh/bvh_origin.h"

#include "core/base/checksum.h"
#include "core/base/large_block.h"
#include "core/base/number.h"
#include "core/evaluate/bake.h"
#include "core/io/bvh/bvh_document.h"
#include "core/io/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace posewright::io::bvh {

namespace {

/// Has the node the same parent as when it was read?
bool sameParent(const Scene& now, NodeIndex node, const Scene& then, NodeIndex joint)
{
    const NodeIndex above = now[node].parent;
    const NodeIndex before = then[joint].parent;
    if (above == kNoNode || before == kNoNode) return above == before;
    return now[above].id == then[before].id;
}

bool sameTrack(const Track* now, const Track* then)
{
    static const Track kNone;
    const Track& a = now ? *now : kNone;
    const Track& b = then ? *then : kNone;
    return !hasKeys(a.scale) && a.translation == b.translation && a.rotation == b.rotation;
}

/// A factor that was asked for has few digits, and one that was computed from lengths many.
double withFewDigits(double factor)
{
    char text[40];
    const auto [end, error] =
        std::to_chars(text, text + sizeof text, factor, std::chars_format::general, 15);
    const auto few = toNumber({text, end});
    return error == std::errc() && few && std::abs(*few - factor) <= 1e-15 * factor ? *few : factor;
}

bool sameBones(const Document& doc, const Origin& origin)
{
    const Scene& now = *doc.scene;
    const Scene& then = *origin.read.scene;
    NodeIndex joint = 0;
    for (NodeIndex i = 0; i < now.size(); ++i) {
        const BonePart* bone = now[i].bone();
        if (!bone) continue;
        if (joint == then.size() || now[i].id != then[joint].id) return false;
        const BonePart* before = then[joint].bone();
        if (now[i].name != then[joint].name || !(now[i].rest == then[joint].rest) ||
            bone->tip != before->tip || bone->eulerOrder != before->eulerOrder ||
            !sameParent(now, i, then, joint) ||
            !sameTrack(doc.clip().track(now[i].id), origin.read.clip().track(now[i].id)))
            return false;
        ++joint;
    }
    return joint == then.size();
}

}  // namespace

std::optional<Origin> originOf(const Document& doc)
{
    const Source& source = *doc.source;
    if (source.empty()) return std::nullopt;
    Origin origin;
    if (parseHeader(source.head, origin.header)) return std::nullopt;
    if (origin.header.channels != source.rows->columns ||
        origin.header.joints.size() != source.joints.size())
        return std::nullopt;
    Diagnostics said;  // notes of the reading, not needed here
    const auto rate = clipRate(origin.header, {}, said);
    if (!rate) return std::nullopt;
    auto read = documentOf(origin.header, source.rows, *rate, {}, 1, said);
    if (!read || read->scene->size() != int(source.joints.size())) return std::nullopt;
    // Give the nodes the ids that they have in the document.
    std::vector<Node> nodes = read->scene->nodes();
    std::unordered_map<NodeId, NodeId> idOf;
    for (std::size_t j = 0; j < nodes.size(); ++j) {
        idOf[nodes[j].id] = source.joints[j];
        nodes[j].id = source.joints[j];
        origin.joints.emplace(nodes[j].id, int(j));
    }
    Clip clip = read->clip();
    for (Shared<Track>& track : clip.tracks)
        track = track.with([&](Track& t) { t.node = idOf[t.node]; });
    std::sort(clip.tracks.begin(), clip.tracks.end(),
              [](const auto& a, const auto& b) { return a->node < b->node; });
    auto scene = Scene::make(std::move(nodes));
    if (!scene) return std::nullopt;
    read->scene = *std::move(scene);
    read->clips = {std::move(clip)};
    origin.read = *std::move(read);
    return origin;
}

double scaleSince(const Document& doc, const Origin& origin)
{
    if (doc.unit == LengthUnit::Unknown) return 1;  // read as it is
    const Scene& now = *doc.scene;
    std::vector<double> factors;
    const auto take = [&](const Vec3& before, const Vec3& after) {
        if (before == after && !before.isZero(0)) factors.push_back(1);
        if (before == after || before.isZero(0)) return;
        const double factor = after.dot(before) / before.squaredNorm();
        if (factor > 0 && (after - factor * before).norm() <= 1e-12 * after.norm())
            factors.push_back(factor);
    };
    for (const Node& node : now.nodes()) {
        const int joint = origin.jointOf(node.id);
        if (joint < 0 || !node.bone()) continue;
        const Node& then = (*origin.read.scene)[joint];
        take(then.rest.translation, node.rest.translation);
        take(then.bone()->tip, node.bone()->tip);
    }
    if (factors.empty()) return 1;
    const auto middle = factors.begin() + std::ssize(factors) / 2;
    std::nth_element(factors.begin(), middle, factors.end());
    return withFewDigits(*middle);
}

bool isAsRead(const Document& doc, const Origin& origin, const WriteOptions& options)
{
    const Playback& now = doc.playback;
    const Playback& then = origin.read.playback;
    const double rate = origin.read.clip().rate;
    if (options.rate && lacksRate(origin.header)) return false;
    if (options.portable || options.scale != 1 || options.rate.value_or(rate) != rate ||
        doc.clip().rate != rate || now.start != then.start || now.end != then.end)
        return false;
    if (options.safeNames.value_or(false))
        for (const Joint& joint : origin.header.joints)
            if (safeName(joint.spelled) != joint.spelled || joint.spelled != joint.name)
                return false;
    if (!sameBones(doc, origin)) return false;
    const std::vector<NodeIndex> driven = drivenNodes(doc, now.start, now.end);
    return std::none_of(driven.begin(), driven.end(),
                        [&](NodeIndex row) { return origin.jointOf((*doc.scene)[row].id) >= 0; });
}

Result<std::string> sourceText(const Source& source)
{
    const SpelledRows& rows = *source.rows;
    std::string text;
    // Estimate the length of all rows from the first ones.
    std::string some;
    appendRows(rows, 0, std::min<std::size_t>(rows.rows(), 100), some);
    const double share = rows.rows() > 100 ? double(rows.rows()) / 100 * 1.05 : 1;
    text.reserve(source.head.size() + source.tail.size() +
                 std::size_t(double(some.size()) * share));
    preferLargePages(text.data(), text.capacity());
    text += source.head;
    appendRows(rows, 0, rows.rows(), text);
    text += source.tail;
    Checksum sum;
    sum.add(text);
    if (sum.value() == source.checksum) return text;
    return Error{"the bytes that were read cannot be given back", {}, ErrorKind::Machine};
}

}  // namespace posewright::io::bvh
