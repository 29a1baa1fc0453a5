#include "core/evaluate/compare.h"

#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "core/motion/describe.h"
#include "core/motion/layer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace posewright {

namespace {

/// A key as a list of numbers, so that keys of all kinds compare alike.
using Fingerprint = std::vector<double>;
using Keys = std::map<double, Fingerprint>;

void addCurve(Keys& keys, const Curve& curve, double axis)
{
    for (const Key& k : curve.keys()) {
        Fingerprint& print = keys[k.frame];
        for (const double v : {axis, k.value, double(k.interpolation), double(k.mode)})
            print.push_back(v);
        // Automatic handles follow from the neighbours, so a difference in them is not a cause.
        if (k.mode != HandleMode::Free && k.mode != HandleMode::Aligned) continue;
        for (const Handle& h : {k.left, k.right}) {
            print.push_back(h.frames);
            print.push_back(h.value);
        }
    }
}

Keys keysOf(std::span<const Shared<Curve>> curves)
{
    Keys keys;
    for (std::size_t i = 0; i < curves.size(); ++i) addCurve(keys, *curves[i], double(i));
    return keys;
}

Keys keysOf(const RotationTrack& track)
{
    Keys keys;
    for (std::size_t i = 0; i < track.keys().size(); ++i) {
        const RotationKey& k = track.keys()[i];
        const RotationShape shape = track.shape(i);
        // q and -q are the same rotation.
        const Vec4 q = nearestSign(k.value, Quat::Identity()).coeffs();
        Fingerprint& print = keys[k.frame];
        print.assign(q.begin(), q.end());
        print.push_back(double(k.interpolation));
        if (k.interpolation == RotationInterpolation::Eased)
            for (const double v : {shape.ease.x1, shape.ease.y1, shape.ease.x2, shape.ease.y2})
                print.push_back(v);
    }
    return keys;
}

/// Up to rounding, which writing numbers to a file may cause.
bool alike(const Fingerprint& a, const Fingerprint& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
        return std::abs(x - y) <= 1e-12 * std::max(1.0, std::abs(x));
    });
}

void addKeys(Comparison& out, const std::string& node, Property property, const Keys& a,
             const Keys& b, const std::string& layer = {})
{
    KeyDifference difference{node, property, {}, {}, {}, layer};
    for (const auto& [frame, print] : a) {
        const auto other = b.find(frame);
        if (other == b.end()) {
            difference.removed.push_back(frame);
        } else if (!alike(other->second, print)) {
            difference.changed.push_back(frame);
        }
    }
    for (const auto& [frame, print] : b)
        if (!a.contains(frame)) difference.added.push_back(frame);
    if (!difference.none()) out.keys.push_back(std::move(difference));
}

Track trackOf(const Document& doc, const std::string& name)
{
    const NodeIndex row = doc.scene->find(std::string_view(name));
    const Track* track = row == kNoNode ? nullptr : doc.clip().track((*doc.scene)[row].id);
    return track ? *track : Track{};
}

Keys influenceOf(const Document& doc, const Constraint* constraint)
{
    Keys keys;
    if (!constraint) return keys;
    if (const InfluenceTrack* track = doc.clip().influence(constraint->id))
        addCurve(keys, track->curve, 0);
    return keys;
}

std::vector<Span> spansOf(const Document& doc, const Constraint* constraint)
{
    const SpanRow* row = constraint ? doc.clip().spanRow(constraint->id) : nullptr;
    return row ? row->spans : std::vector<Span>();
}

const Span* startingAt(const std::vector<Span>& spans, double start)
{
    const auto at =
        std::find_if(spans.begin(), spans.end(), [&](const Span& s) { return s.start == start; });
    return at == spans.end() ? nullptr : &*at;
}

/// Ids of two files need not agree, so compare what they name.
bool alike(const Document& a, const Span& x, const Document& b, const Span& y)
{
    using Held = decltype(Span::held);
    const auto name = [](const Document& doc, NodeId id) {
        const NodeIndex row = doc.scene->find(id);
        return row == kNoNode ? std::string() : (*doc.scene)[row].name;
    };
    const auto sameHeld = [&](const auto& p, const auto& q) {
        return name(a, p.first) == name(b, q.first) && angleBetween(p.second, q.second) <= 1e-12;
    };
    bool same = true;
    eachMember<Span>([&](const auto& member) {
        const auto& one = x.*member.at;
        const auto& other = y.*member.at;
        using M = MemberType<decltype(member)>;
        if constexpr (std::is_same_v<M, NodeId>)
            same = same && name(a, one) == name(b, other);
        else if constexpr (std::is_same_v<M, Held>)
            same = same && std::ranges::equal(one, other, sameHeld);
        else
            same = same && one == other;
    });
    return same;
}

