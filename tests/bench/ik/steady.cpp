#include "tests/bench/ik/row.h"
#include "tests/bench/ik/rows.h"
#include "tests/support/continuity.h"

#include <string>

namespace posewright::bench {
namespace {

/// Of the default solver; others, which have no bar, are measured on a few.
constexpr int kPaths = 200;
constexpr int kFewPaths = 4;

void alongPaths(benchmark::State& state, const test::ContinuitySetup& setup, std::size_t kind,
                int paths)
{
    for (auto _ : state) {
        const test::ContinuityCount count =
            test::examinePaths(setup, test::pathClasses()[kind], paths, 1000 * (kind + 1));
        auto& out = state.counters;
        out["frames"] = count.frames;
        out["jumps"] = count.jumps;
        out["pops"] = count.pops;
        out["pops_where_reached"] = count.popsWhereReached;
        out["jumps_away_from_fold"] = count.jumpsAwayFromFold;
    }
}

void addClasses(const std::string& name, const test::ContinuitySetup& setup, int paths)
{
    for (std::size_t kind = 0; kind < test::pathClasses().size(); ++kind)
        add(name + '/' + test::pathClasses()[kind].name, alongPaths, setup, kind, paths);
}

bool serves(const ik::Solver& solver, const test::ContinuitySetup& setup)
{
    const ik::Abilities& can = solver.abilities;
    return (can.bones == 0 || can.bones == setup.bones) &&
           (!setup.limits || (can.limits && !can.middleHinge));
}

}  // namespace

void addSteadiness()
{
    for (const int bones : {2, 4, 9}) {
        const std::string name = "steady/default/" + std::to_string(bones);
        test::ContinuitySetup setup;
        setup.bones = bones;
        addClasses(name + "/free", setup, kPaths);
        for (const auto& [asked, member] : {std::pair{"/limits", &test::ContinuitySetup::limits},
                                            {"/orientation", &test::ContinuitySetup::orientation},
                                            {"/pole", &test::ContinuitySetup::pole}}) {
            test::ContinuitySetup with = setup;
            with.*member = true;
            addClasses(name + asked, with, kPaths);
        }
        setup.soft = 0;
        addClasses(name + "/exact", setup, kPaths);
    }
    for (const ik::Solver& solver : ik::solvers())
        for (const int bones : {2, 4, 9})
            for (const bool limits : {false, true}) {
                test::ContinuitySetup setup;
                setup.bones = bones;
                setup.solver = std::string(solver.id);
                setup.limits = limits;
                if (serves(solver, setup))
                    addClasses("steady/" + setup.solver + '/' + std::to_string(bones) +
                                   (limits ? "/limits" : "/free"),
                               setup, kFewPaths);
            }
}

}  // namespace posewright::bench
