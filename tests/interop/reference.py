"""What the text of glTF 2.0 says that a file shows: world positions of nodes and of vertices, in double precision.

Sections 3.5 (transforms), 3.7 (skins and morph targets) and appendix C (interpolation)."""
import numpy


def transform(translation, rotation, scale):
    x, y, z, w = rotation
    out = numpy.eye(4)
    out[:3, :3] = numpy.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]) * numpy.asarray(scale)
    out[:3, 3] = translation
    return out


def _turned(a, b, share):
    """Appendix C.4: the shortest way on the sphere."""
    cosine = float(a @ b)
    if cosine < 0:
        b, cosine = -b, -cosine
    if cosine > 1 - 1e-12:
        return a + share * (b - a)
    angle = numpy.arccos(cosine)
    return (numpy.sin((1 - share) * angle) * a + numpy.sin(share * angle) * b) / numpy.sin(angle)


def _sample(times, values, kind, time, turns):
    cubic = kind == "CUBICSPLINE"
    key = (lambda i: values[3 * i + 1]) if cubic else (lambda i: values[i])
    if time <= times[0]:
        out = key(0)
    elif time >= times[-1]:
        out = key(len(times) - 1)
    else:
        i = int(numpy.searchsorted(times, time, "right")) - 1
        length = times[i + 1] - times[i]
        t = (time - times[i]) / length
        if kind == "STEP":
            out = key(i)
        elif cubic:
            out = ((2 * t**3 - 3 * t**2 + 1) * key(i) + length * (t**3 - 2 * t**2 + t) * values[3 * i + 2]
                   + (3 * t**2 - 2 * t**3) * key(i + 1) + length * (t**3 - t**2) * values[3 * i + 3])
        elif turns:
            out = _turned(key(i), key(i + 1), t)
        else:
            out = (1 - t) * key(i) + t * key(i + 1)
    return out / numpy.linalg.norm(out) if turns else out


class Reference:
    def __init__(self, gltf):
        self.gltf = gltf
        self.nodes = gltf.rows("nodes")
        self.parents = gltf.parents()
        self.channels = [self._channels(clip) for clip in gltf.rows("animations")]
        self.binds = [self._binds(skin) for skin in gltf.rows("skins")]

    def _channels(self, clip):
        out = []
        for channel in clip["channels"]:
            target, sampler = channel["target"], clip["samplers"][channel["sampler"]]
            if "node" not in target or target["path"] == "pointer":
                continue
            kind = sampler.get("interpolation", "LINEAR")
            times = self.gltf.accessor(sampler["input"])[:, 0].astype(float)
            values = self.gltf.accessor(sampler["output"]).astype(float)
            rows = len(times) * (3 if kind == "CUBICSPLINE" else 1)
            out.append((target["node"], target["path"], times, values.reshape(rows, -1), kind))
        return out

    def _binds(self, skin):
        if "inverseBindMatrices" not in skin:
            return numpy.tile(numpy.eye(4), (len(skin["joints"]), 1, 1))
        return self.gltf.accessor(skin["inverseBindMatrices"]).astype(float).reshape(-1, 4, 4).transpose(0, 2, 1)

    def times(self, clip, most):
        """Times at which everything that moves has a key, so many at most, evenly chosen, the first and the last
        among them: between keys, readers may go other ways."""
        moving = [{round(float(time), 6): float(time) for time in channel[2]} for channel in self.channels[clip]
                  if len(channel[2]) > 1]
        shared = set.intersection(*map(set, moving)) if moving else set()
        keys = sorted(moving[0][time] for time in shared) if shared else [0.0]
        chosen = numpy.linspace(0, len(keys) - 1, min(most, len(keys))).round().astype(int)
        return [keys[i] for i in chosen]

    def on_key(self, clip, time):
        """The time of the key that is meant, where there is one within 10 microseconds: a step is there, or not yet."""
        keys = [key for channel in self.channels[clip] for key in channel[2] if abs(key - time) < 1e-5]
        return float(min(keys, key=lambda key: abs(key - time), default=time))

    def pose(self, clip, time):
        """World matrices of all nodes, and weights of morph targets where a clip says them."""
        told = {}
        for node, path, times, values, kind in self.channels[clip] if clip is not None else []:
            told[node, path] = _sample(times, values, kind, time, path == "rotation")
        world = [None] * len(self.nodes)

        def place(row):
            if world[row] is None:
                node = self.nodes[row]
                if "matrix" in node:
                    local = numpy.array(node["matrix"], float).reshape(4, 4).T
                else:
                    local = transform(*(told.get((row, path), node.get(path, rest)) for path, rest in
                                        (("translation", (0, 0, 0)), ("rotation", (0, 0, 0, 1)), ("scale", (1, 1, 1)))))
                parent = self.parents[row]
                world[row] = local if parent < 0 else place(parent) @ local
            return world[row]

        for row in range(len(self.nodes)):
            place(row)
        return world, {node: value for (node, path), value in told.items() if path == "weights"}

    def joints(self, clip, time):
        return numpy.array([world[:3, 3] for world in self.pose(clip, time)[0]]).reshape(-1, 3)

    def vertices(self, clip, time):
        """World positions by node and primitive."""
        world, weights = self.pose(clip, time)
        out = {}
        for row, node in enumerate(self.nodes):
            if "mesh" not in node:
                continue
            mesh = self.gltf.rows("meshes")[node["mesh"]]
            shares = weights.get(row, node.get("weights", mesh.get("weights", [])))
            for number, primitive in enumerate(mesh["primitives"]):
                if "KHR_draco_mesh_compression" in primitive.get("extensions", {}):
                    continue
                out[row, number] = self._moved(primitive, node, world, world[row], shares)
        return out

    def _moved(self, primitive, node, world, own, shares):
        attributes = primitive["attributes"]
        at = self.gltf.accessor(attributes["POSITION"]).astype(float)
        for share, target in zip(shares, primitive.get("targets", [])):
            if "POSITION" in target:
                at = at + share * self.gltf.accessor(target["POSITION"])
        at = numpy.c_[at, numpy.ones(len(at))]
        if "skin" not in node or "JOINTS_0" not in attributes:
            return (at @ own.T)[:, :3]
        skin = self.gltf.rows("skins")[node["skin"]]
        matrices = numpy.array([world[joint] @ bind for joint, bind in zip(skin["joints"], self.binds[node["skin"]])])
        out, total, number = numpy.zeros_like(at), numpy.zeros((len(at), 1)), 0
        while f"JOINTS_{number}" in attributes:
            joints = self.gltf.accessor(attributes[f"JOINTS_{number}"]).astype(int)
            influence = self.gltf.accessor(attributes[f"WEIGHTS_{number}"]).astype(float)
            for column in range(4):
                out += influence[:, column:column + 1] * numpy.einsum("nij,nj->ni", matrices[joints[:, column]], at)
            total += influence.sum(1, keepdims=True)
            number += 1
        return out[:, :3] / numpy.where(total > 0, total, 1)

    def used(self, row, number):
        """Vertices of a primitive that a triangle uses, in their order."""
        primitive = self.gltf.rows("meshes")[self.nodes[row]["mesh"]]["primitives"][number]
        if "indices" in primitive:
            return numpy.unique(self.gltf.accessor(primitive["indices"]))
        return numpy.arange(self.gltf.rows("accessors")[primitive["attributes"]["POSITION"]]["count"])
