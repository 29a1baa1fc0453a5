#include "core/operate/keys/shown_hints.h"

#include "core/edit/keep_motion.h"
#include "core/operate/near_key.h"

#include <algorithm>

namespace posewright::operate {

namespace {

/// Nullopt: it has one of its own, or is no key of a target that bends a limb, all of it.
std::optional<edit::HintData> shownHint(const Document& doc, const edit::KeyRef& key,
                                        const edit::Context& context)
{
    const Constraint* target = constraintOfTarget(*doc.rig, key.node);
    const Track* track = key.layer.empty() && !key.property ? doc.clip().track(key.node) : nullptr;
    if (!target || !track || !target->reaches() || limbHasMotion(doc, *target)) return {};
    const KeyHint* hint = hintAt(*track, key.frame);
    if ((hint && !hint->follows()) || std::ranges::count(keyFrames(*track), key.frame) == 0)
        return {};
    Result<std::optional<KeyHint>> shown = edit::shownBend(doc, *target, key.frame, context);
    if (!shown || !*shown) return {};
    // Joints of other limbs are not put with this one.
    const std::vector<NodeIndex> own = jointsOf(*doc.scene, *target);
    std::erase_if((*shown)->joints, [&](const KeyHint::Joint& bent) {
        return std::ranges::find(own, doc.scene->find(bent.joint)) == own.end();
    });
    if ((*shown)->joints.empty()) return {};
    return edit::HintData{key.node, **std::move(shown)};
}

}  // namespace

std::optional<std::vector<edit::HintData>>
shownHints(const Document& doc, std::span<const edit::KeyRef> keys, const edit::Context& context)
{
    std::optional<std::vector<edit::HintData>> out = edit::hintData(doc, keys);
    for (const edit::KeyRef& key : keys)
        if (std::optional<edit::HintData> hint = shownHint(doc, key, context)) {
            if (!out) out.emplace();
            out->push_back(*std::move(hint));
        }
    return out;
}

}  // namespace posewright::operate