void compareTarget(Comparison& out, const std::string& name, const Document& a, const Document& b)
{
    const Constraint* inA = findConstraint(a, name);
    const Constraint* inB = findConstraint(b, name);
    addKeys(out, name, Property::Influence, influenceOf(a, inA), influenceOf(b, inB));
    const std::vector<Span> before = spansOf(a, inA);
    const std::vector<Span> after = spansOf(b, inB);
    for (const Span& span : before) {
        const Span* other = startingAt(after, span.start);
        if (!other) {
            out.spans.push_back({name, span.start, span.end, Change::Removed});
        } else if (!alike(a, span, b, *other)) {
            out.spans.push_back({name, other->start, other->end, Change::Changed});
        }
    }
    for (const Span& span : after)
        if (!startingAt(before, span.start))
            out.spans.push_back({name, span.start, span.end, Change::Added});
}

const Layer* layerNamed(const Clip& clip, const std::string& name)
{
    const int row = findLayer(clip, name);
    return row < 0 ? nullptr : &*clip.layers[row];
}

std::map<std::string, const Track*> offsetsByName(const Document& doc, const Layer* layer)
{
    std::map<std::string, const Track*> out;
    if (!layer) return out;
    for (const Shared<Track>& track : layer->tracks)
        if (const NodeIndex row = doc.scene->find(track->node); row != kNoNode)
            out[(*doc.scene)[row].name] = &*track;
    return out;
}

void compareOffsets(Comparison& out, const std::string& name, const Document& a, const Document& b)
{
    const Layer* inA = layerNamed(a.clip(), name);
    const Layer* inB = layerNamed(b.clip(), name);
    const auto x = offsetsByName(a, inA), y = offsetsByName(b, inB);
    std::set<std::string> nodes;
    for (const auto* tracks : {&x, &y})
        for (const auto& [node, track] : *tracks) nodes.insert(node);
    const Track none;
    for (const std::string& node : nodes) {
        const Track& p = x.contains(node) ? *x.at(node) : none;
        const Track& q = y.contains(node) ? *y.at(node) : none;
        addKeys(out, node, Property::Translation, keysOf(p.translation), keysOf(q.translation),
                name);
        addKeys(out, node, Property::Rotation, keysOf(*p.rotation), keysOf(*q.rotation), name);
    }
    Keys before, after;
    if (inA) addCurve(before, inA->weight, 0);
    if (inB) addCurve(after, inB->weight, 0);
    addKeys(out, {}, Property::Influence, before, after, name);
}

/// Names of layers that are in both clips, in the order of the first.
std::vector<std::string> sharedLayers(const Clip& clip, const Clip& other)
{
    std::vector<std::string> names;
    for (const Shared<Layer>& layer : clip.layers)
        if (findLayer(other, layer->name) >= 0) names.push_back(layer->name);
    return names;
}

/// Keys, of tracks and of the weight, are compared one by one, in compareOffsets.
bool settingsAlike(const Layer& a, const Layer& b)
{
    const auto& [nameA, onA, soloA, weightA, tracksA, evenA] = a;
    const auto& [nameB, onB, soloB, weightB, tracksB, evenB] = b;
    return onA == onB && soloA == soloB && evenA == evenB;
}

void compareLayers(Comparison& out, const Document& a, const Document& b)
{
    const std::vector<std::string> orderA = sharedLayers(a.clip(), b.clip());
    const std::vector<std::string> orderB = sharedLayers(b.clip(), a.clip());
    for (const Shared<Layer>& layer : a.clip().layers) {
        const Layer* other = layerNamed(b.clip(), layer->name);
        const auto place = [&](const std::vector<std::string>& order) {
            return std::ranges::find(order, layer->name) - order.begin();
        };
        if (!other)
            out.layers.push_back({layer->name, Change::Removed});
        else if (!settingsAlike(*layer, *other) || place(orderA) != place(orderB))
            out.layers.push_back({layer->name, Change::Changed});
        compareOffsets(out, layer->name, a, b);
    }
    for (const Shared<Layer>& layer : b.clip().layers) {
        if (layerNamed(a.clip(), layer->name)) continue;
        out.layers.push_back({layer->name, Change::Added});
        compareOffsets(out, layer->name, a, b);
    }
}

