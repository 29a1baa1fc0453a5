#include "core/contacts/contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace posewright::contacts {

namespace {

constexpr double kSlowestWithin = 0.15;  ///< [s] to each side of a skating foot's slowest frame
constexpr double kSkates = 1.2;          ///< [leg/s] faster feet are swinging
constexpr double kHeelUp = 0.5;  ///< share of the height threshold: a heel this much above its
                                 ///< planted ball counts as lifted
constexpr double kSwings = 2;    ///< the other foot's speed over this one's, while this one stands

/// Frames of one path, as rows of its samples: [first, last].
struct Rows {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Mean speed over a window around each frame. [m/s]
std::vector<double> speedsOf(const Path& path, double rate, double window)
{
    const auto frames = static_cast<std::ptrdiff_t>(path.places.size());
    const auto span = std::max<std::ptrdiff_t>(1, std::lround(window * rate));
    std::vector<double> out(path.places.size(), 0.0);
    for (std::ptrdiff_t f = 0; f < frames; ++f) {
        // For a window of odd length take both alignments, so that neither edge comes late.
        double most = std::numeric_limits<double>::infinity();
        for (const std::ptrdiff_t before : {span / 2, span - span / 2}) {
            const std::ptrdiff_t from = std::max<std::ptrdiff_t>(0, f - before),
                                 to = std::min(frames - 1, f - before + span);
            if (to <= from) continue;
            const double way =
                (path.places[std::size_t(to)] - path.places[std::size_t(from)]).norm();
            most = std::min(most, way * rate / double(to - from));
        }
        out[std::size_t(f)] = std::isfinite(most) ? most : 0;
    }
    return out;
}

/// Runs of frames that are `in` and contain a frame that is `surely` in.
template <class Surely, class In>
std::vector<Rows> runs(std::size_t frames, Surely surely, In in)
{
    std::vector<Rows> out;
    for (std::size_t f = 0; f < frames;) {
        if (!in(f)) {
            ++f;
            continue;
        }
        Rows run{f, f};
        bool sure = false;
        for (; f < frames && in(f); ++f) {
            run.last = f;
            sure = sure || surely(f);
        }
        if (sure) out.push_back(run);
    }
    return out;
}

/// Merges runs that are near each other and drops short ones.
std::vector<Rows> tidied(const std::vector<Rows>& runs, double rate, const Thresholds& by)
{
    std::vector<Rows> out;
    for (const Rows& run : runs) {
        const bool near =
            !out.empty() && double(run.first - out.back().last - 1) <= by.gap * rate + 1e-9;
        if (near)
            out.back().last = run.last;
        else
            out.push_back(run);
    }
    std::erase_if(out, [&](const Rows& run) {
        return double(run.last - run.first + 1) < by.shortest * rate - 1e-9;
    });
    return out;
}

/// The paths and speeds that are searched.
class Search {
public:
    Search(const Samples& samples, const Thresholds& by) : samples_(samples), by_(by)
    {
        for (const Path& path : samples.paths)
            speeds_.push_back(speedsOf(path, samples.rate, by.window));
    }

    std::vector<Contact> all()
    {
        std::vector<std::vector<Rows>> sure;
        for (std::size_t p = 0; p < speeds_.size(); ++p) sure.push_back(surely(p));
        for (std::size_t p = 0; p < speeds_.size(); ++p) endWhereUp(p, sure);
        std::vector<Contact> out;
        for (std::size_t p = 0; p < speeds_.size(); ++p) {
            for (const Rows& rows : sure[p]) out.push_back(contact(p, rows, Certainty::Sure));
            if (!by_.skating || !samples_.paths[p].watch.foot) continue;
            for (const Rows& rows : skating(p, sure))
                out.push_back(contact(p, rows, Certainty::Uncertain));
        }
        std::stable_sort(out.begin(), out.end(), [](const Contact& a, const Contact& b) {
            return a.path != b.path ? a.path < b.path : a.start < b.start;
        });
        return out;
    }

private:
    double speed(std::size_t p, std::size_t f) const { return speeds_[p][f] / samples_.leg; }
    double height(std::size_t p, std::size_t f) const
    {
        return samples_.paths[p].heights[f] / samples_.leg;
    }
    bool below(std::size_t p, std::size_t f, double share) const
    {
        return speed(p, f) < share * by_.speed && height(p, f) < share * by_.height;
    }
    bool inside(const std::vector<Rows>& rows, std::size_t f) const
    {
        return std::any_of(rows.begin(), rows.end(),
                           [&](const Rows& r) { return r.first <= f && f <= r.last; });
    }

