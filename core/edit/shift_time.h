#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Time put in and taken out.
namespace posewright::edit {

/// What lies at a frame or after it goes `by` frames later. Where `by` is less than 0, the time
/// before the frame is taken out: its keys go, and spans and markers within. A span goes on over
/// time put into it.
struct ShiftTime {
    std::vector<NodeId> nodes;  ///< their keys, and the spans of those that are targets; empty:
                                ///< all, with markers and range
    double from = 0;
    double by = 0;  ///< [frame]
};
template <std::same_as<ShiftTime> E>
constexpr auto describe(Of<E>)
{
    return description("shiftTime", "Shift time", optional("nodes", &E::nodes),
                       required("from", &E::from, kFrame), required("by", &E::by, "frames"));
}
Result<Document> make(const Document& doc, const ShiftTime& edit);

using TimeEdits = Family<ShiftTime>;

}  // namespace posewright::edit
