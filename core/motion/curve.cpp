#include "core/motion/curve.h"

#include "core/motion/bezier.h"
#include "core/motion/key_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace posewright {

namespace {

/// How far a handle may be from a third of its interval [share of the interval] and still count as
/// a third: moving keys rounds their frames.
constexpr double kThirdTolerance = 1e-12;

auto rowOf(const std::vector<Key>& keys, double frame)
{
    return std::lower_bound(keys.begin(), keys.end(), frame,
                            [](const Key& key, double f) { return key.frame < f; });
}

/// The handles of the interval from a to b.
struct Shape {
    Handle right;  ///< of a
    Handle left;   ///< of b
    bool hermite = false;
};

Shape shapeBetween(const Key& a, const Key& b)
{
    const double d = b.frame - a.frame;
    Shape shape{a.right, b.left};
    shape.right.frames = std::max(shape.right.frames, 0.0);
    shape.left.frames = std::min(shape.left.frames, 0.0);
    const double slack = kThirdTolerance * d;
    shape.hermite = std::abs(shape.right.frames - d / 3) <= slack &&
                    std::abs(shape.left.frames + d / 3) <= slack;
    if (shape.hermite) return shape;
    // With handles at the shares p and q, dx/dt = 3 (p (1-t)^2 + 2 (1-p-q) t (1-t) + q t^2), which
    // stays positive while p + q - sqrt(p q) <= 1.
    const double p = shape.right.frames / d;
    const double q = -shape.left.frames / d;
    if (p <= 1 && q <= 1) return shape;
    const double excess = p + q - std::sqrt(p * q);
    if (excess > 1) {
        shape.right = {shape.right.frames / excess, shape.right.value / excess};
        shape.left = {shape.left.frames / excess, shape.left.value / excess};
    }
    return shape;
}

/// The Bezier parameter for a frame between the keys.
double parameterAt(const Key& a, const Key& b, const Shape& shape, double frame)
{
    const double d = b.frame - a.frame;
    const double share = (frame - a.frame) / d;
    return shape.hermite
               ? share
               : bezierParameter(shape.right.frames / d, 1 + shape.left.frames / d, share);
}

double between(const Key& a, const Key& b, double frame)
{
    switch (a.interpolation) {
    case Interpolation::Constant: return a.value;
    case Interpolation::Linear:
        return a.value + (frame - a.frame) / (b.frame - a.frame) * (b.value - a.value);
    case Interpolation::Bezier: break;
    }
    const Shape shape = shapeBetween(a, b);
    const double rise = b.value - a.value;
    return a.value + bezier(shape.right.value, rise + shape.left.value, rise,
                            parameterAt(a, b, shape, frame));
}

/// The slope of an auto-clamped key: that of the parabola through three keys, 0 at an extreme, and
/// at most three times the smaller secant, so that handles of a third stay between the neighbours'
/// values. Fritsch & Carlson, Monotone piecewise cubic interpolation, 1980.
double clampedSlope(const Key& before, const Key& key, const Key& after)
{
    const double d0 = key.frame - before.frame;
    const double d1 = after.frame - key.frame;
    const double s0 = (key.value - before.value) / d0;
    const double s1 = (after.value - key.value) / d1;
    if (!(s0 * s1 > 0)) return 0;
    const double slope = (s0 * d1 + s1 * d0) / (d0 + d1);
    const double most = 3 * std::min(std::abs(s0), std::abs(s1));
    return std::copysign(std::min(std::abs(slope), most), s0);
}

/// The key with its automatic handles recomputed for these neighbours (null: none).
Key refreshed(const Key* before, Key key, const Key* after)
{
    if (key.mode == HandleMode::Free || key.mode == HandleMode::Aligned) return key;
    // At an end the outer handle mirrors the inner one; a lone key has handles of one frame.
    const double d0 = before ? key.frame - before->frame : after ? after->frame - key.frame : 3;
    const double d1 = after ? after->frame - key.frame : d0;
    key.left.frames = -(d0 / 3);
    key.right.frames = d1 / 3;
    if (key.mode == HandleMode::Vector) {
        const double rise0 = before  ? key.value - before->value
                             : after ? after->value - key.value
                                     : 0;
        const double rise1 = after ? after->value - key.value : rise0;
        key.left.value = -(rise0 / 3);
        key.right.value = rise1 / 3;
        return key;
    }
    const double slope = before && after ? clampedSlope(*before, key, *after) : 0;
    key.left.value = slope * key.left.frames;
    key.right.value = slope * key.right.frames;
    return key;
}

/// `follower` aligned with `lead`, on the other side of the key; its frames stay.
Handle opposite(const Handle& lead, const Handle& follower)
{
    if (lead.frames != 0) return {follower.frames, follower.frames * (lead.value / lead.frames)};
    if (lead.value == 0) return follower;
    return {0, -std::copysign(follower.value, lead.value)};
}

bool onOneLine(const Key& key)
{
    const double a = key.left.frames * key.right.value;
    const double b = key.right.frames * key.left.value;
    return std::abs(a - b) <= 1e-9 * (std::abs(a) + std::abs(b));
}

/// Equal up to rounding.
bool same(const Handle& a, const Handle& b)
{
    const auto close = [](double x, double y) {
        return std::abs(x - y) <= 1e-14 * (std::abs(x) + std::abs(y));
    };
    return close(a.frames, b.frames) && close(a.value, b.value);
}

Handle lerp(const Handle& a, const Handle& b, double t)
{
    return {a.frames + t * (b.frames - a.frames), a.value + t * (b.value - a.value)};
}

Handle minus(const Handle& a, const Handle& b)
{
    return {a.frames - b.frames, a.value - b.value};
}

}  // namespace

