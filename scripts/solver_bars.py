"""The table of bars of docs/solvers-measured.md: what was set out to be reached, what the JSON of
bench_ik says, and whether it holds. A bar that only a test can show is asserted by that test, and
has no figure here."""

ASSERTED = "asserted"
BODY_US = 25
CONFLICT = "goals in conflict: 40 iterations, the weighted optimum to 2%"
STEADY = ("free", "limits", "orientation", "pole")


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
    """Of successes: never rounded up to all."""
    if value is None:
        return ""
    return "100" if value == 100 else f"{min(value, 99.99):.2f}".rstrip("0").rstrip(".")


class Results:
    """The rows of a run of bench_ik, by name."""

    def __init__(self, data):
        self.runs = {}
        for run in data["benchmarks"]:
            self.runs[run["name"].removesuffix("/iterations:1")] = run
        self.ids = [name.split("/")[0] for name in self.runs if name.endswith("/S1/9/1e-3")]
        steady = [name.split("/")[1] for name in self.runs if name.startswith("steady/")]
        self.steady_ids = list(dict.fromkeys(steady))

    def has(self, name):
        return name in self.runs

    def get(self, name, counter):
        return self.runs.get(name, {}).get(counter)

    def which(self, case):
        """The solvers that have a row of this case."""
        return [solver for solver in self.ids if self.has(f"{solver}/{case}")]

    def steadiness(self, solver, bones, asked):
        """Jumps and pops per 1,000 frames over all classes of paths; None where not measured."""
        head = f"steady/{solver}/{bones}/{asked}/"
        rows = [run for name, run in self.runs.items() if name.startswith(head)]
        frames = sum(run["frames"] for run in rows)
        if not frames:
            return None
        return tuple(1000 * sum(run[what] for run in rows) / frames for what in ("jumps", "pops"))

    def least_steady(self, solver, bones, asked):
        """The class of paths with most pops, and its jumps and pops."""
        head = f"steady/{solver}/{bones}/{asked}/"
        rows = {name.removeprefix(head): run for name, run in self.runs.items()
                if name.startswith(head)}
        name = max(rows, key=lambda row: rows[row]["pops"] / rows[row]["frames"])
        return name, *[1000 * rows[name][what] / rows[name]["frames"] for what in ("jumps", "pops")]


class Bars:
    """Collects the rows; what cannot be told from the results is left out with a word."""

    def __init__(self, results):
        self.results = results
        self.rows = []  # solver, bar, measured, holds, by
        self.short = []  # sentences

    def add(self, solver, bar, measured, holds, by, short=None):
        if holds == ASSERTED:
            self.rows.append((solver, bar, measured, "yes, asserted", by))
            return
        self.rows.append((solver, bar, measured, "yes" if holds else "**no**", by))
        if not holds:
            self.short.append(f"{solver}: {short or measured} (the bar: {bar}).")

    def each(self, case, counter, good, say):
        """The solvers of a case, as those that are good and, with what they have, the others."""
        met, missed = [], []
        for solver in self.results.which(case):
            value = self.results.get(f"{solver}/{case}", counter)
            (met if good(value) else missed).append(
                f"`{solver}`" if good(value) else f"`{solver}` {say(value)}")
        return met, missed


