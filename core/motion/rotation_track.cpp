#include "core/motion/rotation_track.h"

#include "core/math/rotation.h"
#include "core/motion/bezier.h"
#include "core/motion/key_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace posewright {

namespace {

auto rowOf(const std::vector<RotationKey>& keys, double frame)
{
    return std::lower_bound(keys.begin(), keys.end(), frame,
                            [](const RotationKey& key, double f) { return key.frame < f; });
}

bool needsShape(const RotationKey& key)
{
    return key.interpolation == RotationInterpolation::Cubic ||
           key.interpolation == RotationInterpolation::Eased;
}

/// Hermite interpolation of the components between two keys, at the share t of the interval; not
/// normalised. Inline, since it samples every joint of a capture at every frame.
[[gnu::always_inline]] inline Vec4 hermite(const RotationKey& a, const Vec4& out,
                                           const RotationKey& b, const Vec4& in, double t)
{
    const double d = b.frame - a.frame;
    const Vec4& p0 = a.value.coeffs();
    const Vec4& p1 = b.value.coeffs();
    const double t2 = t * t;
    const double t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * p0 + d * (t3 - 2 * t2 + t) * out + (3 * t2 - 2 * t3) * p1 +
           d * (t3 - t2) * in;
}

/// Its derivative. [1/frame]
Vec4 hermiteRate(const RotationKey& a, const Vec4& out, const RotationKey& b, const Vec4& in,
                 double t)
{
    const double d = b.frame - a.frame;
    const double t2 = t * t;
    return (6 * t2 - 6 * t) / d * (a.value.coeffs() - b.value.coeffs()) +
           (3 * t2 - 4 * t + 1) * out + (3 * t2 - 2 * t) * in;
}

}  // namespace

RotationTrack RotationTrack::fromKeys(std::vector<RotationKey> keys,
                                      std::vector<RotationShape> shapes)
{
    assert(shapes.empty() || shapes.size() == keys.size());
    assert(std::adjacent_find(keys.begin(), keys.end(),
                              [](const RotationKey& a, const RotationKey& b) {
                                  return !(a.frame < b.frame);
                              }) == keys.end());
    RotationTrack track;
    track.keys_ = std::move(keys);
    track.shapes_ = std::move(shapes);
    const std::size_t count = track.keys_.size();
    bool negated = false;
    for (std::size_t i = 1; i < count; ++i) {
        negated = track.keepsSide(i) ? negated : track.isAcross(i);
        if (negated) track.negate(i);
    }
    if (std::any_of(track.keys_.begin(), track.keys_.end(), needsShape)) track.ensureShapes();
    if (!track.shapes_.empty())
        for (std::size_t i = 0; i < count; ++i) track.refresh(i);
    return track;
}

RotationTrack RotationTrack::fromRows(std::shared_ptr<const RotationRows> rows)
{
    RotationTrack track;
    if (rows && rows->size() > 0) track.rows_ = std::move(rows);
    return track;
}

const std::vector<RotationKey>& RotationTrack::keys() const&
{
    return rows_ ? rows_->keys() : keys_;
}

const std::vector<RotationKey>& keysIn(const RotationTrack& track, std::vector<RotationKey>& room)
{
    const RotationRows* rows = track.rows();
    if (!rows || rows->keysMade()) return track.keys();
    return room = rows->makeKeys();
}

std::size_t RotationTrack::size() const noexcept
{
    return rows_ ? rows_->size() : keys_.size();
}

double RotationTrack::firstFrame() const
{
    return rows_ ? 0 : keys_.front().frame;
}

double RotationTrack::lastFrame() const
{
    return rows_ ? static_cast<double>(rows_->size() - 1) : keys_.back().frame;
}

bool operator==(const RotationTrack& a, const RotationTrack& b)
{
    if (a.rows_ && b.rows_ && a.rows_->sameAs(*b.rows_)) return true;
    if (a.size() != b.size() || a.shapes_ != b.shapes_) return false;
    std::vector<RotationKey> room, otherRoom;
    return keysIn(a, room) == keysIn(b, otherRoom);
}

/// Call before changing a key.
void RotationTrack::ownKeys()
{
    if (!rows_) return;
    keys_ = rows_->keysMade() ? rows_->keys() : rows_->makeKeys();
    rows_.reset();
}

RotationShape RotationTrack::shape(std::size_t key) const
{
    return key < shapes_.size() ? shapes_[key] : RotationShape{};
}

Quat RotationTrack::sample(double frame) const
{
    std::size_t row = 0;
    return sample(frame, row);
}

