#pragma once

#include "core/ik/solver.h"

#include <cstddef>

namespace posewright::ik {

/// Many chains of equally many ball joints, each with a target of its own, solved side by side by
/// FABRIK as published (Aristidou & Lasenby, FABRIK, 2011, Algorithm 1), as many in one register as
/// the machine has room for. It is for programs that link the library and animate crowds. The
/// editor does not use it: its chains are few at a time, start from given poses, and have limits,
/// poles and soft reach.
///
/// Everything is relative to the chain's root and to the frame that this hangs in. Eight chains lie
/// next to each other in memory, whatever the machine. A chain's answer is the same to the bit with
/// any machine, any width, and any neighbours.
class Crowd {
public:
    static constexpr std::ptrdiff_t kBlock = 8;

    /// What became of a chain.
    struct Report {
        Status status = Status::Inactive;  ///< Reached, Unreachable, IterationLimit or Invalid
        int iterations = 0;
        double error = 0;  ///< from the chain's end to its target [m]
    };

    /// Chains of no length, whose targets are their roots.
    Crowd(int bones, int chains);

    int bones() const { return bones_; }
    int chains() const { return chains_; }

    /// `offsets`: of each bone's end, in the frame of the joint that turns it [m]; `start`: local
    /// rotations to start from, unit. Both of `bones()`.
    void setChain(int chain, std::span<const Vec3> offsets, std::span<const Quat> start);
    void setTarget(int chain, const Vec3&);

    /// How many chains go into one register: 8, 4 or 2; or 0: as many as the machine has room for,
    /// which other widths are cut to. Tolerance as a share of each chain's length. Targets out of
    /// reach straighten their chains. A straight chain with its target on its line stays so, as
    /// published. What is not a number makes its own chain Invalid and leaves it at its start.
    /// Allocates nothing.
    void solve(double tolerance, int maxIterations, int width = 0);
    /// Lets the next solve start where the last one ended.
    void startFromHere() { start_ = rotation_; }

    const Report& report(int chain) const { return reports_[chain]; }
    /// Local; bones are turned from their start by the least arcs, one after the other.
    Quat rotation(int chain, int bone) const;

private:
    std::size_t at(int chain, int row, int numbers) const
    {
        return (std::size_t(chain / kBlock) * numbers + row) * kBlock + chain % kBlock;
    }
    void prepare(int chain, double tolerance);
    void keepStartOfInvalid();

    int bones_ = 0;
    int chains_ = 0;
    // In each block: so many rows of kBlock numbers.
    std::vector<double> axis_;      ///< 3 rows a bone: unit offset; 0 where it has no length
    std::vector<double> length_;    ///< 1 row a bone [m]
    std::vector<double> inverse_;   ///< 1 row a bone: of the length, or 0
    std::vector<double> start_;     ///< 4 rows a bone: w, x, y, z
    std::vector<double> rotation_;  ///< as start_
    std::vector<double> point_;     ///< 3 rows a joint, bones + 1 of them [m]
    std::vector<double> target_;    ///< 3 rows [m]
    std::vector<double> reach_;     ///< per chain [m]
    std::vector<Report> reports_;
    std::vector<double> lanes_;  ///< scratch: points, lengths and targets of the running chains
};

/// The widest that this machine runs: 8, 4 or 2.
int widestLanes() noexcept;

}  // namespace posewright::ik