    std::vector<Rows> surely(std::size_t p) const
    {
        const std::vector<Rows> found = runs(
            speeds_[p].size(), [&](std::size_t f) { return below(p, f, 1); },
            [&](std::size_t f) { return below(p, f, by_.leave); });
        return tidied(found, samples_.rate, by_);
    }

    /// A heel that rises slowly stays below the thresholds of speed and height for long, although
    /// the foot already turns on its ball.
    void endWhereUp(std::size_t heel, std::vector<std::vector<Rows>>& sure) const
    {
        const Watch& watch = samples_.paths[heel].watch;
        if (watch.part != "heel") return;
        const auto up = [&](std::size_t f) {
            for (std::size_t q = 0; q < sure.size(); ++q) {
                const Watch& other = samples_.paths[q].watch;
                const bool ball = other.part == "ball" && other.limb == watch.limb;
                if (ball && height(heel, f) - height(q, f) > kHeelUp * by_.height &&
                    inside(sure[q], f))
                    return true;
            }
            return false;
        };
        std::vector<Rows> down;
        for (const Rows& rows : sure[heel])
            for (std::size_t f = rows.first; f <= rows.last; ++f) {
                if (up(f)) continue;
                if (f > rows.first && !down.empty() && down.back().last + 1 == f)
                    down.back().last = f;
                else
                    down.push_back({f, f});
            }
        sure[heel] = tidied(down, samples_.rate, by_);
    }

    /// The speed of the slowest point of other feet.
    double otherFoot(std::size_t p, std::size_t f) const
    {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t q = 0; q < speeds_.size(); ++q) {
            const Watch &a = samples_.paths[p].watch, &b = samples_.paths[q].watch;
            if (b.foot && a.limb != b.limb) least = std::min(least, speed(q, f));
        }
        return least;
    }

    std::vector<Rows> skating(std::size_t p, const std::vector<std::vector<Rows>>& sure) const
    {
        const std::size_t frames = speeds_[p].size();
        const auto near = static_cast<std::size_t>(std::ceil(kSlowestWithin * samples_.rate));
        const auto low = [&](std::size_t f) {
            if (height(p, f) >= by_.leave * by_.height || speed(p, f) > kSkates) return false;
            for (std::size_t q = 0; q < sure.size(); ++q)
                if (samples_.paths[q].watch.limb == samples_.paths[p].watch.limb &&
                    inside(sure[q], f))
                    return false;
            return otherFoot(p, f) > kSwings * speed(p, f);
        };
        const auto slowest = [&](std::size_t f) {
            const std::size_t from = f > near ? f - near : 0, to = std::min(frames - 1, f + near);
            for (std::size_t g = from; g <= to; ++g)
                if (speed(p, g) < speed(p, f)) return false;
            return true;
        };
        return tidied(runs(frames, slowest, low), samples_.rate, by_);
    }

    Contact contact(std::size_t p, const Rows& rows, Certainty certainty) const
    {
        Contact out;
        out.path = p;
        out.start = samples_.start + double(rows.first);
        out.end = samples_.start + double(rows.last);
        out.certainty = certainty;
        for (std::size_t f = rows.first; f <= rows.last; ++f) {
            // A short gap was closed: what happens in it is no reason for the contact.
            if (certainty == Certainty::Sure && !below(p, f, by_.leave)) continue;
            out.speed = std::max(out.speed, speed(p, f));
            out.height = std::max(out.height, height(p, f));
        }
        return out;
    }

    const Samples& samples_;
    const Thresholds& by_;
    std::vector<std::vector<double>> speeds_;
};

}  // namespace

std::vector<Contact> find(const Samples& samples, const Thresholds& thresholds)
{
    return Search(samples, thresholds).all();
}

std::vector<Stance> stances(const Samples& samples, const std::vector<Contact>& contacts,
                            const Thresholds& thresholds)
{
    std::vector<Contact> byStart = contacts;
    std::stable_sort(byStart.begin(), byStart.end(),
                     [](const Contact& a, const Contact& b) { return a.start < b.start; });
    const double gap = thresholds.gap * samples.rate + 1 + 1e-9;
    std::vector<Stance> out;
    for (const Contact& contact : byStart) {
        const Watch& watch = samples.paths[contact.path].watch;
        const auto open = std::find_if(out.rbegin(), out.rend(), [&](const Stance& s) {
            return s.end == watch.end && s.other == watch.other;
        });
        if (open == out.rend() || contact.start > open->last + gap) {
            out.push_back({watch.limb,
                           watch.end,
                           contact.start,
                           contact.end,
                           watch.other,
                           {contact},
                           contact.certainty});
            continue;
        }
        open->last = std::max(open->last, contact.end);
        open->parts.push_back(contact);
        if (contact.certainty == Certainty::Sure) open->certainty = Certainty::Sure;
    }
    return out;
}

}  // namespace posewright::contacts
