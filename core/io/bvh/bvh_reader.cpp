#include "core/io/bvh/bvh_reader.h"

#include "core/io/bvh/bvh_hierarchy.h"
#include "core/io/text.h"
#include "core/motion/rates.h"

#include <algorithm>
#include <cmath>
#include <fast_float/fast_float.h>
#include <limits>
#include <numbers>

namespace posewright::io::bvh {

namespace {

constexpr double kHalfDegree = std::numbers::pi / 360;
constexpr double kFallbackRate = 30;
constexpr double kLeastFrameTime = 1e-6;  ///< [s]
constexpr double kMostFrameTime = 3600;   ///< [s]

/// q * (turn about one axis), for an angle in degrees.
void turn(double& w, std::array<double, 3>& v, int axis, double degrees)
{
    // The half angle repeats after 720 degrees; huge angles would lose their digits in the product.
    if (std::abs(degrees) > 720) degrees = std::fmod(degrees, 720);
    const double half = degrees * kHalfDegree;
    const double s = std::sin(half);
    const double c = std::cos(half);
    const int a = axis;
    const int b = a == 2 ? 0 : a + 1;
    const int d = a == 0 ? 2 : a - 1;
    const double va = c * v[a] + s * w;
    const double vb = c * v[b] + s * v[d];
    const double vd = c * v[d] - s * v[b];
    w = c * w - s * v[a];
    v[a] = va;
    v[b] = vb;
    v[d] = vd;
}

/// What the rows become, joint by joint.
struct Motion {
    std::size_t rows = 0;
    std::vector<std::vector<RotationKey>> rotations;  ///< per joint; empty: it never turns
    std::vector<std::array<std::vector<double>, 3>> positions;  ///< per joint and axis
};

/// Reads rows of numbers as fast as they parse, and knows where lines and rows did not agree.
class RowReader {
public:
    RowReader(std::string_view text, const Header& header) : text_(text), header_(header)
    {
        for (int j = 0; j < std::ssize(header.joints); ++j) {
            const Joint& joint = header.joints[j];
            if (joint.turns()) turning_.push_back(j);
            if (joint.moves()) moving_.push_back(j);
            for (const Channel c : joint.channels)
                limits_.push_back(c < 3 ? kMaxCoordinate : std::numeric_limits<double>::max());
        }
        motion_.rotations.resize(header.joints.size());
        motion_.positions.resize(header.joints.size());
    }

    std::optional<Refusal> read(Diagnostics& diagnostics)
    {
        const char* const begin = text_.data();
        const char* const end = begin + text_.size();
        const char* p = begin + header_.motion;
        const int width = header_.channels;
        if (width == 0) return nothing(p, end, diagnostics);
        if (auto refusal = reserve(static_cast<std::size_t>(end - p))) return refusal;

        std::vector<double> row(width);
        for (;;) {
            int have = 0;
            const char* rowStart = nullptr;
            for (; have < width; ++have) {
                const char* const before = p;
                p = skipSpace(p, end);
                if (p == end) break;
                if (have == 0)
                    rowStart = p;
                else if (hasLineEnd(before, p) && !uneven_)
                    uneven_ = rowStart;
                p = number(p, end, row[have]);
                if (!p) return badNumber(rowStart, have);
                if (!(std::abs(row[have]) <= limits_[have]))
                    return Refusal{"the number is out of range", at(numberAt_)};
            }
            if (have < width) {
                if (have > 0) partial_ = rowStart;
                partialValues_ = have;
                break;
            }
            // A row that goes on behind its last number was not written one row a line.
            const char* const next = skipBlank(p, end);
            if (next != end && *next != '\n' && *next != '\r' && !uneven_) uneven_ = rowStart;
            if (++motion_.rows * std::max<std::size_t>(turning_.size(), 1) > kMaxKeys)
                return Refusal{"there are more than " + std::to_string(kMaxKeys) + " keys",
                               at(rowStart)};
            store(row);
        }
        return judge(diagnostics);
    }

