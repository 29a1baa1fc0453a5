"""Each character beside the same file in three.js: the same silhouette, and the same colours on the same places.

usage: looks.py PROGRAM TOOLS [CHARACTER...] [--report FILE.md] [--pictures FOLDER]

Both draw the file from one place, without light (KHR_materials_unlit), before black and before white. What neither
background shines through is the silhouette. Then both draw it lit, for people.
"""
import argparse
import copy
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy

import browser
import characters
import gltf
import judge
import program
import readers
import reference

WIDTH, HEIGHT = 640, 640
FOV = 30  # [degrees]
BLACK, WHITE, VIEW = "000000", "ffffff", "2b2e33"


def bounds(says, clip, time):
    parts = list(says.vertices(clip, time).values())
    points = numpy.concatenate(parts) if parts else says.joints(clip, time)
    return points.min(0), points.max(0)


def view(low, high):
    """From where all of a box is seen, half from the left and from above, and the middle of the box. [m]"""
    yaw, pitch = 0.5, 0.2
    distance = max(float(numpy.linalg.norm(high - low)) / 2, 1e-3) / math.sin(math.radians(FOV) / 2)
    back = numpy.array([math.sin(yaw) * math.cos(pitch), math.sin(pitch), math.cos(yaw) * math.cos(pitch)])
    middle = (low + high) / 2
    return (middle + back * distance).tolist(), middle.tolist()


def unlit(scene):
    """A copy whose colours are as they are, without light: what is compared."""
    root = copy.deepcopy(scene.root)
    root.setdefault("materials", []).append({})
    for material in root["materials"]:
        material["extensions"] = {"KHR_materials_unlit": {}}
        material.pop("emissiveTexture", None)
        material.pop("emissiveFactor", None)
    for mesh in root.get("meshes", []):
        for primitive in mesh["primitives"]:
            primitive.setdefault("material", len(root["materials"]) - 1)
    # What a project says of itself no longer holds.
    root.get("extensions", {}).pop("POSEWRIGHT_animation", None)
    root["extensionsUsed"] = sorted({*root.get("extensionsUsed", []), "KHR_materials_unlit"})
    return gltf.Gltf(root, scene.buffers)


def read_png(path):
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                         capture_output=True, check=True).stdout
    return numpy.frombuffer(raw, numpy.uint8).reshape(HEIGHT, WIDTH, 3) / 255


def write_png(path, picture):
    size = f"{picture.shape[1]}x{picture.shape[0]}"
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-i", "-",
                    str(path)], input=numpy.round(picture * 255).astype("u1").tobytes(), check=True)


