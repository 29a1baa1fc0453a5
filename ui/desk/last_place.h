#pragma once

#include "core/base/id.h"
#include "core/math/camera.h"

#include <QString>

#include <optional>
#include <vector>

namespace posewright::ui {

class Session;
class Viewport;

/// The user's place in a document: frame, selection and camera. Kept in the program's settings, not
/// in the document, so that recovered work is shown as it was left.
struct LastPlace {
    QString title;  ///< of the document
    double frame = 0;
    std::vector<NodeId> selected;
    std::optional<Camera> camera;  ///< nullopt if nothing is drawn
};

LastPlace placeNow(const Session& session, const Viewport& viewport);
/// Restores the place, as far as it still exists. Does nothing for a document with another title.
void goTo(const LastPlace& place, Session& session, Viewport& viewport);

void keep(const LastPlace& place);
void forgetLastPlace();
/// Nullopt: none is stored.
std::optional<LastPlace> lastPlace();

}  // namespace posewright::ui
