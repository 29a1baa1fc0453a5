#include "core/motion/turned.h"

#include <algorithm>
#include <cmath>

namespace posewright {

namespace {

bool isIdentity(const Quat& q)
{
    return q.coeffs() == Quat::Identity().coeffs();
}

RotationTrack turned(const RotationTrack& track, const Quat& left, const Quat& right)
{
    const auto product = [&](const Vec4& v) -> Vec4 {
        return (left * Quat(v[3], v[0], v[1], v[2]) * right).coeffs();
    };
    std::vector<RotationKey> keys = track.keys();
    std::vector<RotationShape> shapes;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        keys[i].value = (left * keys[i].value * right).normalized();
        if (!track.shaped()) continue;
        RotationShape shape = track.shape(i);
        shape.in = product(shape.in);
        shape.out = product(shape.out);
        shapes.push_back(shape);
    }
    return RotationTrack::fromKeys(std::move(keys), std::move(shapes));
}

using Curves = std::array<Shared<Curve>, 3>;

/// The first key of an interval sets its interpolation, and so whether the left handle at its end
/// counts.
bool sameTimes(const std::vector<Key>& a, const std::vector<Key>& b)
{
    if (a.size() != b.size()) return false;
    bool bent = false;  // the interval before this key
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].frame != b[i].frame || a[i].interpolation != b[i].interpolation) return false;
        if (bent && a[i].left.frames != b[i].left.frames) return false;
        bent = a[i].interpolation == Interpolation::Bezier;
        if (bent && a[i].right.frames != b[i].right.frames) return false;
    }
    return true;
}

/// Automatic handles would be different in other axes, so they are fixed.
HandleMode placed(HandleMode mode)
{
    return mode == HandleMode::AutoClamped ? HandleMode::Free : mode;
}

Curves turnedKeys(const Curves& curves, const NewAxes& to)
{
    std::array<std::vector<Key>, 3> keys{curves[0]->keys(), curves[1]->keys(), curves[2]->keys()};
    for (std::size_t i = 0; i < keys[0].size(); ++i) {
        const auto turn = [&](auto part) {
            const Vec3 v =
                to.size * (to.way * Vec3(part(keys[0][i]), part(keys[1][i]), part(keys[2][i])));
            for (int axis = 0; axis < 3; ++axis) part(keys[axis][i]) = v[axis];
        };
        turn([](Key& key) -> double& { return key.value; });
        turn([](Key& key) -> double& { return key.left.value; });
        turn([](Key& key) -> double& { return key.right.value; });
        for (int axis = 0; axis < 3; ++axis) {
            keys[axis][i].value += to.place[axis];
            keys[axis][i].mode = placed(keys[axis][i].mode);
        }
    }
    Curves out;
    for (int axis = 0; axis < 3; ++axis) out[axis] = Curve::fromKeys(std::move(keys[axis]));
    return out;
}

Curves turnedSamples(const Curves& curves, const NewAxes& to)
{
    Track own;
    own.translation = curves;
    std::vector<double> frames = keyFrames(own);
    const double first = std::ceil(frames.front()), last = frames.back();
    for (int i = 0; first + i < last; ++i) frames.push_back(first + i);
    std::ranges::sort(frames);
    frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
    std::array<std::vector<Key>, 3> keys;
    for (const double frame : frames) {
        Vec3 v;
        for (int axis = 0; axis < 3; ++axis)
            v[axis] = curves[axis]->empty() ? to.unkeyed[axis] : curves[axis]->sample(frame);
        v = to.place + to.size * (to.way * v);
        for (int axis = 0; axis < 3; ++axis) keys[axis].push_back(linearKey(frame, v[axis]));
    }
    Curves out;
    for (int axis = 0; axis < 3; ++axis) out[axis] = Curve::fromKeys(std::move(keys[axis]));
    return out;
}

}  // namespace

Curve sized(const Curve& curve, double size)
{
    std::vector<Key> keys = curve.keys();
    for (Key& key : keys) {
        key.value *= size;
        key.left.value *= size;
        key.right.value *= size;
    }
    return Curve::fromKeys(std::move(keys));
}

bool sameTimes(const Curves& curves)
{
    return std::ranges::all_of(curves, [&](const Shared<Curve>& curve) {
        return sameTimes(curve->keys(), curves[0]->keys());
    });
}

Track turned(const Track& track, const NewAxes& to)
{
    Track out = track;
    if (!track.rotation->empty() && !(isIdentity(to.left) && isIdentity(to.right)))
        out.rotation = turned(*track.rotation, to.left, to.right);
    const bool moves = !isIdentity(to.way) || !to.place.isZero(0) || to.size != 1;
    if (hasKeys(track.translation) && moves)
        out.translation = sameTimes(track.translation) ? turnedKeys(track.translation, to)
                                                       : turnedSamples(track.translation, to);
    if (to.size != 1)
        for (Shared<Curve>& curve : out.scale)
            if (!curve->empty()) curve = sized(*curve, to.size);
    return out;
}

}  // namespace posewright
