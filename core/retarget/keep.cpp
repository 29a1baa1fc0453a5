#include "core/retarget/keep.h"

#include "core/evaluate/evaluate.h"
#include "core/retarget/reference_pose.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::retarget {

namespace {

constexpr double kLongest = 1e6;
constexpr double kSameTime = 1e-6;

/// The ends of legs without feet, as tips of their lower bones. They are measured on the meshes,
/// which an origin does not keep.
std::map<NodeIndex, Vec3> soleTips(const Document& doc)
{
    std::map<NodeIndex, Vec3> tips;
    const Figure figure = figureOf(*doc.scene);
    if (!figure.has(Role::LeftLowerLeg) && !figure.has(Role::RightLowerLeg)) return tips;
    const ReferencePose reference = referencePoseOf(*doc.scene, figure, standingPose(doc, figure));
    for (const auto& end : reference.legEnds)
        if (end && !end->foot) tips[end->row] = end->at;
    return tips;
}

Result<Scene> bonesOf(const Document& doc)
{
    const Scene& scene = *doc.scene;
    const std::map<NodeIndex, Vec3> soles = soleTips(doc);
    std::vector<Node> nodes = scene.nodes();
    for (Node& node : nodes) {
        const BonePart* bone = node.bone();
        if (!bone) {
            node.part = std::monostate{};
            continue;
        }
        BonePart stick;
        stick.tip = bone->tip;
        stick.tipGiven = bone->tipGiven;
        if (const auto sole = soles.find(scene.find(node.id)); sole != soles.end()) {
            stick.tip = sole->second;
            stick.tipGiven = true;
        }
        node.part = stick;
    }
    return Scene::make(std::move(nodes), scene.skins());
}

/// Collects the keys of a node, frame by frame.
class Seen {
public:
    void add(double frame, const Transform& local)
    {
        rotations_.push_back({frame, local.rotation, RotationInterpolation::Slerp});
        for (int axis = 0; axis < 3; ++axis) {
            places_[axis].push_back(linearKey(frame, local.translation[axis]));
            sizes_[axis].push_back(linearKey(frame, local.scale[axis]));
        }
    }
    Track track(NodeId node, const Transform& rest) &&
    {
        Track out;
        out.node = node;
        if (rotations_.empty()) return out;
        const auto turned = [](const Quat& a, const Quat& b) { return a.coeffs() != b.coeffs(); };
        if (still(rotations_, turned)) rotations_.resize(1);
        if (rotations_.size() > 1 || turned(rotations_.front().value, rest.rotation))
            out.rotation = RotationTrack::fromKeys(std::move(rotations_));
        put(std::move(places_), rest.translation, out.translation);
        put(std::move(sizes_), rest.scale, out.scale);
        return out;
    }

private:
    using Three = std::array<std::vector<Key>, 3>;

    template <class Keys, class Differs>
    static bool still(const Keys& keys, Differs&& differs)
    {
        return std::none_of(keys.begin(), keys.end(), [&](const auto& key) {
            return differs(key.value, keys.front().value);
        });
    }
    static void put(Three&& keys, const Vec3& rest, std::array<Shared<Curve>, 3>& curves)
    {
        bool moves = false, is = false;
        for (int axis = 0; axis < 3; ++axis) {
            moves |= !still(keys[axis], std::not_equal_to<>());
            is |= keys[axis].front().value != rest[axis];
        }
        for (int axis = 0; axis < 3 && (moves || is); ++axis) {
            if (!moves) keys[axis].resize(1);
            curves[axis] = Curve::fromKeys(std::move(keys[axis]));
        }
    }

    std::vector<RotationKey> rotations_;
    Three places_, sizes_;
};

template <class Bone, class Read>
Figure rolesOf(const std::map<std::string, std::vector<Bone>>& roles, Read&& rowOf)
{
    Figure figure;
    for (const auto& [name, bones] : roles) {
        const std::optional<Role> role = roleNamed(name);
        std::vector<NodeIndex> rows;
        for (const Bone& bone : bones)
            if (const NodeIndex row = rowOf(bone); row != kNoNode) rows.push_back(row);
        if (role && !rows.empty()) figure.set(*role, std::move(rows));
    }
    return figure;
}

/// The document showing the clip in which the figure stood when the motion was brought in.
Document standing(const Document& doc, const Origin& origin)
{
    Document out = doc;
    const auto at = std::find_if(doc.clips.begin(), doc.clips.end(), [&](const Shared<Clip>& clip) {
        return clip->name == origin.standsIn;
    });
    if (at != doc.clips.end()) {
        out.playback.clip = static_cast<int>(at - doc.clips.begin());
    } else {
        Clip none;
        none.rate = doc.clip().rate;
        out.clips = {Shared<Clip>(std::move(none))};
        out.playback.clip = 0;
    }
    out.playback.start = origin.standsAt;
    out.playback.end = std::max(out.playback.end, origin.standsAt);
    return out;
}

}  // namespace

