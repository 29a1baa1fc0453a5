"""Small characters of our own, each with what other programs are known to stumble over."""
import math
import struct
import zlib

import numpy

import gltf

FLOAT, BYTE, SHORT = 5126, 5121, 5123
TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


class Maker:
    def __init__(self):
        self.bytes = b""
        self.root = {"asset": {"version": "2.0"}, "scene": 0, "accessors": [], "bufferViews": []}

    def view(self, data):
        self.bytes += data + b"\0" * (-len(data) % 4)
        self.root["bufferViews"].append(
            {"buffer": 0, "byteOffset": len(self.bytes) - len(data) - (-len(data) % 4), "byteLength": len(data)})
        return len(self.root["bufferViews"]) - 1

    def add(self, values, component=FLOAT, normalized=False, bounds=False, target=None):
        values = numpy.ascontiguousarray(values, gltf.COMPONENTS[component])
        values = values.reshape(len(values), -1)
        accessor = {"bufferView": self.view(values.tobytes()), "componentType": component,
                    "count": len(values), "type": TYPES[values.shape[1]]}
        if target:
            self.root["bufferViews"][-1]["target"] = target
        if normalized:
            accessor["normalized"] = True
        if bounds:
            accessor["min"], accessor["max"] = values.min(0).tolist(), values.max(0).tolist()
        self.root["accessors"].append(accessor)
        return len(self.root["accessors"]) - 1

    def clip(self, name, channels):
        """@param channels  (node, path, interpolation, times, values)"""
        samplers = [{"input": self.add(times, bounds=True), "output": self.add(values), "interpolation": kind}
                    for _, _, kind, times, values in channels]
        self.root.setdefault("animations", []).append({"name": name, "samplers": samplers, "channels": [
            {"sampler": i, "target": {"node": node, "path": path}}
            for i, (node, path, *_) in enumerate(channels)]})

    def save(self, path):
        self.root["buffers"] = [{"byteLength": len(self.bytes)}]
        gltf.save(gltf.Gltf(self.root, [self.bytes]), path)


def png(pixels):
    """[y][x][3], 0 to 255"""
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.astype("u1").tobytes() for row in pixels)

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def letter():
    """A picture that no turn or mirror maps to itself: four colours, and a bar across two of them."""
    out = numpy.zeros((64, 64, 3))
    out[:32, :32], out[:32, 32:] = (220, 60, 50), (60, 160, 70)
    out[32:, :32], out[32:, 32:] = (50, 90, 200), (230, 200, 60)
    out[8:16, 8:56] = (250, 250, 250)
    return out


def turn(axis, degrees):
    half = math.radians(degrees) / 2
    return [x * math.sin(half) for x in axis] + [math.cos(half)]


def tube(rings=25, sides=24, height=2.0, radius=0.3):
    """Positions, normals, texture coordinates, indices, and the height of each vertex in 0 to 1."""
    up, around = (grid.ravel() for grid in numpy.meshgrid(
        numpy.linspace(0, 1, rings), numpy.linspace(0, 1, sides + 1), indexing="ij"))
    angle = 2 * numpy.pi * around
    normals = numpy.stack([numpy.sin(angle), numpy.zeros_like(angle), numpy.cos(angle)], 1)
    positions = normals * radius + numpy.stack([0 * up, height * up, 0 * up], 1)
    corners = []
    for r in range(rings - 1):
        for s in range(sides):
            a, b = r * (sides + 1) + s, (r + 1) * (sides + 1) + s
            corners += [a, a + 1, b, b, a + 1, b + 1]
    return positions, normals, numpy.stack([around, 1 - up], 1), numpy.array(corners), up


def spread(up, joints, reach):
    """How much each of a row of joints along a tube moves a vertex."""
    places = numpy.linspace(0, 1, joints)
    weights = numpy.maximum(0, 1 - numpy.abs(up[:, None] - places) / reach)
    return weights / weights.sum(1, keepdims=True)


