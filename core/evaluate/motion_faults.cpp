#include "core/evaluate/motion_faults.h"

#include "core/evaluate/chain_length.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace posewright {

namespace {

constexpr double kPopAngle = 5 * 3.14159265358979323846 / 180;
constexpr double kPopRatio = 3;
constexpr double kJumpRatio = 2.5;   ///< to the steps right beside it
constexpr double kPairRatio = 4;     ///< a swing of 30 degrees within 4 frames has 3.9
constexpr double kOwnShare = 0.95;   ///< of a pop, for the base motion to have it
constexpr double kDenseShare = 0.8;  ///< the same in a recording
constexpr double kSlipShare = 1e-4;
constexpr double kWidestDense = 1 + 1e-6;  ///< between dense keys [frame]
constexpr double kSameFrame = 1e-6;
constexpr int kFewestDense = 2 * (kPopNeighbours + 1);  ///< keys in a row

/// The number of dense keys from a row on, in steps of +-1, up to `most`.
int denseFrom(const std::vector<RotationKey>& keys, std::ptrdiff_t row, int step, int most)
{
    int count = 1;
    for (std::ptrdiff_t next = row + step; count < most && next >= 0 && next < std::ssize(keys);
         row = next, next += step, ++count)
        if (std::abs(keys[next].frame - keys[row].frame) > kWidestDense) break;
    return count;
}

bool sameRotation(const RotationKey& a, const RotationKey& b)
{
    // The sign may differ, depending on earlier keys.
    return a.value.coeffs() == b.value.coeffs() || a.value.coeffs() == -b.value.coeffs();
}

/// Does the rotation have as many keys in a row around the pop as a recording has?
bool isDense(const RotationTrack& rotation, double frame)
{
    // Rows have one key per frame; do not build keys just to check.
    if (rotation.rows())
        return frame > 0 && frame <= rotation.lastFrame() && rotation.size() >= kFewestDense;
    const std::vector<RotationKey>& keys = rotation.keys();
    const auto after =
        std::lower_bound(keys.begin(), keys.end(), frame, [](const RotationKey& key, double at) {
            return key.frame < at - kSameFrame;
        });
    if (after == keys.begin() || after == keys.end()) return false;
    const std::ptrdiff_t row = after - keys.begin();
    if (keys[row].frame - keys[row - 1].frame > kWidestDense) return false;
    const int dense =
        denseFrom(keys, row - 1, -1, kFewestDense) + denseFrom(keys, row, 1, kFewestDense);
    return dense >= kFewestDense;
}

/// The keys between which a joint turns from the frame before a pop to the pop's: from the last one
/// before to the first one after.
std::span<const RotationKey> keysAround(const std::vector<RotationKey>& keys, double frame)
{
    const auto before = [](double at, const RotationKey& key) { return at < key.frame; };
    auto first = std::upper_bound(keys.begin(), keys.end(), frame - 1 + kSameFrame, before);
    auto last = std::upper_bound(first, keys.end(), frame - kSameFrame, before);
    if (first != keys.begin()) --first;
    if (last != keys.end()) ++last;
    return {first, last};
}

/// Do two runs of keys turn a joint alike, at whatever frames?
bool turnAlike(std::span<const RotationKey> a, std::span<const RotationKey> b)
{
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!sameRotation(a[i], b[i])) return false;
        if (i == 0) continue;
        const double far = a[i].frame - a[i - 1].frame;
        if (std::abs(far - (b[i].frame - b[i - 1].frame)) > kSameFrame) return false;
        // Within a frame it does not matter how a joint turns.
        if (far > kWidestDense && a[i - 1].interpolation != b[i - 1].interpolation) return false;
    }
    return true;
}

/// Is a step more than what leads to it and away from it, alone or with the one before or after?
/// @param turned angle of step k [rad]
/// @param last step; the first is 0
template <class Turned>
bool isJump(const Turned& turned, int step, int last)
{
    const auto at = [&](int k) { return k < 0 || k > last ? 0.0 : turned(k); };
    const double before = at(step - 1), now = turned(step), after = at(step + 1);
    if (now > kJumpRatio * std::max(before, after)) return true;
    return std::min(before, now) > kPairRatio * std::max(at(step - 2), after) ||
           std::min(now, after) > kPairRatio * std::max(before, at(step + 2));
}

}  // namespace

