#pragma once

#include "core/edit/edit.h"
#include "ui/session/session.h"

#include <algorithm>
#include <vector>

namespace posewright::ui {

/// The selected targets, the active one last; empty if the active node is not a target. Valid until
/// the document changes.
std::vector<const Constraint*> selectedTargets(const Session& session);

/// One edit for each selected target, filled in by `change(edit, constraint)`, which returns false
/// to skip the target.
template <class Change>
std::vector<edit::Edit> setEachTarget(const Session& session, Change change)
{
    std::vector<edit::Edit> edits;
    for (const Constraint* target : selectedTargets(session)) {
        edit::SetTarget set;
        set.target = target->id;
        if (change(set, *target)) edits.emplace_back(set);
    }
    return edits;
}

/// Is `of(constraint)` different for some targets?
template <class Of>
bool differ(const std::vector<const Constraint*>& targets, Of of)
{
    return std::any_of(targets.begin(), targets.end(),
                       [&](const Constraint* c) { return of(*c) != of(*targets.back()); });
}

}  // namespace posewright::ui
