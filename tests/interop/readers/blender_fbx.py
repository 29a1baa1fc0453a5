"""Writes a glTF file as FBX by Blender's own programs.

blender --background --factory-startup --python-exit-code 3 --python blender_fbx.py -- REQUEST.json
"""
import json
import sys

import addon_utils
import bpy
import numpy

# Debian's importer asks for a name that numpy 1.24 no longer has.
if not hasattr(numpy, "bool"):
    numpy.bool = bool

ACTIONS = 4  # most that are written: each is baked for all objects


def main(request):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    addon_utils.enable("io_scene_fbx")
    bpy.ops.import_scene.gltf(filepath=request["file"])
    for action in list(bpy.data.actions)[ACTIONS:]:
        bpy.data.actions.remove(action)
    bpy.ops.export_scene.fbx(filepath=request["to"], **{"add_leaf_bones": False, "bake_anim_simplify_factor": 0,
                                                        **request["way"]})


with open(sys.argv[sys.argv.index("--") + 1]) as given:
    main(json.load(given))