def single_chains(bars, get):
    """Bars of solvers of one chain."""
    formula, ns = get("others/arm/formula", "x_mean"), get("others/arm/formula", "mean_ns")
    if formula:
        bars.add("`two-bone`", "both rotations in 60 ns, or 1.6 x the least code for them",
                 f"{number(formula)} x, {number(ns, 0)} ns", formula <= 1.6 or ns <= 60,
                 "`others/arm/formula`")
    whole = get("others/arm/two-bone", "x_mean")
    if whole:
        bars.add("`two-bone`", "the whole solve, with checks and report: 1.6 x the same floor",
                 f"{number(whole)} x, {number(get('others/arm/two-bone', 'mean_ns'), 0)} ns",
                 whole <= 1.6, "`others/arm/two-bone`")
    bars.add("`two-bone`", "error 1e-12 of the length", "not more", ASSERTED,
             "`tst_two_bones`, `tst_success`")
    bars.add("`fabrik-textbook`", "the published iteration counts, both tolerances", "equal",
             ASSERTED, "`tst_fabrik_points`, `tst_textbook`")
    more = get("fabrik-textbook/iteration/solve", "U_one_more")
    if more:
        bars.add("`fabrik-textbook`", "one more iteration: 1.05 U",
                 f"{number(more)} U; with its share of the solve, 1e-3 in the ball, "
                 f"{number(get('fabrik-textbook/iteration/solve', 'U_all_in_ball'))} U",
                 more <= 1.05, "`fabrik-textbook/iteration/`")
    sets = ("S1/9/1.1e-6", "S2/9/1.1e-6", "S3/9/1.1e-6")
    rates = [get(f"fabrik/{case}", "success_percent") for case in sets]
    means = [get(f"fabrik/{case}", "mean_iterations") for case in sets]
    if all(rate is not None for rate in rates):
        bars.add("`fabrik`", "1.1e-6 in the ball, near full reach, near the root: 100%, mean 6",
                 f"{', '.join(percent(rate) for rate in rates)}%; mean "
                 f"{', '.join(number(mean) for mean in means)}",
                 min(rates) == 100 and max(means) <= 6, "S1 to S3, `tst_success`")
    bars.add("`fabrik`", "joints move as far as the textbook's, within 1%", "not more", ASSERTED,
             "`tst_success`")
    for what, case, alone, solve in (("in the ball at 1e-3", "S1/{}1e-3", 4, 4),
                                     ("in the ball at 1.1e-6", "S1/{}1.1e-6", 6, 6),
                                     ("near full reach at 1.1e-6", "S2/{}1.1e-6", 6, 8)):
        points = get("fabrik/alone/" + case.format(""), "U")
        full = get("fabrik/" + case.format("9/"), "U")
        if points and full:
            same = f"{alone} U" if alone == solve else f"{alone} U on points, {solve} U in total"
            bars.add("`fabrik`", f"{what}: {same}",
                     f"on points {number(points, 1)} U, with rotations and measured errors "
                     f"{number(full, 1)} U", points <= alone and full <= solve,
                     "`fabrik/alone/`, S1, S2")
    rate, most = get("ccd/S1/9/1e-3", "success_percent"), get("ccd/S1/9/1e-3", "max_iterations")
    if rate is not None:
        mean = get("ccd/S1/9/1e-3", "mean_iterations")
        bars.add("`ccd`", "in the ball at 1e-3: 100%, mean 60, at most 500 iterations",
                 f"{percent(rate)}%, mean {number(mean, 0)}, at most {number(most, 0)}",
                 rate == 100 and mean <= 60 and most <= 500, "S1")
    loose, tight = "dls/S1/9/1e-3", "dls/S1/9/1.1e-6"
    if bars.results.has(loose):
        counts = [get(case, "mean_iterations") for case in (loose, tight)]
        times = [get(case, "U") for case in (loose, tight)]
        near = get("dls/S2/9/1.1e-6", "success_percent")
        bars.add("`dls`", "in the ball: mean 7 (1e-3), 10.5 (1.1e-6), 10 U; near full reach 100%",
                 f"{number(counts[0])}, {number(counts[1])}; {number(times[0], 1)}, "
                 f"{number(times[1], 1)} U; {percent(near)}%",
                 counts[0] <= 7 and counts[1] <= 10.5 and max(times) <= 10 and near == 100,
                 "S1, S2")
    bars.add("`svd-dls`", "equals `dls` to 1e-10", "equal", ASSERTED, "`tst_jacobian_methods`")
    bars.add("`pseudo-inverse`", "the textbook arm, 41 poses to 1e-12", "equal", ASSERTED,
             "`tst_jacobian_methods`, `tst_worked_example`")
    passes = [get(f"triangulation/{case}", "success_percent") for case in sets]
    alone = get("triangulation/alone", "U")
    if alone and all(rate is not None for rate in passes):
        bars.add("`triangulation`", "100% in one pass of 1 U",
                 f"{percent(min(passes))}%; the pass {number(alone)} U, the solve "
                 f"{number(get('triangulation/S1/9/1e-3', 'U'), 1)} U",
                 min(passes) == 100 and alone <= 1, "`triangulation/alone`, S1 to S3")
    stretch = get("ftl/S1/9/1e-3", "stretch")
    if stretch is not None:
        bars.add("`ftl`", "reports how far it stretched bones; at the end, the tolerance at most",
                 f"{number(stretch)} at 1e-3", stretch <= 1e-3, "S1, `tst_chain_methods`")