void findPops(const Scene& scene, std::span<const Evaluation* const> frames, std::size_t later,
              std::vector<Pop>& out)
{
    const int step = static_cast<int>(later) - 1;
    const int last = static_cast<int>(frames.size()) - 2;
    // Most steps are small, which a dot product shows without computing an angle.
    static const double kSmall = std::cos(kPopAngle / 2);
    for (NodeIndex node = 0; node < scene.size(); ++node) {
        if (!scene[node].bone()) continue;
        const auto rotation = [&](int frame) -> const Quat& {
            return frames[frame]->local[node].rotation;
        };
        const auto turned = [&](int k) { return angleBetween(rotation(k), rotation(k + 1)); };
        if (std::abs(rotation(step).dot(rotation(step + 1))) > kSmall + 1e-9) continue;
        const double angle = turned(step);
        if (angle <= kPopAngle) continue;
        std::array<double, std::size_t{2} * kPopNeighbours> near{};
        std::size_t count = 0;
        for (int k = std::max(0, step - kPopNeighbours); k <= std::min(last, step + kPopNeighbours);
             ++k)
            if (k != step) near[count++] = turned(k);
        if (count == 0) continue;
        const auto middle = near.begin() + static_cast<std::ptrdiff_t>(count / 2);
        std::nth_element(near.begin(), middle, near.begin() + static_cast<std::ptrdiff_t>(count));
        if (angle > kPopRatio * *middle && isJump(turned, step, last))
            out.push_back({frames[later]->frame, scene[node].id, angle});
    }
}

const Constraint* leaderOf(const Document& doc, const Pop& pop)
{
    const NodeIndex joint = doc.scene->find(pop.joint);
    for (const Constraint& constraint : doc.rig->constraints) {
        const SpanRow* row = doc.clip().spanRow(constraint.id);
        const auto holdsAt = [row](double frame) {
            const Span* span = spanAt(row, frame);
            return span && span->kind != SpanKind::Off;
        };
        if (!row || (!holdsAt(pop.frame) && !holdsAt(pop.frame - 1))) continue;
        const std::vector<NodeIndex> turned = jointsOf(*doc.scene, constraint);
        if (std::find(turned.begin(), turned.end(), joint) != turned.end()) return &constraint;
    }
    return nullptr;
}

bool isRecorded(const Document& doc, const Pop& pop)
{
    const Track* track = doc.clip().track(pop.joint);
    if (!track || track->rotation->empty()) return false;
    const double own =
        angleBetween(track->rotation->sample(pop.frame - 1), track->rotation->sample(pop.frame));
    return own >= kOwnShare * pop.angle ||
           (own >= kDenseShare * pop.angle && isDense(*track->rotation, pop.frame));
}

bool isUnedited(const Document& doc, const Pop& pop, const Document& unedited)
{
    const Track* now = doc.clip().track(pop.joint);
    std::span<const RotationKey> keys;  // found only when they are needed
    for (const Shared<Clip>& clip : unedited.clips) {
        const Track* then = clip->track(pop.joint);
        if (!then) continue;
        if (then == now || then->rotation.sameAs(now->rotation)) return true;
        if (keys.empty()) keys = keysAround(now->rotation->keys(), pop.frame);
        const std::span<const RotationKey> was(then->rotation->keys());
        for (std::size_t i = 0; i + keys.size() <= was.size(); ++i)
            if (turnAlike(keys, was.subspan(i, keys.size()))) return true;
    }
    return false;
}

bool isOfTheFile(const Document& doc, const Pop& pop, const Document& unedited)
{
    return isRecorded(doc, pop) && isUnedited(doc, pop, unedited);
}

double slipBetween(const Document& doc, const Constraint& constraint, const Span& span,
                   const Evaluation& before, const Evaluation& now)
{
    if (!constraint.reaches()) return 0;
    const Scene& scene = *doc.scene;
    const NodeIndex effector = scene.find(constraint.effector);
    if (effector == kNoNode) return 0;
    const NodeIndex space = span.space == NodeId::None ? kNoNode : scene.find(span.space);
    Vec3 stood = before.world[effector].position;
    if (space != kNoNode) {
        const WorldTransform& from = before.world[space];
        stood = now.world[space] * Vec3(from.linear.inverse() * (stood - from.position));
    }
    const double moved = (now.world[effector].position - stood).norm();
    return std::isfinite(moved) ? moved : 0;
}

double slipTolerance(const Scene& scene, const Constraint& constraint)
{
    const double length = chainLength(scene, constraint);
    return kSlipShare * (length > 0 ? length : extent(scene));
}

}  // namespace posewright
