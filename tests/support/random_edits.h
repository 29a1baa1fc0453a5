// Long: a case for every edit there is.
#pragma once

#include "core/document/package.h"
#include "core/edit/edit.h"
#include "core/math/rotation.h"
#include "core/retarget/keep.h"
#include "core/scene/solid.h"
#include "tests/support/figures.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace posewright::test {

/// Edits of every kind for whatever document comes along: mostly such as a person could make on it,
/// some that must be refused. Equal seeds and equal documents give equal edits.
class RandomEdits {
public:
    struct Options {
        double wrong = 0.05;  ///< share of edits with an argument that cannot be obeyed
        bool slow = true;     ///< bakes and fits, too
    };

    explicit RandomEdits(std::uint64_t seed) : RandomEdits(seed, Options()) {}
    RandomEdits(std::uint64_t seed, Options options) : random_(seed), options_(options) {}

    edit::Edit next(const Document& doc)
    {
        doc_ = &doc;
        edit::Edit edit = any(random_.below(static_cast<int>(std::variant_size_v<edit::AnyEdit>)));
        if (random_.uniform() < options_.wrong) spoil(edit);
        doc_ = nullptr;
        return edit;
    }

private:
    bool chance(double share) { return random_.uniform() < share; }

    double frame()
    {
        const double f =
            std::floor(random_.uniform(doc_->playback.start - 2, doc_->playback.end + 3));
        return chance(0.1) ? f + 0.5 : f;
    }

    Vec3 point(double size = 1) { return random_.direction() * random_.uniform(0, size); }

    Quat rotation() { return Quat(Eigen::AngleAxisd(random_.uniform(-3, 3), random_.direction())); }

    std::string name()
    {
        static const char* const kSides[] = {"", "Left", "Right", "Left", "Right"};
        return std::string(kSides[random_.below(5)]) + "Thing" + std::to_string(random_.below(60));
    }

    NodeIndex row() { return doc_->scene->size() > 0 ? random_.below(doc_->scene->size()) : -1; }
    NodeId node() { return row() < 0 ? NodeId::None : (*doc_->scene)[row()].id; }

    /// A leaf more often than not, so that figures survive.
    NodeId leaf()
    {
        const Scene& scene = *doc_->scene;
        for (int tries = 0; tries < 6 && scene.size() > 0; ++tries) {
            const NodeIndex at = row();
            bool parent = false;
            for (const Node& n : scene.nodes()) parent |= n.parent == at;
            if (!parent) return scene[at].id;
        }
        return node();
    }

    ConstraintId target()
    {
        const auto& all = doc_->rig->constraints;
        return all.empty() ? ConstraintId::None : all[random_.below(int(all.size()))].id;
    }

    std::optional<edit::KeyShape> shape()
    {
        if (chance(0.5)) return {};
        return static_cast<edit::KeyShape>(random_.below(4));
    }

    edit::KeyRef key()
    {
        const Clip& clip = doc_->clip();
        edit::KeyRef out;
        if (!clip.influences.empty() && chance(0.2)) {
            const InfluenceTrack& t = clip.influences[random_.below(int(clip.influences.size()))];
            out.constraint = t.constraint;
            out.property = Property::Influence;
            out.frame = t.curve.keys()[random_.below(int(t.curve.keys().size()))].frame;
        } else if (!clip.tracks.empty()) {
            const Track& t = *clip.tracks[random_.below(int(clip.tracks.size()))];
            const std::vector<double> frames = keyFrames(t);
            out.node = t.node;
            out.frame = frames[random_.below(int(frames.size()))];
            const Constraint* c = constraintOfTarget(*doc_->rig, t.node);
            if (c && chance(0.5)) out.constraint = c->id;
        } else {
            out.node = node();
        }
        return out;
    }

    std::vector<edit::KeyRef> keys()
    {
        std::vector<edit::KeyRef> out;
        for (int i = random_.below(4); i >= 0; --i) out.push_back(key());
        return out;
    }

    template <class T>
    std::optional<T> maybe(T value)
    {
        return chance(0.4) ? std::optional<T>(std::move(value)) : std::nullopt;
    }