def limits(bars, get):
    """Bars of chains with limits."""
    cases = ("S5/20", "S5/45", "S5/90", "S5/20/1.1e-6", "S5/45/1.1e-6", "S5/90/1.1e-6",
             "S7/position", "S7/pose")
    worst = [(get(f"{solver}/{case}", "violation"), solver) for case in cases
             for solver in bars.results.which(case)]
    if worst:
        bars.add("all with limits", "never outside a limit by more than 1e-9 rad",
                 f"{number(max(worst)[0])} rad at most, `{max(worst)[1]}`",
                 max(worst)[0] <= 1e-9,
                 "S5, S7, measured by code that shares nothing with the solvers")
    for what, chosen in (("1e-3", cases[:3]), ("1.1e-6", cases[3:6])):
        least = {}
        for case in chosen:
            for solver in bars.results.which(case):
                rate = get(f"{solver}/{case}", "success_percent")
                least[solver] = min(least.get(solver, 100), rate)
        need = 100 if what == "1e-3" else 99.9
        good = [f"`{solver}`" for solver, rate in least.items() if rate >= need]
        bad = [f"`{solver}` {percent(rate)}%" for solver, rate in least.items() if rate < need]
        if good:
            bars.add(", ".join(good), f"under cones of 20, 45, 90 degrees at {what}: {need}%",
                     f"{need}% at least", True, "S5, `tst_success`")
        for line in bad:
            solver, rate = line.split(" ")
            bars.add(solver, f"under cones of 20, 45, 90 degrees at {what}: {need}%",
                     f"{rate} at worst", False, "S5",
                     f"under cones at {what} it succeeds in {rate} of the cases at worst")
    rates = [get(f"fabrik-textbook/S5/{degrees}", "success_percent") for degrees in (20, 45, 90)]
    if None not in rates:
        bars.add("`fabrik-textbook`", "by itself under the paper's cones at 1e-3: 99.7%",
                 ", ".join(f"{percent(rate)}%" for rate in rates), min(rates) >= 99.7, "S5")
    for solver in ("fabrik", "lm"):
        times = [get(f"{solver}/S5/{degrees}", "U") for degrees in (20, 45, 90)]
        if None not in times:
            bars.add(f"`{solver}`", "under cones at 1e-3: 30 U in the mean",
                     f"{', '.join(number(time, 1) for time in times)} U at 20, 45, 90 degrees; "
                     f"mean {number(sum(times) / 3, 1)}", sum(times) / 3 <= 30, "S5")
    for case, need in (("S7/position", 100), ("S7/pose", 99.9)):
        rate = get(f"bfgs/{case}", "success_percent")
        if rate is not None:
            bars.add("`bfgs`", f"the bounded arm of seven hinges, {case[3:]}: {need}%",
                     f"{percent(rate)}%", rate >= need, "S7, `tst_success`")
    bars.add("`bfgs`", "the bounded optimum of two bones to 1e-9; never outside its bounds", "held",
             ASSERTED, "`tst_jacobian_methods`, `tst_promises`")
    arm = "lm/S7/pose"
    if bars.results.has(arm):
        rate, us = get(arm, "success_percent"), get(arm, "ns") / 1000
        bars.add("`lm`", "the same arm, pose at 1e-5: 100%, mean 10 us (46 U)",
                 f"{percent(rate)}%, {number(us, 1)} us, {number(get(arm, 'U'), 0)} U",
                 rate == 100 and (us <= 10 or get(arm, "U") <= 46), "S7, `tst_success`")
        tail = get(arm, "p99_us")
        if tail is not None:
            bars.add("`lm`", "the same: 99th percentile 100 us", f"{number(tail, 0)} us",
                     tail <= 100, "S7", f"its 99th percentile on the arm is {number(tail, 0)} us")


