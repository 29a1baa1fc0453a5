#pragma once

#include "core/ik/batch/band_matrix.h"
#include "core/ik/batch/error_bowl.h"
#include "core/ik/batch/trajectory_pole.h"
#include "core/ik/model/joint_space.h"
#include "core/ik/trajectory.h"

namespace posewright::ik {

/// All frames of a trajectory as one system. The numbers of the frames are concatenated; a joint
/// has the same place in every frame, but is not used in frames in which no goal turns it.
class TrajectoryRange {
public:
    /// Borrows the problems, to which `pin` was applied, and the settings.
    TrajectoryRange(std::span<const Problem> problems, std::span<const Solution> begin,
                    const TrajectorySettings& settings);

    int count() const { return static_cast<int>(frames_.size()); }
    int width() const { return width_; }  ///< numbers of a frame
    double cost();                        ///< of the current poses

    /// Takes the derivatives, unlocks everything, and remembers the poses.
    void begin();
    /// Computes the damped Gauss-Newton step, with no number pushed beyond a bound. False: there is
    /// none, or `goOn` returned false.
    bool findStep(double damping, const std::function<bool()>& goOn);
    /// Takes a share of it from the poses at begin(), scaled so that no joint turns by more than
    /// `mostTurn` [rad].
    void takeStep(double share, double mostTurn);
    /// A second step from there with the derivatives of begin(), which corrects the errors caused
    /// by curvature.
    void correctStep(double mostTurn);
    void goBack();  ///< to the poses at begin()
    /// Systems of equations that were solved so far.
    int systems() const { return systems_; }

    double largestBend() const;  ///< largest second difference of a rotation [rad]
    void write(int frame, Solution& out) const;

private:
    /// A joint that some frame turns, or the root's translation.
    struct Part {
        JointIndex joint = -1;  ///< -1: the translation
        int first = 0;
        int count = 0;
        bool turns = true;
    };
    struct Frame {
        JointSpace space;
        JointSpace::Pose before;     ///< at begin()
        std::vector<int> place;      ///< of each column of the space among all numbers of a frame
        std::vector<int> rowOf;      ///< per part: its first column in the space, or -1
        std::vector<Vec3> step;      ///< per part: to the next frame, per frame of time
        std::vector<Vec3> away;      ///< per part: from the base
        std::vector<Mat3> rates;     ///< per part: change of the rotation vector per number
        std::vector<PoleRow> poles;  ///< at begin()
        std::vector<double> bowl;    ///< at begin(): error_bowl.h; empty for none
        std::vector<Quat> base;
        Vec3 baseRoot = Vec3::Zero();
        double scale = 1;  ///< of squared errors
        double gap = 1;    ///< [frame] to the next one
        bool held = false;
    };

    bool bends(int frame, std::size_t part) const;
    Vec3 between(const Frame& a, const Frame& b, const Part& part) const;
    Vec3 fromBase(const Frame& frame, const Part& part) const;
    void findBowl(Frame&);
    void addErrors(int frame);
    void addBase(int frame);
    void addBends(int frame);
    void add(const int* columns, const double* slopes, int count, double error, double weight);
    void holdLocked();
    void assemble(double damping);
    void moveBy(double share, double mostTurn);

    std::span<const Problem> problems_;
    const TrajectorySettings& settings_;
    std::vector<Frame> frames_;
    std::vector<Part> parts_;
    int width_ = 0;
    double size_ = 1;   ///< [m]
    double slide_ = 1;  ///< [m] per unit of the root's translation
    ErrorBowl bowl_;
    BandMatrix matrix_;
    std::vector<double> right_;
    std::vector<double> step_;  ///< as found, before any cut
    bool factored_ = false;     ///< the matrix holds its factor
    int systems_ = 0;
};

}  // namespace posewright::ik
