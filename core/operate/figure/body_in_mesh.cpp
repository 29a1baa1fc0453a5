#include "core/operate/figure/body_in_mesh.h"

#include "core/skinning/silhouette.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

namespace posewright::operate {

namespace {

using skinning::Cell;
using skinning::Silhouette;

constexpr int kBodyRows = 100;  ///< one row per hundredth of the height

// Proportions of a standing person, in hundredths of the height.
constexpr double kAnkle = 5.5;
constexpr double kNeckAbove = 3.6;  // above the shoulder joints
constexpr double kHeadAbove = 8;    // above the shoulder joints
constexpr double kHipsAbove = 1.5;  // above the hip joints
constexpr double kHipOfMost = 52;   // if touching legs hide the crotch
// Shares of the way from the fingertips to the shoulder joint.
constexpr double kToWrist = 0.27;
constexpr double kToElbow = 0.615;

double median(std::vector<double> values)
{
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

/// One side of a figure that faces the viewer.
class Half {
public:
    /// @param sign 1: towards +X
    Half(const Silhouette& picture, int sign) :
        picture_(picture), sign_(sign), middle_((picture.columns() - 1) / 2.0)
    {
    }

    struct Leg {
        double hip = 0;  ///< [rows]
        LegJoints joints;
    };
    std::optional<Leg> leg() const;
    std::optional<ArmJoints> arm() const;

private:
    struct Run {
        int from = 0, to = -1;  ///< columns from the middle, both inclusive
        double center() const { return (from + to) / 2.0; }
        int width() const { return to - from + 1; }
    };
    int column(int away) const { return int(std::lround(middle_ + sign_ * away)); }
    /// The run of filled cells nearest to the middle of a row.
    std::optional<Run> runAt(int row) const;
    int crotch() const;
    double legAt(double row) const;
    /// The cells at about the same distance from the hand: their number and their mean position.
    struct Ring {
        double count = 0, row = 0, column = 0;
    };
    std::vector<Ring> ringsFromHand() const;

    const Silhouette& picture_;
    int sign_;
    double middle_;
};

std::optional<Half::Run> Half::runAt(int row) const
{
    Run run{1, 0};
    const int most = picture_.columns() / 2;
    while (run.from <= most && !picture_.holds(row, column(run.from))) ++run.from;
    if (run.from > most) return std::nullopt;
    run.to = run.from;
    while (run.to < most && picture_.holds(row, column(run.to + 1))) ++run.to;
    return run;
}

/// The lowest row where the middle is about as thick as a leg; kBodyRows if there is none. Touching
/// thighs do not count: the mesh is thin between them.
int Half::crotch() const
{
    constexpr double kAsThick = 0.55;
    constexpr int kLowest = 6, kHighest = 65, kInARow = 3;
    const auto isTrunk = [&](int row) {
        const auto run = runAt(row);
        if (!run) return false;
        double leg = 0, between = std::numeric_limits<double>::max();
        for (int c = run->from; c <= run->to; ++c)
            leg = std::max(leg, picture_.thickness(row, column(c)));
        for (const int c : {-1, 0, 1})
            between = std::min(between, picture_.thickness(row, column(c)));
        return between > kAsThick * leg;
    };
    int found = 0;
    for (int row = kLowest; row < kHighest + kInARow; ++row) {
        found = isTrunk(row) ? found + 1 : 0;
        if (found == kInARow) return row - kInARow + 1;
    }
    return kBodyRows;
}

double Half::legAt(double row) const
{
    const auto run = runAt(static_cast<int>(std::lround(row)));
    return middle_ + sign_ * (run ? run->center() : 0);
}

std::optional<Half::Leg> Half::leg() const
{
    constexpr int kTooLow = 10;
    constexpr double kLeastWidth = 0.5;
    const int crotch = this->crotch();
    Leg leg;
    leg.hip = kHipOfMost;
    double highest = 20;  // up to this row the outline is that of a leg
    if (crotch >= kTooLow && crotch < kBodyRows) {
        std::vector<double> widths;
        for (int row = std::max(6, crotch / 2); row < crotch; ++row)
            if (const auto run = runAt(row)) widths.push_back(run->width());
        leg.hip = crotch + 0.3 * median(widths);
        highest = crotch - 2;
    }
    const auto at = [&](double row) { return picture_.place(row, legAt(std::min(row, highest))); };
    LegJoints& joints = leg.joints;
    joints.hip = at(leg.hip);
    joints.knee = at((leg.hip + kAnkle) / 2);
    joints.ankle = at(kAnkle);
    const auto run = runAt(2);
    if (!run || run->width() < kLeastWidth) return std::nullopt;
    const int a = column(run->from), b = column(run->to);
    const auto foot = picture_.depths({0, std::min(a, b)}, {4, std::max(a, b)});
    if (!foot) return std::nullopt;
    const double floor = picture_.place(0, 0).y() - picture_.cell() / 2;
    const auto onSole = [&](double share) {
        Vec3 place = picture_.place(1, legAt(1));
        place.y() = floor + (joints.ankle.y() - floor) * 0.25;
        place.z() = joints.ankle.z() + share * (foot->second - joints.ankle.z());
        return place;
    };
    joints.ball = onSole(0.65);
    joints.tip = onSole(1);
    return leg;
}

std::vector<Half::Ring> Half::ringsFromHand() const
{
    int farthest = 0;
    for (int row = 0; row < picture_.rows(); ++row)
        for (int away = picture_.columns() / 2; away > farthest; --away)
            if (picture_.holds(row, column(away))) farthest = away;
    std::vector<Cell> start;
    for (int row = 0; row < picture_.rows(); ++row)
        for (const int away : {farthest, farthest - 1})
            if (picture_.holds(row, column(away))) start.push_back({row, column(away)});
    const std::vector<double> far = distances(picture_, start);
    std::vector<Ring> rings(kBodyRows);
    for (int row = 0; row < picture_.rows(); ++row)
        for (int c = 0; c < picture_.columns(); ++c) {
            const double distance = far[row * picture_.columns() + c];
            const auto ring = static_cast<std::size_t>(std::lround(distance));
            if (distance < 0 || ring >= rings.size()) continue;
            rings[ring].count += 1;
            rings[ring].row += row;
            rings[ring].column += c;
        }
    for (std::size_t i = 0; i < rings.size(); ++i) {
        if (rings[i].count == 0) {
            rings.resize(i);
            break;
        }
        rings[i].row /= rings[i].count;
        rings[i].column /= rings[i].count;
    }
    return rings;
}

std::optional<ArmJoints> Half::arm() const
{
    constexpr int kShortest = 15;  // from the fingertips to the armpit
    const std::vector<Ring> rings = ringsFromHand();
    std::vector<double> counts;
    for (std::size_t i = 5; i < std::min<std::size_t>(20, rings.size()); ++i)
        counts.push_back(rings[i].count);
    const double width = median(counts);
    // The trunk begins where the outline suddenly widens.
    const double wide = std::max(1.8 * width, width + 4);
    const auto isTrunk = [&](std::size_t i) { return rings[i].count >= wide; };
    const auto isNear = [&](std::size_t i) { return std::abs(rings[i].column - middle_) < 10; };
    std::size_t end = kShortest;
    while (end + 2 < rings.size() && !isNear(end) &&
           !(isTrunk(end) && isTrunk(end + 1) && isTrunk(end + 2)))
        ++end;
    if (end + 2 >= rings.size()) return std::nullopt;
    const double whole = double(end) + width / 2;
    const auto at = [&](double along) {
        const double held = std::clamp(along, 0.0, double(rings.size() - 1));
        const auto below = static_cast<std::size_t>(held);
        const Ring &a = rings[below], &b = rings[std::min(below + 1, rings.size() - 1)];
        const double t = held - double(below);
        return Eigen::Vector2d(a.row + t * (b.row - a.row), a.column + t * (b.column - a.column));
    };
    // Farther in, the middle no longer follows the arm, so continue straight on.
    const double last = double(end) - 2 - width / 2;
    const Eigen::Vector2d elbow = at(kToElbow * whole), inner = at(last);
    const Eigen::Vector2d way = inner - elbow;
    if (!(way.norm() > 0)) return std::nullopt;
    const Eigen::Vector2d shoulder = inner + way.normalized() * (whole - last);
    const auto place = [&](const Eigen::Vector2d& p) { return picture_.place(p.x(), p.y()); };
    return ArmJoints{place(shoulder), place(elbow), place(at(kToWrist * whole)), place(at(0.5))};
}

using Places = std::vector<Vec3>;

Places turnedBack(std::span<const Vec3> places, const Quat& turn)
{
    Places out;
    out.reserve(places.size());
    for (const Vec3& place : places) out.push_back(turn.conjugate() * place);
    return out;
}

/// Which way the figure faces: arms are spread to the sides, and feet point forward.
Quat facing(std::span<const Vec3> places)
{
    constexpr double kClearly = 1.3;
    const auto about = [](double angle) { return Quat(Eigen::AngleAxisd(angle, Vec3::UnitY())); };
    Eigen::AlignedBox3d box;
    for (const Vec3& place : places) box.extend(place);
    const bool across = box.sizes().z() > kClearly * box.sizes().x();
    Quat turn = about(across ? std::numbers::pi / 2 : 0);
    // Soles reach farther forward of the shins than backward.
    const double height = box.sizes().y();
    Vec3 shin = Vec3::Zero(), foot = Vec3::Zero();
    double ofShin = 0, ofFoot = 0;
    for (const Vec3& place : places) {
        const double up = (place.y() - box.min().y()) / height;
        if (up < 0.03) foot += place, ofFoot += 1;
        if (up > 0.06 && up < 0.2) shin += place, ofShin += 1;
    }
    if (ofShin == 0 || ofFoot == 0) return turn;
    const Vec3 ahead = turn.conjugate() * (foot / ofFoot - shin / ofShin);
    return ahead.z() < 0 ? turn * about(std::numbers::pi) : turn;
}

bool isPerson(const BodyJoints& body, double height)
{
    for (int side = 0; side < 2; ++side) {
        const ArmJoints& arm = body.arms[side];
        const LegJoints& leg = body.legs[side];
        const double reach = (arm.wrist - arm.shoulder).norm() / height;
        const double stride = (leg.ankle - leg.hip).norm() / height;
        if (reach < 0.1 || reach > 0.7 || stride < 0.08 || stride > 0.7) return false;
        if (arm.shoulder.y() < leg.hip.y() + 0.08 * height) return false;
    }
    constexpr double kAlike = 0.15;
    return std::abs(body.arms[0].shoulder.y() - body.arms[1].shoulder.y()) < kAlike * height &&
           std::abs(body.legs[0].hip.y() - body.legs[1].hip.y()) < kAlike * height;
}

}  // namespace

std::optional<BodyJoints> bodyIn(std::span<const Vec3> places,
                                 std::span<const std::uint32_t> indices)
{
    if (places.empty() || indices.size() < 3) return std::nullopt;
    BodyJoints body;
    body.turn = facing(places);
    const Places turned = turnedBack(places, body.turn);
    const auto [lowest, highest] =
        std::ranges::minmax(turned, {}, [](const Vec3& place) { return place.y(); });
    const double height = highest.y() - lowest.y();
    if (!(height > 0)) return std::nullopt;
    const Silhouette picture(turned, indices, kBodyRows);
    double hip = 0;
    for (int side = 0; side < 2; ++side) {
        const Half one(picture, side == 0 ? 1 : -1);
        const auto leg = one.leg();
        const auto arm = one.arm();
        if (!leg || !arm) return std::nullopt;
        body.legs[side] = leg->joints;
        body.arms[side] = *arm;
        hip += leg->hip / 2;
    }
    if (!isPerson(body, height)) return std::nullopt;
    const double middle = (picture.columns() - 1) / 2.0;
    const Vec3 shoulders = (body.arms[0].shoulder + body.arms[1].shoulder) / 2;
    const double up = (shoulders.y() - lowest.y()) / picture.cell() - 0.5;
    body.hips = picture.place(hip + kHipsAbove, middle);
    body.neck = picture.place(up + kNeckAbove, middle);
    body.head = picture.place(up + kHeadAbove, middle);
    body.top = picture.place(kBodyRows - 0.5, middle);
    body.top.z() = body.head.z();
    return body;
}

}  // namespace posewright::operate
