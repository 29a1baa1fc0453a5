"""The characters that are handed to other programs: our own, made ones, and files of other people where they are."""
import pathlib

import make_characters

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"

# What falls short and is known to; one that no longer does is an error, so that it is taken off.
NOT_READ = {}
NOT_DRAWN = {}

# What comes of files that are no glTF is looked at of more of them than other programs are asked about.
LOOKED_AT = ("fbx/assimp_spider.fbx", "fbx/ozz_pab_skeleton.fbx", "fbx/ozz_robot.fbx",
             "fbx/ufbx_blender_279_sausage_7400_binary.fbx", "fbx/ufbx_maya_game_sausage_7500_binary_combined.fbx",
             "fbx/ufbx_maya_slime_7500_binary.fbx", "dae/assimp_box_nested_animation.dae")


def looked_at(work):
    """Those that are looked at beside three.js."""
    out = all_of_them(work)
    out.update({(CORPUS / name).stem: CORPUS / name for name in LOOKED_AT if (CORPUS / name).exists()})
    return out


def all_of_them(work):
    """Their names and files."""
    out = {"mannequin": ROOT / "resources" / "samples" / "mannequin.glb"}
    for name, make in make_characters.ALL.items():
        out[name] = work / f"{name}.glb"
        make(out[name])
    for pattern in ("gltf/[!k]*.glb", "gltf/*.gltf", "gltf/khronos/*.gltf",
                    "gltf/assimp_morphcube/*.gltf", "gltf/derived/*.gl[bt]*", "gltf/kaykit*.glb", "fbx/genoview_Geno_bind.fbx", "fbx/ozz_pab_arnaud.fbx",
                    "dae/ozz_astro_maya.dae"):
        for file in sorted(CORPUS.glob(pattern)):
            out[file.stem] = file
    return out
