#pragma once

#include "core/base/id.h"
#include "core/math/camera.h"

#include <QString>

#include <optional>
#include <vector>

namespace posewright::ui {

class Session;
class Viewport;

/// Where the user is in a document: what is shown, selected and looked at. No part of the document;
/// the program's settings keep it, so that recovered work is found as it was left.
struct LastPlace {
    QString title;  ///< of the document
    double frame = 0;
    std::vector<NodeId> selected;
    std::optional<Camera> camera;  ///< none where nothing is drawn
};

LastPlace placeNow(const Session& session, const Viewport& viewport);
/// Goes there, as far as it still exists. Another document is left alone.
void goTo(const LastPlace& place, Session& session, Viewport& viewport);

void keep(const LastPlace& place);
void forgetLastPlace();
/// Nothing: none was kept.
std::optional<LastPlace> lastPlace();

}  // namespace posewright::ui