    Motion take() && { return std::move(motion_); }

private:
    static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }

    static const char* skipBlank(const char* p, const char* end)
    {
        while (p != end && isBlank(*p)) ++p;
        return p;
    }
    static const char* skipSpace(const char* p, const char* end)
    {
        while (p != end && (isBlank(*p) || *p == '\n' || *p == '\r')) ++p;
        return p;
    }
    static bool hasLineEnd(const char* p, const char* end)
    {
        for (; p != end; ++p)
            if (*p == '\n' || *p == '\r') return true;
        return false;
    }

    /// Behind the number, or null where it is none.
    const char* number(const char* p, const char* end, double& value)
    {
        numberAt_ = p;
        if (*p == '+' && p + 1 != end && p[1] != '-') ++p;
        const auto [next, ec] = fast_float::from_chars(p, end, value);
        if (ec != std::errc()) return nullptr;
        if (next != end && !isBlank(*next) && *next != '\n' && *next != '\r') return nullptr;
        return next;
    }

    std::size_t at(const char* p) const { return static_cast<std::size_t>(p - text_.data()); }

    std::optional<Refusal> badNumber(const char* rowStart, int have) const
    {
        const char* stop = numberAt_;
        const char* const end = text_.data() + text_.size();
        while (stop != end && !isBlank(*stop) && *stop != '\n' && *stop != '\r') ++stop;
        const std::string shown = inQuotes({numberAt_, static_cast<std::size_t>(stop - numberAt_)});
        if (have == 0 || rowStart == nullptr)
            return Refusal{"expected a row of numbers, but there is " + shown, at(numberAt_)};
        return Refusal{"expected a number, but there is " + shown, at(numberAt_)};
    }

    /// Room for what is declared, but never more than the bytes could spell.
    std::optional<Refusal> reserve(std::size_t bytes)
    {
        const std::size_t possible = bytes / (2 * static_cast<std::size_t>(header_.channels)) + 1;
        // A file cut short is worth reading; a count out of all proportion means that it is
        // damaged.
        if (header_.frames / 2 > possible)
            return Refusal{"the file says " + std::to_string(header_.frames) +
                               " frames, but what follows cannot hold half of them",
                           header_.framesAt};
        const std::size_t rows = std::min(header_.frames + 1, possible);
        if (rows > kMaxKeys) return {};
        for (const int j : turning_) motion_.rotations[j].reserve(rows);
        for (const int j : moving_)
            for (const Channel c : header_.joints[j].channels)
                if (c < 3) motion_.positions[j][c].reserve(rows);
        return {};
    }

    void store(const std::vector<double>& row)
    {
        const auto frame = static_cast<double>(motion_.rows - 1);
        for (const int j : turning_) {
            const Joint& joint = header_.joints[j];
            const double* const numbers = row.data() + joint.firstChannel;
            double w = 1;
            std::array<double, 3> v{};
            const int count = static_cast<int>(joint.channels.size());
            for (int i = 0; i < count; ++i)
                if (const Channel c = joint.channels[i]; c >= 3) turn(w, v, c - 3, numbers[i]);
            motion_.rotations[j].push_back(
                {frame, Quat(w, v[0], v[1], v[2]), RotationInterpolation::Slerp});
        }
        for (const int j : moving_) {
            const Joint& joint = header_.joints[j];
            for (int i = 0; i < std::ssize(joint.channels); ++i)
                if (const Channel c = joint.channels[i]; c < 3)
                    motion_.positions[j][c].push_back(row[joint.firstChannel + i]);
        }
    }

    std::optional<Refusal> nothing(const char* p, const char* end, Diagnostics& diagnostics) const
    {
        p = skipSpace(p, end);
        if (p != end) return Refusal{"there are numbers, but no joint has channels", at(p)};
        if (header_.frames > 1)
            diagnostics.push_back({Diagnostic::Severity::Note,
                                   "no joint has channels, so that no frame was read",
                                   std::to_string(lineAt(text_, header_.framesAt))});
        return {};
    }

