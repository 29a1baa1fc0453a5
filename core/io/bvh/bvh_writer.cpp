#include "core/io/bvh/bvh_writer.h"

#include "core/io/text.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

namespace posewright::io::bvh {

namespace {

constexpr double kToDegrees = 180 / std::numbers::pi;
constexpr int kAngleDecimals = 6;
/// A translation counts as animated beyond this share of the size.
constexpr double kStill = 1e-9;

struct Bone {
    NodeIndex node = kNoNode;
    int parent = -1;      ///< row of the bone above, whatever lies between
    bool direct = false;  ///< nothing lies between, and nothing above scales
    std::string name;
    std::vector<int> children;
    Vec3 offset = Vec3::Zero();  ///< rest, in the frame of the bone above
    bool moves = false;          ///< needs position channels
    std::array<int, 3> order{{2, 0, 1}};
    std::array<double, 3> angles{};  ///< of the row before [rad]
};

struct Placement {
    Vec3 translation;
    Quat rotation;
};

std::string safeName(std::string_view name)
{
    std::string safe(name);
    for (char& c : safe)
        if (static_cast<unsigned char>(c) <= ' ' ||
            std::string_view(":.[]/{}").find(c) != std::string_view::npos)
            c = '_';
    return safe;
}

/// Where a bone is below the bone above it. The rotation leaves scale out and the translation takes
/// it in, so that every joint stands where it stands, whatever is scaled above it.
Placement placement(const std::vector<Bone>& bones, int b, const std::vector<Transform>& local,
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

class BvhWriter {
public:
    BvhWriter(const Document& doc, const WriteOptions& options) :
        doc_(doc), scene_(*doc.scene), options_(options), sampler_(doc, options),
        size_(extent(scene_))
    {
    }

    Result<Written> write()
    {
        collectBones();
        if (bones_.empty()) return Error{"there is no bone, and a BVH file holds nothing else", {}};
        if (double(sampler_.frames()) * double(bones_.size()) > double(kMaxKeys))
            return Error{"a BVH file has a row for every frame, and " +
                             std::to_string(sampler_.frames()) + " frames of " +
                             std::to_string(bones_.size()) + " joints are more than " +
                             std::to_string(kMaxKeys) + " keys, which is more than is read back",
                         {},
                         ErrorKind::Refused,
                         "shorten the range"};
        if (auto done = findMovingBones(); !done) return done.error();
        noteLosses();
        writeHierarchy();
        if (auto done = writeMotion(); !done) return done.error();
        written_.witness.size = size_ * options_.scale;
        return std::move(written_);
    }

private:
    void collectBones()
    {
        UniqueNames names;
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
            NodeIndex above = node.parent;
            while (above != kNoNode && rowOf[above] < 0) above = scene_[above].parent;
            bone.parent = above == kNoNode ? -1 : rowOf[above];
            bone.direct = above == node.parent && (above == kNoNode || !scaled[above]);
            bone.name = names.make(safeName(node.name));
            if (bone.name != node.name) ++renamed_;
            bone.order = node.bone()->eulerOrder;
            anyScale_ |= scaled[i];
            rowOf[i] = static_cast<int>(bones_.size());
            if (bone.parent >= 0)
                bones_[bone.parent].children.push_back(rowOf[i]);
            else
                roots_.push_back(rowOf[i]);
            bones_.push_back(std::move(bone));
        }
        const std::vector<Transform> rest = restPose(scene_);
        const std::vector<WorldTransform> world = worldTransforms(scene_, rest);
        for (int b = 0; b < std::ssize(bones_); ++b)
            bones_[b].offset = placement(bones_, b, rest, world).translation;
        if (roots_.size() > 1) holder_ = names.make("Root");
        for (const Bone& bone : bones_) written_.witness.names.push_back(bone.name);
    }

    /// Whether any translation leaves the rest pose. Where tracks and constraints rule it out, no
    /// frame has to be evaluated for the answer.
    Result<void> findMovingBones()
    {
        bool open = false;
        const std::vector<NodeIndex> driven =
            drivenNodes(doc_, doc_.playback.start, doc_.playback.end);
        for (Bone& bone : bones_) {
            bone.moves = bone.parent < 0;
            if (bone.moves) continue;
            const Track* track = doc_.clip().track(scene_[bone.node].id);
            const bool keyed = track && hasKeys(track->translation);
            const bool slides = std::binary_search(driven.begin(), driven.end(), bone.node);
            open |= keyed || slides || !bone.direct;
        }
        if (!open) return {};
        return sampler_.eachThatMoves([this](std::size_t, const Evaluation& e) {
            for (int b = 0; b < std::ssize(bones_); ++b)
                if (!bones_[b].moves)
                    bones_[b].moves =
                        (placement(bones_, b, e.local, e.world).translation - bones_[b].offset)
                            .norm() > kStill * size_;
        });
    }

    void noteLosses()
    {
        int others = 0;
        for (const Node& node : scene_.nodes()) others += node.bone() ? 0 : 1;
        const auto tell = [&](Diagnostic::Severity severity, std::string message) {
            written_.diagnostics.push_back({severity, std::move(message), {}});
        };
        if (others > 0)
            tell(Diagnostic::Severity::Note,
                 std::to_string(others) + " objects that are no bones were left out");
        if (renamed_ > 0)
            tell(Diagnostic::Severity::Warning,
                 std::to_string(renamed_) + " names had characters that other programs misread; "
                                            "they were replaced by _");
        if (anyScale_)
            tell(Diagnostic::Severity::Warning,
                 "BVH has no scale: joints are where they were, but nothing else is scaled");
        if (!holder_.empty())
            tell(Diagnostic::Severity::Note, std::to_string(roots_.size()) +
                                                 " root bones were put below a new root " +
                                                 inQuotes(holder_));
        const auto moving = std::count_if(bones_.begin(), bones_.end(), [](const Bone& bone) {
            return bone.moves && bone.parent >= 0;
        });
        if (moving > 0)
            tell(Diagnostic::Severity::Note,
                 std::to_string(moving) +
                     " joints below a root move; some programs add that to their OFFSET");
        if (doc_.clips.size() > 1)
            tell(Diagnostic::Severity::Warning,
                 "BVH holds one clip: " + inQuotes(doc_.clip().name) + " was written, " +
                     std::to_string(doc_.clips.size() - 1) + " others were not");
    }

    void number(double value)
    {
        char buffer[400];
        const auto [end, ec] =
            std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed);
        written_.text.append(buffer, ec == std::errc() ? end : buffer);
    }

