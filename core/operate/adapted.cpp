#include "core/operate/adapted.h"

#include "core/operate/dense_key.h"
#include "core/operate/keys/contact_ends.h"
#include "core/operate/keys/first_bend.h"

namespace posewright::operate {

Edits adapted(const Document& before, const Edits& edits, const ActsNear& acts,
              const edit::Context& context)
{
    const Edits near = actingNearKeys(before, edits, acts);
    const Edits left = leavingContacts(before, near, context);
    return onLayers(before, bentFirst(before, left, context), acts.seconds);
}

}  // namespace posewright::operate
