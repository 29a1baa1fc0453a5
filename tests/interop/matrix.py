"""The matrix of characters and readers: what other programs see of each file that this one writes.

usage: matrix.py PROGRAM TOOLS [CHARACTER...] [--report FILE.md]

Each character is written three times: converted as it is, after an edit, and baked. A cell is the largest distance
between what a reader sees and what the text of glTF says, as a share of the size of what is shown.
"""
import argparse
import pathlib
import sys
import tempfile
import time

import numpy

import blender_bind
import characters
import gltf
import judge
import program
import readers
import reference

CLIPS = 10  # of a character, evenly chosen, the first and the last among them
TIMES = 5  # key times of a clip at which places are compared
LOOKS = 3  # clips of which vertices are
ASKED = 4  # clips that the program itself is asked about; each starts it anew
COLUMNS = ("validator", "itself", "kept", *readers.Readers.NAMES)


class Cell:
    def __init__(self, text, good=None):
        self.text, self.good = text, good


def number(value):
    return "0" if value == 0 else f"{value:.0e}".replace("e-0", "e-")


def verdict(distance, bar, note=""):
    text = number(distance) if numpy.isfinite(distance) else "missing"
    return Cell(f"{text} {note}".strip(), bool(distance <= bar))


class Account:
    """A file, and what the text of glTF says of it."""

    def __init__(self, file):
        self.file = file
        self.scene = gltf.load(file)
        self.says = reference.Reference(self.scene)
        self.used = {}
        count = len(self.says.channels)
        self.clips = []
        for row in sorted({round(row) for row in numpy.linspace(0, count - 1, min(count, CLIPS))}):
            times = self.says.times(row, TIMES)
            looks = times[::3] if len(self.clips) < LOOKS else []
            self.clips.append({"row": row, "name": f"clip{row}", "times": times, "vertices": looks})
        if not count:
            self.clips = [{"row": None, "name": "", "times": [0.0], "vertices": [0.0]}]
        self.truth = [self.at(clip["row"], clip) for clip in self.clips]
        self.size = judge.size(self.truth)

    def at(self, row, clip):
        seen = [self.says.vertices(row, time) for time in clip["vertices"]]
        keys = seen[0] if seen else []
        for key in keys:
            self.used.setdefault(key, self.says.used(*key))
        return {"joints": numpy.array([self.says.joints(row, time) for time in clip["times"]]),
                "vertices": {key: [moment[key] for moment in seen] for key in keys}}

    def bound_anew(self):
        """The same, with vertices where Blender comes to."""
        out = []
        for clip, part in zip(self.clips, self.truth):
            moved = [blender_bind.vertices(self.says, clip["row"], time) for time in clip["vertices"]]
            vertices = {key: [moment.get(key, at) for moment, at in zip(moved, times)]
                        for key, times in part["vertices"].items()}
            out.append({"joints": part["joints"], "vertices": vertices})
        return out

    def rows(self):
        """Nodes by their names, where these are told apart; the program calls one without a name by its row."""
        names = [node.get("name", f"Node {row}") for row, node in enumerate(self.scene.rows("nodes"))]
        return {name: row for row, name in enumerate(names) if name and names.count(name) == 1}


def ask(reader, name, account, beyond="", truth=None):
    """How far a reader is from the text of glTF, or another truth, as a share of the figure's size."""
    truth = truth or account.truth
    told = reader.read(name, account.scene, account.clips)
    skinned = [row for row, node in enumerate(account.scene.rows("nodes")) if "skin" in node and "children" not in node]
    apart = judge.joints(truth, told, skinned)[0]
    if not beyond:
        apart = max(apart, judge.vertices(truth, told, account.used)[0])
    return apart / account.size


