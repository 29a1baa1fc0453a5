#include "core/contacts/plant.h"

#include "core/contacts/mean_rotation.h"
#include "core/contacts/settle.h"
#include "core/math/rotation.h"
#include "core/math/smoothstep.h"

#include <algorithm>
#include <cmath>

namespace posewright::contacts {

namespace {

constexpr double kLongestFade = 1;  ///< [s]
constexpr int kRoundsWithin = 20;
constexpr double kTurnSpeed = 1;  ///< [rad/s] mean speed at which a led foot is eased to lie flat
constexpr double kAnySpeed = 1e9;
constexpr double kTwitch = 0.033;  ///< [s] a led foot that rolls does not turn back and forth
                                   ///< within twice that time

/// Rows of the samples, both inclusive.
struct Reach {
    std::ptrdiff_t first = 0;
    std::ptrdiff_t last = 0;
    bool holds(std::ptrdiff_t row) const { return first <= row && row <= last; }
};

/// A point that stands: when, and where it is in the frame of the limb's end.
struct Standing {
    std::size_t path = 0;
    Reach rows;
    Vec3 at = Vec3::Zero();
    Vec3 anchor = Vec3::Zero();  ///< world
};

/// Rows in which two points stand, so that the limb's end is fixed.
struct Flat {
    Reach rows;
    std::size_t one = 0, other = 0;
    Quat turn = Quat::Identity();
    Vec3 place = Vec3::Zero();
};

/// How a place differs from the one shown.
struct Correction {
    Vec3 move = Vec3::Zero();
    Quat turn = Quat::Identity();
};

/// One stance of one limb.
class Foot {
public:
    /// @param turns  the rotations of `ends`, as the limb's end is to turn where it rolls
    Foot(const Samples& samples, const Stance& stance, const std::vector<WorldTransform>& ends,
         const std::vector<Quat>& turns, double ease, double turnSpeed, const Shoulder& shoulder,
         const LowestOf& sole) :
        ends_(ends),
        turns_(turns), ease_(std::max(1.0, ease)),
        turnSpeed_(turnSpeed), rows_{rowOf(samples, stance.start), rowOf(samples, stance.last)}
    {
        for (const Contact& part : stance.parts) add(samples, part);
        std::stable_sort(points_.begin(), points_.end(), [](const Standing& a, const Standing& b) {
            return a.rows.first < b.rows.first;
        });
        if (points_.size() == 1 && !samples.paths[points_[0].path].watch.foot)
            flats_.push_back({points_[0].rows, 0, 0, Quat::Identity(), Vec3::Zero()});
        else
            findFlats();
        for (Flat& flat : flats_) flat.turn = meanRotation(ends, flat.rows.first, flat.rows.last);
        anchor();
        if (!shoulder.places.empty()) moveWithin(shoulder);
        if (sole) settle(samples, sole);
    }

    const Reach& rows() const { return rows_; }

    /// Holds, wherever the limb's end is fixed for more than a frame.
    void addHolds(double start, std::vector<Hold>& to) const
    {
        for (const Flat& flat : flats_)
            if (flat.rows.first < flat.rows.last)
                to.push_back({start + double(flat.rows.first), start + double(flat.rows.last),
                              flat.place, flat.turn});
    }

    /// @pre rows().holds(row)
    EndPlace at(std::ptrdiff_t row) const
    {
        for (const Flat& flat : flats_)
            if (flat.rows.holds(row)) return {0, flat.place, flat.turn};
        const Standing& point = points_[pivot(row)];
        const Quat turn = turned(row);
        const Vec3 lift = lifts_.empty() ? Vec3::Zero() : lifts_[std::size_t(row - rows_.first)];
        return {0, point.anchor - turn * point.at + lift, turn};
    }

    Correction correction(std::ptrdiff_t row) const
    {
        const EndPlace placed = at(row);
        const WorldTransform& shown = ends_[std::size_t(row)];
        return {placed.position - shown.position,
                (placed.rotation * shown.rotation.conjugate()).normalized()};
    }

private:
    static std::ptrdiff_t rowOf(const Samples& samples, double frame)
    {
        return std::lround(frame - samples.start);
    }

