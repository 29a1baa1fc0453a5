#include "core/io/bvh/bvh_document.h"

#include "core/io/text.h"
#include "core/motion/key_rows.h"
#include "core/motion/rates.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace posewright::io::bvh {

namespace {

constexpr double kFallbackRate = 30;
constexpr double kLeastFrameTime = 1e-6;  ///< [s]
constexpr double kMostFrameTime = 3600;   ///< [s]

/// Number of decimals in the text, taking the exponent into account.
int printedDecimals(std::string_view text)
{
    int decimals = 0;
    const std::size_t e = text.find_first_of("eE");
    const std::string_view mantissa = text.substr(0, e);
    if (const std::size_t point = mantissa.find('.'); point != std::string_view::npos)
        decimals = static_cast<int>(mantissa.size() - point - 1);
    if (e != std::string_view::npos)
        if (const auto exponent = parseNumber(text.substr(e + 1)))
            decimals -= static_cast<int>(std::clamp(*exponent, -400.0, 400.0));
    return decimals;
}

/// The column of a joint's channel; -1 if it has none.
int columnOf(const Joint& joint, Channel channel)
{
    const auto at = std::find(joint.channels.begin(), joint.channels.end(), channel);
    return at == joint.channels.end() ? -1 : joint.firstChannel + int(at - joint.channels.begin());
}

/// Some exporters leave OFFSET at zero and put the bone into position channels.
bool offsetIsInChannels(const Joint& joint)
{
    return joint.parent >= 0 && joint.offset.isZero(0) && columnOf(joint, 0) >= 0 &&
           columnOf(joint, 1) >= 0 && columnOf(joint, 2) >= 0;
}

BonePart bonePart(const Header& header, const std::vector<Vec3>& rest,
                  const std::vector<std::vector<int>>& children, int j, double scale)
{
    const Joint& joint = header.joints[j];
    BonePart bone;
    if (!joint.ends.empty()) {
        bone.tip = joint.ends.front().offset * scale;
        bone.tipGiven = true;
    } else if (children[j].size() == 1) {
        bone.tip = rest[children[j].front()];
        bone.tipGiven = true;
    } else if (!children[j].empty()) {
        for (const int child : children[j]) bone.tip += rest[child];
        bone.tip /= static_cast<double>(children[j].size());
    } else {
        bone.tip = rest[j] / 2;
    }
    std::vector<int> order;
    for (const Channel c : joint.channels)
        if (c >= 3) order.push_back(c - 3);
    if (!order.empty()) {
        for (int axis = 0; axis < 3; ++axis)
            if (std::find(order.begin(), order.end(), axis) == order.end()) order.push_back(axis);
        bone.eulerOrder = {order[0], order[1], order[2]};
    }
    return bone;
}

/// Empty if the column always has the rest value.
Shared<Curve> positionCurve(const Shared<SpelledRows>& rows, int column, double rest, double scale)
{
    if (column < 0 || rows->rows() == 0) return {};
    const double first = valueOf(*rows, 0, column);
    std::size_t same = 1;
    while (same < rows->rows() && (rows->cell(same, column) == rows->cell(0, column) ||
                                   valueOf(*rows, same, column) == first))
        ++same;
    if (same < rows->rows())
        return Curve::fromRows(std::make_shared<CurveRows>(rows, column, scale));
    if (first * scale == rest) return {};
    return Curve::fromKeys({linearKey(0, first * scale)});
}

Shared<RotationTrack> rotationTrack(const Shared<SpelledRows>& rows, const Joint& joint)
{
    std::vector<TurnColumn> turns;
    for (int i = 0; i < std::ssize(joint.channels); ++i)
        if (const Channel c = joint.channels[i]; c >= 3)
            turns.push_back({c - 3, joint.firstChannel + i});
    if (turns.empty() || rows->rows() == 0) return {};
    return RotationTrack::fromRows(std::make_shared<RotationRows>(rows, std::move(turns)));
}

std::string clipName(const std::string& name)
{
    const std::string stem = cleanName(std::filesystem::path(name).stem().string());
    return stem.empty() || stem.size() > kMaxName ? std::string("Clip") : stem;
}

}  // namespace