class Row:
    """One file that the program wrote."""

    def __init__(self, matrix, account, before, what, name, given):
        self.matrix, self.account, self.before, self.what = matrix, account, before, what
        self.name, self.given = name, given

    def validator(self):
        if self.matrix.readers.missing("validator"):
            return Cell("–")
        errors, warnings, told = self.matrix.readers.validate(self.account.file)
        if errors + warnings == 0:
            return Cell("0", True)
        # Where the file lay for the run is nobody's concern.
        self.matrix.note(self, f"validator: {told[0].replace(f'{self.account.file.parent}/', '')}")
        if self.given.suffix in (".glb", ".gltf"):
            given = self.matrix.readers.validate(self.given)
            if given[0] >= errors and given[1] >= warnings:
                return Cell(f"{errors}+{warnings} as given", True)
        return Cell(f"{errors}+{warnings}", False)

    def _clips(self):
        info = self.matrix.program.info(self.account.file)
        named = {}
        for row, clip in enumerate(self.account.scene.rows("animations")):
            named.setdefault(clip.get("name", f"Clip {row + 1}"), row)
        pairs = [(named[clip["name"]], clip) for clip in info["clips"] if clip["name"] in named]
        step = max(1, -(-len(pairs) // ASKED))
        return pairs[::step] or [(None, None)]

    def _distance(self, account, names, positions, row, clip, times):
        """Of joints as `sample` tells them from those of a file."""
        rows = account.rows()
        worst = 0.0
        for column, name in enumerate(names):
            if name in rows and names.count(name) == 1:
                right = numpy.array([account.says.joints(row, time)[rows[name]] for time in times])
                worst = max(worst, float(numpy.linalg.norm(positions[:, column] - right, axis=1).max()))
        return worst

    def itself(self):
        """What the program shows of the file, against the text of glTF."""
        worst = 0.0
        for row, clip in self._clips():
            times = self.account.says.times(row, TIMES) if clip else [0.0]
            fps = clip["fps"] if clip else 1
            frames = [program.frame(time, fps) for time in times]
            names, at = self.matrix.program.sample(self.account.file, clip and clip["name"], frames)
            worst = max(worst, self._distance(self.account, names, at, row, clip, times))
        return verdict(worst / self.account.size, judge.SELF)

    def kept(self):
        """The motion before, as the program shows it, against the text of glTF on what was written."""
        worst = 0.0
        for row, clip in self._clips():
            first, last, fps = (clip["start"], clip["end"], clip["fps"]) if clip else (0, 0, 1)
            frames = sorted({round(first + k * (last - first) / 4) for k in range(5)})
            frames = [frame for frame in frames if first <= frame <= last] or [first]
            names, at = self.matrix.program.sample(self.before, clip and clip["name"], frames)
            times = [self.account.says.on_key(row, f / fps) if clip else 0.0 for f in frames]
            worst = max(worst, self._distance(self.account, names, at, row, clip, times))
        return verdict(worst / self.account.size, judge.SELF)

    def reader(self, name):
        if self.matrix.readers.missing(name):
            return Cell("–")
        beyond = readers.beyond(name, self.account.scene)
        distance = ask(self.matrix.readers, name, self.account, beyond)
        if beyond:
            self.matrix.note(self, f"{name}: only joints are compared, because {beyond}")
            return verdict(distance, judge.PLACES, "joints")
        if distance > judge.PLACES and name == "Blender":
            bound = ask(self.matrix.readers, name, self.account, truth=self.account.bound_anew())
            if bound <= judge.PLACES:
                self.matrix.note(self, f"{name}: vertices are {number(distance)} off, because the parent of a joint is "
                                 "in no skin: it computes another bind pose, and they agree with that (blender_bind.py)")
                return verdict(bound, judge.PLACES, "bound anew")
        if distance > judge.PLACES and self.given.suffix in (".glb", ".gltf"):
            # A reader that is wrong about the file as it was given may be as wrong about what was written.
            given = ask(self.matrix.readers, name, self.matrix.as_given(self.given))
            if given > judge.PLACES and distance <= 1.1 * given:
                told = f"{number(given)} off, too" if numpy.isfinite(given) else "not read completely either"
                self.matrix.note(self, f"{name}: the input file is {told}")
                return verdict(distance, 1.1 * given, "as given")
        return verdict(distance, judge.PLACES)

    def cells(self):
        for column in COLUMNS:
            try:
                ask_it = getattr(self, column, None)
                yield ask_it() if ask_it else self.reader(column)
            except (readers.Failed, program.Refused, gltf.Unreadable) as failed:
                self.matrix.note(self, f"{column}: {failed}")
                yield Cell("failed", False)


class Matrix:
    def __init__(self, program_path, tools):
        self.program = program.Program(program_path)
        self.readers = readers.Readers(tools)
        self.rows, self.notes, self.skipped = [], [], []

    def as_given(self, file):
        """A file of other people, unpacked where it is packed."""
        try:
            return Account(file)
        except gltf.Unreadable:
            plain = self.readers.tools / "unpacked.glb"
            gltf.save(self.readers.unpacked(gltf.load(file)), plain)
            return Account(plain)

    def note(self, row, words):
        self.notes.append(f"{row.name}, {row.what}: {words}")

    def files(self, name, file, work):
        """What the program writes of a character: what was done, the file before, the file after."""
        converted, edited, baked = (work / f"{name}-{what}.glb" for what in ("converted", "edited", "baked"))
        self.program.run("convert", file, converted)
        yield "converted", file, converted
        self.program.edit(file, edited, work)
        yield "edited", edited, edited
        self.program.run("bake", edited, "-o", baked)
        yield "baked", edited, baked

    def character(self, name, file, work):
        try:
            for what, before, after in self.files(name, file, work):
                started = time.monotonic()
                try:
                    row = Row(self, Account(after), before, what, name, file)
                except gltf.Unreadable as why:
                    self.skipped.append(f"{name}, {what}: {why}")
                    continue
                cells = list(row.cells())
                self.rows.append((name, what, cells))
                print(f"{name:28.28} {what:10}" + "".join(f"{cell.text:>16}" + ("!" if cell.good is False else " ")
                                                         for cell in cells)
                      + f"{time.monotonic() - started:5.0f} s", flush=True)
            if name in characters.NOT_READ:
                self.rows.append((name, "is read now: characters.py says it is not", [Cell("", False)]))
        except program.Refused as why:
            if name in characters.NOT_READ:
                self.skipped.append(f"{name}: this program does not read {characters.NOT_READ[name]} yet")
            else:
                self.rows.append((name, "refused", [Cell("", False)]))
                self.notes.append(f"{name}: {why}")
            print(f"{name:28.28} refused: {why}", flush=True)

    def report(self):
        judged = [cell for _, _, cells in self.rows for cell in cells if cell.good is not None]
        good = sum(cell.good for cell in judged)
        lines = [f"{good} of {len(judged)} cells agree.", "", "| character | | " + " | ".join(COLUMNS) + " |",
                 "|---|---|" + "---|" * len(COLUMNS)]
        for name, what, cells in self.rows:
            words = [f"**{cell.text}**" if cell.good is False else cell.text for cell in cells]
            lines.append(f"| {name} | {what} | " + " | ".join(words) + " |" * (1 + len(COLUMNS) - len(words)))
        for column in ("validator", *readers.Readers.NAMES):
            if why := self.readers.missing(column):
                self.skipped.append(f"{column}: {why}")
        for title, words in (("Skipped:", self.skipped), ("Explanations of the words in cells:", self.notes)):
            if words:
                lines += ["", title, "", *(f"- {line}" for line in dict.fromkeys(words))]
        return good == len(judged), "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("tools")
    parser.add_argument("characters", nargs="*")
    parser.add_argument("--report")
    given = parser.parse_args()
    matrix = Matrix(given.program, given.tools)
    print(f"{'':28} {'':10}" + "".join(f"{column:>16} " for column in COLUMNS))
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for name, file in characters.all_of_them(work).items():
            if not given.characters or name in given.characters:
                matrix.character(name, file, work)
    good, text = matrix.report()
    programs = ", ".join(matrix.readers.versions.values())
    if given.report:
        pathlib.Path(given.report).write_text(f"Readers: {programs}.\n\n{text}")
    print(text.splitlines()[0])
    for line in [*matrix.skipped, *matrix.notes]:
        print("  " + line)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