    std::size_t numbersOnLine(const char* p) const
    {
        const char* const end = text_.data() + text_.size();
        std::size_t count = 0;
        while ((p = skipBlank(p, end)) != end && *p != '\n' && *p != '\r') {
            ++count;
            while (p != end && !isBlank(*p) && *p != '\n' && *p != '\r') ++p;
        }
        return count;
    }

    /// After the last number: were rows and lines the same thing, and as many as declared?
    std::optional<Refusal> judge(Diagnostics& diagnostics)
    {
        const auto line = [&](const char* p) { return std::to_string(lineAt(text_, at(p))); };
        const bool wholeRows = partial_ == nullptr;
        if (motion_.rows == 0 && header_.frames > 0)
            return Refusal{"the file says " + std::to_string(header_.frames) +
                               " frames and ends before the first one is complete",
                           text_.size()};
        if (uneven_ && uneven_ != partial_ && !(wholeRows && motion_.rows == header_.frames))
            return Refusal{"the row has " + std::to_string(numbersOnLine(uneven_)) +
                               " numbers, but the joints have " + std::to_string(header_.channels) +
                               " channels",
                           at(uneven_)};
        if (uneven_ && wholeRows)
            diagnostics.push_back({Diagnostic::Severity::Warning,
                                   "rows and lines do not agree; the numbers were read as a stream",
                                   line(uneven_)});
        if (!wholeRows)
            diagnostics.push_back({Diagnostic::Severity::Warning,
                                   "the last row is cut short (" + std::to_string(partialValues_) +
                                       " of " + std::to_string(header_.channels) +
                                       " numbers) and was dropped",
                                   line(partial_)});
        if (motion_.rows != header_.frames)
            diagnostics.push_back({Diagnostic::Severity::Warning,
                                   "the file says " + std::to_string(header_.frames) +
                                       " frames and has " + std::to_string(motion_.rows) +
                                       "; all that are there were read",
                                   std::to_string(lineAt(text_, header_.framesAt))});
        return {};
    }

