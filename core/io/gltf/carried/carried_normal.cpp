#include "core/io/gltf/carried/carried_normal.h"

#include "core/io/gltf/carried/carried_inherited.h"
#include "core/io/gltf/carried/carried_motion.h"
#include "core/io/gltf/carried/carried_replaced.h"
#include "core/io/gltf/carried/carried_rows.h"
#include "core/io/gltf/carried/carried_scenes.h"
#include "core/io/gltf/carried/carried_skins.h"
#include "core/io/gltf/carried/carried_unused.h"
#include "core/io/gltf/import/node_import.h"
#include "core/io/text.h"

#include <algorithm>
#include <set>

namespace posewright::io::gltf {

namespace {

/// Updates the rows of a form from a scene that has all their nodes.
class NodeNormaliser {
public:
    NodeNormaliser(CarriedForm& form, const Document& doc, Diagnostics& told) :
        form_(form), doc_(doc), scene_(*doc.scene), told_(told), atRoot_(standingAtRoot(scene_)),
        parent_(form.own["nodes"].size(), -1)
    {
        std::vector<int> rowOf(scene_.size(), -1);
        for (std::size_t row = 0; row < parent_.size(); ++row)
            if (const NodeIndex node = scene_.find(form_.nodeOf(row)); node != kNoNode)
                rowOf[node] = static_cast<int>(row);
        for (std::size_t row = 0; row < parent_.size(); ++row) {
            const NodeId bone = form_.boneOfEnd(row);
            const NodeIndex node = scene_.find(form_.nodeOf(row));
            if (bone != NodeId::None)
                parent_[row] = rowOf[scene_.find(bone)];
            else if (scene_[node].parent != kNoNode && !atRoot_[node])
                // Nodes added here have no row.
                parent_[row] = rowOf[scene_[node].parent] < 0 ? kNew : rowOf[scene_[node].parent];
        }
    }

    /// Returns rows of accessors that may not be used any more.
    std::set<std::size_t> run()
    {
        findMoving();
        for (std::size_t row = 0; row < parent_.size(); ++row)
            if (form_.boneOfEnd(row) != NodeId::None)
                normaliseEnd(row);
            else
                normaliseNode(row);
        keepInherited(form_, scene_, atRoot_, told_);
        normaliseScenes(form_, scene_, atRoot_, told_);
        normaliseSkins();
        tellOfMeshes();
        return std::move(released_);
    }

private:
    static constexpr int kNew = -2;

    Json& json(std::size_t row) { return form_.gltf["nodes"][row]; }
    Json& own(std::size_t row) { return form_.own["nodes"][row]; }

    void findMoving()
    {
        const auto take = [this](const std::vector<Shared<Track>>& tracks) {
            for (const Shared<Track>& track : tracks)
                if (!track->rotation->empty() || hasKeys(track->translation) ||
                    hasKeys(track->scale))
                    moving_.insert(track->node);
        };
        for (const Shared<Clip>& clip : doc_.clips) {
            take(clip->tracks);
            for (const Shared<Layer>& layer : clip->layers) take(layer->tracks);
        }
        for (const Constraint& constraint : doc_.rig->constraints)
            for (const NodeIndex node : jointsOf(scene_, constraint))
                moving_.insert(scene_[node].id);
    }

    static void erasePlace(Json& node)
    {
        for (const char* member : {"matrix", "translation", "rotation", "scale"})
            node.erase(member);
    }

    void normaliseEnd(std::size_t row)
    {
        if (!own(row).contains("tip")) return;
        const BonePart* bone = scene_[scene_.find(form_.boneOfEnd(row))].bone();
        if (!bone || restOf(json(row), true).translation == bone->tip) return;
        erasePlace(json(row));
        json(row)["translation"] = toJson(bone->tip);
    }

    void normaliseNode(std::size_t row)
    {
        const NodeIndex index = scene_.find(form_.nodeOf(row));
        const Node& node = scene_[index];
        Json& entry = own(row);
        if (entry.contains("name") && entry["name"] != node.name) {
            entry.erase("name");
            json(row).erase("name");
            if (!saidOfNode(json(row)).empty()) entry["name"] = json(row)["name"] = node.name;
        }
        if (entry.contains("rest")) {
            const bool animatedMatrix = json(row).contains("matrix") && moving_.contains(node.id);
            if (atRoot_[index] || animatedMatrix || restOf(json(row), true) != node.rest) {
                entry.erase("rest");
                erasePlace(json(row));
            }
        }
        if (entry.contains("loose") && parent_[row] != -1) entry.erase("loose");
        if (entry.contains("children")) normaliseChildren(row);
        const auto* camera = std::get_if<CameraPart>(&node.part);
        if (camera && camera->source < 0) json(row).erase("camera");
        const auto* light = std::get_if<LightPart>(&node.part);
        if (light && light->source < 0 && json(row).contains("extensions")) {
            json(row)["extensions"].erase(kLightsExtension);
            if (json(row)["extensions"].empty()) json(row).erase("extensions");
        }
    }

