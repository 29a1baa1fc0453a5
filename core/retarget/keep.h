#pragma once

#include "core/retarget/retarget.h"

/// The source motion that a document keeps with a retargeted clip.
namespace posewright::retarget {

/// The parts of a motion that are needed to retarget it again, with the same result: all nodes,
/// without their parts unless they are bones, the bind pose from skins, and one clip with a linear
/// key at every frame and at the end for what moves. O(frames * nodes). Error: a million frames or
/// more; cancelled.
/// @pre validate(source)
Result<Document> keptMotion(const Document& source,
                            const std::function<bool(double)>& progress = {});

/// The roles of a figure in the form of RetargetSetup.
std::map<std::string, std::vector<NodeId>> bonesOf(const Figure& figure, const Scene& scene);
std::map<std::string, std::vector<std::string>> namesOf(const Figure& figure, const Scene& scene);

/// The reverse: roles and bones that no longer exist are skipped.
Figure figureHere(const RetargetSetup& how, const Scene& scene);
Figure figureThere(const RetargetSetup& how, const Scene& scene);

/// The motion of an origin on the document's skeleton. Depends only on the document's scene, the
/// origin and the clip Origin::standsIn, not on the active clip. Error: as for retarget.
/// @param only, jobs as those of Options
Result<Retargeted> carriedOver(const Document& doc, const Origin& origin,
                               const std::function<bool(double)>& progress = {},
                               std::optional<double> only = {}, int jobs = 0);

}  // namespace posewright::retarget
