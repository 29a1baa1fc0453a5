"""FBX files as this program reads them, beside Blender's own importer: where joints are at key times.

usage: foreign.py PROGRAM [FILE...] [--report FILE.md]

The program converts each file to glTF, whose text says where its joints are (reference.py). Blender imports the same
file and shares nothing with that. Joints are compared by their names, as a share of the figure's size.
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

TIMES = 5  # key times of a clip
PATIENCE = 300  # [s]
READER = pathlib.Path(__file__).parent / "readers" / "blender_foreign.py"

# What Blender makes of some files otherwise, and is known to.
KNOWN = {
    "ozz_pab_crossarms": "Blender leaves what its cameras and its sky are at the origin",
    "ozz_pab_jog": "Blender leaves what its cameras and its sky are at the origin",
    "ufbx_maya_anim_layers_7500_binary": "layers of animation are not added up here, which is said",
    "ufbx_maya_game_sausage_7500_binary_combined": "Blender lets joints inherit the scale of their parents, Maya does not",
    "ufbx_maya_slime_7500_binary": "Blender lets joints inherit the scale of their parents, Maya does not",
}


def asked(says, scene):
    """The clips with their times; the rest of the file where it has none."""
    clips = []
    for row, clip in enumerate(scene.rows("animations")):
        keys = sorted({float(time) for channel in says.channels[row] for time in channel[2]})
        if len(keys) > 1:
            # The first one is where Blender's action begins.
            chosen = numpy.linspace(0, len(keys) - 1, min(TIMES, len(keys))).round().astype(int)
            clips.append({"row": row, "name": clip.get("name", ""), "times": [keys[i] for i in chosen]})
    return clips or [{"row": None, "name": None, "times": [0.0]}]


def blender(file, clips, work):
    request, out = work / "request.json", work / "answer.json"
    out.unlink(missing_ok=True)
    request.write_text(json.dumps({"file": str(file), "clips": clips, "out": str(out)}))
    subprocess.run(["blender", "--background", "--factory-startup", "--python-exit-code", "3", "--python",
                    str(READER), "--", str(request)], capture_output=True, timeout=PATIENCE)
    return json.loads(out.read_text()) if out.exists() else None


def compared(file, posewright, work):
    """The worst distance as a share of the figure's size, how many joints and clips it is of, and why there is none."""
    written = work / "written.glb"
    try:
        posewright.run("convert", file, written)
    except program.Refused as why:
        return None, f"not read: {why}"
    scene = gltf.load(written)
    says = reference.Reference(scene)
    clips = asked(says, scene)
    answer = blender(file, clips, work)
    if answer is None:
        return None, "Blender does not read it"
    names = [node.get("name", "") for node in scene.rows("nodes")]
    worst, joints, played, name = 0.0, set(), 0, ""
    for clip, told in zip(clips, answer["clips"]):
        if not told["there"]:
            continue
        played += 1
        for time, theirs in zip(clip["times"], told["places"]):
            ours = says.joints(clip["row"], time)
            rows = [row for row, called in enumerate(names) if called in theirs and names.count(called) == 1]
            if not rows:
                continue
            size = float(numpy.linalg.norm(numpy.ptp(ours, axis=0))) or 1.0
            off = numpy.linalg.norm(ours[rows] - numpy.array([theirs[names[row]] for row in rows]), axis=1) / size
            joints.update(rows)
            if off.max() > worst:
                worst, name = float(off.max()), f"{names[rows[int(off.argmax())]]} at {time:.3f} s"
    if not joints:
        return None, "no joint of the same name"
    return (worst, len(joints), played, name), ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--report", type=pathlib.Path)
    given = parser.parse_args()
    if not shutil.which("blender"):
        sys.exit("Blender is not installed")
    files = given.files or sorted(characters.CORPUS.glob("fbx/*.fbx"))
    lines, agree, measured = [], 0, 0
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            found, why = compared(file.resolve(), program.Program(given.program), pathlib.Path(folder))
        note = KNOWN.get(file.stem, "")
        if found:
            worst, joints, clips, where = found
            measured += 1
            agree += worst <= 1e-4
            shown = f"{worst:.0e}".replace("e-0", "e-") if worst else "0"
            lines.append(f"| {file.stem}{file.suffix} | {shown} | {joints} | {clips} | {note} |")
            print(f"{file.stem}: {shown}, {joints} joints, {clips} clips, {where}", flush=True)
        else:
            lines.append(f"| {file.stem}{file.suffix} | | | | {note or why} |")
            print(f"{file.stem}: {why}", flush=True)
    head = [f"{agree} of {measured} files agree to 1e-4.", "", "| file | worst | joints | clips | |", "|---|---|---|---|---|"]
    if given.report:
        given.report.write_text("\n".join(head + lines) + "\n")


main()
