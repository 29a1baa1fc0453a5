#pragma once

#include "core/math/rotation.h"
#include "core/math/transform.h"
#include "core/motion/ease.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace posewright {

class RotationRows;

/// How a rotation changes from one key to the next, set by the key at the start of the interval.
enum class RotationInterpolation : std::uint8_t {
    Step,
    Slerp,  ///< constant speed on the shorter arc: glTF LINEAR
    Cubic,  ///< Hermite on the components, renormalised: glTF CUBICSPLINE
    Eased,  ///< slerp, with its parameter eased by a Bezier curve of time
};

/// The tangents and easing of a cubic or eased key.
struct RotationShape {
    Vec4 in = Vec4::Zero();   ///< derivative of (x, y, z, w) arriving at the key [1/frame]
    Vec4 out = Vec4::Zero();  ///< leaving it
    Ease ease;
    bool automatic = true;  ///< in and out follow the neighbours

    friend bool operator==(const RotationShape& a, const RotationShape& b)
    {
        return a.in == b.in && a.out == b.out && a.ease == b.ease && a.automatic == b.automatic;
    }
};

struct RotationKey {
    double frame = 0;
    Quat value = Quat::Identity();  ///< unit
    RotationInterpolation interpolation = RotationInterpolation::Slerp;

    friend bool operator==(const RotationKey& a, const RotationKey& b)
    {
        return a.frame == b.frame && a.value.coeffs() == b.value.coeffs() &&
               a.interpolation == b.interpolation;
    }
};

/// A rotation as a function of time that passes through keys.
///
/// Frames strictly increase; neighbouring keys lie in one hemisphere (signs are flipped to make it
/// so, from the first key on), except between two fixed tangents: there the signs are part of the
/// motion, as in glTF (glTF 2.0, appendix C.5). Constant before the first and after the last key;
/// without keys it has no effect. Shapes are stored only once a key needs one, so that dense motion
/// capture stays small.
class RotationTrack {
public:
    RotationTrack() = default;

    /// @pre keys sorted by strictly increasing frame, unit; shapes empty or one per key. Automatic
    /// shapes are recomputed; a key whose sign is flipped has its shape flipped, too.
    static RotationTrack fromKeys(std::vector<RotationKey> keys,
                                  std::vector<RotationShape> shapes = {});

    /// One key per row. Keys are made only when `keys` is called; comparison does not depend on
    /// that.
    static RotationTrack fromRows(std::shared_ptr<const RotationRows> rows);
    /// The rows, as long as no key was changed; null if it was, or was not made from rows.
    const RotationRows* rows() const noexcept { return rows_.get(); }

    const std::vector<RotationKey>& keys() const&;
    void keys() const&& = delete;
    bool empty() const noexcept { return !rows_ && keys_.empty(); }
    std::size_t size() const noexcept;  ///< number of keys
    double firstFrame() const;          ///< of the keys. @pre not empty
    double lastFrame() const;

    /// The shape of a key by its row; the default one if none is stored.
    RotationShape shape(std::size_t key) const;

    /// Is the sign of a key's value part of the way to it from the key before? Between fixed
    /// tangents the components themselves are interpolated. @pre 0 < key < size()
    bool keepsSide(std::size_t key) const;

    /// Are shapes stored? This is part of the value, so files must preserve it.
    bool shaped() const noexcept { return !shapes_.empty(); }

    /// O(log keys); the identity if there is no key.
    Quat sample(double frame) const;

    /// As above; `row` as for Curve::sample.
    Quat sample(double frame, std::size_t& row) const;

    /// The arcs from each key to the next one, if some are slerped or eased; else empty. O(keys).
    std::vector<Arc> arcs() const;
    /// As above, in half the time where it is eased. @param arcs  as arcs() gives them, or empty
    Quat sample(double frame, std::size_t& row, const std::vector<Arc>& arcs, LastEase& last) const;

    const RotationKey* find(double frame) const;

    /// Inserts a key or replaces one at exactly the same frame. Without `shape`, a replaced key
    /// keeps its shape and a new one gets the default.
    void set(const RotationKey& key, const std::optional<RotationShape>& shape = {});

    /// Sets the rotation at a frame; interpolation as for Curve::setValue (Cubic if there is no key
    /// before it).
    void setValue(double frame, const Quat& value,
                  std::optional<RotationInterpolation> interpolation = {});

    /// Inserts a key without changing the motion: step, slerp and eased intervals to 1e-12, cubic
    /// ones to about 1e-3 times the cube of the angle between the keys [rad]. Automatic shapes that
    /// would change a neighbouring interval become fixed ones. An empty track stays empty.
    void insert(double frame);

    bool remove(double frame);

    friend bool operator==(const RotationTrack& a, const RotationTrack& b);

private:
    template <class Turn>
    Quat sampleKeys(const std::vector<RotationKey>& all, double frame, std::size_t& row,
                    Turn&& turn) const;
    void ownKeys();
    bool isAcross(std::size_t key) const;
    void negate(std::size_t key);
    void alignFrom(std::size_t key);
    void ensureShapes();
    RotationShape automaticShape(std::size_t key) const;
    void refresh(std::size_t key);
    void refreshAround(std::size_t key);
    void refreshOrFreeze(std::size_t key);
    void put(std::size_t row, const RotationKey& key);

    std::shared_ptr<const RotationRows> rows_;  ///< not null: keys_ and shapes_ are empty
    std::vector<RotationKey> keys_;
    std::vector<RotationShape> shapes_;  ///< empty, or one per key
};

}  // namespace posewright
