#include "core/operate/adapted.h"

#include "core/operate/dense_key.h"
#include "core/operate/keys/contact_ends.h"

namespace posewright::operate {

Edits adapted(const Document& before, const Edits& edits, const ActsNear& acts,
              const edit::Context& context)
{
    const Edits near = actingNearKeys(before, edits, acts);
    return onLayers(before, leavingContacts(before, near, context), acts.seconds);
}

}  // namespace posewright::operate
