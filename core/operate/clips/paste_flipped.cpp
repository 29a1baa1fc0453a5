#include "core/edit/change.h"
#include "core/edit/keep_motion.h"
#include "core/edit/mirror.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/places.h"
#include "core/motion/layer.h"
#include "core/operate/clips/copied_json.h"
#include "core/operate/clips/pasted_keys.h"
#include "core/operate/flipped.h"
#include "core/operate/grip.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace posewright::operate {

namespace {

/// Mirrors local placements by way of the rest pose, since the two sides may have different axes.
class Mirror {
public:
    explicit Mirror(const Document& doc) :
        doc_(doc), scene_(*doc.scene), rest_(edit::restWorld(scene_))
    {
    }

    NodeIndex partner(NodeIndex row) const { return edit::partnerOf(scene_, row); }
    KeyHint bend(const KeyHint& hint) const { return edit::mirrored(scene_, rest_, hint); }
    ConstraintId partner(ConstraintId id) const
    {
        const Constraint* own = findConstraint(*doc_.rig, id);
        if (!own) return id;
        const NodeIndex other = partner(scene_.find(own->target));
        const Constraint* found = constraintOfTarget(*doc_.rig, scene_[other].id);
        return found ? found->id : id;
    }

    /// Maps a translation of `row` to its partner's.
    Affine places(NodeIndex row) const
    {
        return above(partner(row)).matrix().inverse() * Affine(Eigen::Scaling(-1.0, 1.0, 1.0)) *
               above(row).matrix();
    }

    /// Maps a rotation of `row`, or a change of it, to its partner's; linear.
    Vec4 turned(NodeIndex row, const Vec4& coeffs) const
    {
        const NodeIndex to = partner(row);
        const Quat own(coeffs);
        const Quat world = above(row).rotation * own * restOf(row).conjugate();
        return (above(to).rotation.conjugate() * edit::mirrored(world) * restOf(to)).coeffs();
    }

private:
    WorldTransform above(NodeIndex row) const
    {
        const NodeIndex parent = scene_[row].parent;
        return parent == kNoNode ? WorldTransform{} : rest_[parent];
    }
    /// The rest rotation; for a target, that of its effector.
    Quat restOf(NodeIndex row) const
    {
        const Constraint* target = constraintOfTarget(*doc_.rig, scene_[row].id);
        return rest_[target ? scene_.find(target->effector) : row].rotation;
    }

