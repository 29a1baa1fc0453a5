"""FBX files as this program reads them, beside Autodesk's own SDK and Blender's importer: where joints are at key times.

usage: foreign.py PROGRAM TOOLS [FILE...] [--report FILE.md]

The program converts each file to glTF, whose text says where its joints are (reference.py). The other two read the
same file and share nothing with that. Joints are compared by their names, as a share of the figure's size. Beside the
files of the corpus stand characters that Blender writes as FBX, each in another way.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy

import characters
import gltf
import program
import reference
import sdk

TIMES = 5  # key times of a clip
PATIENCE = 300  # [s]
WITHIN = 1e-4
FOLDER = pathlib.Path(__file__).parent / "readers"

# What other programs make of some files otherwise, and are known to.
SHARE = "Blender and FBX2glTF let joints inherit the scale of their parents, Maya does not"
KNOWN = {
    "ozz_pab_crossarms": "Blender leaves what its cameras and its sky are at the origin",
    "ozz_pab_jog": "Blender leaves what its cameras and its sky are at the origin",
    "ufbx_maya_anim_layers_7500_binary": "layers of animation are not added up here, which is said",
    "ufbx_maya_game_sausage_7500_binary_combined": SHARE,
    "ufbx_maya_slime_7500_binary": SHARE,
    "ufbx_motionbuilder_pivot_7700_ascii": "a mesh moved within its node is a node that is moved",
}

# Vertices that Maya, MotionBuilder and Blender wrote of frames themselves: the clip that has them, and the frames.
WRITTEN = {
    "ufbx_blender_279_sausage_7400_binary": [("blender_279_sausage_base", "base", 0),
                                             ("blender_279_sausage_spin", "spin", 15),
                                             ("blender_279_sausage_wiggle", "wiggle", 20)],
    "ufbx_maya_game_sausage_7500_binary_combined": [(f"maya_game_sausage_{clip}", clip, frame) for clip, frame in
                                                    (("wiggle", 10), ("wiggle", 18), ("spin", 7), ("spin", 15),
                                                     ("deform", 8), ("deform", 15))],
    "ufbx_maya_mixed_inherit_mode_7700_ascii": [("maya_mixed_inherit_mode", "", frame) for frame in range(8)],
    "ufbx_maya_skinned_pivot_7700_ascii": [("maya_skinned_pivot", "", None)],
    "ufbx_motionbuilder_pivot_7700_ascii": [("motionbuilder_pivot", "", None)],
}
FRAMES = 24  # a second, of those

# Ways in which Blender writes FBX files, and what they are called here.
WAYS = {
    "y_up": {"axis_forward": "-Z", "axis_up": "Y"},
    "z_up": {"axis_forward": "Y", "axis_up": "Z"},
    "x_bones": {"primary_bone_axis": "X", "secondary_bone_axis": "-Y"},
    "in_units": {"apply_scale_options": "FBX_SCALE_UNITS"},
    "scaled": {"global_scale": 2.5, "apply_scale_options": "FBX_SCALE_CUSTOM"},
    "leaves": {"add_leaf_bones": True},
    "baked_space": {"bake_space_transform": True},
}


class Outcome:
    """The worst distance that one reader sees."""

    def __init__(self):
        self.worst, self.joints, self.where, self.why = 0.0, set(), "", ""

    def take(self, ours, rows, theirs, names, time):
        size = float(numpy.linalg.norm(numpy.ptp(ours, axis=0))) or 1.0
        off = numpy.linalg.norm(ours[rows] - numpy.array(theirs), axis=1) / size
        self.joints.update(rows)
        if off.max() > self.worst:
            self.worst, self.where = float(off.max()), f"{names[rows[int(off.argmax())]]} at {time:.3f} s"

    def agrees(self):
        return bool(self.joints) and self.worst <= WITHIN

    def text(self):
        if not self.joints:
            return self.why
        return f"{self.worst:.0e}".replace("e-0", "e-") if self.worst else "0"


def asked(says, scene):
    """The clips with their times; the rest of the file where it has none."""
    clips = []
    for row, clip in enumerate(scene.rows("animations")):
        rows = sdk.keys(says, row)
        if len(rows) > 1:
            # The first one is where Blender's action begins.
            chosen = numpy.linspace(0, len(rows) - 1, min(TIMES, len(rows))).round().astype(int)
            clips.append({"row": row, "name": clip.get("name", ""), "times": [rows[i] for i in chosen]})
    return clips or [{"row": None, "name": None, "times": [0.0]}]


def run_blender(script, request, work):
    asking, out = work / "request.json", work / "answer.json"
    out.unlink(missing_ok=True)
    asking.write_text(json.dumps({**request, "out": str(out)}))
    subprocess.run(["blender", "--background", "--factory-startup", "--python-exit-code", "3", "--python",
                    str(FOLDER / script), "--", str(asking)], capture_output=True, timeout=PATIENCE)
    return json.loads(out.read_text()) if out.exists() else None


def nearest(wanted, there):
    """The largest distance to the nearest vertex, as a share of the size; files are in metres or in centimetres."""
    size = float(numpy.linalg.norm(numpy.ptp(wanted, axis=0)))
    return min(max(float(numpy.linalg.norm(one - scale * there, axis=1).min()) for one in wanted) / size
               for scale in (1.0, 100.0))


def by_maker(file, scene, says):
    """The worst distance of each frame whose vertices the maker wrote: [frame]."""
    out = []
    for stem, clip, frame in WRITTEN.get(file.stem, []):
        obj = file.parent / "ufbx_ref_obj" / (stem + ("" if frame is None else f"_{frame}") + ".obj")
        wanted = numpy.array([line.split()[1:4] for line in obj.read_text().splitlines() if line.startswith("v ")],
                             float)
        row = next((row for row, one in enumerate(scene.rows("animations")) if clip in one.get("name", "").lower()), None)
        # Clips begin at the first frame or at the second.
        starts = [0] if row is None else [0, -1, 1]
        out.append(min(nearest(wanted, numpy.concatenate(list(
            says.vertices(row, max((frame or 0) + start, 0) / FRAMES).values()))) for start in starts))
    return out


def by_blender(file, scene, says, names, work):
    out = Outcome()
    clips = asked(says, scene)
    answer = run_blender("blender_foreign.py", {"file": str(file), "clips": clips}, work)
    if answer is None:
        out.why = "not read"
        return out
    for clip, told in zip(clips, answer["clips"]):
        for time, theirs in zip(clip["times"], told["places"] if told["there"] else []):
            rows = [row for row, called in enumerate(names) if called in theirs and names.count(called) == 1]
            if rows:
                out.take(says.joints(clip["row"], time), rows, [theirs[names[row]] for row in rows], names, time)
    out.why = "no joint of the same name"
    return out


def by_sdk(file, scene, says, names, reader, work):
    """At the rate at which most joints can be compared, which is the file's own."""
    best, most = Outcome(), 0
    best.why = "not read" if reader.there else "not installed"
    for other in reader.read(file, work) if reader.there else []:
        called = [node.get("name", "") for node in other.nodes]
        shared = [(row, called.index(name)) for row, name in enumerate(names)
                  if name and names.count(name) == 1 and called.count(name) == 1]
        takes = [clip.get("name", "") for clip in other.gltf.rows("animations")]
        clips = [(row, takes.index(clip.get("name"))) for row, clip in enumerate(scene.rows("animations"))
                 if clip.get("name") in takes] or [(None, None)]
        out, count = Outcome(), 0
        for clip, theirs in clips:
            at = sdk.keyed(says, clip)
            pairs = [(0.0, 0.0)] if clip is None else list(sdk.times(says, clip, other, theirs))
            for i in numpy.linspace(0, len(pairs) - 1, min(2 * TIMES, len(pairs))).round().astype(int):
                time, then = pairs[i]
                rows = [(row, there) for row, there in shared if at(row, time)]
                if rows:
                    count += len(rows)
                    places = other.joints(theirs, then)
                    out.take(says.joints(clip, time), [row for row, _ in rows], [places[there] for _, there in rows],
                             names, time)
        out.why = "no joint of the same name"
        if count > most or not best.joints:
            best, most = out, count
    return best


