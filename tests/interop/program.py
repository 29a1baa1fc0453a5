"""The program whose files other programs read: what is done to a character before they do."""
import json
import os
import subprocess

import numpy

PATIENCE = 300  # [s]


class Refused(Exception):
    """The program said no."""


def frame(time, fps):
    """Seconds in single precision as a frame: a whole one where it is meant."""
    exact = time * fps
    return float(round(exact)) if abs(exact - round(exact)) < 1e-4 else exact


class Program:
    def __init__(self, path):
        self.path = str(path)
        # It brings a display of its own where there is none; one that others draw on may go away.
        self.environment = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1"}
        self.environment.pop("DISPLAY", None)

    def run(self, *words):
        ended = subprocess.run([self.path, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE,
                               env=self.environment)
        if ended.returncode:
            lines = [line for line in ended.stderr.splitlines() if line and not line.startswith(" ")]
            raise Refused(lines[-1] if lines else f"exit status {ended.returncode}")
        return ended.stdout

    def info(self, file):
        return json.loads(self.run("info", file, "--json"))

    def sample(self, file, clip, frames):
        """Names of joints, and where they are: [frame][joint][3]."""
        words = ["--frames", ",".join(f"{frame:.17g}" for frame in frames), "--json"]
        if clip is not None:
            words += ["--clip", clip]
        told = json.loads(self.run("sample", file, *words))
        return told["joints"], numpy.array([frame["positions"] for frame in told["frames"]]).reshape(
            len(frames), -1, 3)

    def edit(self, file, out, work):
        """Renames a bone, and puts a target on another that moves in the middle of the clip.
        @return the old name and the new one; None where there was nothing to rename"""
        info = self.info(file)
        joints, names = info["joints"], [joint["name"] for joint in info["joints"]]
        if not names:
            self.run("convert", file, out)
            return None
        plain = [row for row, name in enumerate(names) if names.count(name) == 1]
        edits = [{"edit": "renameNode", "node": names[plain[-1]], "name": "Called anew"}]

        def above(row, steps):
            for _ in range(steps):
                row = joints[row]["parent"] if row >= 0 else -1
            return row

        ends = [row for row in plain[:-1] if above(row, 2) in plain]
        hands = [row for row in ends if "hand" in names[row].lower()] or ends
        if hands:
            called = {names[plain[-1]]: "Called anew"}
            hand, root = (called.get(names[row], names[row]) for row in (hands[0], above(hands[0], 2)))
            clip = info["clips"][0] if info["clips"] else {"start": 0, "end": 0}
            step = 0.1 * sum(joints[above(hands[0], k)]["length"] for k in (1, 2))
            edits += [{"edit": "addTarget", "name": "Goal of a hand", "effector": hand, "root": root, "at": "pose"},
                      {"operation": "moveNodes", "nodes": ["Goal of a hand"],
                       "frame": round((clip["start"] + clip["end"]) / 2), "by": [0, step, 0]}]
        (work / "edits.json").write_text(json.dumps(edits))
        self.run("apply", file, work / "edits.json", "-o", out)
        return names[plain[-1]], "Called anew"
