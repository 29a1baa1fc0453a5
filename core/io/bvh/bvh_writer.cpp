#include "core/io/bvh/bvh_writer.h"

#include "core/base/digit_pairs.h"
#include "core/base/large_block.h"
#include "core/evaluate/evaluate.h"
#include "core/io/bvh/bvh_bones.h"
#include "core/io/bvh/bvh_document.h"
#include "core/io/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <numbers>

namespace posewright::io::bvh {

namespace {

constexpr double kToDegrees = 180 / std::numbers::pi;
constexpr int kAngleDecimals = 6;

/// The shortest text without an exponent.
void appendShortest(double value, std::string& text)
{
    char buffer[400];
    const auto [end, ec] =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed);
    text.append(buffer, ec == std::errc() ? end : buffer);
}

/// Rounded to `decimals`; trailing zeros stay, so that columns keep their width.
void appendFixed(double value, int decimals, std::string& text)
{
    static constexpr std::int64_t kPowers[] = {
        1,         10,         100,         1'000,         10'000,        100'000,
        1'000'000, 10'000'000, 100'000'000, 1'000'000'000, 10'000'000'000};
    const double scaled = decimals <= 10 ? value * double(kPowers[decimals]) : HUGE_VAL;
    char buffer[400];
    if (!(std::abs(scaled) < 1e15)) {
        const auto [end, ec] = std::to_chars(buffer, buffer + sizeof buffer, value,
                                             std::chars_format::fixed, decimals);
        text.append(buffer, ec == std::errc() ? end : buffer);
        return;
    }
    const std::int64_t whole = std::llround(scaled);
    std::uint64_t left = static_cast<std::uint64_t>(std::abs(whole));
    char* p = buffer + 32;
    char* const end = p;
    int i = decimals;
    for (; i >= 2; i -= 2, left /= 100) {
        p -= 2;
        std::memcpy(p, kDigitPairs.data() + 2 * (left % 100), 2);
    }
    if (i > 0) {
        *--p = static_cast<char>('0' + left % 10);
        left /= 10;
    }
    *--p = '.';
    do *--p = static_cast<char>('0' + left % 10);
    while ((left /= 10) != 0);
    if (whole < 0) *--p = '-';
    text.append(p, static_cast<std::size_t>(end - p));
}

class BvhWriter {
public:
    BvhWriter(const Document& doc, const Origin* origin, const WriteOptions& options) :
        doc_(doc), scene_(*doc.scene), origin_(origin), options_(options), sampler_(doc, options)
    {
    }

    Result<Written> write()
    {
        auto skeleton = skeletonOf(doc_, origin_, options_, sampler_);
        if (!skeleton) return skeleton.error();
        skeleton_ = *std::move(skeleton);
        const std::size_t joints = skeleton_.bones.size();
        if (double(sampler_.frames()) * double(joints) > double(kMaxKeys))
            return Error{"a BVH file has a row for every frame, and " +
                             std::to_string(sampler_.frames()) + " frames of " +
                             std::to_string(joints) + " joints are more than " +
                             std::to_string(kMaxKeys) + " keys, which is more than is read back",
                         {},
                         ErrorKind::Refused,
                         "shorten the range"};
        written_.diagnostics = noteLosses(doc_, origin_, skeleton_);
        written_.above = skeleton_.holder.empty() ? 0 : 1;
        for (const int b : skeleton_.order)
            written_.witness.names.push_back(skeleton_.bones[b].name);
        written_.witness.size = skeleton_.size * options_.scale;
        writeHierarchy();
        writeMotionHead();
        if (auto done = writeRows(); !done) return done.error();
        return std::move(written_);
    }

private:
    void offsetLine(int depth, const Vec3& value)
    {
        written_.text.append(depth, '\t').append("OFFSET");
        for (int axis = 0; axis < 3; ++axis) {
            written_.text += ' ';
            appendShortest(value[axis] + 0.0, written_.text);
        }
        written_.text += '\n';
    }

    void open(int depth, std::string_view keyword, std::string_view name)
    {
        written_.text.append(depth, '\t').append(keyword).append(name).append("\n");
        written_.text.append(depth, '\t').append("{\n");
    }

