#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace posewright {

class CurveRows;

/// How a value changes from one key to the next, set by the key at the start of the interval.
enum class Interpolation : std::uint8_t { Constant, Linear, Bezier };

/// How a key's handles are determined, and what dragging one does to the other.
enum class HandleMode : std::uint8_t {
    AutoClamped,  ///< automatic: smooth, flat at extremes, never beyond the neighbours' values
    Free,         ///< each as placed
    Aligned,      ///< as placed, kept collinear with the key
    Vector,       ///< each points at the neighbouring key
};

/// Control point of a Bezier interval, as an offset from its key.
struct Handle {
    double frames = 0;  ///< <= 0 on the left, >= 0 on the right
    double value = 0;
    bool operator==(const Handle&) const = default;
};

struct Key {
    double frame = 0;
    double value = 0;  ///< [m], [rad] or 1
    Handle left;
    Handle right;
    Interpolation interpolation = Interpolation::Bezier;
    HandleMode mode = HandleMode::AutoClamped;

    bool operator==(const Key&) const = default;
};

/// A key from which the curve is linear to the next one.
Key linearKey(double frame, double value);

/// A scalar function of time that passes through keys.
///
/// Keys are sorted by strictly increasing, finite frames; every operation keeps them so. The value
/// is constant before the first and after the last key; a curve without keys has no effect. Handles
/// of automatic modes are recomputed when a neighbour changes. If the handles of an interval are so
/// long that time would run backwards, sampling shortens both by the same factor. Handles of a
/// third of the interval make the interval a Hermite cubic: glTF's CUBICSPLINE (glTF 2.0, appendix
/// C.5), sampled without root finding.
class Curve {
public:
    Curve() = default;

    /// @pre keys sorted by strictly increasing frame. Handles are taken as they are.
    static Curve fromKeys(std::vector<Key> keys);

    /// One key per row. Keys are made only when `keys` is called; comparison does not depend on
    /// that.
    static Curve fromRows(std::shared_ptr<const CurveRows> rows);
    /// The rows, as long as no key was changed; null if it was, or was not made from rows.
    const CurveRows* rows() const noexcept { return rows_.get(); }

    const std::vector<Key>& keys() const&;
    void keys() const&& = delete;
    bool empty() const noexcept { return !rows_ && keys_.empty(); }
    std::size_t size() const noexcept;  ///< number of keys
    double firstFrame() const;          ///< of the keys. @pre not empty
    double lastFrame() const;

    /// O(log keys). 0 if there is no key.
    double sample(double frame) const;

    /// As above; `row`, that of the first key after the frame, is where the search starts, and is
    /// updated. Curves whose keys are at the same frames share one search this way. 0: unknown.
    double sample(double frame, std::size_t& row) const;

    /// The key at exactly this frame; null if there is none.
    const Key* find(double frame) const;

    /// Inserts a key or replaces one at exactly the same frame. If the handles of mode Aligned are
    /// not collinear, the left one follows the right one; or the right one the left one, if only
    /// that was changed.
    void set(const Key& key);

    /// Sets the value at a frame. An existing key keeps its interpolation and mode; a new one gets
    /// automatic handles and the interpolation of the key before it (Bezier if there is none).
    void setValue(double frame, double value, std::optional<Interpolation> interpolation = {});

    /// Inserts a key without changing the curve (Bezier intervals are split by de Casteljau's
    /// construction; to about 1e-12 of the value's range). Automatic handles that would change its
    /// shape become free ones. An empty curve stays empty.
    void insert(double frame);

    /// False if there is no key at exactly this frame.
    bool remove(double frame);

    friend bool operator==(const Curve& a, const Curve& b);

private:
    double sampleRows(double frame, std::size_t& row) const;
    void ownKeys();
    void refreshHandles(std::size_t key);
    void refreshAround(std::size_t key);
    void refreshOrFreeze(std::size_t key);

    std::shared_ptr<const CurveRows> rows_;  ///< not null: keys_ is empty
    std::vector<Key> keys_;
};

}  // namespace posewright
