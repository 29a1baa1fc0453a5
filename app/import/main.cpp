#include "app/import/to_glb.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <cstdio>
#include <exception>
#include <iostream>
#include <iterator>
#include <string>
#include <sys/resource.h>

/// Reads a file of another format from standard input and writes it as GLB to standard output;
/// warnings and the reason of a failure go to standard error. It is a separate program because the
/// library may crash on broken files. The caller limits its time and memory, and trusts nothing
/// that it writes.
///   posewright-import EXTENSION
namespace {

/// From here on no file or connection can be opened.
void closeTheDoors()
{
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::setrlimit(RLIMIT_FSIZE, &none);
    const rlimit files{3, 3};  // those open already
    ::setrlimit(RLIMIT_NOFILE, &files);
}

int fail(const std::string& why)
{
    std::cerr << "error: " << why << '\n';
    return 1;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 2) return fail("usage: posewright-import EXTENSION");
    std::ios::sync_with_stdio(false);
    const std::string bytes(std::istreambuf_iterator<char>(std::cin), {});
    closeTheDoors();
    try {
        Assimp::Importer importer;
        importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, true);
        importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE,
                                    aiPrimitiveType_POINT | aiPrimitiveType_LINE);
        importer.SetPropertyInteger(AI_CONFIG_PP_LBW_MAX_WEIGHTS, 4);
        const aiScene* scene = importer.ReadFileFromMemory(
            bytes.data(), bytes.size(),
            aiProcess_Triangulate | aiProcess_JoinIdenticalVertices | aiProcess_LimitBoneWeights |
                aiProcess_GenSmoothNormals | aiProcess_SortByPType,
            argv[1]);
        if (!scene || !scene->mRootNode) return fail(importer.GetErrorString());
        const posewright::import::Glb glb = posewright::import::toGlb(*scene);
        for (const std::string& warning : glb.warnings) std::cerr << "warning: " << warning << '\n';
        std::cerr.flush();
        return std::fwrite(glb.bytes.data(), 1, glb.bytes.size(), stdout) == glb.bytes.size() &&
                       std::fflush(stdout) == 0
                   ? 0
                   : 1;
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}