def strongest(weights, sets):
    order = numpy.argsort(-weights, 1, kind="stable")[:, :4 * sets]
    shares = numpy.take_along_axis(weights, order, 1)
    missing = 4 * sets - order.shape[1]
    order, shares = (numpy.pad(table, ((0, 0), (0, missing))) for table in (order, shares))
    order[shares == 0] = 0
    return order, shares / shares.sum(1, keepdims=True)


def chain(maker, first, joints, height, scale):
    """Nodes of a row of joints below a node with a scale, which is none."""
    step = height / (joints - 1)
    nodes = [{"name": "Armature", "scale": [scale] * 3, "rotation": turn((0, 1, 0), 20), "children": [first + 1]}]
    for j in range(joints):
        node = {"name": f"joint {j}", "translation": [0, step / scale if j else 0, 0]}
        if j + 1 < joints:
            node["children"] = [first + 2 + j]
        nodes.append(node)
    binds = []
    for j in range(joints):
        bind = numpy.eye(4)
        bind[:3, :3] /= scale
        bind[1, 3] = -step * j / scale
        binds.append(bind.T.ravel())
    maker.root["skins"] = [{"joints": list(range(first + 1, first + 1 + joints)), "inverseBindMatrices": maker.add(binds)}]
    return nodes


def bends(first, joints, times, degrees, kind="LINEAR"):
    out = []
    for j in range(1, joints):
        values = [turn((0, 0, 1) if j % 2 else (1, 0, 0), degrees * math.sin(2 * t + j)) for t in times]
        if kind == "CUBICSPLINE":
            # Every other joint goes the long way once: components are interpolated, so signs count.
            values = [[-x for x in value] if j % 2 and i == 3 else value for i, value in enumerate(values)]
            values = [part for value in values for part in ([0, 0, 0, 0], value, [0, 0, 0, 0])]
        out.append((first + 1 + j, "rotation", kind, times, values))
    return out


def skinned_tube(maker, joints, sets, weight_kind):
    positions, normals, uv, corners, up = tube()
    order, shares = strongest(spread(up, joints, 0.9 if sets > 1 else 0.35), sets)
    attributes = {"POSITION": maker.add(positions, bounds=True, target=34962),
                  "NORMAL": maker.add(normals, target=34962), "TEXCOORD_0": maker.add(uv, target=34962)}
    for number in range(sets):
        part = slice(4 * number, 4 * number + 4)
        attributes[f"JOINTS_{number}"] = maker.add(order[:, part], BYTE, target=34962)
        if weight_kind == FLOAT:
            told = maker.add(shares[:, part], target=34962)
        else:
            whole = numpy.floor(shares * 65535).astype(int)
            whole[:, 0] += 65535 - whole.sum(1)
            told = maker.add(whole[:, part], weight_kind, normalized=True, target=34962)
        attributes[f"WEIGHTS_{number}"] = told
    return attributes, corners, positions, up


def textured(maker):
    maker.root["images"] = [{"bufferView": maker.view(png(letter())), "mimeType": "image/png"}]
    maker.root["samplers"] = [{"wrapS": 10497, "wrapT": 33071}]
    maker.root["textures"] = [{"source": 0, "sampler": 0}]
    return {"name": "Letter", "pbrMetallicRoughness": {
        "baseColorTexture": {"index": 0}, "metallicFactor": 0, "roughnessFactor": 0.7}}


