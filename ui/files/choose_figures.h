#pragma once

#include "core/document/document.h"
#include "core/retarget/figure.h"

#include <optional>
#include <vector>

class QWidget;

namespace posewright::ui {

/// Two figures of a document: one gets the motion of the other.
struct FigurePair {
    retarget::Figure here;   ///< that gets it
    retarget::Figure there;  ///< whose it is
};

/// The figure with a selected bone gets it, else the one that moves least. Of several others a
/// dialog asks for one, and proposes the one that moves most. Nullopt: there are fewer than two, or
/// the dialog was cancelled.
std::optional<FigurePair> chooseFigures(const Document& doc, const std::vector<NodeId>& selected,
                                        QWidget* parent);

}  // namespace posewright::ui