std::set<std::string> targetNames(const Document& doc)
{
    std::set<std::string> names;
    for (const Constraint& c : doc.rig->constraints) {
        const NodeIndex row = doc.scene->find(c.target);
        if (row != kNoNode) names.insert((*doc.scene)[row].name);
    }
    return names;
}

Result<std::vector<PoseDifference>> comparePoses(const Document& a, const Document& b,
                                                 const std::function<bool(double)>& progress)
{
    std::vector<PoseDifference> differences;
    std::vector<std::pair<NodeIndex, NodeIndex>> rows;
    for (NodeIndex i = 0; i < a.scene->size(); ++i) {
        const NodeIndex j = b.scene->find(std::string_view((*a.scene)[i].name));
        if (j == kNoNode || (!(*a.scene)[i].bone() && !(*b.scene)[j].bone())) continue;
        rows.emplace_back(i, j);
        differences.push_back({(*a.scene)[i].name, 0, 0, 0, 0});
    }
    const double first = std::max(a.playback.start, b.playback.start);
    const double last = std::min(a.playback.end, b.playback.end);
    const auto preparedA = prepare(a);
    const auto preparedB = prepare(b);
    for (std::int64_t i = 0; first + double(i) <= last; ++i) {
        const double frame = first + double(i);
        if (progress && !progress((frame - first) / (last - first + 1)))
            return Error{.message = "cancelled", .kind = ErrorKind::Cancelled};
        const Evaluation ea = evaluate(*preparedA, frame);
        const Evaluation eb = evaluate(*preparedB, frame);
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const WorldTransform& x = ea.world[rows[k].first];
            const WorldTransform& y = eb.world[rows[k].second];
            const double distance = (x.position - y.position).norm();
            const double angle = angleBetween(x.rotation, y.rotation);
            PoseDifference& d = differences[k];
            if (distance > d.distance) {
                d.distance = distance;
                d.distanceFrame = frame;
            }
            if (angle > d.angle) {
                d.angle = angle;
                d.angleFrame = frame;
            }
        }
    }
    std::erase_if(differences,
                  [](const PoseDifference& d) { return d.distance == 0 && d.angle == 0; });
    std::stable_sort(
        differences.begin(), differences.end(),
        [](const PoseDifference& x, const PoseDifference& y) { return x.distance > y.distance; });
    return differences;
}

}  // namespace

Result<Comparison> compare(const Document& before, const Document& after,
                           const std::function<bool(double)>& progress)
{
    Comparison out;
    const Scene& a = *before.scene;
    const Scene& b = *after.scene;
    std::vector<std::string> names;
    for (const Node& node : a.nodes()) {
        names.push_back(node.name);
        const NodeIndex other = b.find(std::string_view(node.name));
        if (other == kNoNode) {
            out.removed.push_back(node.name);
            continue;
        }
        const BonePart* x = node.bone();
        const BonePart* y = b[other].bone();
        if (x && y && x->limit != y->limit) out.limits.push_back(node.name);
    }
    for (const Node& node : b.nodes())
        if (a.find(std::string_view(node.name)) == kNoNode) {
            names.push_back(node.name);
            out.added.push_back(node.name);
        }
    for (const std::string& name : names) {
        const Track x = trackOf(before, name);
        const Track y = trackOf(after, name);
        addKeys(out, name, Property::Translation, keysOf(x.translation), keysOf(y.translation));
        addKeys(out, name, Property::Rotation, keysOf(*x.rotation), keysOf(*y.rotation));
        addKeys(out, name, Property::Scale, keysOf(x.scale), keysOf(y.scale));
        addKeys(out, name, Property::Morph, keysOf(x.morphs), keysOf(y.morphs));
    }
    std::set<std::string> targets = targetNames(before);
    targets.merge(targetNames(after));
    for (const std::string& name : targets) compareTarget(out, name, before, after);
    compareLayers(out, before, after);
    Result<std::vector<PoseDifference>> poses = comparePoses(before, after, progress);
    if (!poses) return poses.error();
    out.poses = *std::move(poses);
    return out;
}

}  // namespace posewright