Key linearKey(double frame, double value)
{
    Key key;
    key.frame = frame;
    key.value = value;
    key.interpolation = Interpolation::Linear;
    key.mode = HandleMode::Vector;
    return key;
}

Curve Curve::fromKeys(std::vector<Key> keys)
{
    assert(std::adjacent_find(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
               return !(a.frame < b.frame);
           }) == keys.end());
    Curve curve;
    curve.keys_ = std::move(keys);
    return curve;
}

Curve Curve::fromRows(std::shared_ptr<const CurveRows> rows)
{
    Curve curve;
    if (rows && rows->size() > 0) curve.rows_ = std::move(rows);
    return curve;
}

const std::vector<Key>& Curve::keys() const&
{
    return rows_ ? rows_->keys() : keys_;
}

std::size_t Curve::size() const noexcept
{
    return rows_ ? rows_->size() : keys_.size();
}

double Curve::firstFrame() const
{
    return rows_ ? 0 : keys_.front().frame;
}

double Curve::lastFrame() const
{
    return rows_ ? static_cast<double>(rows_->size() - 1) : keys_.back().frame;
}

bool operator==(const Curve& a, const Curve& b)
{
    if (a.rows_ && b.rows_ && a.rows_->sameAs(*b.rows_)) return true;
    return a.size() == b.size() && a.keys() == b.keys();
}

/// Call before changing a key.
void Curve::ownKeys()
{
    if (!rows_) return;
    keys_ = rows_->keysMade() ? rows_->keys() : rows_->makeKeys();
    rows_.reset();
}

double Curve::sample(double frame) const
{
    std::size_t row = 0;
    return sample(frame, row);
}

/// For linear keys at each whole frame.
double Curve::sampleRows(double frame, std::size_t& row) const
{
    const std::size_t count = rows_->size();
    row = 0;
    if (frame < 0) return rows_->value(0);
    row = count;
    if (!(frame < static_cast<double>(count - 1))) return rows_->value(count - 1);
    row = static_cast<std::size_t>(frame) + 1;
    const double from = static_cast<double>(row - 1);
    const double value = rows_->value(row - 1);
    return value + (frame - from) * (rows_->value(row) - value);
}

double Curve::sample(double frame, std::size_t& row) const
{
    if (rows_ && !rows_->keysMade()) return sampleRows(frame, row);
    const std::vector<Key>& all = keys();
    const std::size_t count = all.size();
    if (count == 0) return 0;
    const bool known =
        row > 0 && row < count && all[row - 1].frame <= frame && frame < all[row].frame;
    if (!known)
        row = std::upper_bound(all.begin(), all.end(), frame,
                               [](double f, const Key& key) { return f < key.frame; }) -
              all.begin();
    if (row == 0) return all.front().value;
    if (row == count) return all.back().value;
    return between(all[row - 1], all[row], frame);
}

const Key* Curve::find(double frame) const
{
    const std::vector<Key>& all = keys();
    const auto at = rowOf(all, frame);
    return at != all.end() && at->frame == frame ? &*at : nullptr;
}

void Curve::set(const Key& key)
{
    assert(std::isfinite(key.frame) && std::isfinite(key.value));
    ownKeys();
    Key put = key;
    auto at = keys_.begin() + (rowOf(keys_, key.frame) - keys_.cbegin());
    const bool there = at != keys_.end() && at->frame == key.frame;
    if (put.mode == HandleMode::Aligned && !onOneLine(put)) {
        const bool leftLeads = there && put.left != at->left && put.right == at->right;
        if (leftLeads)
            put.right = opposite(put.left, put.right);
        else
            put.left = opposite(put.right, put.left);
    }
    if (there)
        *at = put;
    else
        at = keys_.insert(at, put);
    refreshAround(at - keys_.begin());
}

