#pragma once

#include "core/evaluate/motion_faults.h"

#include <functional>
#include <map>
#include <memory>
#include <unordered_set>
#include <vector>

namespace posewright::ui {

/// What is wrong at a frame that its targets' statuses do not tell.
struct MotionFault {
    struct Slip {
        ConstraintId target = ConstraintId::None;
        double by = 0;  ///< from where the effector is at the first frame of the contact [m]
        bool operator==(const Slip&) const = default;
    };
    std::vector<Pop> pops;    ///< on the way to the frame
    std::vector<Slip> slips;  ///< beyond what can be seen
    /// Pops that were in the motion when it was opened or brought in, and that nobody touched
    /// since: no problem of whoever works on it.
    std::vector<Pop> recorded;

    bool isProblem() const noexcept { return !pops.empty() || !slips.empty(); }
    bool operator==(const MotionFault&) const = default;
};

/// Pops and slips as `report` tells them, over the whole frames of the range, as their evaluations
/// come to be known, in any order.
class MotionWatch {
public:
    /// Frames with a fault.
    using Faults = std::map<int, MotionFault>;
    /// The evaluation of a frame, where it is known.
    using Find = std::function<std::shared_ptr<const Evaluation>(int)>;

    /// Forgets everything: another document is to be watched.
    /// @param came what of it nobody made here: as Session::came
    void reset(const Document& doc, const Document& came);
    /// Frames whose evaluations `find` gives from now on; those given before are passed over.
    void add(const std::vector<int>& frames, const Find& find);

    const Faults& faults() const noexcept { return faults_; }

private:
    /// A contact whose slip is told when all of its frames are known.
    struct Contact {
        std::size_t constraint = 0;  ///< row of Rig::constraints
        const Span* span = nullptr;  ///< of doc_
        int first = 0, last = -1;    ///< frame
        int missing = 0;
        double tolerance = 0;  ///< [m]
    };

    void lookForPops(int later, const Find& find);
    void lookForSlips(const Contact& contact, const Find& find);

    Document doc_, came_;
    int first_ = 0, last_ = -1;  ///< frame
    std::unordered_set<int> known_;
    std::vector<Contact> contacts_;
    Faults faults_;
};

}  // namespace posewright::ui