Result<Document> keptMotion(const Document& source, const std::function<bool(double)>& progress)
{
    Result<Scene> scene = bonesOf(source);
    if (!scene) return scene.error();
    const double start = source.playback.start, length = source.playback.end - start;
    if (length >= kLongest) return Error{"the motion has more than a million frames", "source"};
    const auto prepared = prepare(source);
    std::vector<Seen> seen(static_cast<std::size_t>(source.scene->size()));
    const auto look = [&](double frame) {
        const Evaluation shown = evaluate(*prepared, frame);
        for (std::size_t row = 0; row < seen.size(); ++row) seen[row].add(frame, shown.local[row]);
    };
    const int whole = static_cast<int>(std::floor(length + kSameTime));
    for (int i = 0; i <= whole; ++i) {
        look(start + i);
        if (i % 64 == 0 && progress && !progress(i / (length + 1)))
            return Error{"cancelled", {}, ErrorKind::Cancelled};
    }
    if (length - whole > kSameTime) look(source.playback.end);
    Document out;
    Clip clip;
    clip.name = source.clip().name;
    clip.rate = source.clip().rate;
    for (NodeIndex row = 0; row < source.scene->size(); ++row) {
        const Node& node = (*source.scene)[row];
        setTrack(clip, std::move(seen[row]).track(node.id, node.rest));
    }
    out.scene = *std::move(scene);
    out.clips.emplace_back(std::move(clip));
    out.playback.start = start;
    out.playback.end = source.playback.end;
    out.unit = source.unit;
    for (const Node& node : out.scene->nodes())
        out.nextId = std::max(out.nextId, static_cast<std::uint64_t>(node.id) + 1);
    return out;
}

std::map<std::string, std::vector<NodeId>> bonesOf(const Figure& figure, const Scene& scene)
{
    std::map<std::string, std::vector<NodeId>> out;
    for (const Role role : allRoles())
        for (const NodeIndex row : figure.bones(role))
            out[std::string(nameOf(role))].push_back(scene[row].id);
    return out;
}

std::map<std::string, std::vector<std::string>> namesOf(const Figure& figure, const Scene& scene)
{
    std::map<std::string, std::vector<std::string>> out;
    for (const Role role : allRoles())
        for (const NodeIndex row : figure.bones(role))
            out[std::string(nameOf(role))].push_back(scene[row].name);
    return out;
}

Figure figureHere(const RetargetSetup& how, const Scene& scene)
{
    return rolesOf(how.here, [&](NodeId id) { return scene.find(id); });
}

Figure figureThere(const RetargetSetup& how, const Scene& scene)
{
    return rolesOf(how.there,
                   [&](const std::string& name) { return scene.find(std::string_view(name)); });
}

Result<Retargeted> carriedOver(const Document& doc, const Origin& origin,
                               const std::function<bool(double)>& progress,
                               std::optional<double> only)
{
    const auto& [here, there, reference, hereReference, travel, ground, facing, feet, hands] =
        origin.how;
    Options options;
    options.source = figureThere(origin.how, *origin.motion->scene);
    options.target = figureHere(origin.how, *doc.scene);
    for (const bool ours : {false, true})
        if (auto fault = ours ? faultOf(*options.target, *doc.scene)
                              : faultOf(*options.source, *origin.motion->scene))
            return Error{fault->message, (ours ? "/here" : "/there") + fault->where,
                         ErrorKind::Refused};
    options.sourceReference = reference;
    options.targetReference = hereReference;
    options.travel = travel;
    options.ground = ground;
    options.facing = facing;
    options.feetByGoals = feet;
    options.handsByGoals = hands;
    options.name = origin.clip;
    options.progress = progress;
    options.only = only;
    return retarget(*origin.motion, standing(doc, origin), options);
}

}  // namespace posewright::retarget
