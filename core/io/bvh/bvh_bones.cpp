#include "core/io/bvh/bvh_bones.h"

#include "core/evaluate/bake.h"
#include "core/io/text.h"

#include <algorithm>
#include <cmath>

namespace posewright::io::bvh {

namespace {

/// Relative to the size: translations that move less count as constant.
constexpr double kStill = 1e-9;

int countOf(const std::vector<Channel>& channels, bool positions)
{
    return int(std::count_if(channels.begin(), channels.end(),
                             [&](Channel c) { return (c < 3) == positions; }));
}

/// A name that a line of the file can hold.
std::string spellable(std::string name)
{
    for (char& c : name)
        if (static_cast<unsigned char>(c) < ' ' || c == '{' || c == '}') c = '_';
    return name;
}

class Collector {
public:
    Collector(const Document& doc, const Origin* origin, const WriteOptions& options,
              const MotionSampler& sampler) :
        doc_(doc),
        scene_(*doc.scene), origin_(options.portable ? nullptr : origin), options_(options),
        sampler_(sampler), safe_(options.portable || options.safeNames.value_or(origin == nullptr))
    {
        out_.size = extent(scene_);
        if (origin_) readScale_ = scaleSince(doc_, *origin_);
    }

    Result<Skeleton> collect()
    {
        nameSafely();
        collectBones();
        if (out_.bones.empty())
            return Error{"there is no bone, and a BVH file holds nothing else", {}};
        findRows();
        findKept();
        if (auto done = findMovingBones(); !done) return done.error();
        for (Bone& bone : out_.bones) {
            chooseChannels(bone);
            chooseOffset(bone);
            chooseEnds(bone);
        }
        const bool severalAsRead =
            origin_ && std::count_if(origin_->header.joints.begin(), origin_->header.joints.end(),
                                     [](const Joint& joint) { return joint.parent < 0; }) > 1;
        if (out_.roots.size() > 1 && !severalAsRead) out_.holder = names_.make("Root");
        orderBones();
        return std::move(out_);
    }

private:
    void collectBones()
    {
        std::vector<int> rowOf(scene_.size(), -1);
        std::vector<bool> scaled(scene_.size(), false);
        for (NodeIndex i = 0; i < scene_.size(); ++i) {
            const Node& node = scene_[i];
            const Track* track = doc_.clip().track(node.id);
            const bool scales = node.rest.scale != Vec3::Ones() ||
                                (track && std::any_of(track->scale.begin(), track->scale.end(),
                                                      [](const auto& c) { return !c->empty(); }));
            scaled[i] = scales || (node.parent != kNoNode && scaled[node.parent]);
            if (!node.bone()) continue;
            Bone bone;
            bone.node = i;
            bone.joint = origin_ ? origin_->jointOf(node.id) : -1;
            NodeIndex above = node.parent;
            while (above != kNoNode && rowOf[above] < 0) above = scene_[above].parent;
            bone.parent = above == kNoNode ? -1 : rowOf[above];
            bone.direct = above == node.parent && (above == kNoNode || !scaled[above]);
            bone.name = nameOf(bone);
            bone.order = node.bone()->eulerOrder;
            out_.anyScale |= scaled[i];
            rowOf[i] = static_cast<int>(out_.bones.size());
            if (bone.parent >= 0)
                out_.bones[bone.parent].children.push_back(rowOf[i]);
            else
                out_.roots.push_back(rowOf[i]);
            out_.bones.push_back(std::move(bone));
        }
        const std::vector<Transform> rest = restPose(scene_);
        const std::vector<WorldTransform> world = worldTransforms(scene_, rest);
        for (int b = 0; b < std::ssize(out_.bones); ++b)
            out_.bones[b].offset = boneOffset(out_.bones, b, rest, world).translation;
    }

    void nameSafely()
    {
        if (!safe_) return;
        std::vector<std::string> names;
        for (const Node& node : scene_.nodes())
            if (node.bone()) names.push_back(node.name);
        safeNames_ = io::safeNames(names);
        for (const std::string& name : safeNames_) names_.make(name);
    }

