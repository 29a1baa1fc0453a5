#pragma once

#include "core/evaluate/in_boxes.h"
#include "core/evaluate/motion_faults.h"
#include "core/evaluate/pole_near.h"

#include <functional>
#include <map>
#include <memory>
#include <unordered_set>
#include <vector>

namespace posewright::ui {

/// Faults at a frame beyond its target statuses.
struct MotionFault {
    struct Slip {
        ConstraintId target = ConstraintId::None;
        double by =
            0;  ///< distance of the effector from its place at the first frame of the contact [m]
        bool operator==(const Slip&) const = default;
    };
    std::vector<Pop> pops;    ///< from the frame before to this one
    std::vector<Slip> slips;  ///< beyond slipTolerance
    /// Pops that were in the motion when it was opened or brought in and were not edited since; not
    /// counted as problems.
    std::vector<Pop> recorded;
    std::vector<InBox> inBoxes;  ///< not counted as problems
    /// Joints that keys, not targets, turn or slide far beyond their limits; not counted as
    /// problems.
    std::vector<OutsideLimit> beyond;
    std::vector<PoleNear> poles;  ///< those that make limbs pop here, if any joint pops

    /// Is there anything that the reach doctor may know a remedy for?
    bool isCase() const noexcept { return isProblem() || !recorded.empty() || !inBoxes.empty(); }
    bool isNote() const noexcept
    {
        return !recorded.empty() || !inBoxes.empty() || !beyond.empty();
    }
    bool isProblem() const noexcept { return !pops.empty() || !slips.empty(); }
    bool operator==(const MotionFault&) const = default;
};

/// A joint is noted if it is beyond its limit by more than this; sliding, by more than this share
/// of the figure.
inline constexpr double kNotedTurn = 0.5 * 3.14159265358979323846 / 180;  ///< [rad]
inline constexpr double kNotedSlide = 1e-3;
/// Does the joint slide instead of turning?
bool slides(const Scene& scene, NodeId joint);

/// Finds pops and slips, as `report` does, at the whole frames of the range, incrementally as
/// evaluations become available in any order.
class MotionWatch {
public:
    /// Frames with a fault.
    using Faults = std::map<int, MotionFault>;
    /// The evaluation of a frame; null if it is not available.
    using Find = std::function<std::shared_ptr<const Evaluation>(int)>;

    /// Clears everything, for another document.
    /// @param unedited as DocumentFile::unedited
    void reset(const Document& doc, const Document& unedited);
    /// Adds frames whose evaluations `find` now gives; known ones are skipped.
    void add(const std::vector<int>& frames, const Find& find);

    const Faults& faults() const noexcept { return faults_; }
    /// Are all whole frames from one to another known, as far as they are in the range?
    bool knows(double first, double last) const;

private:
    /// A contact whose slip is determined once all of its frames are known.
    struct Contact {
        std::size_t constraint = 0;  ///< row of Rig::constraints
        const Span* span = nullptr;  ///< of doc_
        int first = 0, last = -1;    ///< frame
        int missing = 0;
        double tolerance = 0;  ///< [m]
    };

    void lookAtLimits(int frame, const Find& find);
    void lookIntoBoxes(int later, const Find& find);
    void lookForPops(int later, const Find& find);
    void lookForSlips(const Contact& contact, const Find& find);

    Document doc_, unedited_;
    int first_ = 0, last_ = -1;  ///< frame
    double size_ = 0;            ///< of the figure [m]
    std::unordered_set<int> known_;
    std::vector<Contact> contacts_;
    BoxWatch boxes_;
    Faults faults_;
};

}  // namespace posewright::ui
