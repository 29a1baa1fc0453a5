#pragma once

#include "core/math/transform.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace posewright {

class RotationRows;

/// How a rotation travels from a key to the next one, by the key at the start of the interval.
enum class RotationInterpolation : std::uint8_t {
    Step,
    Slerp,  ///< constant speed on the shorter arc: glTF LINEAR
    Cubic,  ///< Hermite on the components, renormalised: glTF CUBICSPLINE
    Eased,  ///< slerp, with its parameter eased by a Bezier curve of time
};

/// Control points of an eased interval, each coordinate in [0, 1]: time, then share of the way.
/// Splitting an interval may leave them outside by up to a third, where neither runs back either.
struct Ease {
    double x1 = 0.42, y1 = 0;
    double x2 = 0.58, y2 = 1;
    bool operator==(const Ease&) const = default;
};

/// The share of the way covered after the share `t` of the time, both in [0, 1].
double eased(const Ease& ease, double t);

/// What a cubic or eased key needs beside its rotation.
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

/// A rotation as a function of time through keys.
///
/// Frames strictly increase; neighbouring keys lie in one hemisphere (signs are flipped to make it
/// so, from the first key on). Held outside its keys; says nothing without any. Shapes are stored
/// only once a key needs one, so that dense motion capture stays small.
class RotationTrack {
public:
    RotationTrack() = default;

    /// @pre keys sorted by strictly increasing frame, unit; shapes empty or one per key.
    /// Automatic shapes are computed anew; a key whose sign is flipped takes its shape along.
    static RotationTrack fromKeys(std::vector<RotationKey> keys,
                                  std::vector<RotationShape> shapes = {});

    /// A key a row, which are only made when somebody asks for them: as equal as if they were.
    static RotationTrack fromRows(std::shared_ptr<const RotationRows> rows);
    /// The rows, as long as no key was changed; null where there are none.
    const RotationRows* rows() const noexcept { return rows_.get(); }

    const std::vector<RotationKey>& keys() const&;
    void keys() const&& = delete;
    bool empty() const noexcept { return !rows_ && keys_.empty(); }
    std::size_t size() const noexcept;  ///< number of keys
    double firstFrame() const;          ///< of the keys. @pre not empty
    double lastFrame() const;

    /// The shape of a key by its row; the default one where none is stored.
    RotationShape shape(std::size_t key) const;

    /// Are shapes stored? Part of the value, so that a file has to keep it.
    bool shaped() const noexcept { return !shapes_.empty(); }

    /// O(log keys); the identity where there is no key.
    Quat sample(double frame) const;

    /// As above; `row` as for Curve::sample.
    Quat sample(double frame, std::size_t& row) const;

    const RotationKey* find(double frame) const;

    /// Puts a key, in place of one at exactly the same frame. Without a shape it keeps the one that
    /// was there; a new key has the default one.
    void set(const RotationKey& key, const std::optional<RotationShape>& shape = {});

    /// Puts a key of this rotation; interpolation as for Curve::setValue (Cubic where there is none
    /// to follow).
    void setValue(double frame, const Quat& value,
                  std::optional<RotationInterpolation> interpolation = {});

    /// Puts a key on the curve as it is. Step, slerp and eased intervals keep their shape to 1e-12;
    /// cubic ones to about 1e-3 of the third power of the angle between the keys [rad]. Where
    /// automatic shapes would change a neighbouring interval, they become shapes as given. Nothing
    /// happens to an empty track.
    void insert(double frame);

    bool remove(double frame);

    friend bool operator==(const RotationTrack& a, const RotationTrack& b);

private:
    Quat sampleKeys(const std::vector<RotationKey>& all, double frame, std::size_t& row) const;
    void ownKeys();
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
