#include "app/import/collada_mend.h"
#include "app/import/collada_morphs.h"
#include "app/import/collada_tag.h"
#include "app/import/to_glb.h"
#include "core/base/number.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <cstdio>
#include <exception>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <utility>

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

posewright::import::Unsaid unsaidOf(const std::string& bytes, const std::string& extension)
{
    return extension == "fbx" ? posewright::import::unsaidOfFbx(bytes)
                              : posewright::import::unsaidOfCollada(bytes);
}

/// The library asks for as much memory as a broken count says.
const std::string kNoCount =
    "an index or a count in it is none, such as a word in place of a number, or is far too large";

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
    std::string bytes(std::istreambuf_iterator<char>(std::cin), {});
    closeTheDoors();
    try {
        const bool collada = std::string_view(argv[1]) == "dae";
        if (collada) bytes = posewright::import::withoutComments(std::move(bytes));
        // Where such a word does no harm, as among normals, the file is read.
        if (const auto fault = collada ? posewright::import::faultIn(bytes) : std::nullopt)
            std::cerr << "note: fault " << *fault << '\n';
        posewright::import::Unsaid unsaid = unsaidOf(bytes, argv[1]);
        if (collada)
            bytes = posewright::import::mended(
                posewright::import::withoutMorphs(std::move(bytes), unsaid.lost), unsaid.lost);
        Assimp::Importer importer;
        importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, true);
        // Else COLLADA files without meshes get one that is skinned to every node.
        importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
        const aiScene* scene =
            importer.ReadFileFromMemory(bytes.data(), bytes.size(),
                                        aiProcess_Triangulate | aiProcess_JoinIdenticalVertices |
                                            aiProcess_GenSmoothNormals | aiProcess_SortByPType,
                                        argv[1]);
        if (!scene || !scene->mRootNode) {
            const std::string_view why = importer.GetErrorString();
            return fail(why == "std::bad_alloc" ? kNoCount : std::string(why));
        }
        // The library goes by what a file begins with, whatever kind it was told.
        if (importer.GetPropertyInteger("importerIndex", -1) !=
            static_cast<int>(importer.GetImporterIndex(argv[1])))
            return fail("it is a file of another kind");
        const posewright::import::Glb glb = posewright::import::toGlb(*scene, unsaid);
        for (const std::string& warning : glb.warnings) std::cerr << "warning: " << warning << '\n';
        std::cerr << "note: joints";
        for (const int row : glb.joints) std::cerr << ' ' << row;
        std::cerr << '\n';
        if (unsaid.rate > 0) std::cerr << "note: rate " << posewright::toText(unsaid.rate) << '\n';
        if (glb.namesPictures) std::cerr << "note: names pictures\n";
        std::cerr.flush();
        return std::fwrite(glb.bytes.data(), 1, glb.bytes.size(), stdout) == glb.bytes.size() &&
                       std::fflush(stdout) == 0
                   ? 0
                   : 1;
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}