    void normaliseChildren(std::size_t row)
    {
        Json left = Json::array();
        for (Json& child : json(row)["children"])
            if (parent_[child.get<std::size_t>()] == static_cast<int>(row))
                left.push_back(std::move(child));
        if (std::is_sorted(left.begin(), left.end())) {
            json(row).erase("children");
            own(row).erase("children");
        } else {
            own(row)["children"] = left.size();
            json(row)["children"] = std::move(left);
        }
    }

    void normaliseSkins()
    {
        if (!form_.gltf.contains("skins")) return;
        std::size_t row = 0;
        for (Json& skin : form_.gltf["skins"]) {
            const std::size_t at = row++;
            const std::vector<Skin>& read = doc_.carried->skins;
            const auto binds = skin.find("inverseBindMatrices");
            if (binds != skin.end() && (at >= read.size() || !(read[at] == scene_.skins()[at]))) {
                const auto bindRow = binds->get<std::size_t>();
                released_.insert(bindRow);
                skin.erase(binds);
                tellOfBinds(bindRow, at);
            }
            const auto skeleton = skin.find("skeleton");
            if (skeleton == skin.end()) continue;
            const NodeIndex top = scene_.find(form_.nodeOf(skeleton->get<std::size_t>()));
            const std::vector<NodeId>& joints = scene_.skins()[at].joints;
            const bool holds =
                top != kNoNode && std::all_of(joints.begin(), joints.end(), [&](NodeId id) {
                    const NodeIndex joint = scene_.find(id);
                    return joint == top || scene_.isAbove(top, joint);
                });
            if (holds) continue;
            told_.push_back({Diagnostic::Severity::Warning,
                             "the skeleton that skin " + std::to_string(at) +
                                 " names is not above all its joints, and was left out",
                             "#/skins/" + std::to_string(at) + "/skeleton"});
            skin.erase(skeleton);
        }
    }

    void tellOfBinds(std::size_t accessor, std::size_t skin)
    {
        const std::string rows = saidOfUnused(form_.gltf, {accessor});
        if (rows.empty()) return;
        told_.push_back({Diagnostic::Severity::Warning,
                         "what the file says of " + rows +
                             " beyond their numbers is lost: the bind matrices of skin " +
                             std::to_string(skin) + " are new",
                         "#/skins/" + std::to_string(skin)});
    }

    void tellOfMeshes()
    {
        const auto tell = [this](bool below, const char* what) {
            std::string names;
            int count = 0;
            for (NodeIndex i = 0; i < scene_.size(); ++i)
                if (atRoot_[i] && (scene_[i].parent != kNoNode) == below && count++ < 5)
                    names += (names.empty() ? "" : ", ") + inQuotes(scene_[i].name);
            if (count > 0)
                told_.push_back(
                    {Diagnostic::Severity::Note, what + names + (count > 5 ? ", ..." : ""), {}});
        };
        tell(true,
             "skinned meshes stand at the root of what is saved, where other programs look for "
             "them: ");
        tell(false,
             "skinned meshes have no place of their own in what is saved, as joints alone move "
             "them: ");
    }

    CarriedForm& form_;
    const Document& doc_;
    const Scene& scene_;
    Diagnostics& told_;
    std::vector<bool> atRoot_;
    std::vector<int> parent_;  ///< row of the parent; -1: none, kNew: a node without a row
    std::set<NodeId> moving_;
    std::set<std::size_t> released_;  ///< accessors
};

/// The document's carried data after the update, still without the text of the form.
Carried normaliseForm(CarriedForm& form, Document& doc, const WriteOptions* options,
                      Diagnostics& told)
{
    Carried carried = std::move(doc.carried).take();
    doc.carried = Carried{{}, {}, true, {}, carried.skins};
    dropGoneNodes(form, *doc.scene, told);
    std::set<std::size_t> released = NodeNormaliser(form, doc, told).run();
    released.merge(normaliseMotion(form, doc, carried.tracks, options, told));
    released.merge(putSkins(form, doc, carried.skins, carried.data, told));
    if (!released.empty() && knowsAllExtensions(form.gltf) && !hasPackedViews(form.gltf))
        dropUnused(form.gltf, carried.data, std::move(released), {});
    carried.skins = doc.scene->skins();
    return carried;
}

}  // namespace

void normalise(CarriedForm& form, Document& doc, const WriteOptions& options, Diagnostics& told)
{
    Carried carried = normaliseForm(form, doc, &options, told);
    carried.json = form.text();
    doc.carried = std::move(carried);
}

void normaliseRead(CarriedForm&& form, Document& doc, Diagnostics& told)
{
    Carried carried = normaliseForm(form, doc, nullptr, told);
    carried.json = std::move(form).text();
    doc.carried = std::move(carried);
}

Normalised normalised(const Document& doc, const WriteOptions& options)
{
    Normalised out{doc, carriedForm(doc), {}};
    if (out.form) normalise(*out.form, out.document, options, out.diagnostics);
    return out;
}

}  // namespace posewright::io::gltf