    /// @param joint  of the source, whose spelling is kept; null: none
    void channelsLine(int depth, const std::vector<Channel>& channels, const Joint* joint)
    {
        std::string& text = written_.text;
        text.append(depth, '\t').append("CHANNELS ").append(std::to_string(channels.size()));
        for (const Channel c : channels) {
            text += ' ';
            const auto at = joint ? std::ranges::find(joint->channels, c) - joint->channels.begin()
                                  : std::ptrdiff_t{0};
            if (joint && at < std::ssize(joint->channels))
                text += joint->words[std::size_t(at)];
            else
                text.append(1, static_cast<char>('X' + c % 3))
                    .append(c < 3 ? "position" : "rotation");
        }
        text += '\n';
    }

    void writeHierarchy()
    {
        written_.text = "HIERARCHY\n";
        int shift = 0;
        if (!skeleton_.holder.empty()) {
            open(0, "ROOT ", skeleton_.holder);
            offsetLine(1, Vec3::Zero());
            channelsLine(1, {0, 1, 2, 5, 3, 4}, nullptr);
            shift = 1;
        }
        struct Visit {
            int bone;
            std::size_t child;
            int depth;
        };
        for (const int root : skeleton_.roots) {
            std::vector<Visit> path{{root, 0, shift}};
            openBone(root, shift);
            while (!path.empty()) {
                Visit& visit = path.back();
                const Bone& bone = skeleton_.bones[visit.bone];
                if (visit.child < bone.children.size()) {
                    for (const EndSite& end : bone.ends)
                        if (end.after == int(visit.child)) endSite(visit.depth, end);
                    const int next = bone.children[visit.child++];
                    const int depth = visit.depth + 1;
                    openBone(next, depth);
                    path.push_back({next, 0, depth});
                    continue;
                }
                closeBone(bone, visit.depth);
                path.pop_back();
            }
        }
        if (!skeleton_.holder.empty()) written_.text += "}\n";
    }

    void openBone(int b, int depth)
    {
        const Bone& bone = skeleton_.bones[b];
        open(depth, depth == 0 ? "ROOT " : "JOINT ", bone.name);
        offsetLine(depth + 1, bone.written);
        channelsLine(depth + 1, bone.channels,
                     bone.joint >= 0 ? &origin_->header.joints[bone.joint] : nullptr);
    }

    /// @param depth  of its bone
    void endSite(int depth, const EndSite& end)
    {
        open(depth + 1, end.name.empty() ? "End Site" : "End Site ", end.name);
        offsetLine(depth + 2, end.offset);
        written_.text.append(depth + 1, '\t').append("}\n");
    }

    void closeBone(const Bone& bone, int depth)
    {
        for (const EndSite& end : bone.ends)
            if (end.after >= std::ssize(bone.children)) endSite(depth, end);
        written_.text.append(depth, '\t').append("}\n");
    }

    void writeMotionHead()
    {
        std::string& text = written_.text;
        text.append("MOTION\nFrames: ").append(std::to_string(sampler_.frames()));
        text.append("\nFrame Time: ");
        // Keep the file's text, which may have fewer digits than the exact rate.
        const bool asRead = origin_ && sampler_.rate() == origin_->read.clip().rate &&
                            !(options_.rate && lacksRate(origin_->header));
        if (asRead && !origin_->header.frameTime.empty())
            text += origin_->header.frameTime;
        else
            appendShortest(1 / sampler_.rate(), text);
        text += '\n';
    }

    Result<void> writeRows()
    {
        // Angles are exact to 1e-8 rad, positions to the same share of the skeleton's size.
        const double size = skeleton_.size * options_.scale;
        decimals_ = std::clamp(8 - static_cast<int>(std::floor(std::log10(size))), 6, 15);
        std::string& text = written_.text;
        text.reserve(text.size() + sampler_.frames() * (skeleton_.bones.size() * 33 + 40));
        preferLargePages(text.data() + text.size(), text.capacity() - text.size());
        if (skeleton_.firstRow && allKept()) return copyRows();
        return sampler_.each([&](std::size_t row, const Evaluation& e) {
            const char* between = skeleton_.holder.empty() ? "" : " ";
            if (!skeleton_.holder.empty()) text += "0 0 0 0 0 0";
            for (const int b : skeleton_.order) writeJoint(row, b, e, between);
            text += '\n';
            if (sampler_.isWitnessed(row)) bearWitness(row, e);
        });
    }