    std::string nameOf(const Bone& bone)
    {
        const std::string& name = scene_[bone.node].name;
        // Keep the file's spelling, even if two joints share a name.
        if (!safe_ && bone.joint >= 0 && name == (*origin_->read.scene)[bone.joint].name) {
            names_.make(name);
            return origin_->header.joints[bone.joint].spelled;
        }
        std::string written = safe_ ? safeNames_[out_.bones.size()] : names_.make(spellable(name));
        if (written != name) out_.renamed.push_back(name);
        return written;
    }

    /// Can rows of the source be copied?
    void findRows()
    {
        const double first = doc_.playback.start;
        if (!origin_ || sampler_.rate() != doc_.clip().rate || first < 0 ||
            first != std::floor(first) ||
            !(doc_.playback.end < double(origin_->read.playback.end + 1)) ||
            doc_.source->rows->rows() == 0)
            return;
        out_.firstRow = static_cast<std::size_t>(first);
    }

    void findKept()
    {
        if (!origin_) return;
        const std::vector<NodeIndex> driven =
            drivenNodes(doc_, doc_.playback.start, doc_.playback.end);
        static const Track kNone;
        for (Bone& bone : out_.bones) {
            if (bone.joint < 0 || !bone.direct ||
                std::binary_search(driven.begin(), driven.end(), bone.node))
                continue;
            const Node& node = scene_[bone.node];
            const Node& then = (*origin_->read.scene)[bone.joint];
            const Track* now = doc_.clip().track(node.id);
            const Track* before = origin_->read.clip().track(node.id);
            if (!now) now = &kNone;
            if (!before) before = &kNone;
            bone.keptRotation = node.rest.rotation.coeffs() == then.rest.rotation.coeffs() &&
                                now->rotation == before->rotation &&
                                bone.order == then.bone()->eulerOrder;
            bone.keptPosition = node.rest.translation == then.rest.translation &&
                                now->translation == before->translation && options_.scale == 1;
        }
    }

    /// Finds bones whose translation leaves the rest pose. If tracks and constraints rule that out,
    /// no frame has to be evaluated.
    Result<void> findMovingBones()
    {
        bool open = false;
        const std::vector<NodeIndex> driven =
            drivenNodes(doc_, doc_.playback.start, doc_.playback.end);
        std::vector<int> asked;
        for (int b = 0; b < std::ssize(out_.bones); ++b) {
            Bone& bone = out_.bones[b];
            const bool ours = bone.joint >= 0 && bone.keptPosition;
            // A new root always has position channels; a root of the source keeps what it had.
            bone.moves = bone.parent < 0 && !ours;
            if (bone.moves || ours) continue;
            const Track* track = doc_.clip().track(scene_[bone.node].id);
            const bool keyed = track && hasKeys(track->translation);
            const bool slides = std::binary_search(driven.begin(), driven.end(), bone.node);
            if (!keyed && !slides && bone.direct) continue;
            asked.push_back(b);
            open = true;
        }
        if (!open) return {};
        return sampler_.eachThatMoves([&](std::size_t, const Evaluation& e) {
            for (const int b : asked) {
                Bone& bone = out_.bones[b];
                if (!bone.moves)
                    bone.moves =
                        (boneOffset(out_.bones, b, e.local, e.world).translation - bone.offset)
                            .norm() > kStill * out_.size;
            }
        });
    }

    void chooseChannels(Bone& bone) const
    {
        if (bone.joint >= 0) bone.channels = origin_->header.joints[bone.joint].channels;
        std::vector<Channel>& channels = bone.channels;
        const bool moves = bone.moves && (bone.joint < 0 || !bone.keptPosition);
        if (moves && countOf(channels, true) < 3) {
            std::vector<Channel> all{0, 1, 2};
            for (const Channel c : channels)
                if (c >= 3) all.push_back(c);
            channels = std::move(all);
        }
        // Fewer than three angles can only repeat the source's own numbers: recomputed angles may
        // differ for the same rotation.
        if (bone.keptRotation && (out_.firstRow || angleAxes(channels).empty())) return;
        if (angleAxes(channels) == std::vector<int>(bone.order.begin(), bone.order.end())) return;
        std::erase_if(channels, [](Channel c) { return c >= 3; });
        for (const int axis : bone.order) channels.push_back(3 + axis);
    }

