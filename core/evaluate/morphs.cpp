#include "core/evaluate/morphs.h"

#include "core/evaluate/evaluate.h"

namespace posewright {

MorphWeights morphsOf(const Node& mesh, const Track* track, double frame)
{
    MorphWeights out{mesh.id, std::get<MeshPart>(mesh.part).morphs};
    sampleMorphs(track, frame, out.weights);
    return out;
}

std::vector<MorphWeights> morphsAt(const Document& doc, double frame)
{
    std::vector<MorphWeights> out;
    for (const Node& node : doc.scene->nodes())
        if (hasMorphs(node)) out.push_back(morphsOf(node, doc.clip().track(node.id), frame));
    return out;
}

}  // namespace posewright