    /// Rounded to `decimals`; trailing zeros stay, so that columns keep their width.
    void fixed(double value, int decimals)
    {
        static constexpr std::int64_t kPowers[] = {
            1,         10,         100,         1'000,         10'000,        100'000,
            1'000'000, 10'000'000, 100'000'000, 1'000'000'000, 10'000'000'000};
        const double scaled = decimals <= 10 ? value * double(kPowers[decimals]) : HUGE_VAL;
        char buffer[400];
        if (!(std::abs(scaled) < 1e15)) {
            const auto [end, ec] = std::to_chars(buffer, buffer + sizeof buffer, value,
                                                 std::chars_format::fixed, decimals);
            written_.text.append(buffer, ec == std::errc() ? end : buffer);
            return;
        }
        const std::int64_t whole = std::llround(scaled);
        std::uint64_t left = static_cast<std::uint64_t>(std::abs(whole));
        char* p = buffer + 32;
        char* const end = p;
        for (int i = 0; i < decimals; ++i, left /= 10) *--p = static_cast<char>('0' + left % 10);
        *--p = '.';
        do *--p = static_cast<char>('0' + left % 10);
        while ((left /= 10) != 0);
        if (whole < 0) *--p = '-';
        written_.text.append(p, static_cast<std::size_t>(end - p));
    }

    void offsetLine(int depth, const Vec3& value)
    {
        written_.text.append(depth, '\t').append("OFFSET");
        for (int axis = 0; axis < 3; ++axis) {
            written_.text += ' ';
            number(value[axis] * options_.scale + 0.0);
        }
        written_.text += '\n';
    }

    void open(int depth, std::string_view keyword, std::string_view name)
    {
        written_.text.append(depth, '\t').append(keyword).append(name).append("\n");
        written_.text.append(depth, '\t').append("{\n");
    }