double rateOf(double time, std::string_view text)
{
    const double exact = 1 / time;
    const double ulp = std::pow(10.0, -printedDecimals(text));
    if (time < 10 * ulp) return exact;  // a single digit would fit too many rates
    double best = exact;
    double nearest = std::numeric_limits<double>::infinity();
    const auto consider = [&](double rate) {
        if (!(rate > 0)) return;
        const double off = 1 / rate - time;
        // Rounded or truncated at the last digit; plus a tolerance for the division.
        const bool fits = std::abs(off) <= 0.5 * ulp + 1e-15 * time || (off >= 0 && off < ulp);
        if (fits && std::abs(off) < nearest) {
            nearest = std::abs(off);
            best = rate;
        }
    };
    for (const double rate : kUsualRates) consider(rate);
    if (best == exact)
        for (const double rate : {std::floor(exact), std::ceil(exact)}) consider(rate);
    return best;
}

bool lacksRate(const Header& header)
{
    return header.frameTime.empty() || parseNumber(header.frameTime) == 0.0;
}

Result<double> clipRate(const Header& header, const std::string& place, Diagnostics& diagnostics)
{
    if (header.frameTime.empty()) {
        diagnostics.push_back({Diagnostic::Severity::Warning,
                               "there is no Frame Time; 30 frames a second were assumed", place});
        return kFallbackRate;
    }
    const auto time = parseNumber(header.frameTime);
    if (!time)
        return Error{"expected seconds after Frame Time:, but there is " +
                         inQuotes(header.frameTime),
                     place};
    if (*time == 0) {
        diagnostics.push_back({Diagnostic::Severity::Warning,
                               "the Frame Time is 0; 30 frames a second were assumed", place});
        return kFallbackRate;
    }
    if (!(*time >= kLeastFrameTime && *time <= kMostFrameTime))
        return Error{"the Frame Time " + inQuotes(header.frameTime) + " makes no sense", place,
                     ErrorKind::Refused,
                     "a frame lasts between a millionth of a second and an hour"};
    return rateOf(*time, header.frameTime);
}

Result<Document> documentOf(const Header& header, const Shared<SpelledRows>& rows, double rate,
                            const std::string& name, double scale, Diagnostics& diagnostics)
{
    Document doc = emptyDocument();
    if (scale == 1) doc.unit = LengthUnit::Unknown;
    const int count = static_cast<int>(header.joints.size());
    std::vector<std::vector<int>> children(count);
    std::vector<Vec3> rest(count);
    int moved = 0;
    for (int j = 0; j < count; ++j) {
        const Joint& joint = header.joints[j];
        if (joint.parent >= 0) children[joint.parent].push_back(j);
        rest[j] = joint.offset * scale;
        if (rows->rows() > 0 && offsetIsInChannels(joint)) {
            for (int axis = 0; axis < 3; ++axis)
                rest[j][axis] = valueOf(*rows, 0, columnOf(joint, axis)) * scale;
            if (!rest[j].isZero(0)) ++moved;
        }
    }
    if (moved > 0)
        diagnostics.push_back({Diagnostic::Severity::Note,
                               (moved == 1 ? "1 joint has no OFFSET; its place in the first frame "
                                             "became its rest pose"
                                           : std::to_string(moved) +
                                                 " joints have no OFFSET; their place in the first "
                                                 "frame became their rest pose"),
                               {}});

    std::vector<Node> nodes(count);
    for (int j = 0; j < count; ++j) {
        Node& node = nodes[j];
        node.id = newNodeId(doc);
        node.name = header.joints[j].name;
        node.parent = header.joints[j].parent;
        node.rest.translation = rest[j];
        node.part = bonePart(header, rest, children, j, scale);
    }

    Clip clip = doc.clip();
    clip.name = clipName(name);
    clip.rate = rate;
    clip.tracks.clear();
    for (int j = 0; j < count; ++j) {
        Track track;
        track.node = nodes[j].id;
        for (int axis = 0; axis < 3; ++axis)
            track.translation[axis] =
                positionCurve(rows, columnOf(header.joints[j], axis), rest[j][axis], scale);
        track.rotation = rotationTrack(rows, header.joints[j]);
        if (!track.empty()) clip.tracks.push_back(std::move(track));
    }
    auto scene = Scene::make(std::move(nodes));
    if (!scene) return scene.error();
    doc.scene = std::move(*scene);
    doc.clips = {std::move(clip)};
    doc.playback.start = 0;
    doc.playback.end = rows->rows() > 0 ? static_cast<double>(rows->rows() - 1) : 0;
    return doc;
}

}  // namespace posewright::io::bvh
