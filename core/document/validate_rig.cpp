#include "core/document/breach.h"

#include <set>

namespace posewright {

namespace {

/// The other joint that a kind names.
Check checkMet(const Scene& scene, const Constraint& c, const std::string& name)
{
    const NodeId* other = otherJoint(c.kind);
    if (!other) return {};
    const NodeIndex meets = scene.find(*other);
    if (meets == kNoNode) return Error{"the joint that is met is not there", name};
    if (!scene.isAbove(scene.find(c.root), meets))
        return Error{"the joint that is met is not below the root of the chain", name};
    if (*other == c.effector) return Error{"the effector cannot meet itself", name};
    if (!scene.isAbove(meets, scene.find(c.target)))
        return Error{"the target of a loop does not hang on the joint that is met", name};
    return {};
}

/// The kind, and what stands beside it.
Check checkKind(const Scene& scene, const Constraint& c, const std::string& name)
{
    const KindRules rules = rulesOf(c.kind);
    // Ease beside a kind that has none does nothing: files of before have it.
    const BesideKind beside{c.orientation, c.pole != NodeId::None};
    if (std::string fault = besideFault(rules, beside); !fault.empty()) return Error{fault, name};
    if (c.stretch > 0 && (!rules.stretch || c.rootMoves))
        return Error{"only a chain with a fixed root that follows its target stretches", name};
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
