#pragma once

#include "core/scene/scene.h"

#include <QString>

namespace posewright::ui {

/// A part of a body as the subject of a sentence.
struct PartWords {
    QString words;         ///< plain text
    bool several = false;  ///< "are", not "is"
};
/// "The fingers of the left hand", "The right forearm", or, for a bone without a role in a body,
/// its name in quotes. O(nodes * depth)
PartWords partWords(const Scene& scene, NodeId bone);

/// What a limb that ends at this bone is laid down with.
enum class LimbWord { None, Hand, Foot };
LimbWord limbWord(const Scene& scene, NodeId end);

}  // namespace posewright::ui
