#pragma once

#include "core/edit/edit.h"

/// The edits one by one: what `apply` chooses from. Each is pure, is handed arguments that are
/// finite and name things that exist, and need not keep the rules of `validate`: `apply` asks
/// afterwards. Those that lists are long with are handed the document itself, to change where
/// nobody else holds it. Those that look at poses are handed the context. An Error's place is the
/// JSON pointer of the argument at fault.
namespace posewright::edit {

// targets.cpp
Result<Document> make(Document doc, const AddTarget& edit, const Context& context);
Result<Document> make(const Document& doc, const RemoveTarget& edit, const Context& context);
Result<Document> make(Document doc, const SetTarget& edit);

// target_keys.cpp
Result<Document> make(Document doc, const SetTargetKey& edit, const Context& context);
Result<Document> make(const Document& doc, const FitTarget& edit, const Context& context);

// poles.cpp
Result<Document> make(Document doc, const AddPole& edit, const Context& context);

// bend.cpp
Result<Document> make(const Document& doc, const SetBend& edit, const Context& context);

// keys.cpp
Result<Document> make(Document doc, const SetJointKey& edit, const Context& context);
Result<Document> make(Document doc, const SetMorphKey& edit);
Result<Document> make(const Document& doc, const MoveKeys& edit);
Result<Document> make(const Document& doc, const ScaleKeys& edit);
Result<Document> make(const Document& doc, const DeleteKeys& edit);
Result<Document> make(const Document& doc, const SetInterpolation& edit);
Result<Document> make(const Document& doc, const SetHandles& edit);
Result<Document> make(const Document& doc, const SetInfluenceKey& edit);

// put_keys.cpp
Result<Document> make(const Document& doc, const PutKeys& edit);

// shift_time.cpp
Result<Document> make(const Document& doc, const ShiftTime& edit);

// spans.cpp
Result<Document> make(Document doc, const SetSpan& edit, const Context& context);
Result<Document> make(const Document& doc, const RemoveSpan& edit);
Result<Document> make(const Document& doc, const MoveSpan& edit);

// bones.cpp
Result<Document> make(Document doc, const AddBone& edit);
Result<Document> make(const Document& doc, const RenameNode& edit);
Result<Document> make(const Document& doc, const ReparentBone& edit);
Result<Document> make(const Document& doc, const RemoveBone& edit);
Result<Document> make(const Document& doc, const SetRest& edit);
Result<Document> make(const Document& doc, const Symmetrize& edit);

// meshes.cpp
Result<Document> make(Document doc, const AddFlesh& edit);
Result<Document> make(const Document& doc, const SetSkin& edit);

// add_nodes.cpp
Result<Document> make(const Document& doc, const AddNodes& edit);

// limits.cpp
Result<Document> make(const Document& doc, const SetLimit& edit);

// clips.cpp
Result<Document> make(const Document& doc, const SetRange& edit);
Result<Document> make(const Document& doc, const SetPreviewRange& edit);
Result<Document> make(const Document& doc, const SetFps& edit);
Result<Document> make(const Document& doc, const SetLoop& edit);
Result<Document> make(const Document& doc, const AddClip& edit);
Result<Document> make(const Document& doc, const RemoveClip& edit);
Result<Document> make(const Document& doc, const SetActiveClip& edit);
Result<Document> make(const Document& doc, const AddMarker& edit);
Result<Document> make(const Document& doc, const RemoveMarker& edit);
Result<Document> make(const Document& doc, const BakeToKeys& edit, const Context& context);

// layers.cpp
Result<Document> make(const Document& doc, const AddLayer& edit);
Result<Document> make(const Document& doc, const RemoveLayer& edit);
Result<Document> make(const Document& doc, const RenameLayer& edit);
Result<Document> make(const Document& doc, const MoveLayer& edit);
Result<Document> make(const Document& doc, const SetLayer& edit);
Result<Document> make(const Document& doc, const SetLayerWeightKey& edit);
Result<Document> make(const Document& doc, const RemoveLayerWeightKey& edit);
Result<Document> make(const Document& doc, const SetLayerKey& edit);
Result<Document> make(const Document& doc, const PutLayerKeys& edit);
Result<Document> make(const Document& doc, const DeleteLayerKeys& edit);
Result<Document> make(const Document& doc, const MergeLayer& edit);
Result<Document> make(const Document& doc, const MakeLayerBase& edit);
Result<Document> make(const Document& doc, const FlattenLayers& edit);

// bend.cpp
Result<Document> make(Document doc, const BendAsKeyed& edit);

// origins.cpp
Result<Document> make(const Document& doc, const BringIn& edit, const Context& context);
Result<Document> make(const Document& doc, const Retarget& edit, const Context& context);
Result<Document> make(const Document& doc, const ForgetOrigin& edit);

/// Any of them, once its arguments are checked by themselves.
Result<Document> makeAny(Document doc, const Edit& edit, const Context& context);

/// The outcome of an edit on a valid document, as validateChange sees it. The Error has no place.
Result<void> checkOutcome(const Document& before, const Document& after);

}  // namespace posewright::edit