    std::string_view text_;
    const Header& header_;
    std::vector<int> turning_;
    std::vector<int> moving_;
    std::vector<double> limits_;
    Motion motion_;
    const char* numberAt_ = nullptr;
    const char* uneven_ = nullptr;   ///< start of the first row that was not one line
    const char* partial_ = nullptr;  ///< start of a last row that is cut short
    int partialValues_ = 0;
};

/// Digits after the point that a number was printed with, its exponent taken into account.
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

/// Some exporters leave OFFSET at zero and put the bone into position channels.
bool offsetIsInChannels(const Joint& joint, const std::array<std::vector<double>, 3>& positions)
{
    return joint.parent >= 0 && joint.offset.isZero(0) &&
           std::all_of(positions.begin(), positions.end(),
                       [](const auto& axis) { return !axis.empty(); });
}

BonePart bonePart(const Header& header, const std::vector<Vec3>& rest,
                  const std::vector<std::vector<int>>& children, int j, double scale)
{
    const Joint& joint = header.joints[j];
    BonePart bone;
    if (joint.end) {
        bone.tip = *joint.end * scale;
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

Shared<Curve> positionCurve(const std::vector<double>& values, double rest, double scale)
{
    const bool still =
        std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
    if (values.empty() || (still && values.front() * scale == rest)) return {};
    std::vector<Key> keys(still ? 1 : values.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        keys[i].frame = static_cast<double>(i);
        keys[i].value = values[i] * scale;
        keys[i].interpolation = Interpolation::Linear;
        keys[i].mode = HandleMode::Vector;
    }
    return Curve::fromKeys(std::move(keys));
}

std::string clipName(const std::string& name)
{
    const std::string stem = cleanName(std::filesystem::path(name).stem().string());
    return stem.empty() || stem.size() > kMaxName ? std::string("Clip") : stem;
}

Result<Document> assemble(const Header& header, Motion motion, double rate, const std::string& name,
                          double scale, Diagnostics& diagnostics)
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
        const auto& positions = motion.positions[j];
        if (motion.rows > 0 && offsetIsInChannels(joint, positions)) {
            rest[j] = Vec3(positions[0][0], positions[1][0], positions[2][0]) * scale;
            if (!rest[j].isZero(0)) ++moved;
        }
    }
    if (moved > 0)
        diagnostics.push_back({Diagnostic::Severity::Note,
                               std::to_string(moved) +
                                   " joints have no OFFSET; their place in the first frame became "
                                   "their rest pose",
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
                positionCurve(motion.positions[j][axis], rest[j][axis], scale);
        if (!motion.rotations[j].empty())
            track.rotation = RotationTrack::fromKeys(std::move(motion.rotations[j]));
        if (!track.empty()) clip.tracks.push_back(std::move(track));
    }
    auto scene = Scene::make(std::move(nodes));
    if (!scene) return scene.error();
    doc.scene = std::move(*scene);
    doc.clips = {std::move(clip)};
    doc.playback.start = 0;
    doc.playback.end = motion.rows > 0 ? static_cast<double>(motion.rows - 1) : 0;
    return doc;
}

/// What cannot be BVH at all, said by name.
std::optional<Error> foreign(std::string_view bytes, const std::string& name)
{
    if (bytes.empty()) return Error{"the file is empty", name};
    const auto starts = [&](std::string_view magic) {
        return bytes.substr(0, magic.size()) == magic;
    };
    if (starts("\xFF\xFE") || starts("\xFE\xFF"))
        return Error{"the file is UTF-16 text", name + ":1", ErrorKind::Refused,
                     "save it as UTF-8 text"};
    if (const std::size_t nul = bytes.find('\0'); nul != std::string_view::npos)
        return Error{"the file holds bytes that are not text",
                     name + ':' + std::to_string(lineAt(bytes, nul))};
    return std::nullopt;
}

}  // namespace

double rateOf(double time, std::string_view text)
{
    const double exact = 1 / time;
    const double ulp = std::pow(10.0, -printedDecimals(text));
    if (time < 10 * ulp) return exact;  // one digit fits too many rates
    double best = exact;
    double nearest = std::numeric_limits<double>::infinity();
    const auto consider = [&](double rate) {
        if (!(rate > 0)) return;
        const double off = 1 / rate - time;
        // Rounded to the last digit, or cut off behind it; a grain for the division itself.
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

Result<Import> readBvh(std::string_view bytes, const std::string& name, const ReadOptions& options)
{
    if (auto error = foreign(bytes, name)) return *error;
    if (bytes.substr(0, 3) == "\xEF\xBB\xBF") bytes.remove_prefix(3);
    const auto refuse = [&](const Refusal& refusal) {
        return Error{refusal.message, name + ':' + std::to_string(lineAt(bytes, refusal.at)),
                     ErrorKind::Refused, refusal.advice};
    };

    Header header;
    if (auto refusal = parseHeader(bytes, header)) return refuse(*refusal);
    Diagnostics diagnostics = std::move(header.diagnostics);
    const std::string timePlace = std::to_string(
        lineAt(bytes, header.frameTime.empty() ? header.motion : header.frameTimeAt));
    const auto rate = clipRate(header, timePlace, diagnostics);
    if (!rate) {
        Error error = rate.error();
        error.where = name + ':' + error.where;
        return error;
    }
    RowReader rows(bytes, header);
    if (auto refusal = rows.read(diagnostics)) return refuse(*refusal);

    auto doc = assemble(header, std::move(rows).take(), *rate, name, options.scale, diagnostics);
    if (!doc) return Error{doc.error().message, name};
    for (Diagnostic& diagnostic : diagnostics)
        diagnostic.where = diagnostic.where.empty() ? name : name + ':' + diagnostic.where;
    return Import{std::move(*doc), std::move(diagnostics), false};
}

}  // namespace posewright::io::bvh
