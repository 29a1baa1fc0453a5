"""glTF files as data: read with their buffers, changed, written as one GLB (glTF 2.0, sections 4 and 5)."""
import base64
import json
import pathlib
import struct
import urllib.parse

import numpy

COMPONENTS = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


class Unreadable(Exception):
    """The file needs what is not here, such as a decoder."""


class Gltf:
    def __init__(self, root, buffers):
        self.root = root
        self.buffers = buffers

    def rows(self, name):
        return self.root.get(name, [])

    def view(self, index):
        view = self.rows("bufferViews")[index]
        if "EXT_meshopt_compression" in view.get("extensions", {}):
            raise Unreadable("its buffers are compressed with meshopt")
        start = view.get("byteOffset", 0)
        return self.buffers[view["buffer"]][start:start + view["byteLength"]], view.get("byteStride", 0)

    def _elements(self, data, stride, start, count, kind, width):
        kind = numpy.dtype(kind)
        stride = stride or kind.itemsize * width
        table = numpy.ndarray((count, width), kind, bytes(data), start, (stride, kind.itemsize))
        return table.copy()

    def accessor(self, index):
        """Its elements as rows, normalised integers as what they stand for."""
        accessor = self.rows("accessors")[index]
        kind, width, count = COMPONENTS[accessor["componentType"]], WIDTHS[accessor["type"]], accessor["count"]
        if "bufferView" in accessor:
            data, stride = self.view(accessor["bufferView"])
            out = self._elements(data, stride, accessor.get("byteOffset", 0), count, kind, width)
        else:
            out = numpy.zeros((count, width), kind)
        if "sparse" in accessor:
            sparse = accessor["sparse"]
            at, values = sparse["indices"], sparse["values"]
            rows = self._elements(self.view(at["bufferView"])[0], 0, at.get("byteOffset", 0),
                                  sparse["count"], COMPONENTS[at["componentType"]], 1)[:, 0]
            out[rows] = self._elements(self.view(values["bufferView"])[0], 0, values.get("byteOffset", 0),
                                       sparse["count"], kind, width)
        if accessor.get("normalized"):
            return numpy.maximum(out / numpy.iinfo(out.dtype).max, -1.0)
        return out

    def parents(self):
        out = [-1] * len(self.rows("nodes"))
        for row, node in enumerate(self.rows("nodes")):
            for child in node.get("children", []):
                out[child] = row
        return out


def _fetch(uri, folder):
    if uri.startswith("data:"):
        return base64.b64decode(uri.split(",", 1)[1])
    return (folder / urllib.parse.unquote(uri)).read_bytes()


def load(path):
    path = pathlib.Path(path)
    data = path.read_bytes()
    rest = b""
    if data[:4] == b"glTF":
        length = struct.unpack_from("<I", data, 12)[0]
        root = json.loads(data[20:20 + length])
        rest = data[28 + length:]
    else:
        root = json.loads(data)
    buffers = []
    for row in root.get("buffers", []):
        fallback = "EXT_meshopt_compression" in row.get("extensions", {})
        if "uri" in row:
            buffers.append(_fetch(row["uri"], path.parent))
        else:
            buffers.append(b"" if fallback else rest[:row["byteLength"]])
    out = Gltf(root, buffers)
    for image in out.rows("images"):
        if "uri" in image:
            try:
                image["_bytes"] = _fetch(image["uri"], path.parent)
                del image["uri"]
            except FileNotFoundError:
                pass  # as some files in the world are: without their pictures
    return out


def save(gltf, path):
    """One GLB, images inside."""
    root = json.loads(json.dumps({key: value for key, value in gltf.root.items() if key != "images"}))
    parts, starts, size = [], [], 0

    def put(data):
        nonlocal size
        parts.append(bytes(data) + b"\0" * (-len(data) % 4))
        size += len(parts[-1])
        return size - len(parts[-1])

    for data in gltf.buffers:
        starts.append(put(data))
    fallbacks = [i for i, row in enumerate(gltf.rows("buffers")) if "extensions" in row]
    for view in root.get("bufferViews", []):
        for owner in [view, *view.get("extensions", {}).values()]:
            if owner.get("buffer") in fallbacks:
                owner["buffer"] = 1
            elif "buffer" in owner:
                owner["byteOffset"] = owner.get("byteOffset", 0) + starts[owner["buffer"]]
                owner["buffer"] = 0
    images = []
    for image in gltf.rows("images"):
        image = dict(image)
        if "_bytes" in image:
            data = image.pop("_bytes")
            root.setdefault("bufferViews", []).append({"buffer": 0, "byteOffset": put(data), "byteLength": len(data)})
            image["bufferView"] = len(root["bufferViews"]) - 1
            image["mimeType"] = "image/png" if data[:4] == b"\x89PNG" else "image/jpeg"
        images.append(image)
    if images:
        root["images"] = images
    if size:
        root["buffers"] = [{"byteLength": size}] + [gltf.rows("buffers")[i] for i in fallbacks[:1]]
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    body = b"".join(parts)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    if body:
        chunks += struct.pack("<II", len(body), 0x004E4942) + body
    pathlib.Path(path).write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)


def without_pictures(gltf):
    """As readers without a picture decoder need it, with a name of its own for every node and clip."""
    root = json.loads(json.dumps({k: v for k, v in gltf.root.items() if k not in ("images", "textures", "samplers")}))
    for row, node in enumerate(root.get("nodes", [])):
        node["name"] = f"node{row}"
    for row, clip in enumerate(root.get("animations", [])):
        clip["name"] = f"clip{row}"
    for row, mesh in enumerate(root.get("meshes", [])):
        mesh["name"] = f"mesh{row}"
    for row in range(len(root.get("materials", []))):
        root["materials"][row] = {}
    unused = {"KHR_texture_transform", "KHR_texture_basisu", "EXT_texture_webp"}
    for key in ("extensionsUsed", "extensionsRequired"):
        root[key] = [name for name in root.get(key, []) if name not in unused
                     and not name.startswith("KHR_materials")]
        if not root[key]:
            del root[key]
    return Gltf(root, gltf.buffers)


def standing_still(gltf):
    return Gltf({key: value for key, value in gltf.root.items() if key != "animations"}, gltf.buffers)
