#pragma once

#include "core/ik/solver.h"

#include <cstddef>

namespace posewright::ik {

/// Many chains with the same number of ball joints, each with its own target, solved in parallel in
/// SIMD registers by FABRIK as published (Aristidou & Lasenby, FABRIK, 2011, Algorithm 1). For
/// programs that link the library to animate crowds. The editor does not use it: its chains are
/// few, start from given poses, and have limits, poles and soft reach.
///
/// Positions are relative to the chain's root, in the frame of the root's parent. Memory
/// interleaves eight chains on every machine. The result of a chain has the same bits for any
/// machine, width and neighbouring chains.
class Crowd {
public:
    static constexpr std::ptrdiff_t kBlock = 8;

    /// The outcome for a chain.
    struct Report {
        Status status = Status::Inactive;  ///< Reached, Unreachable, IterationLimit or Invalid
        int iterations = 0;
        double error = 0;  ///< from the chain's end to its target [m]
    };

    /// Chains of zero length with their targets at their roots.
    Crowd(int bones, int chains);

    int bones() const { return bones_; }
    int chains() const { return chains_; }

    /// `offsets`: each bone's end in the frame of the joint that turns it [m]; `start`: local
    /// rotations to start from, unit. @pre both have `bones()` entries
    void setChain(int chain, std::span<const Vec3> offsets, std::span<const Quat> start);
    void setTarget(int chain, const Vec3&);

    /// Solves all chains. `tolerance` is a share of each chain's length; `width` the number of
    /// chains per register: 8, 4 or 2, at most what the machine supports; 0: the most it supports.
    /// Targets out of reach straighten their chains. A straight chain with its target on its line
    /// stays straight, as published. Input that is not a number makes its chain Invalid and leaves
    /// it at its start. Allocates nothing.
    void solve(double tolerance, int maxIterations, int width = 0);
    /// Makes the next solve start from the result of the last one.
    void startFromHere() { start_ = rotation_; }

    const Report& report(int chain) const { return reports_[chain]; }
    /// Local; each bone is turned from its start by the least arc, from the root down.
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
    // Rows of kBlock numbers; per block there are:
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

/// The largest width that this machine supports: 8, 4 or 2.
int widestLanes() noexcept;

}  // namespace posewright::ik