def bodies(bars, get):
    """Bars of several goals."""
    for model in ("Y", "hand"):
        met, missed = bars.each(f"S6/{model}", "success_percent", lambda rate: rate == 100,
                                lambda rate: f"{percent(rate)}%")
        if met:
            bars.add(", ".join(met), f"the paper's {model} at 1e-3: 100%", "100%", True, "S6")
        for line in missed:
            solver, rate = line.split(" ")
            bars.add(solver, f"the paper's {model} at 1e-3: 100%", rate, False, "S6",
                     f"on the paper's {model} it succeeds in {rate} of the cases")
        few, many = bars.each(f"S6/{model}", "max_iterations", lambda most: most <= 60,
                              lambda most: number(most, 0))
        if few:
            bars.add(", ".join(few), f"the paper's {model}: at most 60 iterations", "at most 60",
                     True, "S6")
        for line in many:
            solver, most = line.split(" ")
            bars.add(solver, f"the paper's {model}: at most 60 iterations", f"up to {most}", False,
                     "S6", f"on the paper's {model} it takes up to {most} iterations")
    met, missed = bars.each("S6/humanoid", "success_percent", lambda rate: rate == 100,
                            lambda rate: f"{percent(rate)}%")
    if met:
        bars.add(", ".join(met), "the body, six effectors at 1e-4: 100%", "100%", True, "S6")
    for line in missed:
        solver, rate = line.split(" ")
        bars.add(solver, "the body, six effectors at 1e-4: 100%", rate, False, "S6",
                 f"on the body it succeeds in {rate} of the cases")
    us = get("sequential/S6/humanoid", "ns")
    if us is not None:
        bars.add("`sequential`", f"the body: {BODY_US} us", f"{number(us / 1000, 1)} us",
                 us / 1000 <= BODY_US, "S6")
    good = []
    for solver in bars.results.which("S6/conflict"):
        share = get(f"{solver}/S6/conflict", "x_optimum")
        most = get(f"{solver}/S6/conflict", "max_iterations")
        if share <= 1.02 and most <= 40:
            good.append(f"`{solver}`")
            continue
        bars.add(f"`{solver}`", CONFLICT, f"{number(most, 0)}, {number(share)} x", False,
                 "S6, `tst_several_goals`",
                 f"goals in conflict end at {number(share)} x the weighted optimum after "
                 f"{number(most, 0)} iterations")
    if good:
        bars.add(", ".join(good), CONFLICT, "not more", True, "S6, `tst_several_goals`")
    bars.add("all with several goals", "another order of goals changes the pose by 1e-12 at most",
             "not more", ASSERTED, "`tst_several_goals`")


def everyone(bars, get):
    """Bars that are everybody's."""
    far = [(get(f"{solver}/S4/9/1.1e-6", "excess"), solver)
           for solver in bars.results.which("S4/9/1.1e-6")]
    if far:
        bars.add("all", "out of reach: the optimum to 1e-6", f"{number(max(far)[0])}",
                 max(far)[0] <= 1e-6, "S4")
    bars.add("`two-bone`, `gauss-newton`, `fabrik`, `dls`, `bfgs`",
             "soft reach: the second derivative jumps by 1e-3 at most", "not more", ASSERTED,
             "`tst_promises`")
    slow = [(get(f"{solver}/S9", "slowest_us"), solver) for solver in bars.results.which("S9")]
    for us, solver in sorted(slow, reverse=True):
        if us > 200:
            bars.add(f"`{solver}`", "degenerate problems: 200 us", f"{number(us, 0)} us",
                     False, "S9", f"its slowest degenerate problem takes {number(us, 0)} us")
    good = [us for us, _ in slow if us <= 200]
    if good:
        bars.add("all others" if len(good) < len(slow) else "all",
                 "degenerate problems: 200 us", f"{number(max(good), 0)} us at most",
                 True, "S9")
    bars.add("all", "a million bad rigs and goals: no NaN, no hang, a status each time", "held",
             ASSERTED, "`tst_contract`, `scripts/nightly`")
    bars.add("all", "nothing allocated once warm, limits, aims, loops and pins included", "nothing",
             ASSERTED, "`tst_memory`")
    bars.add("all", "one hash: 1, 2, 4 threads, both builds, both compilers, two locales", "one",
             ASSERTED, "`tst_determinism`")
    shares = [get("report/of-a-solve", what) for what in ("limits_percent", "errors_percent")]
    if None not in shares:
        bars.add("`lm`", "the report: 2% of a solve",
                 f"limits touched {number(shares[0], 1)}%, errors {number(shares[1], 1)}%",
                 sum(shares) <= 2, "`report/of-a-solve`")


def line_through(points):
    """The share of the variance that a line through the points explains."""
    count = len(points)
    mean_x, mean_y = (sum(point[i] for point in points) / count for i in (0, 1))
    xx = sum((x - mean_x) ** 2 for x, _ in points)
    yy = sum((y - mean_y) ** 2 for _, y in points)
    xy = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return xy * xy / (xx * yy)