class Looks:
    def __init__(self, path, tools, work):
        self.program, self.tools, self.work = program.Program(path), pathlib.Path(tools), work
        self.jobs, self.asked, self.rows, self.notes = [], {}, [], []
        self.ours = {}
        self.eye = ([0, 0, 9], [0, 0, 0])

    def _draw(self, name, file, frame, clip, lit):
        for background in (VIEW,) if lit else (BLACK, WHITE):
            out = self.work / "drawn.png"
            words = ["render", file, "-o", out, "--size", f"{WIDTH}x{HEIGHT}", "--show", "meshes",
                     "--background", background, "--frames", f"{frame:.17g}", "--fov", FOV]
            words += [f"--{end}=" + ",".join(map(repr, at)) for end, at in zip(("from", "at"), self.eye)]
            self.program.run(*words, *(["--clip", clip] if clip else []))
            self.ours[name, background] = read_png(out)

    def _job(self, name, file, clip, time, lit):
        self.jobs.append({"name": name, "file": f"/looks/{file.name}", "clip": clip, "time": time, "fov": FOV,
                          "from": self.eye[0], "at": self.eye[1], "width": WIDTH, "height": HEIGHT, "lit": lit,
                          "backgrounds": [VIEW] if lit else [BLACK, WHITE]})

    def ask(self, name, file):
        """Draws a character here, and puts it on the list for three.js."""
        folder = self.tools / "looks"
        folder.mkdir(exist_ok=True)
        if file.suffix not in (".glb", ".gltf"):
            self.program.run("convert", file, folder / f"{name}.glb")
            file = folder / f"{name}.glb"
        scene = gltf.load(file)
        says = reference.Reference(scene if self._readable(scene) else self._unpacked(name, file))
        clip = 0 if scene.rows("animations") else None
        times = says.times(0, 3) if clip is not None else [0.0]
        time = times[len(times) // 2]
        self.eye = view(*bounds(says, clip, time))
        plain, lit, kept = (folder / f"{name}-{what}.glb" for what in ("plain", "lit", "kept"))
        gltf.save(scene, lit)
        gltf.save(unlit(scene), plain)
        info = self.program.info(plain)["clips"]
        fps, called = (info[0]["fps"], info[0]["name"]) if info else (1, None)
        frame = program.frame(time, fps)
        self._draw(f"{name}-plain", plain, frame, called, False)
        self._draw(f"{name}-lit", lit, frame, called, True)
        self._job(f"{name}-plain", plain, clip, time, False)
        self._job(f"{name}-lit", lit, clip, time, True)
        # What was edited and baked is to look in three.js as the file did before.
        self.program.run("bake", plain, "-o", kept)
        self._job(f"{name}-kept", kept, clip, time, False)
        self.asked[name] = file

    def _unpacked(self, name, file):
        """What tells how large a file is whose vertices are packed: three.js draws the file itself."""
        plain = self.work / f"{name}-unpacked.glb"
        self.program.run("convert", file, plain)
        return gltf.load(plain)

    @staticmethod
    def _readable(scene):
        try:
            reference.Reference(scene)
        except gltf.Unreadable:
            return False
        return not any("KHR_draco_mesh_compression" in primitive.get("extensions", {})
                       for mesh in scene.rows("meshes") for primitive in mesh["primitives"])

    def judge(self):
        theirs, version = browser.show(self.tools, self.jobs)
        for name in self.asked:
            pictures = [theirs[f"{name}-{what}", background] for what in ("plain", "kept")
                        for background in (BLACK, WHITE)]
            failed = [one for one in pictures if isinstance(one, str)]
            if failed:
                self.notes.append(f"{name}: {failed[0]}")
                self.rows.append((name, 0.0, 1.0, 0.0, 1.0, False))
                continue
            black, white, kept_black, kept_white = pictures
            ours = self.ours[f"{name}-plain", BLACK], self.ours[f"{name}-plain", WHITE]
            cover, their_cover = judge.cut_out(*ours), judge.cut_out(black, white)
            kept_cover = judge.cut_out(kept_black, kept_white)
            row = (judge.overlap(cover, their_cover), judge.colours(ours[0], cover, black, their_cover),
                   judge.overlap(kept_cover, their_cover), judge.colours(kept_black, kept_cover, black, their_cover))
            good = (row[0] >= judge.OVERLAP and row[1] <= judge.CELLS and row[2] >= judge.OVERLAP
                    and row[3] <= judge.CELLS)
            if name in characters.NOT_DRAWN:
                says = "look the same now: characters.py says not" if good else "not drawn yet"
                self.notes.append(f"{name}: {characters.NOT_DRAWN[name]}: {says}")
            self.rows.append((name, *row, good))
        return theirs, version

    def pictures(self, theirs, folder):
        """Ours, theirs, and where they differ, side by side: without light above, lit below."""
        for name in self.asked:
            lit = theirs[f"{name}-lit", VIEW]
            plain = theirs[f"{name}-plain", BLACK]
            if isinstance(lit, str) or isinstance(plain, str):
                continue
            ours = self.ours[f"{name}-plain", BLACK]
            apart = numpy.clip(numpy.abs(ours - plain) * 4, 0, 1)
            above = numpy.concatenate([self.ours[f"{name}-lit", VIEW], lit], 1)
            write_png(folder / f"looks-{name}.png", above)
            write_png(folder / f"plain-{name}.png", numpy.concatenate([ours, plain, apart], 1))

    def report(self):
        lines = [f"{sum(row[-1] for row in self.rows)} of {len(self.rows)} characters look the same.", "",
                 "| character | silhouette | cells of other colour | silhouette after a bake | cells after a bake |",
                 "|---|---|---|---|---|"]
        for name, overlap, cells, kept_overlap, kept_cells, good in self.rows:
            words = [f"{overlap:.4f}", f"{cells:.4f}", f"{kept_overlap:.4f}", f"{kept_cells:.4f}"]
            lines.append(f"| {name if good else f'**{name}**'} | " + " | ".join(words) + " |")
        if self.notes:
            lines += ["", *(f"- {note}" for note in self.notes)]
        expected = all(row[-1] != (row[0] in characters.NOT_DRAWN) for row in self.rows)
        return expected, "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("tools")
    parser.add_argument("characters", nargs="*")
    parser.add_argument("--report")
    parser.add_argument("--pictures")
    given = parser.parse_args()
    if why := browser.missing(given.tools):
        print(f"looks: skipped: {why}")
        return 0
    shutil.copy(pathlib.Path(__file__).parent / "readers" / "looks.html", given.tools)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        looks = Looks(given.program, given.tools, work)
        for name, file in characters.looked_at(work).items():
            if given.characters and name not in given.characters:
                continue
            if file.suffix in (".glb", ".gltf") and (why := readers.beyond("three", gltf.load(file))):
                looks.notes.append(f"{name}: skipped: {why}")
                continue
            try:
                looks.ask(name, file)
            except program.Refused as why:
                if name in characters.NOT_READ:
                    looks.notes.append(f"{name}: skipped: {characters.NOT_READ[name]} is not read yet")
                    continue
                looks.notes.append(f"{name}: {why}")
                looks.rows.append((name, 0.0, 1.0, 0.0, 1.0, False))
        theirs, version = looks.judge()
        if given.pictures:
            pathlib.Path(given.pictures).mkdir(parents=True, exist_ok=True)
            looks.pictures(theirs, pathlib.Path(given.pictures))
        good, text = looks.report()
    print(f"{version}: {text}")
    if given.report:
        pathlib.Path(given.report).write_text(f"{version}.\n\n{text}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
