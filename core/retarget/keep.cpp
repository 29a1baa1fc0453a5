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

/// The values of a part of a node, frame by frame; one for all while they are the same, as most
/// are.
template <class Value>
class Course {
public:
    explicit Course(std::size_t most) : most_(most) {}

    void add(const Value& value)
    {
        ++count_;
        if (count_ > 1 && !moves()) {
            if (value == values_.front()) return;
            values_.reserve(most_);
            values_.resize(count_ - 1, Value(values_.front()));
        }
        values_.push_back(value);
    }
    bool moves() const { return values_.size() > 1; }
    std::size_t keys() const { return values_.size(); }
    const Value& operator[](std::size_t key) const { return values_[key]; }

private:
    std::size_t most_;
    std::size_t count_ = 0;
    std::vector<Value> values_;
};

/// The motion of a node: a key for each frame where something moves, else the first one.
class Seen {
public:
    explicit Seen(std::size_t frames) : turns_(frames), places_(frames), sizes_(frames) {}

    void add(const Transform& local)
    {
        turns_.add(local.rotation.coeffs());
        places_.add(local.translation);
        sizes_.add(local.scale);
    }
    Track track(NodeId node, const Transform& rest, const std::vector<double>& frames) const
    {
        Track out;
        out.node = node;
        if (frames.empty()) return out;
        if (turns_.moves() || turns_[0] != rest.rotation.coeffs()) {
            std::vector<RotationKey> keys;
            keys.reserve(turns_.keys());
            for (std::size_t i = 0; i < turns_.keys(); ++i)
                keys.push_back({frames[i], Quat(turns_[i]), RotationInterpolation::Slerp});
            out.rotation = RotationTrack::fromKeys(std::move(keys));
        }
        put(places_, rest.translation, frames, out.translation);
        put(sizes_, rest.scale, frames, out.scale);
        return out;
    }

private:
    static void put(const Course<Vec3>& values, const Vec3& rest, const std::vector<double>& frames,
                    std::array<Shared<Curve>, 3>& curves)
    {
        if (!values.moves() && values[0] == rest) return;
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<Key> keys;
            keys.reserve(values.keys());
            for (std::size_t i = 0; i < values.keys(); ++i)
                keys.push_back(linearKey(frames[i], values[i][axis]));
            curves[axis] = Curve::fromKeys(std::move(keys));
        }
    }

    Course<Eigen::Vector4d> turns_;
    Course<Vec3> places_, sizes_;
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
    const int whole = static_cast<int>(std::floor(length + kSameTime));
    std::vector<double> frames;
    std::vector<Seen> seen(static_cast<std::size_t>(source.scene->size()),
                           Seen(static_cast<std::size_t>(whole) + 2));
    const auto look = [&](double frame) {
        const Evaluation shown = evaluate(*prepared, frame);
        frames.push_back(frame);
        for (std::size_t row = 0; row < seen.size(); ++row) seen[row].add(shown.local[row]);
    };
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
        setTrack(clip, seen[row].track(node.id, node.rest, frames));
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
                               std::optional<double> only, int jobs)
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
    options.jobs = jobs;
    return retarget(*origin.motion, standing(doc, origin), options);
}

}  // namespace posewright::retarget
