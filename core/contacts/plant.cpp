#include "core/contacts/plant.h"

#include "core/math/smoothstep.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace posewright::contacts {

namespace {

/// Rows of the samples, both included.
struct Reach {
    std::ptrdiff_t first = 0;
    std::ptrdiff_t last = 0;
    bool holds(std::ptrdiff_t row) const { return first <= row && row <= last; }
};

/// A point that stands: the rows that it does in, and where it is in the frame of the limb's end.
struct Standing {
    Reach rows;
    Vec3 at = Vec3::Zero();
    Vec3 anchor = Vec3::Zero();  ///< world
};

/// By how much a place differs from the one shown.
struct Correction {
    Vec3 move = Vec3::Zero();
    Quat turn = Quat::Identity();
};

Quat meanRotation(const std::vector<WorldTransform>& ends, const Reach& rows)
{
    Vec4 sum = Vec4::Zero();
    for (std::ptrdiff_t f = rows.first; f <= rows.last; ++f) {
        const Vec4 next = ends[std::size_t(f)].rotation.coeffs();
        sum += next.dot(sum) < 0 ? Vec4(-next) : next;
    }
    Quat out;
    out.coeffs() = sum.normalized();
    return out;
}

Vec3 meanPosition(const std::vector<WorldTransform>& ends, const Reach& rows)
{
    Vec3 sum = Vec3::Zero();
    for (std::ptrdiff_t f = rows.first; f <= rows.last; ++f) sum += ends[std::size_t(f)].position;
    return sum / double(rows.last - rows.first + 1);
}

/// One stance of one limb.
class Foot {
public:
    Foot(const Samples& samples, const Stance& stance, const std::vector<WorldTransform>& ends,
         double ease) :
        ends_(ends),
        ease_(std::max(1.0, ease))
    {
        rows_ = {rowOf(samples, stance.start), rowOf(samples, stance.last)};
        for (const Contact& part : stance.parts) add(samples, part);
        const bool one = points_.size() == 1 && !samples.paths[paths_[0]].watch.foot;
        if (points_.size() == 2) {
            const Reach both{std::max(points_[0].rows.first, points_[1].rows.first),
                             std::min(points_[0].rows.last, points_[1].rows.last)};
            if (both.first <= both.last) flat_ = both;
        } else if (one) {
            flat_ = points_[0].rows;
        }
        if (flat_) {
            turn_ = meanRotation(ends, *flat_);
            place_ = meanPosition(ends, *flat_);
            for (Standing& point : points_) point.anchor = place_ + turn_ * point.at;
        } else {
            anchorApart();
        }
    }

    const Reach& rows() const { return rows_; }
    const std::optional<Reach>& flat() const { return flat_; }
    Hold held(double start) const
    {
        return {start + double(flat_->first), start + double(flat_->last), place_, turn_};
    }

