"""Programs that share nothing with this one, and what they make of a glTF file.

Each reads a copy without pictures, in which every node has a name of its own (gltf.without_pictures), and tells
where nodes and vertices are in the world, right-handed and with Y up. readers/ has what they are asked with.
"""
import base64
import copy
import json
import pathlib
import shutil
import subprocess

import numpy

import gltf

SOURCES = pathlib.Path(__file__).parent / "readers"
PATIENCE = 600  # [s]


class Failed(Exception):
    """A reader ended without an answer."""


def beyond(name, scene):
    """What a reader does not read of a file, so that its vertices say nothing; empty: nothing is known."""
    influences = any("JOINTS_1" in primitive["attributes"]
                     for mesh in scene.rows("meshes") for primitive in mesh["primitives"])
    if influences and name in ("three", "assimp"):
        return f"{name} moves a vertex by four joints at most"
    return ""


def _run(command):
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired as late:
        raise Failed("no answer in time") from late
    if ended.returncode:
        lines = (ended.stderr.strip() or ended.stdout.strip()).splitlines()
        raise Failed(next((line for line in reversed(lines) if "Error" in line), lines[-1] if lines else "ended"))


class Readers:
    """@param tools  a folder with node_modules, the scripts of readers/ and the program assimp"""

    NAMES = ("Blender", "three", "Babylon", "assimp")

    def __init__(self, tools):
        self.tools = pathlib.Path(tools)
        self.versions = {}

    def missing(self, name):
        """Why it cannot be asked on this machine; empty: it can."""
        if name == "Blender":
            return "" if shutil.which("blender") else "Blender is not installed"
        if name == "assimp":
            return "" if (self.tools / "assimp").exists() else "assimp's library is not installed"
        package = {"three": "three", "Babylon": "@babylonjs/core", "validator": "gltf-validator"}[name]
        if shutil.which("node") and (self.tools / "node_modules" / package).exists():
            return ""
        return f"the npm package {package} is not installed"

    def _script(self, name):
        return ["node", str(self.tools / f"{name.lower()}.mjs"), str(self.tools / "request.json")]

    def validate(self, file):
        """Number of errors, of warnings, and the words for them."""
        answer = self.tools / "answer.json"
        (self.tools / "request.json").write_text(json.dumps({"file": str(file), "out": str(answer)}))
        _run(self._script("validator"))
        told = json.loads(answer.read_text())
        self.versions["validator"] = told["reader"]
        return told["errors"], told["warnings"], told["told"]

    def unpacked(self, scene):
        """A file whose buffers are packed with meshopt, as the decoder that three.js brings along unpacks them."""
        if self.missing("three"):
            raise Failed(self.missing("three"))
        root, buffers = copy.deepcopy(scene.root), list(scene.buffers)
        views = [view for view in root["bufferViews"] if "EXT_meshopt_compression" in view.get("extensions", {})]
        asked = []
        for view in views:
            packed = view["extensions"]["EXT_meshopt_compression"]
            start = packed.get("byteOffset", 0)
            data = bytes(buffers[packed["buffer"]][start:start + packed["byteLength"]])
            asked.append({"data": base64.b64encode(data).decode(), "count": packed["count"],
                          "stride": packed["byteStride"], "mode": packed["mode"], "filter": packed.get("filter")})
        answer = self.tools / "answer.json"
        answer.unlink(missing_ok=True)
        (self.tools / "request.json").write_text(json.dumps({"views": asked, "out": str(answer)}))
        _run(self._script("unpack"))
        for view, data in zip(views, json.loads(answer.read_text())["views"]):
            del view["extensions"]
            view.update(buffer=len(buffers), byteOffset=0)
            buffers.append(base64.b64decode(data))
        for row in root["buffers"]:
            row.pop("extensions", None)
        for key in ("extensionsUsed", "extensionsRequired"):
            root[key] = [name for name in root.get(key, []) if name != "EXT_meshopt_compression"]
            if not root[key]:
                del root[key]
        return gltf.Gltf(root, buffers)

    def read(self, name, scene, clips):
        """@param clips  [{"name", "times", "vertices": those of the times at which vertices are told, too}]
        @return for each clip {"joints": {row: [time][3]}, "vertices": {(row, primitive): [time][vertex][3]}}"""
        file, still, answer = (self.tools / name for name in ("copy.glb", "still.glb", "answer.json"))
        plain = gltf.without_pictures(scene)
        gltf.save(plain, file)
        gltf.save(gltf.standing_still(plain), still)
        answer.unlink(missing_ok=True)
        (self.tools / "request.json").write_text(json.dumps(
            {"file": str(file), "still": str(still), "out": str(answer), "clips": clips}))
        if name == "assimp":
            lines = [f"file {file}", f"out {answer}"]
            for clip in clips:
                lines.append(f"clip {clip['name']}")
                lines += [f"{'look' if t in clip['vertices'] else 'time'} {t!r}" for t in clip["times"]]
            (self.tools / "request.txt").write_text("\n".join(lines) + "\n")
            _run([str(self.tools / "assimp"), str(self.tools / "request.txt")])
        elif name == "Blender":
            _run(["blender", "--background", "--factory-startup", "--python-exit-code", "3", "--python",
                  str(SOURCES / "blender.py"), "--", str(self.tools / "request.json")])
        else:
            _run(self._script(name))
        if not answer.exists():
            raise Failed("no answer")
        try:
            told = json.loads(answer.read_text())
        except ValueError as broken:
            raise Failed(f"an answer that is none: {broken}") from broken
        self.versions[name] = told["reader"]
        return [self._clip(plain, clip) for clip in told["clips"]]

    def _clip(self, plain, told):
        joints = {}
        for name, at in told["joints"].items():
            row = name.removeprefix("node")
            if row.isdigit():
                joints[int(row)] = numpy.array(at, float).reshape(-1, 3)
        vertices = {}
        for key, at in told["vertices"].items():
            owner, _, primitive = key.partition("/")
            row = self._row(plain, owner)
            if row is not None:
                vertices[row, int(primitive) if primitive else None] = [numpy.array(one).reshape(-1, 3) for one in at]
        return {"joints": joints, "vertices": vertices}

    @staticmethod
    def _row(plain, owner):
        """Blender calls what bears a mesh by the node or, where that is a bone, by the mesh."""
        if owner.startswith("mesh"):
            bearers = [row for row, node in enumerate(plain.rows("nodes")) if f"mesh{node.get('mesh')}" == owner]
            return bearers[0] if len(bearers) == 1 else None
        row = owner.removeprefix("node")
        return int(row) if row.isdigit() else None