    std::pair<NodeId, NodeId> chain()
    {
        const Scene& scene = *doc_->scene;
        for (int tries = 0; tries < 10 && scene.size() > 0; ++tries) {
            const NodeIndex effector = row();
            NodeIndex root = scene[effector].parent;
            if (root == kNoNode) continue;
            for (int up = random_.below(3); up > 0 && scene[root].parent != kNoNode; --up)
                root = scene[root].parent;
            return {scene[effector].id, scene[root].id};
        }
        return {node(), node()};
    }

    // Long: one case for each kind of edit.
    edit::Edit any(int kind)
    {
        using namespace edit;
        const bool full = doc_->scene->size() > 60;
        const bool manyTargets = doc_->rig->constraints.size() > 6;
        switch (kind) {
        case 0: {
            if (manyTargets) return RemoveTarget{target(), false};
            const auto [effector, root] = chain();
            AddTarget e;
            e.name = name();
            e.effector = effector;
            e.root = root;
            e.frame = maybe(frame());
            if (options_.slow && chance(0.2)) e.fit = random_.uniform(0.001, 0.05);
            return e;
        }
        case 1: return AddPole{target(), maybe(point(2))};
        case 2:
            if (chance(0.7)) return SetTargetKey{target(), frame(), point(1.5), {}, shape()};
            return RemoveTarget{target(), options_.slow && chance(0.5)};
        case 3: {
            SetTarget e;
            e.target = target();
            static const char* const kSolvers[] = {"", "gauss-newton", "fabrik"};
            e.solver = maybe(std::string(kSolvers[random_.below(3)]));
            e.weight = maybe(random_.uniform(0.1, 3));
            e.orientation = maybe(chance(0.5));
            e.soft = maybe(random_.uniform(0, 0.2));
            e.rootMoves = maybe(chance(0.3));
            if (chance(0.1)) e.root = node();
            return e;
        }
        case 4: {
            SetTargetKey e{target(), frame(), maybe(point(1.5)), maybe(rotation()), shape()};
            e.keepMotion = maybe(chance(0.8));
            return e;
        }
        case 5: {
            SetJointKey e;
            e.joint = node();
            e.frame = frame();
            e.rotation = maybe(rotation());
            if (chance(0.15)) e.translation = point(0.5);
            if (chance(0.05)) e.scale = Vec3::Constant(random_.uniform(0.5, 1.5));
            e.interpolation = shape();
            e.keepMotion = maybe(chance(0.8));
            return e;
        }
        case 6: return MoveKeys{keys(), std::floor(random_.uniform(-6, 7))};
        case 7: return ScaleKeys{keys(), frame(), random_.uniform(0.3, 2), chance(0.5)};
        case 8: return DeleteKeys{keys()};
        case 9: {
            SetInterpolation e{keys(), static_cast<KeyShape>(random_.below(4)), {}};
            if (e.interpolation == KeyShape::Eased)
                e.ease = maybe(Ease{random_.uniform(), random_.uniform(), random_.uniform(),
                                    random_.uniform()});
            return e;
        }
        case 10: {
            SetHandles e;
            e.key = key();
            if (e.key.node != NodeId::None) e.axis = random_.below(3);
            e.mode = static_cast<HandleMode>(random_.below(4));
            if (e.mode == HandleMode::Free || e.mode == HandleMode::Aligned) {
                e.left = maybe(Handle{-random_.uniform(0, 5), random_.uniform(-1, 1)});
                e.right = maybe(Handle{random_.uniform(0, 5), random_.uniform(-1, 1)});
            }
            return e;
        }
        case 11: return SetInfluenceKey{target(), frame(), random_.uniform()};
        case 12: {
            SetSpan e;
            e.target = target();
            e.start = frame();
            e.end = e.start + std::floor(random_.uniform(0, 12));
            e.kind = static_cast<SpanKind>(random_.below(4));
            e.in = maybe(random_.uniform(0, 3));
            e.out = maybe(random_.uniform(0, 3));
            e.inbetween = maybe(static_cast<Inbetween>(random_.below(2)));
            e.mix = maybe(random_.uniform());
            e.path = maybe(static_cast<TargetPath>(random_.below(3)));
            if (e.kind == SpanKind::Contact && chance(0.3)) e.space = node();
            return e;
        }
        case 13: {
            RemoveSpan e{target(), frame()};
            if (const SpanRow* spans = doc_->clip().spanRow(e.target))
                if (!spans->spans.empty())
                    e.start = spans->spans[random_.below(int(spans->spans.size()))].start;
            return e;
        }
        case 14: {
            if (full) return RemoveBone{leaf()};
            const Vec3 head = point();
            return AddBone{name(), chance(0.95) ? node() : NodeId::None, head, head + point(0.4)};
        }
        case 15: return RenameNode{node(), name()};
        case 16: return ReparentBone{node(), chance(0.9) ? node() : NodeId::None};
        case 17: return RemoveBone{leaf()};
        case 18: {
            SetRest e;
            e.node = node();
            e.translation = maybe(point(0.5));
            e.rotation = maybe(rotation());
            if (chance(0.05)) e.scale = Vec3::Constant(random_.uniform(0.5, 1.5));
            if (chance(0.2)) e.tip = point(0.3);
            return e;
        }
        case 19: return Symmetrize{chance(0.5) ? Side::Left : Side::Right};
        case 20: {
            const double start = std::floor(random_.uniform(-5, 5));
            return SetRange{start, start + std::floor(random_.uniform(0, 30))};
        }
        case 21: {
            // Repeated retiming must not run away from the range that frames are drawn from.
            static const double kRates[] = {24, 25, 30, 60};
            const bool wide = doc_->playback.end - doc_->playback.start > 40;
            return SetFps{kRates[random_.below(4)], !wide && chance(0.5)};
        }
        case 22: return SetLoop{chance(0.5)};
        case 23: return AddClip{name()};
        case 24: return RemoveClip{clip()};
        // Most targets act in the first clip, and others are shown as soon as they are made.
        case 25: return SetActiveClip{chance(0.7) ? doc_->clips.front()->name : clip()};
        case 26: return AddMarker{frame(), name()};
        case 27: {
            const auto& markers = doc_->clip().markers;
            return RemoveMarker{
                markers.empty() ? frame() : markers[random_.below(int(markers.size()))].frame};
        }
        case 29: {
            PutKeys put{edit::keyData(*doc_, keys())};
            for (KeyData& data : put.keys)
                (data.property == Property::Rotation ? data.rotation.frame : data.key.frame) =
                    frame();
            return put;
        }
        case 30: {
            ShiftTime e{{}, frame(), std::floor(random_.uniform(-3, 4))};
            // Time of its own keeps the range where random frames are drawn from.
            for (int i = random_.below(4); i >= 0; --i) e.nodes.push_back(node());
            return e;
        }
        case 31: {
            MoveSpan e;
            e.target = target();
            e.start = frame();
            if (const SpanRow* spans = doc_->clip().spanRow(e.target))
                if (!spans->spans.empty())
                    e.start = spans->spans[random_.below(int(spans->spans.size()))].start;
            e.to = frame();
            e.end = e.to + std::floor(random_.uniform(0, 12));
            e.in = maybe(random_.uniform(0, 3));
            e.out = maybe(random_.uniform(0, 3));
            return e;
        }
        case 32: {
            const double start = frame();
            return SetPreviewRange{maybe(std::array{start, start + random_.below(8)})};
        }
        case 33:
            if (options_.slow) return FitTarget{target(), random_.uniform(0.001, 0.05)};
            break;
        case 34: return limit();
        case 35: return morphKey();
        case 49: return SetBend{target(), frame(), random_.uniform(-3, 3)};
        case 50:
            return AddFlesh{leaf(), chance(0.5) ? Solid::Box : Solid::Capsule,
                            random_.uniform(0.05, 1)};
        case 51: return skin();
        case 52: return added();
        case 53: return motionOfOthers();
        case 54:
            if (chance(0.5)) return SetActiveClip{doc_->clips.front()->name};
            return Retarget{.clip = broughtIn(), .feet = chance(0.5), .hands = chance(0.5)};
        case 55: return ForgetOrigin{chance(0.3) ? broughtIn() : clip()};
        case 57: return RollBone{node(), random_.uniform(-4, 4)};
        case 58: {
            const Vec3 size = point(0.5).cwiseAbs() + Vec3::Constant(0.01);
            return AddBox{name(), size, point()};
        }
        case 56: return BendAsKeyed{target(), maybe(std::array{0.0, frame()})};
        default:
            if (kind > 35) return aboutLayers(kind - 36);
            break;
        }
        if (!options_.slow) return SetLoop{chance(0.5)};
        BakeToKeys bake;
        const double start = frame();
        bake.frames = maybe(std::array{start, start + random_.below(8)});
        return bake;
    }