    static std::vector<int> angleAxes(const std::vector<Channel>& channels)
    {
        std::vector<int> axes;
        for (const Channel c : channels)
            if (c >= 3) axes.push_back(c - 3);
        return axes;
    }

    void chooseOffset(Bone& bone) const
    {
        const bool positions = countOf(bone.channels, true) > 0;
        bone.written = bone.offset * options_.scale;
        // Some programs add position channels to the OFFSET.
        if (bone.parent < 0 || (options_.portable && positions)) bone.written.setZero();
        if (bone.joint < 0) return;
        const Node& then = (*origin_->read.scene)[bone.joint];
        if (isScaled(then.rest.translation, scene_[bone.node].rest.translation) && bone.direct)
            bone.written = origin_->header.joints[bone.joint].offset * readScale_ * options_.scale;
        else if (bone.parent < 0 && countOf(bone.channels, true) < 3)
            bone.written = bone.offset * options_.scale;
    }

    /// Those of the source, the first one at the bone's tip; else one for a leaf.
    void chooseEnds(Bone& bone) const
    {
        const Vec3& tip = scene_[bone.node].bone()->tip;
        if (bone.joint >= 0) {
            const Joint& joint = origin_->header.joints[bone.joint];
            const Vec3& then = (*origin_->read.scene)[bone.joint].bone()->tip;
            bone.ends = joint.ends;
            for (EndSite& end : bone.ends) {
                end.offset *= readScale_;
                if (safe_ && !end.name.empty()) end.name = safeName(end.name);
            }
            const bool moved = !isScaled(then, tip);
            if (!bone.ends.empty() && moved) bone.ends.front().offset = tip;
            if (bone.ends.empty() && (joint.children > 0 || moved) && bone.children.empty())
                bone.ends.push_back({{}, tip});
        } else if (bone.children.empty()) {
            bone.ends.push_back({{}, tip});
        }
        for (EndSite& end : bone.ends) end.offset *= options_.scale;
    }

    /// Is a length of the source where it was, at the scale at which the document was read?
    bool isScaled(const Vec3& before, const Vec3& now) const
    {
        if (readScale_ == 1) return now == before;
        return (now - readScale_ * before).norm() <= 1e-12 * now.norm();
    }

    void orderBones()
    {
        std::vector<int> open(out_.roots.rbegin(), out_.roots.rend());
        while (!open.empty()) {
            const int b = open.back();
            open.pop_back();
            out_.order.push_back(b);
            const std::vector<int>& children = out_.bones[b].children;
            open.insert(open.end(), children.rbegin(), children.rend());
        }
    }

    const Document& doc_;
    const Scene& scene_;
    const Origin* origin_;
    const WriteOptions& options_;
    const MotionSampler& sampler_;
    const bool safe_;
    double readScale_ = 1;                ///< at which the source was read
    std::vector<std::string> safeNames_;  ///< of bones, in the order of the scene
    UniqueNames names_;
    Skeleton out_;
};

}  // namespace

BoneOffset boneOffset(const std::vector<Bone>& bones, int b, const std::vector<Transform>& local,
                      const std::vector<WorldTransform>& world)
{
    const Bone& bone = bones[b];
    if (bone.direct) return {local[bone.node].translation, local[bone.node].rotation};
    const WorldTransform& here = world[bone.node];
    if (bone.parent < 0) return {here.position, here.rotation};
    const WorldTransform& above = world[bones[bone.parent].node];
    const Quat back = above.rotation.conjugate();
    return {back * (here.position - above.position), back * here.rotation};
}

Result<Skeleton> skeletonOf(const Document& doc, const Origin* origin, const WriteOptions& options,
                            const MotionSampler& sampler)
{
    return Collector(doc, origin, options, sampler).collect();
}

}  // namespace posewright::io::bvh
