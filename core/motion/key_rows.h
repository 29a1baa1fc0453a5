#pragma once

#include "core/base/shared.h"
#include "core/motion/curve.h"
#include "core/motion/rotation_track.h"
#include "core/motion/spelled_rows.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace posewright {

/// Keys that are made once, at the first call of `get`, for all who share them. Thread-safe.
template <class Key>
class LazyKeys {
public:
    template <class Make>
    const std::vector<Key>& get(Make&& make) const
    {
        std::call_once(once_, [&] {
            keys_ = make();
            made_.store(true, std::memory_order_release);
        });
        return keys_;
    }
    bool made() const noexcept { return made_.load(std::memory_order_acquire); }

private:
    mutable std::once_flag once_;
    mutable std::atomic<bool> made_ = false;
    mutable std::vector<Key> keys_;
};

/// A linear key at each of the frames 0, 1, 2...: a column of a file's rows, times a scale. A Curve
/// is stored like this until its keys are asked for or changed. @pre at least one row
class CurveRows {
public:
    CurveRows(Shared<SpelledRows> rows, int column, double scale) :
        rows_(std::move(rows)), column_(column), scale_(scale)
    {
    }

    std::size_t size() const noexcept { return rows_->rows(); }
    double value(std::size_t row) const { return valueOf(*rows_, row, column_) * scale_; }
    const std::vector<Key>& keys() const;
    bool keysMade() const noexcept { return keys_.made(); }  ///< has `keys` been called?
    std::vector<Key> makeKeys() const;                       ///< the same, without keeping them

    /// The same column of the very same rows. True implies equality; false says nothing.
    bool sameAs(const CurveRows& other) const;

    const Shared<SpelledRows>& rows() const noexcept { return rows_; }
    int column() const noexcept { return column_; }
    double scale() const noexcept { return scale_; }

private:
    Shared<SpelledRows> rows_;
    int column_;
    double scale_;
    LazyKeys<Key> keys_;
};

/// One rotation channel of a joint in a capture.
struct TurnColumn {
    int axis = 0;    ///< 0 x, 1 y, 2 z
    int column = 0;  ///< of the rows [degree]
    bool operator==(const TurnColumn&) const = default;
};

/// A slerp key at each of the frames 0, 1, 2...: intrinsic turns about up to three axes, in the
/// order of `turns`, from a file's rows. A RotationTrack is stored like this until its keys are
/// asked for or changed: an eighth of the memory. @pre at least one row
class RotationRows {
public:
    RotationRows(Shared<SpelledRows> rows, std::vector<TurnColumn> turns) :
        rows_(std::move(rows)), turns_(std::move(turns))
    {
    }

    std::size_t size() const noexcept { return rows_->rows(); }
    /// The key's rotation, in the hemisphere of the key before it: (x, y, z, w).
    std::array<double, 4> value(std::size_t row) const;
    const std::vector<RotationKey>& keys() const;
    /// As RotationTrack::sample.
    Quat sample(double frame, std::size_t& row) const;
    bool keysMade() const noexcept { return keys_.made(); }
    std::vector<RotationKey> makeKeys() const;

    bool sameAs(const RotationRows& other) const;

    const Shared<SpelledRows>& rows() const noexcept { return rows_; }
    const std::vector<TurnColumn>& turns() const noexcept { return turns_; }

private:
    std::array<double, 4> turned(std::size_t row) const;
    double arc(std::size_t row) const;
    std::vector<bool> signs() const;

    Shared<SpelledRows> rows_;
    std::vector<TurnColumn> turns_;
    LazyKeys<RotationKey> keys_;
    mutable std::once_flag signed_;
    mutable std::vector<bool> flipped_;  ///< empty: none is
};

/// The keys of a track, for one pass over them. Those of rows are made in `room`, unless they are
/// kept already: kept, they take six times the memory of a capture.
const std::vector<RotationKey>& keysIn(const RotationTrack& track, std::vector<RotationKey>& room);

}  // namespace posewright
