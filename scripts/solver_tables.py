#!/usr/bin/env python3
"""Writes what bench_ik measured into the pages that tell of it, all from one JSON.

solver_tables.py RESULTS.json [DOCS]
Replaces what is between marks in DOCS/solvers-measured.md (bars, steadiness, tables) and
DOCS/evaluation.md (paths), and nothing else. A part that the results say nothing of stays.
"""
import json
import pathlib
import subprocess
import sys

from solver_bars import Results, number, page, percent

# Aristidou & Lasenby 2011, table 1: iterations to a reachable and to an unreachable target, and
# milliseconds to a reachable one.
PAPER = {
    "fabrik-textbook": ("15.461", "67.564", "13.28"),
    "ccd": ("26.308", "390.135", "123.56"),
    "jacobian-transpose": ("1311.190", "6549.000", "12989.47"),
    "dls": ("998.648", "2881.667", "10480.51"),
    "svd-dls": ("808.797", "2808.452", "9296.52"),
    "ftl": ("21.125", "22.325", "20.45"),
    "triangulation": ("1.000", "1.000", "57.47"),
}
BONES = (2, 3, 5, 9, 20, 30, 50, 100)

DLS = "damped least squares"
FABRIK = "FABRIK and rotations"
TWO = "law of cosines"
# Of the workload that other libraries are compared on: row, what it is, its floor, and the most
# that it may take of the floor's time.
COMPARED = (
    ("others/arm/formula", "`two-bone`, the formula and both rotations", TWO, "1.6"),
    ("others/arm/two-bone", "`two-bone`, the whole solve", TWO, "1.6"),
    ("others/3/default", "default, 3 bones", DLS, ""),
    ("others/10/default", "default, 10", DLS, ""),
    ("others/30/default", "default, 30", DLS, "1.3"),
    ("others/100/default", "default, 100", DLS, "1.3"),
    ("others/arm/fabrik", "`fabrik`, arm of two", FABRIK, ""),
    ("others/3/fabrik", "`fabrik`, 3", FABRIK, ""),
    ("others/10/fabrik", "`fabrik`, 10", FABRIK, "1.3"),
    ("others/30/fabrik", "`fabrik`, 30", FABRIK, ""),
    ("others/100/fabrik", "`fabrik`, 100", FABRIK, ""),
    ("others/arm/dls", "`dls`, arm of two", DLS, ""),
    ("others/3/dls", "`dls`, 3", DLS, ""),
    ("others/10/dls", "`dls`, 10", DLS, ""),
    ("others/30/dls", "`dls`, 30", DLS, ""),
    ("others/100/dls", "`dls`, 100", DLS, ""),
    ("follow/fabrik", "path, `fabrik`", FABRIK, "1.3"),
    ("follow/fabrik-textbook", "path, `fabrik-textbook`", FABRIK, ""),
    ("follow/gauss-newton", "path, `gauss-newton`", FABRIK, ""),
    ("follow/dls", "path, `dls`", DLS, "1.3"),
    ("crowd/8", "crowd, AVX-512", FABRIK, "0.22"),
    ("crowd/4", "crowd, AVX2", FABRIK, "0.44"),
    ("crowd/2", "crowd, SSE2", FABRIK, ""),
)


def times(run, prefix):
    """Success / mean iterations / median / mean in microseconds; some rows lack some."""
    mean = run.get(prefix + "mean_ns", run.get(prefix + "ns"))
    median = run.get(prefix + "median_ns")
    parts = [percent(run.get(prefix + "success_percent")),
             number(run.get(prefix + "mean_iterations"), 1),
             "" if median is None else number(median / 1000),
             "" if mean is None else number(mean / 1000, 3 if mean < 100 else 2)]
    return " / ".join(part or "-" for part in parts)