def motley(path):
    """Two materials, morph targets, three ways between keys, a scale above the skeleton, lights and a camera."""
    maker = Maker()
    attributes, corners, positions, up = skinned_tube(maker, 5, 1, FLOAT)
    swell = positions * [1, 0, 1] * numpy.sin(numpy.pi * up)[:, None]
    lean = numpy.stack([up * 0.4, 0 * up, 0 * up], 1)
    targets = [{"POSITION": maker.add(shape, bounds=True)} for shape in (swell, lean)]
    colours = numpy.stack([up, 1 - up, 0.3 + 0 * up, 1 + 0 * up], 1)
    half = len(corners) // 6 * 3
    index = [maker.add(part[:, None], SHORT, target=34963) for part in (corners[:half], corners[half:])]
    maker.root["materials"] = [textured(maker), {"name": "Plain", "doubleSided": True, "pbrMetallicRoughness": {
        "baseColorFactor": [1, 0.8, 0.6, 1], "metallicFactor": 0.2, "roughnessFactor": 0.5}}]
    tinted = {**attributes, "COLOR_0": maker.add(colours, target=34962)}
    maker.root["meshes"] = [{"name": "Motley", "weights": [0.25, 0], "primitives": [
        {"attributes": attributes, "indices": index[0], "material": 0, "targets": targets},
        {"attributes": tinted, "indices": index[1], "material": 1, "targets": targets}]}]
    nodes = chain(maker, 0, 5, 2.0, 0.01)
    nodes += [{"name": "Body", "mesh": 0, "skin": 0},
              {"name": "Lamp", "translation": [1, 3, 2], "extensions": {"KHR_lights_punctual": {"light": 0}}},
              {"name": "Eye", "translation": [0, 1, 5], "camera": 0}]
    maker.root.update(
        nodes=nodes, scenes=[{"nodes": [0, 6, 7, 8]}], extensionsUsed=["KHR_lights_punctual"],
        extensions={"KHR_lights_punctual": {"lights": [{"type": "point", "intensity": 40, "name": "Lamp"}]}},
        cameras=[{"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1, "zfar": 50}}])
    times = [k / 24 for k in (0, 6, 12, 18, 30, 48)]
    maker.clip("Bend", bends(0, 5, times, 35) + [
        (6, "weights", "LINEAR", times, [x for t in times for x in (math.sin(t) ** 2, 0.5 * t)])])
    maker.clip("Jump", bends(0, 5, times, 25, "CUBICSPLINE")[:2] + [
        (1, "translation", "STEP", times, [[0, 20 * (i % 3), 0] for i in range(len(times))])])
    maker.clip("Turn", [(0, "rotation", "LINEAR", times, [turn((0, 1, 0), 20 + 60 * t) for t in times])])
    maker.save(path)


def many_influences(path):
    """Eight joints move a vertex, with shares in whole numbers; the resting shape has a sparse dent."""
    maker = Maker()
    attributes, corners, positions, up = skinned_tube(maker, 9, 2, SHORT)
    rows = numpy.nonzero((numpy.abs(up - 0.5) < 0.02))[0]
    dented = positions[rows] * [0.6, 1, 0.6]
    accessor = maker.root["accessors"][attributes["POSITION"]]
    accessor["sparse"] = {
        "count": len(rows), "indices": {"bufferView": maker.view(rows.astype("<u2").tobytes()), "componentType": SHORT},
        "values": {"bufferView": maker.view(dented.astype("<f4").tobytes())}}
    whole = positions.copy()
    whole[rows] = dented
    accessor["min"], accessor["max"] = (numpy.float32(f(0)).tolist() for f in (whole.min, whole.max))
    maker.root["materials"] = [textured(maker)]
    maker.root["meshes"] = [{"name": "Tube", "primitives": [
        {"attributes": attributes, "indices": maker.add(corners[:, None], SHORT, target=34963), "material": 0}]}]
    nodes = chain(maker, 0, 9, 2.0, 1.0) + [{"name": "Tube", "mesh": 0, "skin": 0}]
    maker.root.update(nodes=nodes, scenes=[{"nodes": [0, 10]}])
    times = [k / 30 for k in range(0, 61, 10)]
    maker.clip("Sway", bends(0, 9, times, 20))
    maker.save(path)


ALL = {"motley": motley, "many_influences": many_influences}