    /// A heel that comes down again is a new point, possibly elsewhere.
    void add(const Samples& samples, const Contact& part)
    {
        const Reach rows{rowOf(samples, part.start), rowOf(samples, part.end)};
        const Watch& watch = samples.paths[part.path].watch;
        for (Standing& known : points_) {
            const bool touch =
                rows.first <= known.rows.last + 1 && known.rows.first <= rows.last + 1;
            if (known.path != part.path || (watch.foot && !touch)) continue;
            known.rows = {std::min(known.rows.first, rows.first),
                          std::max(known.rows.last, rows.last)};
            return;
        }
        const WorldTransform& shown = ends_[std::size_t(rows.first)];
        points_.push_back({part.path, rows, shown.rotation.conjugate() * (shown.linear * watch.at),
                           Vec3::Zero()});
    }

    /// Finds the rows in which two points stand.
    void findFlats()
    {
        for (std::size_t j = 0; j < points_.size(); ++j)
            for (std::size_t i = 0; i < j; ++i) {
                const Reach both{points_[j].rows.first,
                                 std::min(points_[i].rows.last, points_[j].rows.last)};
                if (points_[i].path != points_[j].path && both.first <= both.last)
                    flats_.push_back({both, i, j, Quat::Identity(), Vec3::Zero()});
            }
        std::sort(flats_.begin(), flats_.end(),
                  [](const Flat& a, const Flat& b) { return a.rows.first < b.rows.first; });
    }

    /// Anchors each point where the foot puts it while standing on the point before. Then moves all
    /// anchors to the mean place of the foot while it was fixed, or of the first point if it never
    /// was.
    void anchor()
    {
        Standing& first = points_.front();
        for (std::ptrdiff_t f = first.rows.first; f <= first.rows.last; ++f)
            first.anchor += shownAt(first, f) / double(first.rows.last - first.rows.first + 1);
        for (std::size_t i = 1; i < points_.size(); ++i) {
            const auto flat = std::find_if(flats_.begin(), flats_.end(),
                                           [i](const Flat& f) { return f.other == i; });
            const bool overlaps = flat != flats_.end();
            const Standing& before =
                points_[overlaps ? flat->one : pivot(points_[i].rows.first - 1)];
            const Quat turn = overlaps ? flat->turn : turned(points_[i].rows.first);
            points_[i].anchor = before.anchor + turn * (points_[i].at - before.at);
        }
        if (flats_.empty()) return;
        for (Flat& flat : flats_)
            flat.place = points_[flat.one].anchor - flat.turn * points_[flat.one].at;
        const Reach over = flats_.size() == 1 ? flats_.front().rows : rows_;
        Vec3 off = Vec3::Zero();
        for (std::ptrdiff_t row = over.first; row <= over.last; ++row)
            off += (ends_[std::size_t(row)].position - at(row).position) /
                   double(over.last - over.first + 1);
        for (Flat& flat : flats_) flat.place += off;
        for (Standing& point : points_) point.anchor += off;
    }

    Vec3 shownAt(const Standing& point, std::ptrdiff_t row) const
    {
        const WorldTransform& shown = ends_[std::size_t(row)];
        return shown.position + shown.rotation * point.at;
    }

    /// The point that the foot turns on: one that stands, else the last that stood.
    std::size_t pivot(std::ptrdiff_t row) const
    {
        std::size_t best = 0;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            const Reach& rows = points_[i].rows;
            if (rows.holds(row)) return i;
            if (rows.last < row && rows.last > points_[best].rows.last) best = i;
        }
        return best;
    }

    /// The foot's correction by rotation while it is fixed, at the nearest such row.
    Quat turnedBy(const Flat& flat, std::ptrdiff_t row) const
    {
        const std::ptrdiff_t near = std::clamp(row, flat.rows.first, flat.rows.last);
        return (flat.turn * turns_[std::size_t(near)].conjugate()).normalized();
    }

