#pragma once

#include "tests/support/plain_figure.h"

#include <cstdint>

/// Random limits, and poses inside them.
namespace posewright::plain {

/// Vigna's splitmix64.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next()
    {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    double uniform(double from, double to)
    {
        return from + (to - from) * (static_cast<double>(next() >> 11) * 0x1p-53);
    }
    int below(int count) { return static_cast<int>(next() % static_cast<std::uint64_t>(count)); }
    bool chance(double share) { return uniform(0, 1) < share; }
    V direction()
    {
        const double z = uniform(-1, 1);
        const double phi = uniform(0, 2 * std::numbers::pi);
        const double side = std::sqrt(1 - z * z);
        return {side * std::cos(phi), side * std::sin(phi), z};
    }
    /// About any axis, by up to `most` [rad].
    Q rotation(double most)
    {
        const V axis = direction();
        const double by = uniform(0, most);
        const double s = std::sin(by / 2);
        return {s * axis[0], s * axis[1], s * axis[2], std::cos(by / 2)};
    }
    /// Around 0, or off to a side; one in ten is a single value.
    Bounds range(double most)
    {
        const double a = uniform(-most, most);
        const double b = chance(0.1) ? a : uniform(-most, most);
        return {std::min(a, b), std::max(a, b)};
    }

private:
    std::uint64_t state_;
};

/// Slides go up to `size` [m] to each side.
inline Limit anyLimit(Limit::Kind kind, Dice& dice, double size)
{
    Limit limit;
    limit.kind = kind;
    const Q frame = dice.rotation(std::numbers::pi);
    limit.axis = turned(frame, {1, 0, 0});
    limit.up = turned(frame, {0, 1, 0});
    for (double& angle : limit.opening) angle = dice.uniform(0.05, dice.chance(0.2) ? 3 : 1.4);
    limit.range = dice.range(kind == Limit::Kind::Slide ? size : dice.chance(0.1) ? 4 : 2);
    for (Bounds& span : limit.box) span = dice.range(dice.chance(0.1) ? 4 : 1.5);
    for (int i = 2; i > 0; --i) std::swap(limit.order[i], limit.order[dice.below(i + 1)]);
    return limit;
}

/// A rotation, seen from rest, that the limit allows.
inline Q anyInside(const Limit& limit, Dice& dice)
{
    const auto turn = [](const V& axis, double by) {
        const V v = std::sin(by / 2) * unit(axis);
        return Q{v[0], v[1], v[2], std::cos(by / 2)};
    };
    const auto in = [&](const Bounds& span) { return dice.uniform(span.min, span.max); };
    switch (limit.kind) {
    case Limit::Kind::Free: return dice.rotation(2);
    case Limit::Kind::Hinge: return turn(limit.axis, in(limit.range));
    case Limit::Kind::Cone: {
        const V right = unit(cross(limit.axis, limit.up));
        const V up = cross(right, limit.axis);
        const double way = dice.uniform(0, 2 * std::numbers::pi);
        const double x = std::cos(way), y = std::sin(way);
        const double rim =
            1 / std::hypot(x / limit.opening[x < 0 ? 2 : 0], y / limit.opening[y < 0 ? 3 : 1]);
        const V towards = x * up + y * right;
        return product(turn(cross(limit.axis, towards), dice.uniform(0, rim)),
                       turn(limit.axis, in(limit.range)));
    }
    case Limit::Kind::Box: {
        const auto& o = limit.order;
        const Q first = about(o[0], in(limit.box[o[0]]));
        const Q second = about(o[1], in(limit.box[o[1]]));
        return product(product(first, second), about(o[2], in(limit.box[o[2]])));
    }
    default: return {0, 0, 0, 1};
    }
}

}  // namespace posewright::plain