def long_chains(bars, get):
    """Bars of the default at many lengths, and of runs and crowds."""
    lengths = [bones for bones in (2, 3, 9, 30, 100) if get(f"gauss-newton/S1/{bones}/1e-3", "U")]
    if lengths:
        rates = [get(f"gauss-newton/S1/{bones}/1e-3", "success_percent") for bones in lengths]
        means = [get(f"gauss-newton/S1/{bones}/1e-3", "mean_iterations") for bones in lengths]
        bars.add("`gauss-newton`, the default",
                 f"{', '.join(map(str, lengths))} bones at 1e-3: 100%, mean 8 iterations",
                 f"{percent(min(rates))}%; {', '.join(number(mean, 1) for mean in means)}",
                 min(rates) == 100 and max(means) <= 8, "S1, `tst_success`")
    for bones in (30, 100):
        ratio = get(f"others/{bones}/default", "x_mean")
        if ratio:
            bars.add("`gauss-newton`, the default",
                     f"{bones} bones: 1.3 x the floor of damped least squares",
                     f"{number(ratio)} x", ratio <= 1.3, f"`others/{bones}/default`")
    ratio = get("others/10/fabrik", "x_mean")
    if ratio:
        bars.add("`fabrik`", "10 bones: 1.3 x the floor of FABRIK with rotations",
                 f"{number(ratio)} x", ratio <= 1.3, "`others/10/fabrik`")
    for solver, us in (("fabrik", 0.58), ("dls", 0.20)):
        ratio, ns = get(f"follow/{solver}", "x_floor"), get(f"follow/{solver}", "ns")
        if ratio:
            bars.add(f"`{solver}`, `follow`", f"a moving goal: 1.3 x the warm floor, or {us} us",
                     f"{number(ratio)} x, {number(ns / 1000)} us",
                     ratio <= 1.3 or ns / 1000 <= us, f"`follow/{solver}`")
    for width, name, most in ((8, "AVX-512", 0.405), (4, "AVX2", 0.81)):
        us = get(f"crowd/{width}", "ns")
        if us and get(f"crowd/{width}", "lanes") == width:
            bars.add("`Crowd`", f"10 bones with {name}: {most} us a chain",
                     f"{number(us / 1000)} us, {number(get(f'crowd/{width}', 'x_floor'))} x the "
                     "floor of FABRIK with rotations", us / 1000 <= most, f"`crowd/{width}`")
    for solver in ("gauss-newton", "fabrik"):
        points = [(bones, get(f"{solver}/S1/{bones}/1e-3", "U")) for bones in (9, 20, 30, 50, 100)]
        if None not in [time for _, time in points]:
            fit = line_through(points)
            bars.add(f"`{solver}`", "100 bones: 120 U; time over length is a line to 0.99",
                     f"{number(points[-1][1], 0)} U, {fit:.4f}", points[-1][1] <= 120 and
                     fit >= 0.99, "S1, `scripts/bars`")


def evaluated(bars, results):
    """Bars of what evaluation makes of the solvers."""
    for asked in STEADY:
        for bones in (2, 4, 9):
            found = results.steadiness("default", bones, asked)
            if found is None:
                continue
            what = {"free": "", "limits": ", under limits", "orientation": ", with a turning target",
                    "pole": ", with a pole"}[asked]
            name, jumps, pops = results.least_steady("default", bones, asked)
            bars.add(f"the default, {bones} bones{what}",
                     "200 paths of each class, per 1,000 frames over all classes: 0.2 jumps, "
                     "2 pops",
                     f"{number(found[0])}, {number(found[1])}; in the class {name} "
                     f"{number(jumps)}, {number(pops)}",
                     found[0] <= 0.2 and found[1] <= 2, "`steady/default/`, `tst_continuity`",
                     f"{number(found[0])} jumps and {number(found[1])} pops per 1,000 frames")
    bars.add("the default", "degrees a frame, and their change: path A 2.5, 0.12; B, soft, 0.5, "
             "0.02; C 1.2, 0.03", "not more", ASSERTED, "`tst_continuity`")
    bars.add("the default", "600 frames of a figure of 25 joints, five targets: 16 ms on one core",
             "not more", ASSERTED, "`scripts/bars`")
    bars.add("the bake", "`--reduce 0.001` along A, B, C, at 16 samples a frame: 0.1% of the "
             "length, 0.5 degrees, 25% of the frames keyed", "not more", ASSERTED,
             "`tst_reduced_bake`")


def collect(results):
    """All bars."""
    bars = Bars(results)
    single_chains(bars, results.get)
    limits(bars, results.get)
    bodies(bars, results.get)
    everyone(bars, results.get)
    long_chains(bars, results.get)
    evaluated(bars, results)
    return bars


def page(results):
    """Lines of markdown."""
    bars = collect(results)
    lines = ["**Bars that are not met.**", ""]
    lines += [f"- {sentence}" for sentence in bars.short] or ["- Nothing."]
    lines += ["", "| solver | bar | measured | holds | shown by |", "|---|---|---|---|---|"]
    lines += ["| " + " | ".join(row) + " |" for row in bars.rows]
    return lines
