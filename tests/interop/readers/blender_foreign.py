"""Where Blender sees the nodes of an FBX or COLLADA file: its own importers, as a user would call them.

blender --background --factory-startup --python-exit-code 3 --python blender_foreign.py -- REQUEST.json
"""
import json
import sys

import addon_utils
import bpy


def y_up(v):
    return [v[0], v[2], -v[1]]


def load(file):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if file.endswith(".fbx"):
        addon_utils.enable("io_scene_fbx")
        bpy.ops.import_scene.fbx(filepath=file)
    else:
        bpy.ops.wm.collada_import(filepath=file)


def play(clip):
    """Gives each object its action of a take. @return the first frame; None: nothing has such an action"""
    starts = []
    for thing in bpy.data.objects:
        for action in bpy.data.actions:
            # Blender calls it OBJECT|TAKE|LAYER, in 63 bytes; of COLLADA as it likes.
            whose = f"{thing.name}|{clip}"[:60]
            if clip is not None and (action.name.startswith(whose) or thing.animation_data and
                                     thing.animation_data.action == action and "|" not in action.name):
                thing.animation_data_create().action = action
                starts.append(action.frame_range[0])
    return min(starts, default=None)


def joints():
    graph = bpy.context.evaluated_depsgraph_get()
    out = {}
    for thing in bpy.data.objects:
        if thing.type in ("CAMERA", "LIGHT"):
            continue  # it turns them, and leaves some at the origin, whatever the file says
        seen = thing.evaluated_get(graph)
        out[thing.name] = y_up(seen.matrix_world.translation)
        if thing.type == "ARMATURE":
            for bone in seen.pose.bones:
                out[bone.name] = y_up(seen.matrix_world @ bone.head)
    return out


def main(request):
    load(request["file"])
    scene = bpy.context.scene
    clips = []
    for clip in request["clips"]:
        start = play(clip["name"])
        places = []
        for time in clip["times"]:
            if start is not None:
                frame = start + (time - clip["times"][0]) * scene.render.fps / scene.render.fps_base
                scene.frame_set(int(frame // 1), subframe=min(frame % 1, 0.9999999))
            places.append(joints())
        clips.append({"there": start is not None or clip["name"] is None, "places": places})
    with open(request["out"], "w") as file:
        json.dump({"reader": f"Blender {bpy.app.version_string}", "clips": clips}, file)


with open(sys.argv[sys.argv.index("--") + 1]) as given:
    main(json.load(given))
