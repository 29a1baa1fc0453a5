"""That what judges other programs' readings can fail: with what is to be found put in, one thing at a time.

Exit status 77, which ctest calls skipped, where numpy is not installed.
"""
import pathlib
import sys
import tempfile
import unittest

try:
    import numpy
except ImportError:
    print("SKIP   : interop_can_fail() python3-numpy is not installed")
    sys.exit(77)

import blender_bind
import gltf
import judge
import make_characters
import reference

SIDE = 400


def figure():
    """A disc with a picture on it that no mirror or turn maps to itself, and how much of each pixel it covers."""
    y, x = numpy.mgrid[0:SIDE, 0:SIDE] / SIDE
    letter = make_characters.letter() / 255
    picture = letter[(y * 63.99).astype(int), (x * 63.99).astype(int)]
    cover = ((x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.16).astype(float)
    return picture * cover[..., None], cover


def blurred(picture):
    """As another filter of textures would have it."""
    return sum(numpy.roll(picture, by, axis) for axis in (0, 1) for by in (-1, 0, 1)) / 6


class Pictures(unittest.TestCase):
    def setUp(self):
        self.picture, self.cover = figure()

    def colours(self, picture):
        return judge.colours(self.picture, self.cover, picture * self.cover[..., None], self.cover)

    def test_the_same_picture_passes(self):
        self.assertEqual(judge.overlap(self.cover, self.cover), 1)
        self.assertEqual(self.colours(self.picture), 0)

    def test_another_filter_passes(self):
        self.assertLessEqual(self.colours(blurred(self.picture)), judge.CELLS)

    def test_a_shifted_silhouette_fails(self):
        for by in (4, 12):
            self.assertLess(judge.overlap(self.cover, numpy.roll(self.cover, by, 1)), judge.OVERLAP)
        self.assertGreater(judge.overlap(self.cover, numpy.roll(self.cover, 1, 1)), judge.OVERLAP)

    def test_a_missing_limb_fails(self):
        without = self.cover.copy()
        without[:, : SIDE // 6] = 0
        self.assertLess(judge.overlap(self.cover, without), judge.OVERLAP)

    def test_a_mirrored_texture_fails(self):
        whole = make_characters.letter()[(numpy.arange(SIDE) * 64 // SIDE)][:, numpy.arange(SIDE) * 64 // SIDE] / 255
        for other in (whole[::-1], whole[:, ::-1], whole[::-1, ::-1], whole.transpose(1, 0, 2)):
            self.assertGreater(self.colours(other), 10 * judge.CELLS)

    def test_a_shifted_texture_fails(self):
        self.assertGreater(self.colours(numpy.roll(self.picture, SIDE // 20, 0)), judge.CELLS)

    def test_a_missing_texture_fails(self):
        self.assertGreater(self.colours(numpy.ones_like(self.picture)), 10 * judge.CELLS)

    def test_colours_in_the_wrong_light_fail(self):
        self.assertGreater(self.colours(self.picture**2.2), judge.CELLS)

    def test_nothing_in_common_fails(self):
        nothing = numpy.zeros_like(self.cover)
        self.assertEqual(judge.overlap(self.cover, nothing), 0)
        self.assertEqual(judge.colours(self.picture, self.cover, self.picture, nothing), 1)

    def test_a_figure_is_cut_out_of_two_backgrounds(self):
        light = self.picture + (1 - self.cover)[..., None]
        numpy.testing.assert_allclose(judge.cut_out(self.picture, light), self.cover, atol=1e-12)


class Places(unittest.TestCase):
    def setUp(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "motley.glb"
            make_characters.motley(path)
            scene = gltf.load(path)
        says = reference.Reference(scene)
        times = says.times(0, 4)
        moments = [says.vertices(0, time) for time in times]
        self.used = {key: says.used(*key) for key in moments[0]}
        self.truth = [{"joints": numpy.array([says.joints(0, time) for time in times]),
                       "vertices": {key: [moment[key] for moment in moments] for key in moments[0]}}]
        self.size = judge.size(self.truth)
        whole = self.truth[0]
        self.told = [{"joints": {row: whole["joints"][:, row].copy() for row in range(whole["joints"].shape[1])},
                      "vertices": {key: [at.copy() for at in times] for key, times in whole["vertices"].items()}}]

    def joints(self):
        return judge.joints(self.truth, self.told)[0] / self.size

    def vertices(self):
        return judge.vertices(self.truth, self.told, self.used)[0] / self.size

    def test_the_same_places_pass(self):
        self.assertEqual(self.joints(), 0)
        self.assertEqual(self.vertices(), 0)

    def test_a_joint_moved_by_a_ten_thousandth_fails(self):
        self.told[0]["joints"][3][2, 1] += 1e-4 * self.size
        self.assertGreater(self.joints(), judge.PLACES)
        self.assertEqual(judge.joints(self.truth, self.told)[1], 3)

    def test_a_missing_joint_fails(self):
        del self.told[0]["joints"][2]
        self.assertEqual(self.joints(), numpy.inf)

    def test_a_joint_that_is_no_number_fails(self):
        self.told[0]["joints"][2][0, 0] = numpy.nan
        self.assertEqual(self.joints(), numpy.inf)

    def test_a_moved_vertex_fails(self):
        self.told[0]["vertices"][6, 1][1][-1, 2] += 1e-4 * self.size
        self.assertGreater(self.vertices(), judge.PLACES)

    def test_a_vertex_that_is_no_number_fails(self):
        self.told[0]["vertices"][6, 1][1][-1, 2] = numpy.nan
        self.assertGreater(self.vertices(), judge.PLACES)

    def test_a_missing_primitive_fails(self):
        del self.told[0]["vertices"][6, 1]
        self.assertEqual(self.vertices(), numpy.inf)

    def test_vertices_that_nothing_uses_may_be_left_out(self):
        part = self.told[0]["vertices"]
        joined = [numpy.concatenate([part[6, m][k][self.used[6, m]] for m in (0, 1)]) for k in range(len(part[6, 0]))]
        self.told[0]["vertices"] = {(6, None): joined}
        self.assertEqual(self.vertices(), 0)


class Saying(unittest.TestCase):
    """What the text of glTF says, where it is known without reading it."""

    def test_a_turn_takes_the_shortest_way(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "turn.glb"
            maker = make_characters.Maker()
            maker.root.update(nodes=[{"children": [1]}, {"translation": [1, 0, 0]}], scenes=[{"nodes": [0]}])
            half = 0.5**0.5
            maker.clip("Turn", [(0, "rotation", "LINEAR", [0.0, 1.0], [[0, 0, 0, 1], [0, 0, -half, -half]])])
            maker.save(path)
            says = reference.Reference(gltf.load(path))
        numpy.testing.assert_allclose(says.joints(0, 0.5)[1], [half, half, 0], atol=1e-7)
        numpy.testing.assert_allclose(says.joints(0, 2.0)[1], [0, 1, 0], atol=1e-7)

    def test_a_morph_target_moves_by_its_weight(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "motley.glb"
            make_characters.motley(path)
            says = reference.Reference(gltf.load(path))
        _, weights = says.pose(0, 2.0)
        self.assertAlmostEqual(weights[6][0], numpy.sin(2.0) ** 2, places=6)
        still = says.vertices(None, 0)[6, 0]
        self.assertAlmostEqual(float(numpy.linalg.norm(still[:, [0, 2]], axis=1).max()), 0.3 * 1.25, places=5)

    def test_blender_binds_anew_where_a_parent_moves_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "motley.glb"
            make_characters.motley(path)
            root, buffers = gltf.load(path).root, gltf.load(path).buffers
        root["meshes"][0].pop("weights")
        for primitive in root["meshes"][0]["primitives"]:
            primitive.pop("targets")
        apart = []
        for between in (False, True):
            if between:  # two joints stands a node that is none, and is turned
                root["nodes"].append({"rotation": make_characters.turn((0, 0, 1), 30), "children": [2]})
                root["nodes"][1]["children"] = [len(root["nodes"]) - 1]
            says = reference.Reference(gltf.Gltf(root, buffers))
            text, blender = says.vertices(0, 1.0), blender_bind.vertices(says, 0, 1.0)
            apart.append(max(float(numpy.abs(text[key] - blender[key]).max()) for key in text))
        self.assertLess(apart[0], 1e-6)
        self.assertGreater(apart[1], 1e-3)


if __name__ == "__main__":
    unittest.main()