    /// @pre rows().holds(row)
    EndPlace at(std::ptrdiff_t row) const
    {
        if (flat_ && flat_->holds(row)) return {0, place_, turn_};
        const Standing& point = pivot(row);
        const Quat turn = turned(row);
        return {0, point.anchor - turn * point.at, turn};
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

    void add(const Samples& samples, const Contact& part)
    {
        const Reach rows{rowOf(samples, part.start), rowOf(samples, part.end)};
        const auto known = std::find(paths_.begin(), paths_.end(), part.path);
        if (known != paths_.end()) {
            Reach& old = points_[std::size_t(known - paths_.begin())].rows;
            old = {std::min(old.first, rows.first), std::max(old.last, rows.last)};
            return;
        }
        const WorldTransform& shown = ends_[std::size_t(rows.first)];
        paths_.push_back(part.path);
        points_.push_back(
            {rows, shown.rotation.conjugate() * (shown.linear * samples.paths[part.path].watch.at),
             Vec3::Zero()});
    }

    /// Points that never stand together: the first where it was in the mean, the next one where
    /// the foot, rolling on the first, brings it.
    void anchorApart()
    {
        std::sort(points_.begin(), points_.end(),
                  [](const Standing& a, const Standing& b) { return a.rows.first < b.rows.first; });
        for (std::size_t i = 0; i < points_.size(); ++i) {
            Standing& point = points_[i];
            if (i == 0) {
                for (std::ptrdiff_t f = point.rows.first; f <= point.rows.last; ++f)
                    point.anchor +=
                        shownAt(point, f) / double(point.rows.last - point.rows.first + 1);
                continue;
            }
            const Standing& before = points_[i - 1];
            const Quat turn = ends_[std::size_t(point.rows.first)].rotation;
            point.anchor = before.anchor - turn * before.at + turn * point.at;
        }
    }

    Vec3 shownAt(const Standing& point, std::ptrdiff_t row) const
    {
        const WorldTransform& shown = ends_[std::size_t(row)];
        return shown.position + shown.rotation * point.at;
    }

    /// What the foot rolls on: what stands, else what stood last.
    const Standing& pivot(std::ptrdiff_t row) const
    {
        const Standing* best = &points_.front();
        for (const Standing& point : points_) {
            if (point.rows.holds(row)) return point;
            if (point.rows.first <= row) best = &point;
        }
        return *best;
    }

    /// As shown, but that it comes to be and leaves what it is turned like while it stays.
    Quat turned(std::ptrdiff_t row) const
    {
        const Quat& shown = ends_[std::size_t(row)].rotation;
        if (!flat_) return shown;
        const std::ptrdiff_t near = std::clamp(row, flat_->first, flat_->last);
        const Quat whole = (turn_ * ends_[std::size_t(near)].rotation.conjugate()).normalized();
        const double left = 1 - smoothstep(double(std::abs(row - near)) / ease_);
        return (Quat::Identity().slerp(left, whole) * shown).normalized();
    }

    const std::vector<WorldTransform>& ends_;
    double ease_;
    Reach rows_;
    std::vector<std::size_t> paths_;
    std::vector<Standing> points_;
    std::optional<Reach> flat_;
    Quat turn_ = Quat::Identity();
    Vec3 place_ = Vec3::Zero();
};

/// Feet that follow one another within two fades, and the rows that they act over.
class Run {
public:
    Run(const std::vector<Foot>& feet, std::size_t first, std::size_t last, Reach rows) :
        feet_(feet), first_(first), last_(last), rows_(rows)
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
    /// What is left of the foot before and what comes of the one after.
    Correction between(std::size_t next, std::ptrdiff_t row) const
    {
        if (next == first_) {
            const std::ptrdiff_t first = feet_[first_].rows().first;
            return part(feet_[first_].correction(first), double(row - rows_.first),
                        double(first - rows_.first));
        }
        const Foot& before = feet_[next - 1];
        const Correction a = before.correction(before.rows().last);
        if (next > last_)
            return part(a, double(rows_.last - row), double(rows_.last - before.rows().last));
        const Foot& after = feet_[next];
        const Correction b = after.correction(after.rows().first);
        const double share = smoothstep(double(row - before.rows().last) /
                                        double(after.rows().first - before.rows().last));
        return {(1 - share) * a.move + share * b.move, a.turn.slerp(share, b.turn)};
    }

    /// So much of a correction as is there after some of the frames that it comes over.
    static Correction part(const Correction& whole, double frames, double of)
    {
        const double share = of > 0 ? smoothstep(frames / of) : 1;
        return {share * whole.move, Quat::Identity().slerp(share, whole.turn)};
    }

    const std::vector<Foot>& feet_;
    std::size_t first_, last_;
    Reach rows_;
};

}  // namespace

std::vector<Planted> plant(const Samples& samples, const std::vector<Stance>& stances,
                           const std::vector<WorldTransform>& ends, double fade)
{
    const auto apart = static_cast<std::ptrdiff_t>(std::max(1.0, std::round(fade)));
    const auto last = static_cast<std::ptrdiff_t>(ends.size()) - 1;
    std::vector<Foot> feet;
    feet.reserve(stances.size());
    for (const Stance& stance : stances) feet.emplace_back(samples, stance, ends, fade);
    std::vector<Planted> out;
    for (std::size_t i = 0; i < feet.size();) {
        std::size_t to = i;
        while (to + 1 < feet.size() &&
               feet[to + 1].rows().first - feet[to].rows().last <= 2 * apart)
            ++to;
        const std::ptrdiff_t first = feet[i].rows().first, end = feet[to].rows().last;
        const Run run(feet, i, to,
                      {std::max<std::ptrdiff_t>(0, first - apart), std::min(last, end + apart)});
        Planted planted;
        planted.start = samples.start + double(run.rows().first);
        planted.end = samples.start + double(run.rows().last);
        // What stands from the first frame on, or up to the last one, needs not come or go.
        planted.in = double(first - run.rows().first);
        planted.out = double(run.rows().last - end);
        for (std::ptrdiff_t row = run.rows().first; row <= run.rows().last; ++row) {
            planted.places.push_back(run.at(row, ends[std::size_t(row)]));
            planted.places.back().frame = samples.start + double(row);
        }
        for (; i <= to; ++i)
            if (feet[i].flat() && feet[i].flat()->first < feet[i].flat()->last)
                planted.held.push_back(feet[i].held(samples.start));
        out.push_back(std::move(planted));
    }
    return out;
}

}  // namespace posewright::contacts