    const Document& doc_;
    const Scene& scene_;
    std::vector<WorldTransform> rest_;
};

/// The x, y and z keys of a node at a frame, if all three exist.
using Triple = std::array<edit::KeyData*, 3>;

void mirrorTriple(const Triple& keys, const Affine& mirror)
{
    const auto mapped = [&](const auto& number, const auto& map) {
        const Vec3 now = map(Vec3(number(*keys[0]), number(*keys[1]), number(*keys[2])));
        for (int axis = 0; axis < 3; ++axis) number(*keys[axis]) = now[axis];
    };
    const auto turn = [&](const Vec3& v) -> Vec3 { return mirror.linear() * v; };
    mapped([](edit::KeyData& k) -> double& { return k.key.value; },
           [&](const Vec3& v) -> Vec3 { return mirror * v; });
    mapped([](edit::KeyData& k) -> double& { return k.key.left.value; }, turn);
    mapped([](edit::KeyData& k) -> double& { return k.key.right.value; }, turn);
}

void mirrorPlaces(const Mirror& mirror, const Scene& scene, std::vector<edit::KeyData>& keys)
{
    std::map<std::pair<NodeId, double>, Triple> triples;
    for (edit::KeyData& key : keys)
        if (key.property == Property::Translation)
            triples[{key.node, key.key.frame}][key.axis] = &key;
    for (auto& [at, triple] : triples) {
        const Affine map = mirror.places(scene.find(at.first));
        if (std::ranges::all_of(triple, [](const auto* key) { return key != nullptr; }))
            mirrorTriple(triple, map);
        else if (edit::KeyData* x = triple[0]) {
            x->key.value = -x->key.value;
            x->key.left.value = -x->key.left.value;
            x->key.right.value = -x->key.right.value;
        }
    }
}

bool isPlaced(const std::vector<edit::KeyData>& keys, NodeId node, double frame)
{
    return 3 == std::ranges::count_if(keys, [&](const edit::KeyData& key) {
               return key.node == node && key.property == Property::Translation &&
                      key.key.frame == frame;
           });
}

Copied flipped(const Document& doc, const Copied& copied, double frame)
{
    const Scene& scene = *doc.scene;
    const Mirror mirror(doc);
    Copied out = copied;
    out.frame = frame;
    const double by = frame - copied.frame;
    mirrorPlaces(mirror, scene, out.keys);
    for (edit::KeyData& key : out.keys) {
        key.frame() += by;
        if (key.node == NodeId::None) {
            key.constraint = mirror.partner(key.constraint);
            continue;
        }
        const NodeIndex row = scene.find(key.node);
        if (key.property == Property::Morph) continue;
        if (key.property == Property::Rotation) {
            key.rotation.value = Quat(mirror.turned(row, key.rotation.value.coeffs())).normalized();
            key.shape.in = mirror.turned(row, key.shape.in);
            key.shape.out = mirror.turned(row, key.shape.out);
        }
        key.node = scene[mirror.partner(row)].id;
    }
    if (out.hints)
        for (edit::HintData& data : *out.hints) {
            data.node = scene[mirror.partner(scene.find(data.node))].id;
            data.hint = mirror.bend(data.hint);
            data.hint.frame += by;
        }
    for (edit::SetSpan& span : out.spans) {
        span.target = mirror.partner(span.target);
        span.start += by;
        span.end += by;
        if (span.position) span.position = edit::mirrored(*span.position);
    }
    return out;
}

struct Planted {
    ConstraintId target = ConstraintId::None;
    Vec3 by = Vec3::Zero();  ///< [m] move along the ground that puts the foot where it is planted
};

/// @param what  already mirrored
std::optional<Planted> planted(const Document& doc, const Copied& what, Shown by,
                               const std::optional<ConstraintId>& keep,
                               const edit::Context& context)
{
    std::optional<Planted> out;
    double lowest = 0;
    std::optional<Evaluation> shown, pasted;
    for (const Constraint& c : doc.rig->constraints) {
        const Span* span = spanAt(doc.clip().spanRow(c.id), what.frame);
        const bool holds = span && span->kind == SpanKind::Contact;
        if (!isPlaced(what.keys, c.target, what.frame) || (keep ? c.id != *keep : !holds)) continue;
        if (!shown) {
            const Result<Document> after =
                edit::applyEach(doc, pastedKeys(doc, {what.frame, what.keys, {}}, by), context);
            if (!after) return std::nullopt;
            shown = evaluate(*prepare(doc, context.memo), what.frame);
            pasted = evaluate(*prepare(*after, context.memo), what.frame);
        }
        const Vec3 place = pasted->world[doc.scene->find(c.target)].position;
        if (out && place.y() >= lowest) continue;
        Vec3 move = shown->world[doc.scene->find(c.effector)].position - place;
        if (holds) move = anchorPlace(*doc.scene, *span, shown->world).position - place;
        move.y() = 0;
        out = Planted{c.id, move};
        lowest = place.y();
    }
    return out;
}

/// Moves what is pasted: roots of skeletons, and targets whose parents are not moved already.
Result<void> carry(const Document& doc, const Vec3& by, const edit::Context& context, Copied& what)
{
    const Scene& scene = *doc.scene;
    std::set<NodeIndex> keyed;
    for (const edit::KeyData& key : what.keys)
        if (key.property == Property::Translation) keyed.insert(scene.find(key.node));
    std::set<NodeIndex> led;
    for (const Constraint& c : doc.rig->constraints)
        if (c.rootMoves && keyed.contains(scene.find(c.target)))
            for (const NodeIndex row : jointsOf(scene, c)) led.insert(row);
    const auto stays = [&](NodeIndex row) {
        const bool part = scene[row].bone() != nullptr;
        for (NodeIndex above = scene[row].parent; above != kNoNode; above = scene[above].parent)
            if (keyed.contains(above) || led.contains(above) || (part && scene[above].bone()))
                return true;
        return false;
    };
    std::optional<Evaluation> shown;
    for (edit::KeyData& key : what.keys) {
        const NodeIndex row = scene.find(key.node);
        if (key.property != Property::Translation || stays(row)) continue;
        Vec3 local = by;
        if (const NodeIndex above = scene[row].parent; above != kNoNode) {
            if (!shown) shown = evaluate(*prepare(doc, context.memo), what.frame);
            const WorldTransform& space = shown->world[above];
            const Result<Transform> there = edit::relativeTo(space, {space.position + by});
            if (!there) return there.error();
            local = there->translation;
        }
        key.key.value += local[key.axis];
    }
    return {};
}

/// Adds to copied keys of joints what layers add there.
void addLaid(const Document& doc, Copied& what)
{
    for (edit::KeyData& key : what.keys) {
        if (key.node == NodeId::None || !isLaid(doc.clip(), key.node)) continue;
        const Transform& rest = (*doc.scene)[doc.scene->find(key.node)].rest;
        const Transform shown = sampleLaid(doc.clip(), key.node, rest, key.frame());
        if (key.property == Property::Rotation) key.rotation.value = shown.rotation;
        if (key.property == Property::Translation) key.key.value = shown.translation[key.axis];
    }
}

/// The values at a frame of all keyed nodes that no target controls, with what layers add.
Copied motionAt(const Document& doc, double frame, const edit::Context& context)
{
    const Evaluation shown = evaluate(*prepare(doc, context.memo), frame);
    Document keyed = doc;
    std::vector<edit::KeyRef> refs;
    for (const Shared<Track>& track : doc.clip().tracks) {
        const Grip grip = gripOf(doc, shown, track->node);
        if (grip == Grip::None || grip == Grip::Held || grip == Grip::Bend || grip == Grip::Prop)
            continue;
        Track with = *track;
        edit::insertKeys(with, frame);
        edit::changeClip(keyed, [&](Clip& clip) { setTrack(clip, std::move(with)); });
        refs.push_back({track->node, ConstraintId::None, {}, frame});
    }
    Copied out = copied(keyed, refs, {});
    addLaid(doc, out);
    return out;
}

Result<Edits> pasteFlipped(const Document& doc, const PasteFlipped& arguments,
                           const edit::Context& context)
{
    if (!arguments.copied && !arguments.from)
        return edit::refused("there is nothing to paste: neither a frame nor keys", "/from");
    if (arguments.copied &&
        std::ranges::any_of(arguments.copied->keys,
                            [](const edit::KeyData& key) { return !key.layer.empty(); }))
        return edit::refused("keys of a layer cannot be flipped", "/copied",
                             "copy the pose, or flatten the layer first");
    Copied what =
        flipped(doc, arguments.copied ? *arguments.copied : motionAt(doc, *arguments.from, context),
                arguments.to);
    const bool keeps = arguments.keepPlanted || arguments.keep;
    const Shown by = arguments.copied ? Shown::Recorded : Shown::RecordedAndLaid;
    const auto kept = keeps ? planted(doc, what, by, arguments.keep, context) : std::nullopt;
    if (arguments.keep && !kept)
        return edit::refused("a target to keep in place has no key among the pasted ones", "/keep");
    if (kept)
        if (const Result<void> carried = carry(doc, kept->by, context, what); !carried)
            return carried.error();
    Edits edits = pastedKeys(doc, what, by);
    for (edit::SetSpan& span : what.spans) edits.emplace_back(std::move(span));
    return edits;
}

}  // namespace

ConstraintId keptPlanted(const Document& doc, const Copied& copied, double frame)
{
    const auto kept = planted(doc, flipped(doc, copied, frame), Shown::Recorded, {}, {});
    return kept ? kept->target : ConstraintId::None;
}

Row row(Of<PasteFlipped>)
{
    using O = PasteFlipped;
    return rowOf<O>(
        "pasteFlipped", "a pose, or copied keys and spans, come to lie at a frame, left for right",
        pasteFlipped, edit::optional("copied", &O::copied),
        edit::optional("from", &O::from, edit::kFrame), edit::required("to", &O::to, edit::kFrame),
        edit::optional("keepPlanted", &O::keepPlanted), edit::optional("keep", &O::keep));
}

}  // namespace posewright::operate
