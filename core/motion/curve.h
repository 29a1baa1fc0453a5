#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace posewright {

class CurveRows;

/// How a scalar travels from a key to the next one. The key at the start of the interval decides.
enum class Interpolation : std::uint8_t { Constant, Linear, Bezier };

/// How a key's handles come about, and what dragging one does to the other.
enum class HandleMode : std::uint8_t {
    AutoClamped,  ///< smooth, flat at extremes, never beyond the neighbours' values
    Free,         ///< each as placed
    Aligned,      ///< as placed, kept on one line through the key
    Vector,       ///< each points at its neighbour
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

/// From here on the curve runs straight to the next key.
Key linearKey(double frame, double value);

/// A scalar function of time through keys: what every animated number is.
///
/// Keys are sorted by strictly increasing, finite frames; every operation keeps it so. Before the
/// first and after the last key the value is held; a curve without keys says nothing.
/// Handles of automatic modes are recomputed when a neighbour changes. Where the handles of an
/// interval are so long that time would run back, both are shortened while sampling, by one factor.
/// Handles of a third of the interval make the interval a Hermite cubic: glTF's CUBICSPLINE
/// (glTF 2.0, appendix C.5), sampled without root finding.
class Curve {
public:
    Curve() = default;

    /// @pre keys sorted by strictly increasing frame. Handles are taken as they are.
    static Curve fromKeys(std::vector<Key> keys);

    /// A key a row, which are only made when somebody asks for them: as equal as if they were.
    static Curve fromRows(std::shared_ptr<const CurveRows> rows);
    /// The rows, as long as no key was changed; null where there are none.
    const CurveRows* rows() const noexcept { return rows_.get(); }

    const std::vector<Key>& keys() const&;
    void keys() const&& = delete;
    bool empty() const noexcept { return !rows_ && keys_.empty(); }
    std::size_t size() const noexcept;  ///< number of keys
    double firstFrame() const;          ///< of the keys. @pre not empty
    double lastFrame() const;

    /// O(log keys). 0 where there is no key.
    double sample(double frame) const;

    /// As above; `row` is where to look first (the row after the frame), and is left where the
    /// frame was found. Curves whose keys have equal frames share one search this way. 0: no idea.
    double sample(double frame, std::size_t& row) const;

    /// The key at exactly this frame; null if there is none.
    const Key* find(double frame) const;

    /// Puts a key, in place of one at exactly the same frame. Handles of a mode Aligned that are
    /// not on one line: the right one leads, or the left one where only that differs from before.
    void set(const Key& key);

    /// Puts a key of this value. An existing key keeps its interpolation and mode; a new one takes
    /// the interpolation of the key before it (Bezier where there is none) and automatic handles.
    void setValue(double frame, double value, std::optional<Interpolation> interpolation = {});

    /// Puts a key on the curve as it is: no value changes anywhere (Bezier intervals are split by
    /// de Casteljau's construction; to about 1e-12 of the value's range). Where automatic handles
    /// would change a shape, they become handles as placed. Nothing happens to an empty curve.
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