/// @param turn  (row, t, ease): the slerp at the share t of the interval before the key of the row;
///              ease is null for an even one
template <class Turn>
[[gnu::always_inline]] inline Quat RotationTrack::sampleKeys(const std::vector<RotationKey>& all,
                                                             double frame, std::size_t& row,
                                                             Turn&& turn) const
{
    const std::size_t count = all.size();
    if (count == 0) return Quat::Identity();
    const bool known =
        row > 0 && row < count && all[row - 1].frame <= frame && frame < all[row].frame;
    if (!known)
        row = std::upper_bound(all.begin(), all.end(), frame,
                               [](double f, const RotationKey& key) { return f < key.frame; }) -
              all.begin();
    if (row == 0) return all.front().value;
    if (row == count) return all.back().value;
    const RotationKey& a = all[row - 1];
    const RotationKey& b = all[row];
    if (frame == a.frame) return a.value;
    const double t = (frame - a.frame) / (b.frame - a.frame);
    switch (a.interpolation) {
    case RotationInterpolation::Step: return a.value;
    case RotationInterpolation::Slerp: return turn(row, t, nullptr);
    case RotationInterpolation::Eased: return turn(row, t, &shapes_[row - 1].ease);
    case RotationInterpolation::Cubic: break;
    }
    const Vec4 q = hermite(a, shapes_[row - 1].out, b, shapes_[row].in, t);
    const double norm = q.norm();
    // Zero cannot be normalised; only absurd tangents lead there.
    return norm > 1e-12 ? Quat(q / norm) : slerp(a.value, b.value, t);
}

Quat RotationTrack::sample(double frame, std::size_t& row) const
{
    const auto turn = [](const std::vector<RotationKey>& all) {
        return [&all](std::size_t to, double t, const Ease* ease) {
            return slerp(all[to - 1].value, all[to].value, ease ? eased(*ease, t) : t);
        };
    };
    if (rows_) [[unlikely]]
        return rows_->keysMade() ? sampleKeys(rows_->keys(), frame, row, turn(rows_->keys()))
                                 : rows_->sample(frame, row);
    return sampleKeys(keys_, frame, row, turn(keys_));
}

std::vector<Arc> RotationTrack::arcs() const
{
    std::vector<Arc> out;
    const bool turns = !rows_ && std::ranges::any_of(keys_, [](const RotationKey& key) {
        return key.interpolation == RotationInterpolation::Slerp ||
               key.interpolation == RotationInterpolation::Eased;
    });
    if (!turns) return out;
    out.reserve(keys_.size() - 1);
    for (std::size_t i = 1; i < keys_.size(); ++i)
        out.push_back(arcBetween(keys_[i - 1].value, keys_[i].value));
    return out;
}

Quat RotationTrack::sample(double frame, std::size_t& row, const std::vector<Arc>& arcs,
                           LastEase& last) const
{
    if (arcs.empty()) return sample(frame, row);
    return sampleKeys(keys_, frame, row, [&](std::size_t to, double t, const Ease* ease) {
        return slerp(keys_[to - 1].value, keys_[to].value, ease ? last.eased(*ease, t) : t,
                     arcs[to - 1]);
    });
}

const RotationKey* RotationTrack::find(double frame) const
{
    const std::vector<RotationKey>& all = keys();
    const auto at = rowOf(all, frame);
    return at != all.end() && at->frame == frame ? &*at : nullptr;
}

void RotationTrack::set(const RotationKey& key, const std::optional<RotationShape>& shape)
{
    assert(std::isfinite(key.frame) && key.value.coeffs().allFinite());
    ownKeys();
    const auto at = rowOf(keys_, key.frame);
    const std::size_t row = at - keys_.cbegin();
    const bool there = at != keys_.cend() && at->frame == key.frame;
    RotationShape taken = shape ? *shape : there ? this->shape(row) : RotationShape{};
    const bool sided =
        there && ((row > 0 && keepsSide(row)) || (row + 1 < keys_.size() && keepsSide(row + 1)));
    const bool opposite = there && key.value.dot(keys_[row].value) < 0;
    if (!shape && opposite) {
        taken.in *= -1;
        taken.out *= -1;
    }
    if (!there) put(row, key);
    if (needsShape(key) || taken != RotationShape{}) ensureShapes();
    keys_[row] = key;
    if (!shapes_.empty()) shapes_[row] = taken;
    // Tangents that are given with the value say which way is meant, as where keys are copied.
    if (sided && opposite && (!shape || shape->automatic)) negate(row);
    alignFrom(row);
    refreshAround(row);
}

void RotationTrack::setValue(double frame, const Quat& value,
                             std::optional<RotationInterpolation> interpolation)
{
    ownKeys();
    RotationKey key{frame, value, RotationInterpolation::Cubic};
    const auto at = rowOf(keys_, frame);
    if (at != keys_.cend() && at->frame == frame)
        key.interpolation = at->interpolation;
    else if (at != keys_.cbegin())
        key.interpolation = std::prev(at)->interpolation;
    if (interpolation) key.interpolation = *interpolation;
    set(key);
}