    std::string broughtIn()
    {
        const auto& origins = doc_->origins;
        return origins.empty() ? clip() : origins[random_.below(int(origins.size()))]->clip;
    }

    std::string nodeName()
    {
        const NodeIndex row = doc_->scene->find(node());
        return row == kNoNode ? name() : (*doc_->scene)[row].name;
    }

    /// The document's own, over a few frames.
    edit::BringIn motionOfOthers()
    {
        Document shown = *doc_;
        shown.playback.end = std::min(shown.playback.end, shown.playback.start + 4);
        const Result<Document> kept = retarget::keptMotion(shown);
        edit::BringIn bring;
        bring.name = name();
        if (kept) bring.motion = *kept;
        bring.here = {{"hips", {node()}}, {"spine", {node()}}};
        bring.there = {{"hips", {nodeName()}}, {"neck", {nodeName()}}};
        bring.file = name();
        bring.hands = chance(0.5);
        return bring;
    }

    std::string layer()
    {
        const auto& layers = doc_->clip().layers;
        return layers.empty() ? name() : layers[random_.below(int(layers.size()))]->name;
    }

    std::vector<edit::KeyRef> layerKeys()
    {
        for (const auto& one : doc_->clip().layers)
            for (const auto& track : one->tracks)
                return {{track->node, ConstraintId::None, {}, keyFrames(*track).front()}};
        return keys();
    }

