#pragma once

#include "core/operate/hold.h"

/// Inside of core/operate: props that are taken hold of at rest.
namespace posewright::operate {

/// A prop as it is at rest, with the ends of the contacts that stick to it or to what hangs on it.
/// Contacts of targets that hang on it themselves are none: they need no help to come along.
HeldRest restOf(const Document& doc, NodeIndex prop);

}  // namespace posewright::operate