void Curve::setValue(double frame, double value, std::optional<Interpolation> interpolation)
{
    ownKeys();
    Key key;
    key.frame = frame;
    if (const Key* there = find(frame))
        key = *there;
    else if (const auto at = rowOf(keys_, frame); at != keys_.begin())
        key.interpolation = std::prev(at)->interpolation;
    key.value = value;
    if (interpolation) key.interpolation = *interpolation;
    set(key);
}

void Curve::insert(double frame)
{
    ownKeys();
    const auto at = keys_.begin() + (rowOf(keys_, frame) - keys_.cbegin());
    if (keys_.empty() || (at != keys_.end() && at->frame == frame)) return;
    Key key;
    key.frame = frame;
    key.value = sample(frame);
    const std::size_t row = at - keys_.begin();
    if (at == keys_.begin()) {
        // Before the first key the value is constant, whatever that key's left handle is.
        key.interpolation = at->interpolation == Interpolation::Constant ? Interpolation::Constant
                                                                         : Interpolation::Linear;
    } else if (at == keys_.end()) {
        Key& last = keys_.back();
        key.interpolation = last.interpolation;
        if (last.interpolation == Interpolation::Bezier && last.right.value != 0) {
            last.right.value = 0;
            if (last.mode == HandleMode::Aligned) last.mode = HandleMode::Free;
        }
    } else {
        Key& a = keys_[row - 1];
        Key& b = keys_[row];
        key.interpolation = a.interpolation;
        if (a.interpolation == Interpolation::Bezier) {
            // De Casteljau's construction, with points relative to a.
            const Shape shape = shapeBetween(a, b);
            const double t = parameterAt(a, b, shape, frame);
            const Handle end{b.frame - a.frame, b.value - a.value};
            const Handle p2{end.frames + shape.left.frames, end.value + shape.left.value};
            const Handle p01 = lerp({}, shape.right, t);
            const Handle p12 = lerp(shape.right, p2, t);
            const Handle p23 = lerp(p2, end, t);
            const Handle p012 = lerp(p01, p12, t);
            const Handle p123 = lerp(p12, p23, t);
            const Handle middle{frame - a.frame, key.value - a.value};
            key.left = minus(p012, middle);
            key.right = minus(p123, middle);
            key.mode = HandleMode::Aligned;
            a.right = p01;
            b.left = minus(p23, end);
        }
    }
    keys_.insert(at, key);
    // Between the last key and a new one beyond it the curve is flat whatever their handles are, so
    // the new key gets automatic ones.
    if (row > 0 && row + 1 == keys_.size()) refreshHandles(row);
    for (std::size_t i = row > 0 ? row - 1 : 0; i <= row + 1 && i < keys_.size(); ++i)
        refreshOrFreeze(i);
}

bool Curve::remove(double frame)
{
    ownKeys();
    const auto at = rowOf(keys_, frame);
    if (at == keys_.end() || at->frame != frame) return false;
    const std::size_t row = at - keys_.cbegin();
    keys_.erase(at);
    if (!keys_.empty()) refreshAround(std::min(row, keys_.size() - 1));
    return true;
}

void Curve::refreshHandles(std::size_t key)
{
    keys_[key] = refreshed(key > 0 ? &keys_[key - 1] : nullptr, keys_[key],
                           key + 1 < keys_.size() ? &keys_[key + 1] : nullptr);
}

void Curve::refreshAround(std::size_t key)
{
    const std::size_t first = key > 0 ? key - 1 : 0;
    for (std::size_t i = first; i <= key + 1 && i < keys_.size(); ++i) refreshHandles(i);
}

void Curve::refreshOrFreeze(std::size_t key)
{
    const Key before = keys_[key];
    refreshHandles(key);
    const Key& after = keys_[key];
    const bool leftUsed = key > 0 && keys_[key - 1].interpolation == Interpolation::Bezier;
    const bool rightUsed = key + 1 < keys_.size() && before.interpolation == Interpolation::Bezier;
    if ((!leftUsed || same(before.left, after.left)) &&
        (!rightUsed || same(before.right, after.right)))
        return;
    keys_[key] = before;
    keys_[key].mode = onOneLine(before) ? HandleMode::Aligned : HandleMode::Free;
}

}  // namespace posewright