def measured(file, posewright, reader, work):
    """What Blender and the SDK see, how far the maker's vertices are; and why the file is not read."""
    written = work / "written.glb"
    try:
        posewright.run("convert", file, written)
    except program.Refused as why:
        return None, str(why).split(": ")[-1]
    scene = gltf.load(written)
    says = reference.Reference(scene)
    names = [node.get("name", "") for node in scene.rows("nodes")]
    return (by_blender(file, scene, says, names, work), by_sdk(file, scene, says, names, reader, work),
            by_maker(file, scene, says)), ""


def made(folder):
    """Characters that Blender writes as FBX, each in the next way."""
    out = []
    for number, (name, file) in enumerate(sorted(characters.all_of_them(folder).items())):
        way = list(WAYS)[number % len(WAYS)]
        if file.suffix not in (".glb", ".gltf") or file.stem.startswith("robot_"):
            continue
        target = folder / f"{name}_{way}.fbx"
        run_blender("blender_fbx.py", {"file": str(file), "to": str(target), "way": WAYS[way]}, folder)
        if target.exists():
            out.append(target)
    return out


def reported(file, posewright, reader, lines, wrong):
    """Adds a line. @return whether a reader agrees; None: the file is not read"""
    with tempfile.TemporaryDirectory() as folder:
        seen, why = measured(file.resolve(), posewright, reader, pathlib.Path(folder))
    name = file.stem + file.suffix
    if seen is None:
        lines.append(f"| {name} | | | | | not read: {why} |")
        print(f"{file.stem}: {why}", flush=True)
        return None
    blender, autodesk, vertices = seen
    note = KNOWN.get(file.stem, "")
    joints = len(blender.joints | autodesk.joints)
    there = sum(one <= WITHIN for one in vertices)
    maker = f"{there} of {len(vertices)} frames" if vertices else ""
    lines.append(f"| {name} | {blender.text()} | {autodesk.text()} | {joints} | {maker} | {note} |")
    print(f"{file.stem}: Blender {blender.text()} {blender.where}, SDK {autodesk.text()} {autodesk.where} {maker}",
          flush=True)
    agrees = blender.agrees() or autodesk.agrees() or bool(vertices) and there == len(vertices)
    if not note and not agrees:
        wrong.append(file.stem)
    return agrees


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("tools")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--report", type=pathlib.Path)
    given = parser.parse_args()
    if not shutil.which("blender"):
        sys.exit("Blender is not installed")
    reader, posewright = sdk.Sdk(given.tools), program.Program(given.program)
    lines, wrong, agree, read, count = [], [], 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        files = given.files or sorted(characters.CORPUS.glob("fbx/*.fbx")) + made(pathlib.Path(folder))
        for file in files:
            agrees = reported(file, posewright, reader, lines, wrong)
            count += 1
            read += agrees is not None
            agree += agrees is True
    head = [f"{read} of {count} files are read, and {agree} agree to 1e-4.", "",
            "| file | Blender | Autodesk's SDK | joints | vertices | |", "|---|---|---|---|---|---|"]
    if given.report:
        given.report.write_text("\n".join(head + lines) + "\n")
    print(head[0])
    if wrong:
        sys.exit("no longer where others see them: " + ", ".join(wrong))


main()