    /// Moves all that is fixed to where the limb reaches it at each row, if there is such a place.
    void moveWithin(const Shoulder& shoulder)
    {
        for (int round = 0; round < kRoundsWithin; ++round)
            for (const Flat& fixed : flats_)
                for (std::ptrdiff_t row = fixed.rows.first; row <= fixed.rows.last; ++row) {
                    const Vec3 way = fixed.place - shoulder.places[std::size_t(row)];
                    const double over = way.norm() - shoulder.longest;
                    if (over <= 0) continue;
                    for (Flat& flat : flats_) flat.place -= over * way.normalized();
                    for (Standing& point : points_) point.anchor -= over * way.normalized();
                }
    }

    void settle(const Samples& samples, const LowestOf& sole)
    {
        std::vector<EndPlace> placed;
        std::vector<int> fixed;
        for (std::ptrdiff_t row = rows_.first; row <= rows_.last; ++row) {
            placed.push_back(at(row));
            const auto flat = std::ranges::find_if(
                flats_, [row](const Flat& each) { return each.rows.holds(row); });
            fixed.push_back(flat == flats_.end() ? -1 : int(flat - flats_.begin()));
        }
        const auto lifts =
            settled(sole, std::size_t(rows_.first), ends_, placed, fixed, samples.rate);
        for (std::size_t flat = 0; flat < flats_.size(); ++flat)
            flats_[flat].place +=
                lifts[std::size_t(flats_[flat].rows.first - rows_.first)] * samples.up;
        for (const double lift : lifts) lifts_.push_back(lift * samples.up);
    }

    /// Frames over which a foot is eased into such a rotation.
    double easeOf(const Quat& turn) const
    {
        return std::max(ease_, angleBetween(Quat::Identity(), turn) / turnSpeed_);
    }

    /// The rotation shown, eased towards that of the fixed foot before and after.
    Quat turned(std::ptrdiff_t row) const
    {
        const Quat& shown = turns_[std::size_t(row)];
        const auto next = std::find_if(flats_.begin(), flats_.end(),
                                       [row](const Flat& f) { return row <= f.rows.last; });
        const Flat* after = next == flats_.end() ? nullptr : &*next;
        const Flat* before = next == flats_.begin() ? nullptr : &*(next - 1);
        if (!before && !after) return shown;
        const double since = before ? double(row - before->rows.last) : 0,
                     until = after ? std::max(0.0, double(after->rows.first - row)) : 0;
        const Quat from = before ? turnedBy(*before, row) : Quat::Identity(),
                   to = after ? turnedBy(*after, row) : Quat::Identity();
        if (before && after && since + until <= easeOf(from) + easeOf(to)) {
            const double share = smoothstep(since / (since + until));
            return (from.slerp(share, to) * shown).normalized();
        }
        const bool back = before && (!after || since < until);
        const Quat& whole = back ? from : to;
        const double left = 1 - smoothstep((back ? since : until) / easeOf(whole));
        return (Quat::Identity().slerp(left, whole) * shown).normalized();
    }

    const std::vector<WorldTransform>& ends_;
    const std::vector<Quat>& turns_;
    double ease_;
    double turnSpeed_;  ///< [rad a frame] mean, at most
    Reach rows_;
    std::vector<Standing> points_;  ///< sorted by start
    std::vector<Flat> flats_;       ///< sorted by start
    std::vector<Vec3> lifts_;       ///< of a foot that rolls, one per row; empty: none
};

/// Stances closer together than two fades, and the rows that they affect.
class Run {
public:
    /// @param fade the most frames over which the correction fades at both ends
    Run(const std::vector<Foot>& feet, std::size_t first, std::size_t last, Reach rows,
        double fade) :
        feet_(feet),
        first_(first), last_(last), rows_(rows), fade_(fade)
    {
    }

