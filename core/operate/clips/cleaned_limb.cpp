#include "core/operate/clips/cleaned_limb.h"

#include "core/math/smoothstep.h"
#include "core/operate/limbs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::operate {

namespace {

constexpr double kReached = 0.975;   ///< share of an arm; a hand is held no farther
constexpr double kFadeSpeed = 0.15;  ///< [leg/s] mean speed at which a hand may be eased to a place
constexpr double kLongestFade = 0.5;  ///< [s] unless a longer one is asked for
constexpr double kFold = 0.06;        ///< of the leg; what it is longer than when it is folded
constexpr double kFoldEase = 0.01;    ///< of the leg; over which a leg comes to that
constexpr double kTouch = 0.033;      ///< [s] at both ends of a contact: the ankle may be eased
constexpr double kSlow = 0.13;  ///< [s] to each side: changes of a knee over longer times are slow

/// A limb's end relative to the bone that it stands on.
WorldTransform seenFrom(const WorldTransform& space, const WorldTransform& end)
{
    const Mat3 into = space.linear.inverse();
    return {into * (end.position - space.position),
            (space.rotation.conjugate() * end.rotation).normalized(), into * end.linear};
}

std::size_t rowAt(const contacts::Samples& samples, double frame)
{
    return static_cast<std::size_t>(std::lround(frame - samples.start));
}

/// How much of a way's correction is shown at a frame.
double shareAt(double frame, const contacts::Planted& way, bool before, bool after)
{
    double weight = 1;
    if (before && way.in > 0) weight *= smoothstep((frame - way.start) / way.in);
    if (after && way.out > 0) weight *= smoothstep((way.end - frame) / way.out);
    return weight;
}

}  // namespace

const Constraint* reachTarget(const Document& doc, NodeId effector)
{
    for (const Constraint& c : doc.rig->constraints)
        if (c.effector == effector && c.reaches()) return &c;
    return nullptr;
}

CleanedLimb::CleanedLimb(const Scene& scene, const retarget::Figure& figure,
                         const std::vector<contacts::Stance>& of) :
    stances(of),
    end(scene.find(of.front().end)), top(limbRoot(scene, end))
{
    isLeg = end == figure.first(retarget::Role::LeftFoot) ||
            end == figure.first(retarget::Role::RightFoot);
    isLeg = isLeg && top != kNoNode;
    if (top != kNoNode) path = scene.path(top, end);
    if (of.front().other != NodeId::None) other = scene.find(of.front().other);
}

void CleanedLimb::keepBend(std::vector<double> asHere)
{
    if (isLeg && path.size() > 2) angles = std::move(asHere);
}

void CleanedLimb::look(const Document& doc, const Evaluation& shown)
{
    const Constraint* known = isLeg ? reachTarget(doc, (*doc.scene)[end].id) : nullptr;
    const Span* span = known ? spanAt(doc.clip().spanRow(known->id), shown.frame) : nullptr;
    led.push_back(span && span->kind != SpanKind::Off && shown.frame >= span->start + span->in &&
                  shown.frame <= span->end - span->out);
    ends.push_back(shown.world[end]);
    if (sole) sole->look(shown);
    if (other != kNoNode) spaces.push_back(shown.world[other]);
    if (path.size() < 2) return;
    hips.push_back(shown.world[top].position);
    double sum = 0;
    for (std::size_t i = 1; i < path.size(); ++i)
        sum += (shown.world[path[i]].position - shown.world[path[i - 1]].position).norm();
    length = sum;
    thigh = (shown.world[path[1]].position - shown.world[path[0]].position).norm();
}

std::vector<contacts::Planted> CleanedLimb::ways(const contacts::Samples& samples,
                                                 double fade) const
{
    if (other == kNoNode) {
        std::vector<contacts::Planted> out =
            staysWithinReach() ? withinReach(samples, fade) : onGround(samples, fade);
        for (contacts::Planted& way : out) joinTo(samples, way);
        return out;
    }
    std::vector<WorldTransform> seen;
    for (std::size_t f = 0; f < ends.size(); ++f) seen.push_back(seenFrom(spaces[f], ends[f]));
    std::vector<contacts::Planted> out = contacts::plant(samples, stances, seen, fade);
    for (contacts::Planted& way : out) {
        way.on = stances.front().other;
        for (contacts::EndPlace& place : way.places) {
            const WorldTransform& space = spaces[rowAt(samples, place.frame)];
            place.position = space * place.position;
            place.rotation = (space.rotation * place.rotation).normalized();
        }
    }
    return out;
}

std::vector<contacts::Planted> CleanedLimb::onGround(const contacts::Samples& samples,
                                                     double fade) const
{
    using contacts::Lead;
    std::vector<contacts::Stance> standing = stances;
    std::erase_if(standing, [](const contacts::Stance& s) { return s.parts.empty(); });
    return contacts::plant(samples, standing, ends, fade,
                           angles.empty() ? Lead::AroundStances : Lead::Throughout, {},
                           sole ? sole->lowest() : contacts::LowestOf{});
}