    edit::Edit aboutLayers(int kind)
    {
        using namespace edit;
        const int count = int(doc_->clip().layers.size());
        if (count == 0 && chance(0.9)) return AddLayer{name(), {}, {}};
        // What takes layers away is rare, so that the others find some.
        if ((kind == 1 || kind >= 10) && count < 5 && chance(0.7)) kind = 7;
        switch (kind) {
        case 0: return AddLayer{name(), {}, chance(0.2) ? std::optional(clip()) : std::nullopt};
        case 1: return RemoveLayer{layer()};
        case 2: return RenameLayer{layer(), name()};
        case 3: return MoveLayer{layer(), random_.below(count + 1)};
        case 4: return SetLayer{layer(), chance(0.8), chance(0.1), maybe(random_.uniform())};
        case 5: return SetLayerWeightKey{layer(), frame(), random_.uniform(), {}};
        case 6:
            for (const auto& one : doc_->clip().layers)
                if (!one->weight.empty())
                    return RemoveLayerWeightKey{one->name, one->weight.firstFrame()};
            return SetLayerWeightKey{layer(), frame(), random_.uniform(), {}};
        case 8: return PutLayerKeys{layer(), keyData(*doc_, keys())};
        case 9: return DeleteLayerKeys{layer(), layerKeys()};
        case 10: return MergeLayer{layer()};
        case 11: return MakeLayerBase{layer()};
        case 12: return FlattenLayers{};
        default: return SetLayerKey{layer(), node(), frame(), rotation(), maybe(point(0.2)), {}};
        }
    }