def compared(runs):
    """The table of the workload of other libraries' comparisons."""
    rows = []
    for name, what, floor, bar in COMPARED:
        run = runs.get(name)
        if run:
            rows.append([what, floor, times(run, "floor_"), times(run, ""),
                         number(run.get("x_median")), number(run.get("x_mean", run.get("x_floor"))),
                         bar])
    return table(["", "floor", "floor: % / it / median / mean us", "ours", "x, median", "x, mean",
                  "bar"], rows)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def parts(get):
    """What is measured of parts of solves."""
    def fabrik(case):
        return (f"{number(get(f'fabrik/alone/{case}', 'U'), 1)} "
                f"({number(get(f'fabrik/{case[:2]}/9/{case[3:]}', 'U'), 1)})")

    def textbook(what, counter):
        return number(get(f"fabrik-textbook/iteration/{what}", counter))

    return [
        "**Parts of a solve**, nine bones, in U. A solve whose goal is met at the start takes "
        f"{number(get('solve/beside-the-method', 'U'))}: checking, reading the rig, writing "
        "rotations, measuring. `fabrik` for positions alone, from directions to points (in "
        f"brackets the whole solve): ball {fabrik('S1/1e-3')} at 1e-3, {fabrik('S1/1.1e-6')} at "
        f"1.1e-6; near full reach {fabrik('S2/1e-3')}, {fabrik('S2/1.1e-6')}. One more iteration "
        "of `fabrik-textbook` (the slope over six sets of 2 to 177 iterations) takes "
        f"{textbook('solve', 'U_one_more')}, and a solve {textbook('solve', 'U_beside')} besides "
        "its iterations. With its share of that, an iteration takes "
        f"{textbook('solve', 'U_all_in_ball')} in the ball at 1e-3, "
        f"{textbook('solve', 'U_all_in_tight')} at 1.1e-6, "
        f"{textbook('solve', 'U_all_in_extension')} near full reach at 1e-3. The same loop on "
        f"points alone: {textbook('points', 'U_one_more')} for one more iteration. The pass of "
        f"`triangulation` by itself, on directions, takes {number(get('triangulation/alone', 'U'))}; "
        "two bones by the law of cosines with both rotations, the floor of `two-bone`, "
        f"{number(get('floor/two-bone', 'U'))}."]


