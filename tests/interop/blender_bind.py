"""Where Blender puts vertices: at rest it has one pose of the bones, which its importer guesses from bind matrices.

It takes a joint's place at rest from its bind matrix and that of its parent. Where the parent is in no skin, it takes
what the node says, which need not be where the mesh was bound. Vertices are then moved twice: from where they were
bound to Blender's rest pose, and from there to the pose that is shown. Of a vertex that several joints move this
comes to another place than one blend (glTF 2.0, 3.7.3.3). `import_scene.gltf` calls it "guess original bind pose".
"""
import numpy

from reference import transform


def _binds(says):
    """Inverse bind matrices by node, as the importer collects them."""
    out = {-1: numpy.eye(4)}
    for skin, binds in zip(says.gltf.rows("skins"), says.binds):
        skeleton = skin.get("skeleton")
        if skeleton is not None:
            out.setdefault(says.parents[skeleton] if skeleton in skin["joints"] else skeleton, numpy.eye(4))
        out.update(zip(skin["joints"], binds))
    return out


def rest_pose(says):
    """World matrices of nodes in Blender's rest pose."""
    inverse, out = _binds(says), {-1: numpy.eye(4)}

    def place(row):
        if row not in out:
            parent = says.parents[row]
            if row in inverse and parent in inverse:
                local = inverse[parent] @ numpy.linalg.inv(inverse[row])
                left, _, right = numpy.linalg.svd(local[:3, :3])
                local[:3, :3] = left @ right
            else:
                node = says.nodes[row]
                local = transform(node.get("translation", (0, 0, 0)), node.get("rotation", (0, 0, 0, 1)), (1, 1, 1))
            out[row] = place(parent) @ local
        return out[row]

    for row in range(len(says.nodes)):
        place(row)
    return out


def vertices(says, clip, time):
    """World positions of skinned vertices by node and primitive, as Blender comes to them."""
    world, rest, out = says.pose(clip, time)[0], rest_pose(says), {}
    for row, node in enumerate(says.nodes):
        if "mesh" not in node or "skin" not in node:
            continue
        joints, binds = says.gltf.rows("skins")[node["skin"]]["joints"], says.binds[node["skin"]]
        first = numpy.array([rest[joint] @ bind for joint, bind in zip(joints, binds)])
        then = numpy.array([world[joint] @ numpy.linalg.inv(rest[joint]) for joint in joints])
        for number, primitive in enumerate(says.gltf.rows("meshes")[node["mesh"]]["primitives"]):
            attributes = primitive["attributes"]
            rows = says.gltf.accessor(attributes["JOINTS_0"]).astype(int)
            shares = says.gltf.accessor(attributes["WEIGHTS_0"]).astype(float)
            shares /= shares.sum(1, keepdims=True)
            at = says.gltf.accessor(attributes["POSITION"]).astype(float)
            at = numpy.c_[at, numpy.ones(len(at))]
            for matrices in (first, then):
                at = numpy.einsum("vk,vkij,vj->vi", shares, matrices[rows], at)
            out[row, number] = at[:, :3]
    return out