    bool allKept() const
    {
        return std::all_of(skeleton_.bones.begin(), skeleton_.bones.end(),
                           [](const Bone& bone) { return bone.keptPosition && bone.keptRotation; });
    }

    /// Copies the rows of the source if only names and the like changed. Only a few frames are
    /// evaluated, as a check.
    Result<void> copyRows()
    {
        const Evaluation none;
        for (std::size_t row = 0; row < sampler_.frames(); ++row) {
            const char* between = "";
            for (const int b : skeleton_.order) writeJoint(row, b, none, between);
            written_.text += '\n';
            if (sampler_.isWitnessed(row)) bearWitness(row, evaluate(doc_, sampler_.frame(row)));
            if (row % 4096 == 0 && options_.progress &&
                !options_.progress(double(row) / double(sampler_.frames())))
                return Error{"cancelled", {}, ErrorKind::Cancelled};
        }
        return {};
    }

    void writeJoint(std::size_t row, int b, const Evaluation& e, const char*& between)
    {
        Bone& bone = skeleton_.bones[b];
        std::string& text = written_.text;
        const bool position = bone.keptPosition && skeleton_.firstRow;
        const bool rotation = bone.keptRotation && skeleton_.firstRow;
        BoneOffset place;
        if (!position || !rotation) place = boneOffset(skeleton_.bones, b, e.local, e.world);
        if (!rotation)
            bone.angles = eulerNear(place.rotation.toRotationMatrix(), bone.order, bone.angles);
        for (const Channel channel : bone.channels) {
            text += between;
            between = " ";
            if (channel < 3 ? position : rotation)
                appendAsRead(row, bone, channel);
            else if (channel < 3)
                appendFixed(place.translation[channel] * options_.scale, decimals_, text);
            else
                appendFixed(bone.angles[angleOf(bone, channel)] * kToDegrees, kAngleDecimals, text);
        }
    }

    void appendAsRead(std::size_t row, const Bone& bone, Channel channel)
    {
        const Joint& joint = origin_->header.joints[bone.joint];
        const auto at = std::find(joint.channels.begin(), joint.channels.end(), channel);
        const int column = joint.firstChannel + static_cast<int>(at - joint.channels.begin());
        appendNumber(*doc_.source->rows, *skeleton_.firstRow + row, column, written_.text);
    }

    static std::size_t angleOf(const Bone& bone, Channel channel)
    {
        return bone.order[0] == channel - 3 ? 0 : bone.order[1] == channel - 3 ? 1 : 2;
    }

    void bearWitness(std::size_t row, const Evaluation& e)
    {
        written_.witness.rows.push_back(row);
        std::vector<Vec3>& there = written_.witness.positions.emplace_back();
        for (const int b : skeleton_.order)
            there.push_back(e.world[skeleton_.bones[b].node].position * options_.scale);
    }

    const Document& doc_;
    const Scene& scene_;
    const Origin* origin_;
    const WriteOptions& options_;
    MotionSampler sampler_;
    Skeleton skeleton_;
    int decimals_ = kAngleDecimals;
    Written written_;
};

}  // namespace

Result<Written> writeBvh(const Document& doc, const WriteOptions& options)
{
    const std::optional<Origin> origin = originOf(doc);
    if (origin && isAsRead(doc, *origin, options)) {
        // If the source's text cannot be restored, write the document like any other.
        if (auto text = sourceText(*doc.source)) {
            Written written;
            written.text = *std::move(text);
            written.asRead = true;
            written.diagnostics = noteReaders(doc, *origin);
            return written;
        }
    }
    Result<Written> written =
        BvhWriter(doc, origin && !options.portable ? &*origin : nullptr, options).write();
    if (written && origin && options.portable)
        for (Diagnostic& note : noteEnds(*origin)) written->diagnostics.push_back(std::move(note));
    return written;
}

}  // namespace posewright::io::bvh