def taken(data):
    """When and where it was measured."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True,
                            text=True, check=False).stdout.strip()
    return (f"Measured at commit {commit}, {data['context']['num_cpus']} processors at "
            f"{data['context']['mhz_per_cpu']} MHz, under a load of "
            f"{data['context']['load_avg'][0]:.1f}, by `scripts/bench-ik`.")


def rates(found):
    """Jumps and pops in one cell."""
    return "" if found is None else f"{number(found[0])} / {number(found[1])}"


def steadiness(results):
    """Every solver, free and under limits."""
    rows = []
    for solver in results.steady_ids:
        cells = [rates(results.steadiness(solver, bones, asked))
                 for bones in (2, 4, 9) for asked in ("free", "limits")]
        if any(cells):
            rows.append([solver if solver == "default" else f"`{solver}`", *cells])
    if not rows:
        return []
    return table(["solver", "2, free", "2, limits", "4, free", "4, limits", "9, free",
                  "9, limits"], rows)


def by_class(results, asked):
    """The default solver, class by class of paths."""
    names = []
    for name in results.runs:
        head = f"steady/default/2/{asked}/"
        if name.startswith(head):
            names.append(name.removeprefix(head))

    def cell(bones, name):
        run = results.runs.get(f"steady/default/{bones}/{asked}/{name}")
        return rates(run and [1000 * run[what] / run["frames"] for what in ("jumps", "pops")])

    return [[name, *[cell(bones, name) for bones in (2, 4, 9)]] for name in names]


def paths(results):
    """The table of docs/evaluation.md."""
    rows = by_class(results, "free")
    if not rows:
        return []

    def whole(title, asked):
        return [title, *[f"**{rates(results.steadiness('default', bones, asked))}**"
                         for bones in (2, 4, 9)]]

    head = ["path class", "2 bones", "4 bones", "9 bones"]
    out = table(head, [*rows, whole("**all**", "free"),
                       whole("all, exact reach (`soft` 0)", "exact")])
    out += ["", "Under limits, cones of 70 degrees with a twist of 40 below a free root joint:", ""]
    return out + table(head, [*by_class(results, "limits"), whole("**all**", "limits")])


def tables(data, results):
    """All there is by solver."""
    runs, get, ids = results.runs, results.get, results.ids
    out = []
    out.append(f"{taken(data)} Times are in U, the "
               "time of one iteration of the plainest FABRIK on nine bones in the same process. "
               "They include reading the rig, writing rotations and measuring the errors.")
    out.append("")
    out.append("**Ten joints (nine bones), beside table 1 of Aristidou & Lasenby 2011.** Each of "
               "our cells is success in percent / mean iterations / U. The paper's runs have 20 "
               "targets, in MATLAB on a processor of 2007.")
    out.append("")
    rows = []
    for solver in ids:
        paper = PAPER.get(solver, ("", "", ""))
        cells = []
        for case in ("S1/9/1e-3", "S1/9/1.1e-6", "S2/9/1e-3", "S2/9/1.1e-6", "S3/9/1.1e-6"):
            name = f"{solver}/{case}"
            cells.append(f"{percent(get(name, 'success_percent'))} / "
                         f"{number(get(name, 'mean_iterations'))} / {number(get(name, 'U'), 1)}")
        far = f"{solver}/S4/9/1.1e-6"
        cells.append(f"{number(get(far, 'mean_iterations'))} / {number(get(far, 'U'), 1)} / "
                     f"{number(get(far, 'excess'))}")
        rows.append([f"`{solver}`", paper[0], paper[2], paper[1], *cells])
    out += table(["solver", "paper: it", "paper: ms", "paper: it, unreachable", "ball, 1e-3",
                  "ball, 1.1e-6", "near full reach, 1e-3", "near full reach, 1.1e-6",
                  "near the root, 1.1e-6", "unreachable: it / U / excess"], rows)
    out.append("")

    out.append("**By length.** The ball at 1e-3. Each column is a number of bones, and each cell "
               "is success in percent / mean iterations / time as a multiple of the floor of damped "
               "least squares on the same targets.")
    out.append("")
    rows = []
    for solver in ids:
        cells = []
        for bones in BONES:
            name = f"{solver}/S1/{bones}/1e-3"
            cells.append(f"{percent(get(name, 'success_percent'))} / "
                         f"{number(get(name, 'mean_iterations'), 1)} / "
                         f"{number(get(name, 'x_dls_floor'), 1)}")
        rows.append([f"`{solver}`", *cells])
    out += table(["solver", *[str(bones) for bones in BONES]], rows)
    out.append("")

    out.append("**The workload of other libraries' comparisons.** Bones have length 1 (the arm: "
               "0.30 and 0.27) and rest on an arc of 0.1 rad. 1,000 targets, uniform in the volume "
               "between 0.2 and 0.95 of the reach, are met within 1e-3 of the length in 100 "
               "iterations at most. The path is 600 frames of a circle, 120 to a turn, with 10 "
               "bones, each frame from the one before. The crowd is the 1,000 targets at once, "
               "with 10 bones. Our times include local rotations and, except for the formula, path "
               "and crowd, the whole of a solve. The floors are the least code that does the work, "
               "timed in turn with ours in the same process. Cells are success in percent / mean "
               "iterations / median / mean time. Bars are multiples of the floor.")
    out.append("")
    out += compared(runs)
    out.append("")

    out.append("**Limits.** Nine bones under cones of 20, 45 and 90 degrees at 1e-3 and at 1.1e-6, "
               "and an arm of seven bounded hinges at 1e-5, starting in the middle of its bounds: "
               "success in percent / mean iterations / U. If a method stalls, `lm` finishes. The "
               "violation is the worst of all rows, measured on the rotations by code that shares "
               "nothing with the solvers (`tests/support/limit_measure.h`).")
    out.append("")
    rows = []
    for solver in ids:
        if f"{solver}/S5/20" not in runs:
            continue
        cells = []
        worst = 0
        for case in ("S5/20", "S5/45", "S5/90", "S5/20/1.1e-6", "S5/45/1.1e-6", "S5/90/1.1e-6",
                     "S7/position", "S7/pose"):
            name = f"{solver}/{case}"
            worst = max(worst, get(name, "violation") or 0)
            cells.append("" if name not in runs else
                         f"{percent(get(name, 'success_percent'))} / "
                         f"{number(get(name, 'mean_iterations'), 1)} / {number(get(name, 'U'), 0)}")
        rows.append([f"`{solver}`", *cells, number(get(f"{solver}/S7/pose", "p99_us"), 0),
                     number(worst)])
    out += table(["solver", "20", "45", "90", "20, tight", "45, tight", "90, tight",
                  "arm, position", "arm, pose", "pose: 99th percentile [us]",
                  "violation [rad]"], rows)
    out.append("")

    out.append("**Bodies, paths, and degenerate problems.** Y (10 joints, 2 effectors) and hand "
               "(26 joints, 5 effectors) are the paper's, at 1e-3 of the reach. The body has 19 "
               "joints, six effectors and a moving root, at 1e-4. Their cells are success / mean "
               "iterations / microseconds. Paths are 600 frames, each solved from the same start: "
               "largest turn of a bone between frames / largest change of that turn, in degrees. A "
               "is a curve in reach, B leaves the reach and comes back with soft reach, C passes "
               "the root at a fiftieth of the reach. The last column is the share of degenerate "
               "problems with a valid answer, and the time of the slowest of them in "
               "microseconds.")
    out.append("")
    rows = []
    for solver in ids:
        cells = []
        for model in ("Y", "hand", "humanoid"):
            body = f"{solver}/S6/{model}"
            cells.append("" if body not in runs else
                         f"{percent(get(body, 'success_percent'))} / "
                         f"{number(get(body, 'mean_iterations'), 1)} / "
                         f"{number(runs[body]['ns'] / 1000, 1)}")
        for path in "ABC":
            name = f"{solver}/S8/{path}"
            cells.append(f"{number(get(name, 'speed'))} / {number(get(name, 'acceleration'))}")
        bad = f"{solver}/S9"
        cells.append(f"{percent(get(bad, 'success_percent'))} / {number(get(bad, 'slowest_us'), 0)}")
        rows.append([f"`{solver}`", *cells])
    out += table(["solver", "Y", "hand", "body", "path A", "path B", "path C", "degenerate"], rows)
    out.append("")
    if "triangulation/alone" in runs:
        out += parts(get)

    return out


def put(path, part, lines):
    """Between the marks of this part of the page."""
    if not lines:
        print(f"{path}: the results say nothing of its {part}, which stay as they were")
        return
    begin, end = (f"<!-- {part} of scripts/bench-ik: {which} -->" for which in ("begin", "end"))
    before, rest = path.read_text(encoding="utf-8").split(begin)
    after = rest.split(end)[1]
    text = "\n".join(lines).strip()
    path.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}", encoding="utf-8")


def main(source, docs):
    """Writes all parts."""
    data = json.loads(pathlib.Path(source).read_text(encoding="utf-8"))
    results = Results(data)
    measured = pathlib.Path(docs) / "solvers-measured.md"
    put(measured, "bars", [taken(data), "", *page(results)])
    put(measured, "steadiness", steadiness(results))
    put(measured, "tables", tables(data, results))
    put(pathlib.Path(docs) / "evaluation.md", "paths", paths(results))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else "docs")
