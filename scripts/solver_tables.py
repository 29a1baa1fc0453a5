#!/usr/bin/env python3
"""Writes the tables of docs/solvers.md from the JSON of bench_ik.

solver_tables.py RESULTS.json PAGE.md
Replaces what is between the page's two marks, and nothing else.
"""
import json
import subprocess
import sys

BEGIN = "<!-- tables of scripts/bench-ik: begin -->"
END = "<!-- tables of scripts/bench-ik: end -->"

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


def number(value, digits=2):
    """Short, and never more exact than it is."""
    if value is None:
        return ""
    if value == 0:
        return "0"
    if abs(value) >= 1000:
        return f"{value:.0f}"
    if abs(value) < 0.01:
        return f"{value:.0e}"
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(value):
    if value is None:
        return ""
    return "100" if value == 100 else f"{min(value, 99.99):.2f}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def main(source, page):
    with open(source, encoding="utf-8") as file:
        data = json.load(file)
    runs = {}
    for run in data["benchmarks"]:
        runs[run["name"].removesuffix("/iterations:1")] = run

    def get(name, counter):
        return runs.get(name, {}).get(counter)

    ids = []
    for name in runs:
        solver = name.split("/")[0]
        if solver not in ids and f"{solver}/S1/9/1e-3" in runs:
            ids.append(solver)

    out = []
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True,
                            text=True, check=False).stdout.strip()
    out.append(f"Measured at commit {commit}, {data['context']['num_cpus']} processors at "
               f"{data['context']['mhz_per_cpu']} MHz, by `scripts/bench-ik`. Times are in U, the "
               "time of one iteration of the plainest FABRIK on nine bones in the same process; "
               "they include reading the rig, writing rotations and measuring the errors.")
    out.append("")
    out.append("**Ten joints (nine bones), beside table 1 of Aristidou & Lasenby 2011.** Each cell "
               "of ours is success in percent / mean iterations / U. The paper's runs are of 20 "
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

    out.append("**By length.** The ball at 1e-3, chains of so many bones: success in percent / "
               "mean iterations / time against the floor of damped least squares on the same "
               "targets.")
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

    out.append("**Limits.** Nine bones under cones of 20, 45 and 90 degrees at 1e-3, and an arm of "
               "seven bounded hinges at 1e-5, from the middle of its bounds: success in percent / "
               "mean iterations / U. Where a method stalls, `lm` finishes.")
    out.append("")
    rows = []
    for solver in ids:
        if f"{solver}/S5/20" not in runs:
            continue
        cells = []
        worst = 0
        for case in ("S5/20", "S5/45", "S5/90", "S7/position", "S7/pose"):
            name = f"{solver}/{case}"
            worst = max(worst, get(name, "violation") or 0)
            cells.append("" if name not in runs else
                         f"{percent(get(name, 'success_percent'))} / "
                         f"{number(get(name, 'mean_iterations'), 1)} / {number(get(name, 'U'), 0)}")
        rows.append([f"`{solver}`", *cells, number(worst)])
    out += table(["solver", "20", "45", "90", "arm, position", "arm, pose", "violation [rad]"],
                 rows)
    out.append("")

    out.append("**Bodies, paths, and what has brought solvers down.** Y (10 joints, 2 effectors) "
               "and hand (26 joints, 5 effectors) are the paper's, at 1e-3 of the reach; the body "
               "has 19 joints, six effectors and a moving root, at 1e-4: success / mean iterations "
               "/ microseconds. "
               "Paths are 600 frames, each solved from the same start: largest turn of a bone "
               "between frames / largest change of it, in degrees. A is a curve in reach, B leaves "
               "the reach and comes back with soft reach, C passes the root at a fiftieth of the "
               "reach. The last column is the share of degenerate problems that come back whole, "
               "and the slowest of them in microseconds.")
    out.append("")
    rows = []
    for solver in ids:
        cells = []
        for model in ("Y", "hand", "humanoid"):
            body = f"{solver}/S6/{model}"
            cells.append("" if body not in runs else
                         f"{percent(get(body, 'success_percent'))} / "
                         f"{number(get(body, 'mean_iterations'), 1)} / "
                         f"{number(get(body, 'ns') / 1000, 1)}")
        for path in "ABC":
            name = f"{solver}/S8/{path}"
            cells.append(f"{number(get(name, 'speed'))} / {number(get(name, 'acceleration'))}")
        bad = f"{solver}/S9"
        cells.append(f"{percent(get(bad, 'success_percent'))} / {number(get(bad, 'slowest_us'), 0)}")
        rows.append([f"`{solver}`", *cells])
    out += table(["solver", "Y", "hand", "body", "path A", "path B", "path C", "degenerate"], rows)
    out.append("")
    alone = runs.get("triangulation/alone", {})
    if alone:
        out.append(f"The pass of `triangulation` by itself, on directions, takes "
                   f"{number(alone.get('U'))} U; two bones by the law of cosines with both "
                   f"rotations, the floor of `two-bone`, "
                   f"{number(runs.get('floor/two-bone', {}).get('U'))} U.")

    with open(page, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + "\n\n" + "\n".join(out).strip() + "\n\n" + END + after)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
