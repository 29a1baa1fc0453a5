"""Where Blender sees the nodes and vertices of a glTF file: its own importer, as a user would call it.

blender --background --factory-startup --python-exit-code 3 --python blender.py -- REQUEST.json
"""
import json
import sys

import bpy
import numpy

# Debian's importer asks for a name that numpy 1.24 no longer has.
if not hasattr(numpy, "bool"):
    numpy.bool = bool


def y_up(v):
    return [v[0], v[2], -v[1]]


def load(file):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=file)
    return list(bpy.context.scene.objects)


def basis(objects):
    """Everything that has a place, by its name."""
    for thing in objects:
        yield (thing.name, None), thing
        if thing.type == "ARMATURE":
            for bone in thing.pose.bones:
                yield (thing.name, bone.name), bone


def shapes(objects):
    for thing in objects:
        if thing.type == "MESH" and thing.data.shape_keys:
            for shape in thing.data.shape_keys.key_blocks[1:]:
                yield (thing.data.name, shape.name), shape


class Scene:
    def __init__(self, still, file):
        # What a clip does not say is as in the file without clips; the importer poses it by the first one.
        calm = load(still)
        rest = {name: thing.matrix_basis.copy() for name, thing in basis(calm)}
        values = {name: shape.value for name, shape in shapes(calm)}
        self.objects = load(file)
        self.rest = [(thing, rest[name]) for name, thing in basis(self.objects) if name in rest]
        self.shapes = [(shape, values[name]) for name, shape in shapes(self.objects) if name in values]

    def owners(self):
        """All that can be animated: objects and the shapes of their meshes."""
        for thing in self.objects:
            yield thing
            if thing.type == "MESH" and thing.data.shape_keys:
                yield thing.data.shape_keys

    def play(self, clip):
        for owner in self.owners():
            if not owner.animation_data:
                continue
            owner.animation_data.use_nla = False
            strips = [track.strips[0] for track in owner.animation_data.nla_tracks if track.name == clip]
            owner.animation_data.action = strips[0].action if strips else None
        for shape, value in self.shapes:
            shape.value = value
        for thing, matrix in self.rest:
            thing.matrix_basis = matrix

    def go(self, time):
        scene = bpy.context.scene
        frame = time * scene.render.fps / scene.render.fps_base
        whole = int(frame // 1)
        scene.frame_set(whole, subframe=min(frame - whole, 0.9999999))
        return bpy.context.evaluated_depsgraph_get()

    def joints(self, graph):
        out = {}
        for thing in self.objects:
            seen = thing.evaluated_get(graph)
            out[thing.name] = y_up(seen.matrix_world.translation)
            if thing.type == "ARMATURE":
                for bone in seen.pose.bones:
                    out[bone.name] = y_up(seen.matrix_world @ bone.head)
        return out

    def vertices(self, graph):
        out = {}
        for thing in self.objects:
            if thing.type != "MESH":
                continue
            seen = thing.evaluated_get(graph)
            mesh = seen.to_mesh()
            out[thing.name] = [x for vertex in mesh.vertices for x in y_up(seen.matrix_world @ vertex.co)]
            seen.to_mesh_clear()
        return out


def main(request):
    scene = Scene(request["still"], request["file"])
    clips = []
    for clip in request["clips"]:
        out = {"joints": {}, "vertices": {}}
        scene.play(clip["name"])
        for time in clip["times"]:
            graph = scene.go(time)
            for name, at in scene.joints(graph).items():
                out["joints"].setdefault(name, []).append(at)
            if time in clip["vertices"]:
                for name, at in scene.vertices(graph).items():
                    out["vertices"].setdefault(name, []).append(at)
        clips.append(out)
    with open(request["out"], "w") as file:
        json.dump({"reader": f"Blender {bpy.app.version_string}", "clips": clips}, file)


with open(sys.argv[sys.argv.index("--") + 1]) as given:
    main(json.load(given))
