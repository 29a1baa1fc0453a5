#pragma once

#include "core/retarget/retarget.h"

/// A motion that stays in the document which it was brought into, and what is made of it.
namespace posewright::retarget {

/// What is needed of a motion to carry it over again: all nodes, of which only bones are more than
/// places, what skins say of the bind pose, and one clip with a straight key a frame, and one at
/// the end, of what moves. The same figures read it, and it is carried over alike.
/// O(frames * nodes). Error: a million frames or more; cancelled.
/// @pre validate(source)
Result<Document> keptMotion(const Document& source,
                            const std::function<bool(double)>& progress = {});

/// The roles of a figure as Carrying has them.
std::map<std::string, std::vector<NodeId>> bonesOf(const Figure& figure, const Scene& scene);
std::map<std::string, std::vector<std::string>> namesOf(const Figure& figure, const Scene& scene);

/// The other way: roles and bones that are not there any more are passed by.
Figure figureHere(const Carrying& how, const Scene& scene);
Figure figureThere(const Carrying& how, const Scene& scene);

/// The motion of an origin on the document's skeleton. Whatever clip is shown: what comes of it
/// depends on the document's scene, the origin and the clip that it stands in. Error: as retarget.
/// @param only as Options::only
Result<Retargeted> carriedOver(const Document& doc, const Origin& origin,
                               const std::function<bool(double)>& progress = {},
                               std::optional<double> only = {});

}  // namespace posewright::retarget
