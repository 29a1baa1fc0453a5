"""The characters that are handed to other programs: our own, made ones, and files of other people where they are."""
import pathlib

import make_characters

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"

# What falls short and is known to; one that no longer does is an error, so that it is taken off.
NOT_READ = {}
NOT_DRAWN: dict[str, str] = {}


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
