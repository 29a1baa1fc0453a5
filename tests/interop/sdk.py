"""Where Autodesk's own FBX SDK sees the joints of an FBX file: FBX2glTF is that SDK and writes what it evaluates, frame
by frame, as glTF, whose text says where joints are (reference.py)."""
import os
import pathlib
import subprocess

import gltf
import reference

RATES = (24, 30, 60)  # [frames/s] it evaluates at no others
PATIENCE = 300  # [s]
SAME = 2e-4  # [s] key times that are meant to be one


class Sdk:
    """The executable that npm brings; `there` is false without it."""

    def __init__(self, tools):
        self.path = pathlib.Path(tools).resolve() / "node_modules" / "fbx2gltf" / "bin" / "Linux" / "FBX2glTF"
        self.there = self.path.exists()
        if self.there:
            os.chmod(self.path, 0o755)

    def read(self, file, work):
        """What it makes of the file at each of the rates."""
        out = []
        for rate in RATES:
            written = work / f"sdk{rate}.glb"
            subprocess.run([self.path, "--binary", "--anim-framerate", f"bake{rate}", "--input", file, "--output",
                            written], capture_output=True, timeout=PATIENCE, cwd=work)
            if written.exists():
                out.append(reference.Reference(gltf.load(written)))
        return out


def keys(says, clip):
    return sorted({float(time) for channel in says.channels[clip] for time in channel[2]})


def times(says, clip, theirs, row):
    """Pairs of times at which both have a key. FBX2glTF's clips begin at 0."""
    late = keys(says, clip)[0]
    rows = keys(theirs, row)
    late = late if rows[0] == 0 and late > 1e-3 else 0.0
    for time in keys(says, clip):
        other = min(rows, key=lambda key: abs(key - (time - late)))
        if abs(other - (time - late)) < SAME:
            yield time, other


def keyed(says, clip):
    """Of each node, the times at which all that moves it has a key: between keys, curves may be bent in the file."""
    own = {}
    for node, _, rows, _, _ in says.channels[clip] if clip is not None else []:
        if len(rows) > 1:
            own.setdefault(node, []).append(rows)

    def at(node, time):
        while node >= 0:
            if any(abs(rows - time).min() > 1e-5 for rows in own.get(node, [])):
                return False
            node = says.parents[node]
        return True
    return at