void RotationTrack::insert(double frame)
{
    ownKeys();
    const auto at = rowOf(keys_, frame);
    if (keys_.empty() || (at != keys_.cend() && at->frame == frame)) return;
    const std::size_t row = at - keys_.cbegin();
    RotationKey key{frame, sample(frame), RotationInterpolation::Slerp};
    RotationShape shape;
    if (at == keys_.cbegin()) {
        if (at->interpolation == RotationInterpolation::Step)
            key.interpolation = RotationInterpolation::Step;
    } else if (at == keys_.cend()) {
        key.interpolation = keys_.back().interpolation;
        // The last key's outgoing tangent had no effect so far; it must not start to have one.
        if (!shapes_.empty() && !shapes_.back().automatic) shapes_.back().out.setZero();
    } else {
        const RotationKey& a = keys_[row - 1];
        key.interpolation = a.interpolation;
        const double t = (frame - a.frame) / (at->frame - a.frame);
        if (a.interpolation == RotationInterpolation::Eased) {
            const SplitEase parts = split(shapes_[row - 1].ease, t);
            shapes_[row - 1].ease = parts.before;
            shape.ease = parts.after;
        } else if (a.interpolation == RotationInterpolation::Cubic) {
            // The new key must be of unit length, but the cubic there is not. Both parts therefore
            // follow the cubic scaled by a factor that is 1 at the old keys, 1 / norm at the new
            // one, and linear between. The directions stay the same, except for the fourth
            // derivative.
            const Vec4 value = hermite(a, shapes_[row - 1].out, *at, shapes_[row].in, t);
            const double norm = value.norm();
            if (norm > 1e-12) {
                const double stretch = 1 / norm - 1;
                const double rise = stretch / (frame - a.frame);
                const double fall = stretch / (at->frame - frame);
                const Vec4 rate =
                    hermiteRate(a, shapes_[row - 1].out, *at, shapes_[row].in, t) / norm;
                shapes_[row - 1].out += rise * a.value.coeffs();
                shapes_[row].in -= fall * at->value.coeffs();
                shape.in = rate + rise * value;
                shape.out = rate - fall * value;
            }
            shape.automatic = false;
        }
    }
    put(row, key);
    if (!shapes_.empty()) shapes_[row] = shape;
    alignFrom(row);
    if (shapes_.empty()) return;
    for (std::size_t i = row > 0 ? row - 1 : 0; i <= row + 1 && i < keys_.size(); ++i)
        refreshOrFreeze(i);
}

bool RotationTrack::remove(double frame)
{
    ownKeys();
    const auto at = rowOf(keys_, frame);
    if (at == keys_.cend() || at->frame != frame) return false;
    const std::size_t row = at - keys_.cbegin();
    keys_.erase(keys_.begin() + row);
    if (!shapes_.empty()) shapes_.erase(shapes_.begin() + row);
    if (keys_.empty()) return true;
    alignFrom(std::min(row, keys_.size() - 1));
    refreshAround(std::min(row, keys_.size() - 1));
    return true;
}

void RotationTrack::ensureShapes()
{
    if (!shapes_.empty()) return;
    shapes_.resize(keys_.size());
    for (std::size_t i = 0; i < keys_.size(); ++i) refresh(i);
}

/// The automatic tangents of a key: those of the parabola through three keys, on the sphere, at
/// most three times the slower neighbour, so that a held rotation stays still. Zero at the first
/// and the last key.
RotationShape RotationTrack::automaticShape(std::size_t key) const
{
    RotationShape shape = shapes_[key];
    shape.in.setZero();
    if (key > 0 && key + 1 < keys_.size()) {
        const double d0 = keys_[key].frame - keys_[key - 1].frame;
        const double d1 = keys_[key + 1].frame - keys_[key].frame;
        const Vec4& q = keys_[key].value.coeffs();
        const Vec4 s0 = (q - keys_[key - 1].value.coeffs()) / d0;
        const Vec4 s1 = (keys_[key + 1].value.coeffs() - q) / d1;
        Vec4 slope = (s0 * d1 + s1 * d0) / (d0 + d1);
        slope -= q * q.dot(slope);
        const double most = 3 * std::min(s0.norm(), s1.norm());
        const double length = slope.norm();
        shape.in = length > most ? Vec4(slope * (most / length)) : slope;
    }
    shape.out = shape.in;
    return shape;
}

void RotationTrack::refresh(std::size_t key)
{
    if (shapes_[key].automatic) shapes_[key] = automaticShape(key);
}

void RotationTrack::refreshAround(std::size_t key)
{
    if (shapes_.empty()) return;
    for (std::size_t i = key > 0 ? key - 1 : 0; i <= key + 1 && i < keys_.size(); ++i) refresh(i);
}

void RotationTrack::refreshOrFreeze(std::size_t key)
{
    if (!shapes_[key].automatic) return;
    const RotationShape wanted = automaticShape(key);
    const auto cubic = [this](std::size_t i) {
        return keys_[i].interpolation == RotationInterpolation::Cubic;
    };
    const bool inUsed = key > 0 && cubic(key - 1);
    const bool outUsed = key + 1 < keys_.size() && cubic(key);
    if ((inUsed && wanted.in != shapes_[key].in) || (outUsed && wanted.out != shapes_[key].out))
        shapes_[key].automatic = false;
    else
        shapes_[key] = wanted;
}

void RotationTrack::put(std::size_t row, const RotationKey& key)
{
    keys_.insert(keys_.begin() + row, key);
    if (!shapes_.empty()) shapes_.insert(shapes_.begin() + row, RotationShape{});
}

}  // namespace posewright
