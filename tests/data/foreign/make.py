"""Made the FBX files beside it, with Blender 3.4.1: blender --background --python make.py -- FOLDER"""
import pathlib
import sys

import bpy

folder = pathlib.Path(sys.argv[sys.argv.index("--") + 1])


def write(name, **more):
    bpy.ops.export_scene.fbx(filepath=str(folder / name), **more)


def cube():
    bpy.ops.wm.read_factory_settings()
    thing = bpy.data.objects["Cube"]
    picture = bpy.data.images.new("red", 8, 8)
    picture.filepath_raw = str(folder / "red.png")
    picture.file_format = "PNG"
    picture.save()
    nodes = thing.data.materials[0].node_tree
    surface = nodes.nodes["Principled BSDF"]
    for socket in "Base Color", "Roughness":
        texture = nodes.nodes.new("ShaderNodeTexImage")
        texture.image = picture
        nodes.links.new(surface.inputs[socket], texture.outputs["Color"])
    surface.inputs["Metallic"].default_value = 1
    surface.inputs["Emission"].default_value = (1, 0, 0, 1)
    bpy.data.objects["Camera"].data.lens = 100
    write("blender_cube.fbx", path_mode="COPY", embed_textures=True)


def figure():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.mesh.primitive_uv_sphere_add(segments=8, ring_count=6)
    sphere = bpy.context.object
    rig = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
    bpy.context.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    last = None
    for i in range(6):
        bone = rig.data.edit_bones.new(f"b{i}")
        bone.head, bone.tail, bone.parent = (0, 0, i * 0.3), (0, 0, i * 0.3 + 0.3), last
        last = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    for i in range(6):
        sphere.vertex_groups.new(name=f"b{i}").add(range(len(sphere.data.vertices)), 1 / 6, "REPLACE")
    sphere.modifiers.new("Rig", "ARMATURE").object = rig
    sphere.parent = rig
    sphere.shape_key_add(name="Basis")
    smile = sphere.shape_key_add(name="Smile")
    smile.data[0].co.z += 1
    smile.value = 0.25
    for name in "first", "second":
        sphere.data.color_attributes.new(name, "BYTE_COLOR", "CORNER")
    bpy.context.collection.objects.link(bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN")))
    bpy.data.lights["Sun"].energy = 10
    write("blender_figure.fbx")


cube()
figure()
(folder / "red.png").unlink()
