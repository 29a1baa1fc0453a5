#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Inserting and removing time.
namespace posewright::edit {

/// Moves what is at or after a frame by `by` frames. If `by` < 0, the -by frames before it are
/// removed with the keys, spans and markers in them. A span grows by time that is inserted into it.
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
