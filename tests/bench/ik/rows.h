#pragma once

#include "core/ik/solver.h"

/// The rows of the benchmark; each file adds its own.
namespace posewright::bench {

/// Parts of solvers by themselves, and what a solve costs beside its method.
void addParts();

/// The workload that other libraries are compared on.
void addComparison();

/// What the library solves in runs: a goal that moves, and many chains at once.
void addRunRows();

/// How often poses leap along random paths, through the real evaluation: the default solver on the
/// 200 paths a class that its bar speaks of, every solver on a few.
void addSteadiness();

/// S1 to S4: targets in shells of the reach, chains of many lengths.
void addSets(const ik::Solver&);

/// S5 and S7: chains under cones, and the arm of seven bounded hinges.
void addLimited(const ik::Solver&);

/// S6: the paper's models with several effectors, and a whole body.
void addBodies(const ik::Solver&);

/// S8: along paths; S9: what has brought solvers down.
void addPaths(const ik::Solver&);
void addDegenerate(const ik::Solver&);

}  // namespace posewright::bench