    void channelsLine(int depth, bool moves, const std::array<int, 3>& order)
    {
        written_.text.append(depth, '\t')
            .append(moves ? "CHANNELS 6 Xposition Yposition Zposition" : "CHANNELS 3");
        for (const int axis : order)
            written_.text.append(" ").append(1, static_cast<char>('X' + axis)).append("rotation");
        written_.text += '\n';
    }

    void writeHierarchy()
    {
        written_.text = "HIERARCHY\n";
        int shift = 0;
        if (!holder_.empty()) {
            open(0, "ROOT ", holder_);
            offsetLine(1, Vec3::Zero());
            channelsLine(1, true, {2, 0, 1});
            shift = 1;
        }
        struct Visit {
            int bone;
            std::size_t child;
            int depth;
        };
        for (const int root : roots_) {
            std::vector<Visit> path{{root, 0, shift}};
            openBone(root, shift);
            while (!path.empty()) {
                Visit& visit = path.back();
                const Bone& bone = bones_[visit.bone];
                if (visit.child < bone.children.size()) {
                    const int next = bone.children[visit.child++];
                    const int depth = visit.depth + 1;
                    openBone(next, depth);
                    path.push_back({next, 0, depth});
                    continue;
                }
                if (bone.children.empty()) {
                    open(visit.depth + 1, "End Site", {});
                    offsetLine(visit.depth + 2, scene_[bone.node].bone()->tip);
                    written_.text.append(visit.depth + 1, '\t').append("}\n");
                }
                written_.text.append(visit.depth, '\t').append("}\n");
                path.pop_back();
            }
        }
        if (!holder_.empty()) written_.text += "}\n";
    }

    void openBone(int b, int depth)
    {
        const Bone& bone = bones_[b];
        order_.push_back(b);
        open(depth, depth == 0 ? "ROOT " : "JOINT ", bone.name);
        offsetLine(depth + 1, bone.parent < 0 ? Vec3::Zero() : bone.offset);
        channelsLine(depth + 1, bone.moves, bone.order);
    }

    Result<void> writeMotion()
    {
        std::string& text = written_.text;
        text.append("MOTION\nFrames: ").append(std::to_string(sampler_.frames()));
        text.append("\nFrame Time: ");
        number(1 / sampler_.rate());
        text += '\n';
        // Angles are exact to 1e-8 rad; positions to as small a share of the skeleton's size.
        const double size = size_ * options_.scale;
        const int decimals = std::clamp(8 - static_cast<int>(std::floor(std::log10(size))), 6, 15);
        return sampler_.each([&](std::size_t row, const Evaluation& e) {
            if (row == 0) text.reserve(text.size() + sampler_.frames() * (bones_.size() * 33 + 40));
            const char* between = "";
            if (!holder_.empty()) {
                text += "0 0 0 0 0 0";
                between = " ";
            }
            for (const int b : order_) {
                Bone& bone = bones_[b];
                const Placement place = placement(bones_, b, e.local, e.world);
                if (bone.moves)
                    for (int axis = 0; axis < 3; ++axis) {
                        text += between;
                        between = " ";
                        fixed(place.translation[axis] * options_.scale, decimals);
                    }
                bone.angles = eulerNear(place.rotation.toRotationMatrix(), bone.order, bone.angles);
                for (const double angle : bone.angles) {
                    text += between;
                    between = " ";
                    fixed(angle * kToDegrees, kAngleDecimals);
                }
            }
            text += '\n';
            if (sampler_.isWitnessed(row)) bearWitness(row, e);
        });
    }

    void bearWitness(std::size_t row, const Evaluation& e)
    {
        written_.witness.rows.push_back(row);
        std::vector<Vec3>& there = written_.witness.positions.emplace_back();
        for (const Bone& bone : bones_)
            there.push_back(e.world[bone.node].position * options_.scale);
    }

    const Document& doc_;
    const Scene& scene_;
    const WriteOptions& options_;
    MotionSampler sampler_;
    double size_;
    std::vector<Bone> bones_;
    std::vector<int> roots_;
    std::vector<int> order_;  ///< rows of bones_ as the file has them
    std::string holder_;      ///< name of a root above several roots; empty: not needed
    int renamed_ = 0;
    bool anyScale_ = false;
    Written written_;
};

}  // namespace

Result<Written> writeBvh(const Document& doc, const WriteOptions& options)
{
    return BvhWriter(doc, options).write();
}

}  // namespace posewright::io::bvh