std::vector<contacts::Planted> CleanedLimb::withinReach(const contacts::Samples& samples,
                                                        double fade) const
{
    const contacts::Shoulder shoulder{hips, kReached * length};
    const auto planted = [&](double frames) {
        return contacts::plant(samples, stances, ends, frames, contacts::Lead::AroundStances,
                               shoulder);
    };
    double most = 0;
    for (const contacts::Planted& way : planted(fade))
        for (const contacts::EndPlace& place : way.places)
            most = std::max(most,
                            (place.position - ends[rowAt(samples, place.frame)].position).norm());
    const double enough = most / (kFadeSpeed * samples.leg) * samples.rate;
    return planted(std::max(fade, std::min(enough, kLongestFade * samples.rate)));
}

void CleanedLimb::joinTo(const contacts::Samples& samples, contacts::Planted& way) const
{
    const bool before = led[rowAt(samples, way.start)], after = led[rowAt(samples, way.end)];
    for (contacts::EndPlace& place : way.places) {
        const double weight = shareAt(place.frame, way, before, after);
        if (weight >= 1) continue;
        const WorldTransform& shown = ends[rowAt(samples, place.frame)];
        place.position = shown.position + weight * (place.position - shown.position);
        place.rotation = shown.rotation.slerp(weight, place.rotation);
    }
    if (before) way.in = 0;
    if (after) way.out = 0;
}

std::vector<double> CleanedLimb::steadied(double rate) const
{
    const double shin = length - thigh;
    std::vector<double> shown, more;
    for (std::size_t row = 0; row < angles.size(); ++row) {
        const double square = (ends[row].position - hips[row]).squaredNorm();
        const double cosine = (thigh * thigh + shin * shin - square) / (2 * thigh * shin);
        shown.push_back(std::acos(std::clamp(cosine, -1.0, 1.0)));
        more.push_back(shown.back() - angles[row]);
    }
    const auto frames = static_cast<std::ptrdiff_t>(angles.size());
    const auto half = std::max(1L, std::lround(kSlow * rate));
    std::vector<double> out;
    for (std::ptrdiff_t row = 0; row < frames; ++row) {
        double sum = 0, weights = 0;
        for (std::ptrdiff_t by = -half; by <= half; ++by) {
            const double along = double(by) / double(half + 1),
                         weight = (1 - along * along) * (1 - along * along);
            sum += weight * more[std::clamp<std::ptrdiff_t>(row + by, 0, frames - 1)];
            weights += weight;
        }
        out.push_back(std::min(angles[row] + sum / weights, std::max(angles[row], shown[row])));
    }
    return out;
}

Vec3 CleanedLimb::bentAnkle(std::size_t row, double angle) const
{
    const double shin = length - thigh;
    const double square = thigh * thigh + shin * shin - 2 * thigh * shin * std::cos(angle);
    const Vec3 way = ends[row].position - hips[row];
    const double more = std::sqrt(std::max(0.0, square)) - leastReach();
    const double eased = (more + std::hypot(more, kFoldEase * length)) / 2;
    return hips[row] + (leastReach() + eased) * way.normalized();
}

double CleanedLimb::leastReach() const
{
    return std::abs(2 * thigh - length) + kFold * length;
}

contacts::Leg CleanedLimb::leg(const contacts::Samples& samples,
                               const std::vector<contacts::Planted>& ways) const
{
    contacts::Leg out;
    out.hip = hips;
    out.length = length;
    if (!angles.empty()) out.least = leastReach();
    for (const WorldTransform& shown : ends) out.wanted.push_back(shown.position);
    out.ankle = out.wanted;
    if (!angles.empty()) {
        const std::vector<double> bent = steadied(samples.rate);
        for (std::size_t row = 0; row < bent.size(); ++row)
            out.ankle[row] = bentAnkle(row, bent[row]);
    }
    // Where a target leads it already, the body must not move out of its reach.
    out.weight.assign(led.begin(), led.end());
    for (const contacts::Planted& way : ways)
        for (const contacts::EndPlace& place : way.places) {
            const std::size_t row = rowAt(samples, place.frame);
            out.weight[row] = shareAt(place.frame, way, true, true);
            out.wanted[row] = place.position;
        }
    if (!angles.empty()) addSwings(samples, ways, out);
    return out;
}

void CleanedLimb::addSwings(const contacts::Samples& samples,
                            const std::vector<contacts::Planted>& ways, contacts::Leg& leg) const
{
    leg.swings.assign(ends.size(), true);
    const auto stands = [&](double from, double to) {
        if (from <= to)
            std::fill(leg.swings.begin() + std::ptrdiff_t(rowAt(samples, from)),
                      leg.swings.begin() + std::ptrdiff_t(rowAt(samples, to)) + 1, false);
    };
    const double eased = std::max(1.0, std::round(kTouch * samples.rate));
    for (const contacts::Stance& stance : stances)
        if (!stance.parts.empty()) stands(stance.start + eased, stance.last - eased);
    for (const contacts::Planted& way : ways)
        for (const contacts::Hold& held : way.held) stands(held.start, held.end);
    for (std::size_t row = 0; row < ends.size(); ++row)
        leg.off.push_back(leg.wanted[row] - ends[row].position);
}

}  // namespace posewright::operate
