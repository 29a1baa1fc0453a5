#include "core/document/breach.h"

#include <set>

namespace posewright {

namespace {

/// Checks the other joint that a kind names.
Check checkMet(const Scene& scene, const Constraint& c, const std::string& name)
{
    const auto fault = otherJointFault(
        c.kind, c.effector, [&](NodeId joint) { return scene.find(joint) != kNoNode; },
        [&](NodeId joint) { return scene.isAbove(scene.find(c.root), scene.find(joint)); });
    if (!fault.empty()) return Error{std::string(fault), name};
    const NodeId* other = otherJoint(c.kind);
    if (other && !scene.isAbove(scene.find(*other), scene.find(c.target)))
        return Error{"the target of a loop does not hang on the joint that is met", name};
    return {};
}

/// Checks the kind and the properties that it restricts.
Check checkKind(const Scene& scene, const Constraint& c, const std::string& name)
{
    // Old files have an ease on kinds that do not use it; it has no effect.
    const BesideKind beside{
        .orientation = c.orientation, .pole = c.pole != NodeId::None, .stretch = c.stretch > 0};
    if (std::string fault = besideFault(rulesOf(c.kind), beside); !fault.empty())
        return Error{fault, name};
    if (c.stretch > 0 && c.rootMoves)
        return Error{"a chain whose root moves does not stretch", name};
    if (const auto fault = brokenBy(c.kind); !fault.empty()) return Error{std::string(fault), name};
    return checkMet(scene, c, name);
}

Check checkPins(const Scene& scene, const Constraint& c, const std::string& name)
{
    const NodeIndex root = scene.find(c.root);
    for (const NodeId pin : c.pins) {
        const NodeIndex row = scene.find(pin);
        if (row == kNoNode) return Error{"a pinned joint is not there", name};
        if (!scene.isAbove(root, row))
            return Error{"the pinned joint \"" + scene[row].name + "\" is not below the root",
                         name};
        if (pin == c.effector) return Error{"the effector cannot be pinned itself", name};
    }
    return {};
}

}  // namespace

Check checkRig(const Scene& scene, const Rig& rig)
{
    std::set<ConstraintId> ids;
    std::set<NodeId> targets;
    for (const Constraint& c : rig.constraints) {
        const NodeIndex target = scene.find(c.target);
        if (target == kNoNode) return Error{"a constraint has no target node", "a constraint"};
        const std::string& name = scene[target].name;
        if (c.id == ConstraintId::None) return Error{"a constraint has no id", name};
        if (!ids.insert(c.id).second) return Error{"two constraints have one id", name};
        if (!targets.insert(c.target).second)
            return Error{"two constraints have one target node", name};
        const NodeIndex effector = scene.find(c.effector);
        const NodeIndex root = scene.find(c.root);
        if (effector == kNoNode) return Error{"the effector is not there", name};
        if (root == kNoNode) return Error{"the root of the chain is not there", name};
        if (!makesChain(scene, c.kind, root, effector))
            return Error{"the root of the chain, \"" + scene[root].name +
                             "\", is not above its effector, \"" + scene[effector].name + "\"",
                         name};
        if (c.pole != NodeId::None && scene.find(c.pole) == kNoNode)
            return Error{"the pole is not there", name};
        if (Check breach = checkBounds(c, {}, name)) return breach;
        if (Check breach = checkKind(scene, c, name)) return breach;
        if (Check breach = checkPins(scene, c, name)) return breach;
    }
    const auto groups = constraintGroups(scene, rig);
    return groups ? Check{} : Check{groups.error()};
}

}  // namespace posewright
