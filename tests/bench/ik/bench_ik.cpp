#include "tests/bench/ik/rows.h"

#include <benchmark/benchmark.h>

/// Every solver on the published sets, cold from a fixed start, through ik::solve: with rotations,
/// limits and measured errors, on a warm workspace. A row takes as many of its targets as fit into
/// POSEWRIGHT_BENCH_MS milliseconds (30), twenty at least, more where a share is a bar; `targets`
/// tells how many. The unit U is one iteration of the plainest FABRIK on nine bones, timed in turn
/// with the solver, both in the time of the process itself.
int main(int argc, char** argv)
{
    using namespace posewright;
    bench::addParts();
    bench::addComparison();
    bench::addRunRows();
    for (const ik::Solver& solver : ik::solvers()) {
        bench::addSets(solver);
        if (solver.abilities.bones > 0) continue;
        bench::addLimited(solver);
        bench::addBodies(solver);
        bench::addPaths(solver);
        bench::addDegenerate(solver);
    }
    bench::addSteadiness();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