    /// A bone with a box on it; at times for another document.
    edit::AddNodes added()
    {
        Package package;
        Node bone;
        bone.name = uniqueName(*doc_->scene, "added");
        bone.rest.translation = point(1);
        BonePart stick;
        stick.tip = Vec3(0, 0.2, 0);
        bone.part = stick;
        package.nodes.push_back(bone);
        Node box;
        box.name = uniqueName(*doc_->scene, "box");
        box.parent = 0;
        MeshPart flesh;
        flesh.mesh = boxAlong(stick.tip, 0.1);
        box.part = flesh;
        package.nodes.push_back(box);
        package.json = doc_->carried->json;
        package.gltf = doc_->carried->gltf;
        package.onto = placeOf(*doc_) + (chance(0.2) ? 1 : 0);
        return {textOf(package)};
    }

    /// The last mesh hangs on one joint.
    edit::SetSkin skin()
    {
        edit::SetSkin skin{node(), {node()}, {}, {}};
        for (const Node& one : doc_->scene->nodes())
            if (const auto* part = std::get_if<MeshPart>(&one.part); part && part->skin < 0) {
                skin.mesh = one.id;
                skin.rows.assign(4 * part->mesh->positions.size(), 0);
                skin.shares.assign(skin.rows.size(), 0);
                for (std::size_t i = 0; i < skin.shares.size(); i += 4) skin.shares[i] = 65536;
            }
        return skin;
    }

    edit::SetMorphKey morphKey()
    {
        edit::SetMorphKey key{node(), name(), frame(), random_.uniform(-1, 2), {}};
        for (const Node& one : doc_->scene->nodes()) {
            const auto* part = std::get_if<MeshPart>(&one.part);
            if (!part || part->mesh->morphs.empty() || chance(0.3)) continue;
            key.mesh = one.id;
            key.morph =
                morphName(*part->mesh, std::size_t(random_.below(int(part->morphs.size()))));
        }
        return key;
    }

    Range range(double most)
    {
        const double a = random_.uniform(-most, most);
        return {a, a + random_.uniform(0, most)};
    }

    edit::Edit limit()
    {
        const NodeId joint = node();
        switch (random_.below(6)) {
        case 0: return edit::limitEdit(joint, {});
        case 1: return edit::limitEdit(joint, FixedLimit{});
        case 2: return edit::limitEdit(joint, HingeLimit{random_.direction(), range(3)});
        case 3: {
            const Vec3 axis = random_.direction();
            ConeLimit cone{axis, anyPerpendicular(axis), {}, range(3)};
            for (double& angle : cone.angles) angle = random_.uniform(0.05, 3.1);
            return edit::limitEdit(joint, cone);
        }
        case 4: return edit::limitEdit(joint, BoxLimit{{range(3), range(2), range(3)}, {1, 2, 0}});
        default: return edit::limitEdit(joint, PrismaticLimit{random_.direction(), range(0.5)});
        }
    }

    std::string clip() { return doc_->clips[random_.below(int(doc_->clips.size()))]->name; }

    /// Makes one argument wrong, whatever the edit has to offer.
    void spoil(edit::Edit& edit)
    {
        const double bad[] = {std::numeric_limits<double>::quiet_NaN(),
                              std::numeric_limits<double>::infinity(), -1e300, 1e300, -1};
        const double number = bad[random_.below(5)];
        std::visit(
            [&](auto& e) {
                if constexpr (requires { e.frame = number; })
                    e.frame = number;
                else if constexpr (requires { e.target = ConstraintId::None; })
                    e.target = ConstraintId(random_.bits() >> 40U);
                else if constexpr (requires { e.bone = NodeId::None; })
                    e.bone = NodeId(random_.bits() >> 40U);
                else if constexpr (requires { e.node = NodeId::None; })
                    e.node = NodeId(random_.bits() >> 40U);
                else if constexpr (requires { e.keys.size(); }) {
                    auto& key = e.keys.emplace_back();
                    key.node = NodeId(random_.bits() >> 40U);
                } else if constexpr (requires { e.start = number; })
                    e.start = number;
                else if constexpr (requires { e.fps = number; })
                    e.fps = number;
                else if constexpr (requires { e.head.x(); })
                    e.head.x() = number;
                else if constexpr (requires { e.name.size(); })
                    e.name = "\xFF\n";
            },
            edit);
    }

    Random random_;
    Options options_;
    const Document* doc_ = nullptr;
};

}  // namespace posewright::test