    EndPlace at(std::ptrdiff_t row, const WorldTransform& shown) const
    {
        std::size_t next = first_;
        while (next <= last_ && feet_[next].rows().last < row) ++next;
        if (next <= last_ && feet_[next].rows().holds(row)) return feet_[next].at(row);
        const Correction by = between(next, row);
        return {0, shown.position + by.move, (by.turn * shown.rotation).normalized()};
    }
    const Reach& rows() const { return rows_; }

private:
    /// Between two stances: fades the correction of the first into that of the second.
    Correction between(std::size_t next, std::ptrdiff_t row) const
    {
        if (next == first_) {
            const std::ptrdiff_t first = feet_[first_].rows().first;
            return part(feet_[first_].correction(first), double(first - row),
                        double(first - rows_.first));
        }
        const Foot& before = feet_[next - 1];
        const Correction a = before.correction(before.rows().last);
        if (next > last_)
            return part(a, double(row - before.rows().last),
                        double(rows_.last - before.rows().last));
        const Foot& after = feet_[next];
        const Correction b = after.correction(after.rows().first);
        const double share = smoothstep(double(row - before.rows().last) /
                                        double(after.rows().first - before.rows().last));
        return {(1 - share) * a.move + share * b.move, a.turn.slerp(share, b.turn)};
    }

    /// What is left of a correction `frames` away from its stance, if there are `room` frames.
    Correction part(const Correction& whole, double frames, double room) const
    {
        const double share = room > 0 ? 1 - smoothstep(frames / std::min(room, fade_)) : 1;
        return {share * whole.move, Quat::Identity().slerp(share, whole.turn)};
    }

    const std::vector<Foot>& feet_;
    std::size_t first_, last_;
    Reach rows_;
    double fade_;
};

/// The path of a limb that never stands.
Planted asShown(const Samples& samples, const std::vector<WorldTransform>& ends)
{
    Planted out;
    out.start = out.end = samples.start;
    for (const WorldTransform& shown : ends) {
        out.end = samples.start + double(out.places.size());
        out.places.push_back({out.end, shown.position, shown.rotation});
    }
    return out;
}

}  // namespace

std::vector<Planted> plant(const Samples& samples, const std::vector<Stance>& stances,
                           const std::vector<WorldTransform>& ends, double fade, Lead lead,
                           const Shoulder& shoulder, const LowestOf& sole)
{
    const bool throughout = lead == Lead::Throughout;
    const auto last = static_cast<std::ptrdiff_t>(ends.size()) - 1;
    const auto apart =
        throughout ? last : static_cast<std::ptrdiff_t>(std::max(1.0, std::round(fade)));
    const double longest = throughout ? kLongestFade * samples.rate : double(apart);
    std::vector<Foot> feet;
    feet.reserve(stances.size());
    const double turnSpeed = throughout ? kTurnSpeed / samples.rate : kAnySpeed;
    const std::vector<Quat> turns =
        steadied(ends, throughout ? std::lround(kTwitch * samples.rate) - 1 : 0);
    for (const Stance& stance : stances)
        feet.emplace_back(samples, stance, ends, turns, fade, turnSpeed, shoulder, sole);
    std::vector<Planted> out;
    if (feet.empty() && throughout && !ends.empty()) out.push_back(asShown(samples, ends));
    for (std::size_t i = 0; i < feet.size();) {
        std::size_t to = i;
        while (to + 1 < feet.size() &&
               feet[to + 1].rows().first - feet[to].rows().last <= 2 * apart)
            ++to;
        const std::ptrdiff_t first = feet[i].rows().first, end = feet[to].rows().last;
        const Run run(feet, i, to,
                      {std::max<std::ptrdiff_t>(0, first - apart), std::min(last, end + apart)},
                      longest);
        Planted planted;
        planted.start = samples.start + double(run.rows().first);
        planted.end = samples.start + double(run.rows().last);
        // A contact at the first or last frame needs no fade there.
        planted.in = throughout ? 0 : double(first - run.rows().first);
        planted.out = throughout ? 0 : double(run.rows().last - end);
        for (std::ptrdiff_t row = run.rows().first; row <= run.rows().last; ++row) {
            planted.places.push_back(run.at(row, ends[std::size_t(row)]));
            planted.places.back().frame = samples.start + double(row);
        }
        for (; i <= to; ++i) feet[i].addHolds(samples.start, planted.held);
        out.push_back(std::move(planted));
    }
    return out;
}

}  // namespace posewright::contacts
